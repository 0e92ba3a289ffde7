"""Patches make the new texts out of the old ones, and send a line once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.page.patch import apply, differences

text = st.lists(st.sampled_from(["", "<b>", "a", "b", "c", "🂡 d"]), max_size=12).map("\n".join)
texts = st.fixed_dictionaries({"board": text, "hand": text, "sheet": text})


@given(old=texts | st.just({}), new=texts)
def test_patches_make_the_new_texts(old: dict[str, str], new: dict[str, str]) -> None:
    patches, lines = differences(old, new)
    assert apply(old, patches, lines) == new
    assert len(lines) == len({*lines})


@pytest.mark.parametrize(
    ("old", "new", "patch", "lines"),
    [
        ("a\nb\nc", "a\nx\nc", [0, 1, 4, 1, 2, 1], ["x"]),
        ("a\nb\nc", "c\na\nb", [2, 1, 0, 2], []),
        ("a", "x\ny\na\nx", [2, 2, 0, 1, 2, 1], ["x", "y"]),
        ("a\nb", "a", [0, 1], []),
        ("a", "b\nin hand", [2, 1, 1, 1], ["b"]),
    ],
    ids=["changed", "moved", "repeated", "removed", "from another region"],
)
def test_a_known_line_is_not_sent_again(
    old: str, new: str, patch: list[int], lines: list[str]
) -> None:
    """Lines of a text that changes as well are known, of one that does not they are not needed."""
    before = {"sheet": "as it was", "board": old, "hand": "in hand"}
    after = {"sheet": "as it was", "board": new, "hand": "in hand\nin hand"}
    patches, fresh = differences(before, after)
    assert (patches["board"], fresh) == (patch, lines)


def test_a_text_that_is_the_same_has_no_patch() -> None:
    patches, _ = differences({"board": "a", "hand": "b"}, {"board": "a", "hand": "c"})
    assert patches.keys() == {"hand"}
