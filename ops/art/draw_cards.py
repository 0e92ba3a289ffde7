"""Card sprite generator: `python -m ops.art.draw_cards` writes static/cards/deck.svg.

Every card is two symbols, a full face (`#6S`) and a compact one (`#6S-mini`). A face takes its ink
from the page (currentColor) and its typeface by inheritance. Inside an external sprite neither the
page's classes nor url(#…) references can be relied on, so all is plain paths and attributes, and
the pips of a card are one path.
"""

from collections.abc import Iterable
from math import cos, pi, sin

from ops import ROOT

DECK = ROOT / "static" / "cards" / "deck.svg"

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")

BRASS, BRASS_DEEP = "#E8B84B", "#B98621"
POM, POM_DARK, POM_LIGHT = "#8F1830", "#5D0E1E", "#A61E39"

# A shape is a list of commands relative to each other, drawn about (0, 0) in a box of 24.
# Only m, l, c, a and z occur: scaling and turning by half is then one multiplication.
Command = tuple[str, tuple[float, ...]]
Shape = list[Command]


def mirrored(start: tuple[float, float], right: list[tuple[float, ...]]) -> Shape:
    """A shape that is even about the upright axis, from its top point down the right side.

    Each row is the end of a line (2 numbers) or a curve (6), in absolute places.
    """
    points = [start]
    for row in right:
        points.append((row[-2], row[-1]))
    rows = list(right)
    # Walk the same rows back on the left side, with the handles of a curve swapped.
    for row, end in zip(reversed(right), reversed(points[:-1]), strict=True):
        handles = (-row[2], row[3], -row[0], row[1]) if len(row) == 6 else ()
        rows.append((*handles, -end[0], end[1]))
    shape: Shape = [("m", start)]
    x, y = start
    bottom = len(right)
    for number, row in enumerate(rows):
        if number == bottom and points[-1][0]:
            shape.append(("l", (-2 * points[-1][0], 0)))
            x = -x
        moved = tuple(v - (x if i % 2 == 0 else y) for i, v in enumerate(row))
        shape.append(("c" if len(row) == 6 else "l", moved))
        x, y = row[-2], row[-1]
    return [*shape, ("z", ())]


def circle(x: float, y: float, r: float) -> Shape:
    return [
        ("m", (x - r, y)),
        ("a", (r, r, 0, 1, 1, 2 * r, 0)),
        ("a", (r, r, 0, 1, 1, -2 * r, 0)),
        ("z", ()),
    ]


def polygon(points: Iterable[tuple[float, float]]) -> Shape:
    shape: Shape = []
    x = y = 0.0
    for px, py in points:
        shape.append(("l" if shape else "m", (px - x, py - y)))
        x, y = px, py
    return [*shape, ("z", ())]


def star(outer: float, inner: float, points: int = 8) -> list[tuple[float, float]]:
    """The corners of a star, the first one straight up."""
    corners = []
    for i in range(points * 2):
        r, angle = (inner if i % 2 else outer), pi * i / points
        corners.append((r * sin(angle), -r * cos(angle)))
    return corners


# The khatam is two squares, one turned by an eighth; this is where their sides cross.
KHATAM_INNER = cos(pi / 4) / cos(pi / 8)


def khatam(radius: float) -> Shape:
    return polygon(star(radius, radius * KHATAM_INNER))


def interlaced(radius: float) -> Shape:
    """Both squares of the khatam in full, so that they cross."""
    corners = star(radius, 1)[::2]
    return polygon(corners[::2]) + polygon(corners[1::2])


SPADE = mirrored(
    (0, -11.2),
    [
        (1.5, -6.9, 9.9, -3.2, 9.9, 3.1),
        (9.9, 6.3, 7.6, 8.1, 5.2, 8.1),
        (3.5, 8.1, 2.1, 7.3, 1.3, 6),
        (1.5, 8.2, 2.3, 9.9, 3.9, 11.3),
    ],
)
HEART = mirrored(
    (0, -5.9),
    [
        (0.9, -8.2, 2.8, -9.6, 5.1, -9.6),
        (8, -9.6, 10.3, -7.2, 10.3, -3.8),
        (10.3, 2.2, 3.3, 6.5, 0, 10.7),
    ],
)
DIAMOND = mirrored((0, -11.3), [(2.2, -7.2, 5.2, -3.2, 8.7, 0), (5.2, 3.2, 2.2, 7.2, 0, 11.3)])
CLUB = (
    circle(0, -5.9, 5)
    + circle(5.5, 2.6, 5)
    + circle(-5.5, 2.6, 5)
    + mirrored((0, -4), [(3, 0), (1, 3.4), (1.3, 7.2, 2.2, 9.7, 3.9, 11.3)])
)
PIPS = {"S": SPADE, "H": HEART, "D": DIAMOND, "C": CLUB}

