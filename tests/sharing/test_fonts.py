"""Letters on a picture: the faces of the pages, in the order in which one reads."""

import re
from pathlib import Path

import pytest
from PIL import features

from sharing.pictures import fonts, palette
from sharing.pictures.fonts import ARABIC, FACES, HEBREW, LATIN, LATIN_EXT

CSS = (Path(fonts.__file__).parents[2] / "static" / "css" / "tokens.css").read_text()


def test_the_faces_are_those_of_the_pages() -> None:
    declared = re.findall(r'url\("\.\./fonts/([^"]+)"\).*?unicode-range:([^}]+)\}', CSS)
    assert [(face.file, face.ranges) for face in FACES] == declared


def test_letters_that_join_and_run_leftwards_can_be_drawn() -> None:
    assert features.check("raqm")
    assert all(fonts.font(face, 20, 700).getname()[0] for face in FACES)


def test_the_colours_are_those_of_the_pages() -> None:
    colours = [value for name, value in vars(palette).items() if name.isupper()]
    assert colours and all(colour in CSS for colour in colours)


@pytest.mark.parametrize(
    "text, sentence, runs",
    [
        ("Leyla", False, [(LATIN, "Leyla")]),
        ("Əli", False, [(LATIN_EXT, "Ə"), (LATIN, "li")]),
        ("سلمى بنت", False, [(ARABIC, "سلمى بنت")]),
        ("שלום Ben", False, [(LATIN, "Ben"), (LATIN, " "), (HEBREW, "שלום")]),
        ("שלום Ben", True, [(HEBREW, "שלום"), (LATIN, " "), (LATIN, "Ben")]),
        ("סלמי سلمى", False, [(ARABIC, "سلمى"), (HEBREW, "סלמי ")]),
        ("Иван 😀 7", False, [(LATIN, "···· 7")]),
        ("a\u202eb\n c", False, [(LATIN, "ab c")]),
        ("", False, []),
    ],
)
def test_a_text_reads_from_left_to_right(text: str, sentence: bool, runs: list[object]) -> None:
    assert [(run.face, run.text) for run in fonts.runs(text, sentence=sentence)] == runs


def test_what_is_too_long_is_cut() -> None:
    assert fonts.shortened("Leyla", 30, 400, 500) == "Leyla"
    cut = fonts.shortened("x" * 90, 30, 400, 500)
    assert cut.endswith("…") and fonts.width(cut, 30, 400) <= 500 < fonts.width("x" * 90, 30, 400)
    assert fonts.shortened("wide", 30, 400, 1) == "…"


def test_lines_are_about_equally_long_and_the_last_one_is_cut() -> None:
    text = "one two three four five six seven eight nine ten"
    first, second = fonts.wrapped(text, 30, 400, 500, 2)
    assert f"{first} {second}" == text
    assert abs(fonts.width(first, 30, 400) - fonts.width(second, 30, 400)) < 150
    assert fonts.wrapped(text, 30, 400, 200, 2)[1].endswith("…")
