"""Patches make the new texts out of the old ones, and send a line once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.page import patch as patches_module
from games.page.patch import SHORT, Lines, Pool, apply, differences, split

LONG = "x" * (SHORT + 1)
text = (
    st.lists(st.sampled_from(["", "<b>", "a", "b", "🂡 d", LONG, LONG + "y"]), max_size=12)
    .map("\n".join)
    .map(split)
)
texts = st.fixed_dictionaries({"board": text, "hand": text, "sheet": text})


@given(old=texts | st.just({}), new=texts, beside=text | st.just(()))
def test_patches_make_the_new_texts(
    old: dict[str, Lines], new: dict[str, Lines], beside: Lines
) -> None:
    pool = Pool([beside])
    patches, lines = differences(old, new, pool)
    assert apply(old, patches, lines, pool.lines) == new
    long = [line for line in lines if len(line) > SHORT]
    assert len({*long}) == len(long) and not {*long} & {*beside}


@pytest.mark.parametrize(
    ("old", "new", "patch", "lines"),
    [
        ("a\nb\nc", "a\nx\nc", [1, -1, 1], ["x"]),
        ("a\nb\nc", "a\nx\ny\nc", [1, -2, 0, -1, 1], ["x", "y"]),
        ("a\nb\nc", "c\na\nb", [0, 2, 1, 0, -3, 2], []),
        ("a", "x\ny\na\nx", [-2, 0, -2, 1, 0, 1, 1], ["x", "y"]),
        ("a\nb", "a", [1], []),
        ("a", "b\nin hand", [-1, 1], ["b"]),
        ("a\n-\nb\nc\n-\nd\ne", "A\n-\nb\nC\n-\nd\nE", [-1, 2, -1, 2, -1], ["A", "C", "E"]),
    ],
    ids=["changed", "inserted", "moved", "repeated", "removed", "from another region", "alike"],
)
def test_a_known_line_is_not_sent_again(
    old: str, new: str, patch: list[int], lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines of a text that changes as well are known, of one that does not they are not needed."""
    monkeypatch.setattr(patches_module, "SHORT", 0)
    before = {"sheet": "as it was", "board": old, "hand": "in hand"}
    after = {"sheet": "as it was", "board": new, "hand": "in hand\nin hand"}
    old_lines, new_lines = ({key: split(text[key]) for key in text} for text in (before, after))
    patches, fresh = differences(old_lines, new_lines)
    assert (patches["board"], fresh) == (patch, lines)


def test_a_text_that_is_the_same_has_no_patch() -> None:
    patches, _ = differences({"board": ("a",), "hand": ("b",)}, {"board": ("a",), "hand": ("c",)})
    assert patches.keys() == {"hand"}


def test_a_short_line_that_is_not_the_next_is_sent_again() -> None:
    old, new = split(f"a\n</b>\n{LONG}\nc"), split(f"x\ny\n</b>\nz\n{LONG}\nc")
    patches, lines = differences({"board": old}, {"board": new})
    assert (patches["board"], lines) == ([-4, 0, -2, 2], ["x", "y", "</b>", "z"])


def test_a_line_that_everybody_has_is_not_sent_again() -> None:
    beside = Pool([split(f"a\n{LONG}"), split(f"{LONG}y\nb")])
    patches, lines = differences({"hand": ("x",)}, {"hand": split(f"x\n{LONG}y\nb")}, beside)
    assert (patches["hand"], lines) == ([1, 0, -3, 2], [])