CROWN = mirrored(
    (0, -9.5),
    [(3.6, -2.2), (9.6, -6.6), (7.6, 4.6)],
) + polygon([(-7.4, 6.4), (7.4, 6.4), (7.4, 9), (-7.4, 9)])
CROWN_GEMS = circle(0, -10.4, 1.7) + circle(9.8, -7.4, 1.5) + circle(-9.8, -7.4, 1.5)

# Five petals about a heart of brass.
ROSE = [
    command
    for i in range(5)
    for command in circle(5.2 * sin(2 * pi * i / 5), -5.2 * cos(2 * pi * i / 5), 4.5)
]
ROSE_HEART = circle(0, 0, 2.9)

SWORD = (
    mirrored((0, -12), [(1.7, -9), (1.7, 4.2)])
    + polygon([(-6.4, 4.6), (6.4, 4.6), (6.4, 6.6), (-6.4, 6.6)])
    + polygon([(-1.2, 6.6), (1.2, 6.6), (1.2, 10), (-1.2, 10)])
)
SWORD_POMMEL = circle(0, 10.9, 1.9)

COURTS = {
    "K": (CROWN, CROWN_GEMS),
    "Q": (ROSE, ROSE_HEART),
    "J": (SWORD, SWORD_POMMEL),
}

POMEGRANATE = circle(0, 2.6, 8.4) + mirrored(
    (0, -8.6), [(1.2, -10.4), (2, -8.4), (4, -11), (2.6, -4.2), (0, -4.2)]
)


def number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    if text in {"-0", ""}:
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def path(shape: Shape, x: float, y: float, size: float, turned: bool = False) -> str:
    """The d attribute of a shape at a place; `turned` stands it on its head."""
    scale = size / 24 * (-1 if turned else 1)
    parts = [f"M{number(x)} {number(y)}"]
    # Each closed part starts again from where the pen stood before its m.
    pen, start = (0.0, 0.0), (0.0, 0.0)
    for letter, values in shape:
        if letter == "z":
            parts.append("z")
            pen = start
            continue
        if letter == "m":
            # A part is placed from the middle of the shape, the pen stands where the last closed.
            dx, dy = values[0] - pen[0], values[1] - pen[1]
            parts.append(f"m{number(dx * scale)} {number(dy * scale)}")
            start = pen = (values[0], values[1])
            continue
        if letter == "a":
            r, dx, dy = abs(values[0] * scale), values[5] * scale, values[6] * scale
            parts.append(
                f"a{number(r)} {number(r)} 0 {values[3]:.0f} {values[4]:.0f} "
                f"{number(dx)} {number(dy)}"
            )
        else:
            parts.append(letter + " ".join(number(v * scale) for v in values))
    return "".join(parts).replace(" -", "-")


# Where the pips stand: columns and rows of a card of 100 by 140, the lower half on its head.
LEFT, MIDDLE, RIGHT = 33.5, 50.0, 66.5
ROWS: dict[str, list[tuple[float, float]]] = {
    "2": [(MIDDLE, 30), (MIDDLE, 110)],
    "3": [(MIDDLE, 30), (MIDDLE, 70), (MIDDLE, 110)],
    "4": [(LEFT, 30), (RIGHT, 30), (LEFT, 110), (RIGHT, 110)],
    "5": [(LEFT, 30), (RIGHT, 30), (MIDDLE, 70), (LEFT, 110), (RIGHT, 110)],
    "6": [(x, y) for y in (30, 70, 110) for x in (LEFT, RIGHT)],
    "7": [*((x, y) for y in (30, 70, 110) for x in (LEFT, RIGHT)), (MIDDLE, 50)],
    "8": [*((x, y) for y in (30, 70, 110) for x in (LEFT, RIGHT)), (MIDDLE, 50), (MIDDLE, 90)],
    "9": [*((x, y) for y in (28, 56, 84, 112) for x in (LEFT, RIGHT)), (MIDDLE, 70)],
    "10": [
        *((x, y) for y in (28, 56, 84, 112) for x in (LEFT, RIGHT)),
        (MIDDLE, 42),
        (MIDDLE, 98),
    ],
}


def text(word: str, x: float, y: float, size: float, spacing: float = 0) -> str:
    tracking = f' letter-spacing="{number(spacing)}"' if spacing else ""
    # The tracking also follows the last letter, which would push the word off its middle.
    return (
        f'<text x="{number(x + spacing / 2)}" y="{number(y)}" text-anchor="middle" '
        f'font-size="{number(size)}" font-weight="700"{tracking} fill="currentColor">{word}</text>'
    )


def ink(d: str, more: str = "") -> str:
    return f'<path d="{d}" fill="currentColor"{more}/>'


def line(d: str, opacity: float, width: float, colour: str = "currentColor") -> str:
    return (
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-opacity="{number(opacity)}" '
        f'stroke-width="{number(width)}" stroke-linejoin="round"/>'
    )


def index(rank: str) -> str:
    """The rank in its corner; the same again, turned, in the other."""
    word = text(rank, 13, 24, 18, -1.8) if rank == "10" else text(rank, 12.5, 24, 20)
    return f'{word}<g transform="rotate(180 50 70)">{word}</g>'


