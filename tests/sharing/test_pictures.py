"""Share images: one size, few bytes, always the same ones, whatever people call themselves."""

import io
import struct
from dataclasses import replace

import pytest
from PIL import Image

from accounts.people.avatar import NOBODY, avatar_of
from games import registry
from games.page.share_image import game_picture, house_picture
from sharing import serving
from sharing.pictures.board import BoardPicture
from sharing.pictures.canvas import Canvas
from sharing.pictures.invitation import InvitationPicture
from sharing.pictures.people import Person
from sharing.pictures.podium import PodiumPicture, standing
from sharing.pictures.profile import ProfilePicture, Record
from sharing.pictures.result import ResultPicture
from sharing.pictures.score_sheet import Row
from sharing.serving import Picture

MOST = 150 * 1024
NAMES = ("Abdulrahman-ibn-1234", "سلمى", "שלום", "W" * 40, "Иван 😀")
PEOPLE = tuple(Person(name, avatar_of(name, None, None)) for name in NAMES)
ROWS = tuple(Row((person,), "1,234", place) for place, person in enumerate(PEOPLE, start=1))
LONG = "Somebody wins with more points than anybody has ever counted here, after the last card."
EMBLEMS = [game.emblem for game in registry.games()]

PICTURES: dict[str, Picture] = {
    **{
        f"result of {game.key}": ResultPicture("Name", game.emblem, LONG, "1 May 2026", ROWS)
        for game in registry.games()
    },
    "teams": ResultPicture(
        "Name", EMBLEMS[0], "", "", (Row(PEOPLE[:2], "5", 1), Row(PEOPLE[2:4], "", None))
    ),
    "nobody": ResultPicture("Name", None, "Called off.", "", (Row((Person("", NOBODY),)),)),
    "board": BoardPicture("Name", EMBLEMS[0], "Rating", "All time", ROWS, ""),
    "empty board": BoardPicture("Name", EMBLEMS[0], "Rating", "All time", (), "Nobody yet."),
    "invitation": InvitationPicture(
        LONG, "Name", EMBLEMS[0], "rated", LONG, PEOPLE, 2, code="BCDFGH"
    ),
    "private": InvitationPicture("Leyla invites you to a game of", "Name", EMBLEMS[0]),
    "profile": ProfilePicture(
        PEOPLE[0], LONG, tuple(Record("Name", "1234?", LONG) for _ in range(5)), ""
    ),
    "newcomer": ProfilePicture(PEOPLE[1], "Here since May", (), "No rated match yet."),
    "podium": PodiumPicture(
        LONG, "1 May", tuple(standing(n, NAMES[n % 5], f"{n} points") for n in range(1, 9))
    ),
    "podium of one": PodiumPicture("A night", "", (standing(1, "Leyla", "3 points"),)),
    "shared first": PodiumPicture("", "", (standing(1, "Leyla", "3"), standing(1, "Noam", "3"))),
    "no podium": PodiumPicture("A night", "", ()),
    "house": house_picture(),
    **{f"game {key}": game_picture(key) for key in registry.game_keys()},
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_has_its_size_and_is_light(name: str) -> None:
    png, etag = serving.png_of(PICTURES[name])
    assert png.startswith(b"\x89PNG") and struct.unpack(">II", png[16:24]) == (1200, 630)
    assert len(png) < MOST
    assert etag.strip('"')


def test_the_same_is_always_the_same_bytes() -> None:
    for name in ("invitation", "podium"):
        before = serving.png_of(PICTURES[name])
        serving._png_of.cache_clear()
        assert serving.png_of(PICTURES[name]) == before
    assert b"tIME" not in before[0] and b"tEXt" not in before[0]


def test_it_is_drawn_once_and_no_more_are_kept_than_there_is_room_for(drawn: list[str]) -> None:
    picture = InvitationPicture("One", "Name", None)
    serving.png_of(picture)
    words = list(drawn)
    serving.png_of(replace(picture))
    assert drawn == words and "One" in words
    assert serving._png_of.cache_info().maxsize == serving.KEPT


@pytest.mark.parametrize("key", registry.game_keys())
def test_every_game_of_the_house_brings_its_emblem(key: str) -> None:
    emblem = registry.game(key).emblem
    assert emblem is not None
    with Image.open(emblem) as image:
        assert image.mode == "RGBA" and max(image.size) == 460


def test_a_game_without_an_emblem_shows_the_mark_of_the_house() -> None:
    with_mark, without = Canvas(), Canvas()
    with_mark.emblem(None, (100, 100, 400, 400))
    assert with_mark.image.tobytes() != without.image.tobytes()


def test_every_avatar_is_drawn_as_on_a_page() -> None:
    """The middle of a star is its glow, and its corner is clear."""
    canvas = Canvas()
    canvas.avatar(0, 0, 96, avatar_of("Leyla", 150, 0))
    shown = Image.open(io.BytesIO(canvas.png())).convert("RGB")
    assert shown.getpixel((0, 0)) == Image.open(io.BytesIO(Canvas().png())).getpixel((0, 0))
    red, green, blue = shown.getpixel((48, 20))  # type: ignore[misc]
    assert green > red and green > blue
