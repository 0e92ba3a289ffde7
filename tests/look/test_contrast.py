"""Every text can be read: contrasts of the tokens by day and by night (WCAG 2, level AA)."""

import re
from pathlib import Path

import pytest

CSS = (Path(__file__).resolve().parents[2] / "static" / "css" / "tokens.css").read_text()
TEXT, GRAPHICS = 4.5, 3.0


def tokens(side: int) -> dict[str, str]:
    """The hexadecimal colours of one side: 0 is day, 1 is night."""
    found = {}
    # A deck or a theme below the first block may say a name again; the house defaults count here.
    block = CSS[CSS.index(":root{") : CSS.index("[data-theme=day]")]
    for key, value in re.findall(r"--([\w-]+):\s*([^;]+);", block):
        pair = re.match(r"light-dark\((#\w+),(#\w+)\)$", value)
        if pair or re.match(r"#\w+$", value):
            found[key] = pair.group(side + 1) if pair else value
    return found


def luminance(colour: str) -> float:
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    channels = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    bright, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


GROUNDS = ("bg", "surface", "surface-2")
PAIRS = [
    *((ink, ground, TEXT) for ink in ("text", "text-2") for ground in GROUNDS),
    *((ink, ground, TEXT) for ink in ("brass", "pom", "ok", "info") for ground in GROUNDS),
    *(("line", ground, GRAPHICS) for ground in GROUNDS),
    ("on-brass", "brass-fill", TEXT),
    ("on-pom", "pom-solid", TEXT),
    *((ink, felt, TEXT) for ink in ("felt-ink", "felt-ink-2") for felt in ("felt-1", "felt-2")),
    ("brass-fill", "felt-1", GRAPHICS),
    ("last", "felt-1", GRAPHICS),
    *((suit, "card", TEXT) for suit in ("suit-s", "suit-h", "suit-d", "suit-c", "card-ink")),
]


@pytest.mark.parametrize("side", [0, 1], ids=["day", "night"])
@pytest.mark.parametrize(("ink", "ground", "least"), PAIRS)
def test_contrast(ink: str, ground: str, least: float, side: int) -> None:
    colours = tokens(side)
    assert contrast(colours[ink], colours[ground]) >= least


def test_the_measure_itself() -> None:
    assert contrast("#000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
