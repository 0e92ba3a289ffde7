"""Patches make the new texts out of the old ones, and send a line once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.page.patch import apply, differences

text = st.lists(st.sampled_from(["", "<b>", "a", "b", "c", "🂡 d"]), max_size=12).map("\n".join)
texts = st.fixed_dictionaries({"board": text, "hand": text, "sheet": text})


@given(old=texts | st.just({}), new=texts)
def test_patches_make_the_new_texts(old: dict[str, str], new: dict[str, str]) -> None:
    assert apply(old, differences(old, new)) == new


@pytest.mark.parametrize(
    ("old", "new", "patch"),
    [
        ("a\nb\nc", "a\nx\nc", [0, 1, "x", 2, 1]),
        ("a\nb\nc", "c\na\nb", [2, 1, 0, 2]),
        ("a", "x\na\nx\na\nx", ["x", 0, 1, 2, 1, 0, 1, 2, 1]),
        ("a\nb", "a", [0, 1]),
        ("a", "b\nin hand", ["b", 1, 1]),
    ],
    ids=["changed", "moved", "repeated", "removed", "from another region"],
)
def test_a_known_line_is_named_and_not_sent(old: str, new: str, patch: list[int | str]) -> None:
    assert differences({"board": old, "hand": "in hand"}, {"board": new}) == {"board": patch}


def test_a_text_that_is_the_same_has_no_patch() -> None:
    assert differences({"board": "a", "hand": "b"}, {"board": "a", "hand": "c"}).keys() == {"hand"}
