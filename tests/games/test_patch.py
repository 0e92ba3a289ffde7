"""A patch makes the new text out of the old one, and sends a line once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.page.patch import difference, patched

texts = st.lists(st.sampled_from(["", "<b>", "a", "b", "c", "🂡 d"]), max_size=12).map("\n".join)


@given(old=texts, new=texts)
def test_a_patch_makes_the_new_text(old: str, new: str) -> None:
    assert patched(old, difference(old, new)) == new


@pytest.mark.parametrize(
    ("old", "new", "patch"),
    [
        ("a\nb\nc", "a\nb\nc", [0, 3]),
        ("a\nb\nc", "a\nx\nc", [0, 1, "x", 2, 1]),
        ("a\nb\nc", "c\na\nb", [2, 1, 0, 2]),
        ("a", "x\na\nx\na\nx", ["x", 0, 2, 0, 2]),
        ("a\nb", "a", [0, 1]),
    ],
    ids=["same", "changed", "moved", "repeated", "removed"],
)
def test_a_known_line_is_named_and_not_sent(old: str, new: str, patch: list[int | str]) -> None:
    assert difference(old, new) == patch
