"""Moments of every game for `docs/moments.md`: situations brought about, then looked at.

Each game is played by real pages to a moment worth showing and to its end sheet; both are taken on
a desk and on two phones, by day and by night.
"""

from base64 import b64decode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from games.forty.values import DECK
from games.telefon.board import sum_of_ends, with_tile
from games.telefon.tiles import HALVES
from games.telefon.values import ENDS
from tests.end_to_end import test_alalab as quiz
from tests.end_to_end import test_otzarot as otzarot
from tests.end_to_end import test_telefon as telefon
from tests.end_to_end import test_thirtyone as thirtyone
from tests.end_to_end.player import Player, mover, next_mover, play_on, seat
from tests.end_to_end.rigged import deadline_in, put, state_of
from tests.end_to_end.running_site import RunningSite
from tests.games.telefon.tables import random_board

SIZES = {1280: 800, 390: 844, 320: 640}
SHOTS = ((1280, "dark"), (1280, "light"), (390, "dark"), (320, "light"))
WHILE = 60  # seconds on the clock while pictures are taken

STILL = """async () => {
  await document.fonts.ready;
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  const ends = document.getAnimations().filter((one) => {
    return Number.isFinite(one.effect?.getComputedTiming().endTime);
  });
  await Promise.allSettled(ends.map((one) => one.finished));
}"""

Moment = tuple[str, Player]
"""Its name, and whose page shows it."""


def forty(people: list[Player], house: RunningSite) -> Iterator[Moment]:
    code = seat(people)
    player = mover(people)
    put(house, code, **a_build_to_take(player.seat))
    deadline_in(house, code, WHILE)
    see_anew(people)
    builds = [one for one in player.offers() if any("build" in key for key in one["pieces"])]
    for key in max(builds, key=lambda one: len(one["pieces"]))["pieces"]:
        player.choose(key)
    yield "build", player
    player.page.keyboard.press("Escape")  # a reload keeps what is chosen
    hands = [hand[:1] for hand in state_of(house, code)["hands"]]
    put(house, code, hands=hands, stock=[])
    see_anew(people)
    play_on(people)
    yield "end", people[0]


def a_build_to_take(seat: int) -> dict[str, Any]:
    """Two builds and four loose cards; the player to move holds what takes one of them."""
    loose = ["9H", "5S", "8D", "3C"]
    builds = [{"value": 10, "cards": ["6H", "4C"]}, {"value": 9, "cards": ["7D", "2S"]}]
    lying = {*loose, "6H", "4C", "7D", "2S"}
    hand = ["10D", "AC", "5H", "8C", "6S", "10S"]
    rest = [card for card in DECK if card not in {*lying, *hand}]
    hands = [rest[:6], rest[6:12]]
    hands.insert(seat, hand)
    table = {"phase": "play", "turn": seat, "loose": loose, "builds": builds, "stock": rest[12:]}
    return {"hands": hands, "piles": [[], [], []], **table}


def see_anew(people: list[Player]) -> None:
    for player in people:
        player.page.reload(wait_until="domcontentloaded")
        expect(player.see("#board")).to_be_visible()


def otzarot_(people: list[Player], house: RunningSite) -> Iterator[Moment]:
    roll = {"skull": 2, "coin": 3, "monkey": 3}
    code, player = otzarot.table_of(people, house, "midas", roll=roll, scores=[1200, 900, 1700])
    for number in otzarot.numbers_of(house, code, "monkey")[:2]:
        player.choose(f"die-{number}")
    yield "roll", player
    scores = [1500, 2100, 1900]
    scores[player.seat] = 2900
    put(house, code, scores=scores)
    while (player := next_mover(people)) is not None:
        otzarot.one_step(player, house, code)
    yield "end", people[0]


def telefon_(people: list[Player], house: RunningSite) -> Iterator[Moment]:
    code = seat(people, **telefon.WISHES)
    player = mover(people)
    board, tile = next(boards_that_score())
    rest = [one for one in telefon.rest_of(board) if one != tile]
    hands = [tuple(rest.pop() for _ in range(3)) for _ in people]
    hands[player.seat] = (tile, *hands[player.seat])
    telefon.put(
        house,
        code,
        board=board,
        must=None,
        hands=tuple(hands),
        bazar=tuple(rest),
        scores=(45, 60, 30),
    )
    see_anew(people)
    player.choose(tile)
    yield "four-arms", player
    scores = [60, 75, 45]
    scores[player.seat] = 100
    hands[player.seat] = (tile,)
    player.page.keyboard.press("Escape")  # a reload keeps what is chosen
    telefon.put(house, code, hands=tuple(hands), scores=tuple(scores))
    see_anew(people)
    telefon.play(player)
    yield "end", player