def full(rank: str, suit: str) -> str:
    pip = PIPS[suit]
    pips = [path(pip, 12.5, 35, 13.5), path(pip, 87.5, 105, 13.5, turned=True)]
    ornament = ""
    if rank == "A":
        ornament = line(path(interlaced(12), 50, 70, 72), 0.3, 1.1)
        ornament += line(path(khatam(12), 50, 70, 80), 0.5, 1.3)
        pips.append(path(pip, 50, 70, 38))
    elif rank in COURTS:
        body, gems = COURTS[rank]
        ornament = (
            '<rect x="25" y="13" width="50" height="114" rx="7" fill="currentColor" '
            'fill-opacity=".06" stroke="currentColor" stroke-opacity=".45"/>'
            + line("M27 70L36 70M64 70L73 70", 0.45, 1)
            + line(path(khatam(12), 50, 70, 40), 0.55, 1.2)
            + line(path(interlaced(12), 50, 70, 36), 0.22, 0.9)
        )
        pips += [path(body, 50, 33, 27), path(body, 50, 107, 27, turned=True)]
        jewels = path(gems, 50, 33, 27) + path(gems, 50, 107, 27, turned=True)
        ornament += text(rank, 50, 77.5, 21)
        return (
            f'{index(rank)}{ornament}{ink("".join(pips))}<path d="{jewels}" fill="{BRASS_DEEP}"/>'
        )
    else:
        size = 18.0 if rank in {"9", "10"} else 20.0
        pips += [path(pip, x, y, size, turned=y > 70) for x, y in ROWS[rank]]
    return index(rank) + ornament + ink("".join(pips))


def mini(rank: str, suit: str) -> str:
    """Large rank, small suit below it, large suit in the far corner: readable at 40 px."""
    word = text(rank, 32, 51, 42, -4.5) if rank == "10" else text(rank, 29, 52, 46)
    pips = path(PIPS[suit], 29, 75, 28) + path(PIPS[suit], 65, 103, 52)
    return word + ink(pips)


def back_full() -> str:
    """A lattice of stars with pomegranates between them, framed in brass, sealed in the middle."""
    columns, rows, x0, y0, wide, high = 6, 9, 5.0, 5.0, 15.0, 130 / 9
    stars, fruits = [], []
    for row in range(rows):
        for column in range(columns):
            x, y = x0 + wide * (column + 0.5), y0 + high * (row + 0.5)
            stars.append(path(khatam(12), x, y, 12.4))
            if row and column:
                fruits.append(path(POMEGRANATE, x - wide / 2, y - high / 2, 5.4))
    return (
        f'<rect width="100" height="140" rx="11" fill="{POM}"/>'
        f'<rect x="5" y="5" width="90" height="130" rx="7" fill="{POM_LIGHT}"/>'
        f"{line(''.join(stars), 0.5, 0.6, BRASS)}"
        f'<path d="{"".join(fruits)}" fill="{BRASS}" fill-opacity=".55"/>'
        f'<rect x="5" y="5" width="90" height="130" rx="7" fill="none" stroke="{BRASS}" '
        f'stroke-width="1.5"/>{seal(46)}'
    )


def seal(size: float) -> str:
    return (
        f'<path d="{path(khatam(12), 50, 70, size)}" fill="{POM}" stroke="{BRASS}" '
        f'stroke-width="1.8" stroke-linejoin="round"/>'
        f'<path d="{path(POMEGRANATE, 50, 69, size * 0.5)}" fill="{BRASS}"/>'
    )


def back_mini() -> str:
    return (
        f'<rect width="100" height="140" rx="11" fill="{POM_LIGHT}"/>'
        f'<rect x="8" y="8" width="84" height="124" rx="6" fill="none" stroke="{BRASS}" '
        f'stroke-width="4"/>{seal(64)}'
    )


def slot(width: float) -> str:
    return (
        '<rect x="3" y="3" width="94" height="134" rx="9" fill="currentColor" fill-opacity=".05" '
        f'stroke="currentColor" stroke-opacity=".6" stroke-width="{number(width)}" '
        f'stroke-dasharray="{number(width * 3.5)} {number(width * 2.5)}"/>'
        + line(path(khatam(12), 50, 70, 40), 0.35, width)
    )


def symbol(name: str, body: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 100 140">{body}</symbol>'


def draw() -> str:
    lines = ['<svg xmlns="http://www.w3.org/2000/svg">']
    for suit in SUITS:
        for rank in RANKS:
            lines.append(symbol(f"{rank}{suit}", full(rank, suit)))
            lines.append(symbol(f"{rank}{suit}-mini", mini(rank, suit)))
    lines += [
        symbol("back", back_full()),
        symbol("back-mini", back_mini()),
        symbol("slot", slot(2)),
        symbol("slot-mini", slot(4)),
    ]
    return "\n".join([*lines, "</svg>"]) + "\n"


if __name__ == "__main__":
    DECK.parent.mkdir(parents=True, exist_ok=True)
    DECK.write_text(draw(), encoding="utf-8")