def boards_that_score() -> Iterator[tuple[Any, str]]:
    """Four arms, and a tile that fits two ends, at one of them for many points."""
    for seed in range(10_000):
        board = random_board(seed)
        if min(len(board.chain(end)) for end in ENDS) < 2 or len(telefon.rest_of(board)) < 12:
            continue
        ends = telefon.ends_of(board)
        for tile in telefon.rest_of(board):
            fits = [end for end in ENDS if ends[end].value in HALVES[tile]]
            points = [sum_of_ends(with_tile(board, tile, end)) for end in fits]
            if len(fits) > 1 and any(one % 5 == 0 and one >= 15 for one in points):
                yield board, tile
                break


def thirtyone_(people: list[Player], house: RunningSite) -> Iterator[Moment]:
    code = thirtyone.sit(people)
    for name, changes in (("showdown", {}), ("end", {"hand_no": 10})):
        thirtyone.bet(mover(people), 5)
        last = mover(people)
        hands = [("AD", "KD", "2C"), ("KS", "QS", "9S"), ("JH", "10H", "4H")]
        hands[last.seat] = ("AS", "10S", "7D")
        if last.seat == 1:
            hands[0] = ("KD", "QD", "9D")
        thirtyone.stack(people, house, code, hands=tuple(hands), deck=("8S",), **changes)
        before = last.seq
        last.see("#deck").click()
        last.wait_for_event(before + 1)
        last.choose("7D")
        last.see("#actions .offer.btn-primary").click()
        last.wait_for_event(before + 2)
        if name == "showdown":
            deadline_in(house, code, WHILE)
        expect(last.see("#sheet")).to_be_visible()
        yield name, last
        for player in people:
            player.play_on()


def quiz_(people: list[Player], house: RunningSite) -> Iterator[Moment]:
    code = people[0].open_table(game="alalab", seats="3", **quiz.OPEN)
    for player in people[1:]:
        player.post(f"/t/{code}/sit/")
    for player in people:
        player.go(f"/t/{code}/")
        player.see("#ready").click()
        if player is not people[-1]:
            expect(player.see("#unready")).to_be_visible()
    for player in people:
        expect(player.see("#q-play[data-can=buzz]")).to_be_visible()
    first, second, _ = sorted(people, key=lambda one: one.seat)
    put(house, code, standing=quiz.standing([6, 8, 3], None))
    quiz.answer(house, code, second, right=False)
    quiz.answer(house, code, first, right=True)
    deadline_in(house, code, WHILE)
    yield "reveal", first
    put(house, code, standing=quiz.standing([9, 6, 3], None))
    deadline_in(house, code, 1)
    quiz.answer(house, code, first, right=True)
    yield "end", first


GAMES: dict[str, Callable[[list[Player], RunningSite], Iterator[Moment]]] = {
    "forty": forty,
    "otzarot": otzarot_,
    "telefon": telefon_,
    "thirtyone": thirtyone_,
    "alalab": quiz_,
}


def take(game: str, people: list[Player], house: RunningSite, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, player in GAMES[game](people, house):
        if name == "end":
            expect(player.see("#sheet .places")).to_be_visible()
        usual = player.page.viewport_size
        for width, light in SHOTS:
            picture(player, folder / f"{game}-{name}-{width}-{light}.webp", width, light)
        assert usual is not None
        player.page.set_viewport_size(usual)


def picture(player: Player, path: Path, width: int, light: Any) -> None:
    """As WebP, which only the browser itself can write here; phones are taken sharper."""
    page, height = player.page, SIZES[width]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=light)
    page.mouse.move(width - 1, 1)
    page.evaluate(STILL)
    session = player.context.new_cdp_session(page)
    whole = {"x": 0, "y": 0, "width": width, "height": height, "scale": 1 if width > 600 else 1.5}
    wish = {"format": "webp", "quality": 80, "clip": whole}
    path.write_bytes(b64decode(session.send("Page.captureScreenshot", wish)["data"]))
    session.detach()
    print(path.name)
