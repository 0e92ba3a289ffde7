"""Telefon Domino in real browsers: a match, four arms, teams, a blocked game, the keyboard."""

import json
import random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from games.engine import codec
from games.telefon import values
from games.telefon.board import ends_of, sum_of_ends
from games.telefon.tiles import HALVES, SET
from tests.end_to_end.player import DESK, PHONE, Player, mover, next_mover, seat
from tests.end_to_end.running_site import RunningSite
from tests.games.telefon.tables import board_of, random_board

WISHES = {
    "game": "telefon",
    "option_target": "100",
    "option_hand": "default",
    "option_teams": "False",
}
MATCH = "(SELECT match_id FROM lobby_table WHERE code = %s)"

SECOND_TAP = """() => {
  const watch = new MutationObserver(() => {
    watch.disconnect();
    document.querySelector("#hand .piece").click();
    window.answer = document.getElementById("toasts").textContent;
  });
  watch.observe(document.getElementById("game"), { attributeFilter: ["data-locked"] });
}"""
"""A tap on the tile that has come under the finger, while the one that was played flies."""

ON_THE_FELT = """() => {
    const room = document.getElementById("dominoes").getBoundingClientRect();
    const lay = document.getElementById("b-lay");
    const unit = lay.getBoundingClientRect().width / (Number(lay.dataset.w) / 2);
    const first = document.querySelector("#b-lay .bone").getBoundingClientRect();
    const halves = (one) => Math.round((2 * one) / unit) / 2;
    const at = {};
    for (const one of document.querySelectorAll("#b-lay > :is(.bone, .ghost)")) {
        const box = one.getBoundingClientRect();
        if (!box.width) continue;
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        at[one.id] = {
            place: [halves(x - first.x - first.width / 2), halves(y - first.y - first.height / 2)],
            upright: box.height > box.width,
            inside: box.left > room.left - 1 && box.right < room.right + 1
                && box.top > room.top - 1 && box.bottom < room.bottom + 1,
            long: Math.max(box.width, box.height),
        };
    }
    return at;
}"""
"""Tiles and slots: where each lies in squares from the first tile, and whether it is in sight."""

IN_THE_AIR = """addEventListener("load", () => {
  window.flown = [];
  new MutationObserver((changes) => {
    for (const copy of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!copy.matches(".bone")) continue;
      window.flown.push({
        astray: Math.abs(copy.offsetTop - Number.parseFloat(copy.style.top)),
        laid: document.querySelector("#board[data-between]") !== null,
        sum: document.getElementById("ends-total")?.textContent,
      });
    }
  }).observe(document.querySelector(".air"), { childList: true });
});"""
"""Tiles that fly: how far from where they should, and what the table says of its ends meanwhile."""

LOSE_ANSWERS = """() => document.addEventListener("courtyard:answer", (event) => {
  event.stopImmediatePropagation();
}, true)"""

whim = random.Random(28)


def felt(player: Player) -> dict[str, Any]:
    return player.page.evaluate(ON_THE_FELT)


def spots(found: dict[str, Any]) -> dict[str, Any]:
    """Where the tiles lie, without slots."""
    return {name: [one["place"], one["upright"]] for name, one in found.items() if name[:2] == "b-"}


def state_of(house: RunningSite, code: str) -> values.State:
    stored = house.rows(f"SELECT state FROM games_match WHERE id = {MATCH}", code)[0][0]
    state: values.State = codec.load(stored, values.State)
    return state


def put(house: RunningSite, code: str, **changes: Any) -> values.State:
    """The match as if it had come to this; pages see it when they load anew."""
    state = msgspec.structs.replace(state_of(house, code), **changes)
    wire = json.dumps(codec.dump(state))
    house.rows(f"UPDATE games_match SET state = %s WHERE id = {MATCH}", wire, code)
    return state


def see_anew(players: list[Player]) -> None:
    """What they saw before the change is nobody's secret any more, and may still be on its way."""
    for player in players:
        player.reload()
    for player in players:
        player.witness.forget()
        player.reload()


def rest_of(board: values.Board) -> list[str]:
    laid = {board.centre, *(tile for end in values.ENDS for tile in board.chain(end))}
    return [tile for tile in SET if tile not in laid]


def play(player: Player) -> None:
    """One move by thumb: a button, a tile that fits one end, or a tile and a slot."""
    if player.see("#game[data-sheet=open]").count():
        player.page.keyboard.press("Escape")  # the sheet of the game before has been read
    before = player.seq
    offers = player.offers()
    offer = whim.choice(offers)
    if not offer["pieces"]:
        player.see(f"#{offer['id']}").click()
    else:
        tile = offer["pieces"][0]
        player.choose(tile)
        if sum(tile in other["pieces"] for other in offers) > 1:
            player.choose(offer["pieces"][1])
    player.wait_for_event(before + 1)


def play_on(players: list[Player], moves: int = 600) -> None:
    for _ in range(moves):
        player = next_mover(players)
        if player is None:
            return
        play(player)
    raise AssertionError("the match does not end")


def places(player: Player) -> list[str]:
    expect(player.see("#sheet .places")).to_be_visible()
    rows = player.see("#sheet .place")
    return [" ".join(row.inner_text().replace("you", "").split()) for row in rows.all()]


def test_two_play_to_the_end_at_a_hundred(arrive, house):
    anna, ben = arrive(), arrive(phone=True)
    code = seat([anna, ben], **WISHES)
    # The first moves are made by hand; then the match is brought near its end.
    for _ in range(8):
        play(mover([anna, ben]))
    state = put(house, code, scores=(95, 90))
    see_anew([anna, ben])
    for player in (anna, ben):
        assert player.see("#b-lay .bone").count() == 28 - len(state.bazar) - sum(
            map(len, state.hands)
        )
    play_on([anna, ben])
    assert places(anna) == places(ben)
    expect(anna.see("#final-board .bone").first).to_be_visible()
    expect(anna.see(".bonus-sum")).to_contain_text("Bonus")


def test_between_games_the_sheet_shows_the_hands_and_the_next_is_dealt(arrive, house):
    moving = {"reduced_motion": "no-preference"}
    anna, ben = arrive(**moving), arrive(phone=True, **moving)
    for player in (anna, ben):
        player.context.add_init_script(IN_THE_AIR)
    code = seat([anna, ben], **WISHES)
    for player in (anna, ben):  # the first deal is dealt like any other
        player.page.wait_for_function("() => window.flown.length >= 7")
    opener = mover([anna, ben])
    expect(opener.see("#game[data-locked]")).to_have_count(0)
    opener.page.evaluate(SECOND_TAP)
    must = state_of(house, code).must
    assert must
    opener.choose(must)
    opener.page.wait_for_function("() => window.answer !== undefined")
    assert opener.page.evaluate("window.answer") == "", "what may be done now is not told yet"
    board = board_of("2-3 3-5>right")
    put(
        house,
        code,
        board=board,
        must=None,
        turn=0,
        hands=(("1-2",), ("6-6", "5-6", "1-1")),
        bazar=tuple(t for t in rest_of(board) if t not in ("1-2", "6-6", "5-6", "1-1")),
        scores=(70, 0),
    )
    house.rows(f"UPDATE games_match SET acting = '{{0}}' WHERE id = {MATCH}", code)
    see_anew([anna, ben])
    first = next(player for player in (anna, ben) if player.is_to_move)
    before = first.seq
    first.choose("1-2")  # it fits one end only: one press
    for player in (anna, ben):
        player.wait_for_event(before + 1)
        sheet = player.see("#sheet")
        expect(sheet).to_be_visible()
        expect(sheet).to_contain_text("the last tile was played")
        # 12, 11 and 2 pips are 25; the limit of a match to 100 is 80.
        expect(sheet).to_contain_text("25 pips, only 10 up to the limit")
        expect(sheet).to_contain_text("above 80")
        assert sheet.locator(".hand-left .bone").count() == 3
    assert state_of(house, code).scores == (80, 0)
    for player in (anna, ben):
        player.play_on()
    assert mover([anna, ben]) is first, "the winner opens"
    for player in (anna, ben):
        expect(player.see("#sheet")).to_be_hidden()
        assert len(player.hand) == 7
        # Each tile flies to its own place, and the sum is told when it lies.
        flown = player.page.evaluate("window.flown")
        assert len(flown) > 4 and not [one for one in flown if one["astray"] > 1], flown
        assert {one["sum"] for one in flown if one["laid"]} == {"7"}, "2 and 5, as it was"

    # The sheet belongs to the first game: a score in the second does not bring it back.
    board = board_of("3-5 3-3>left")
    hands = ("4-5", "0-0"), ("6-6", "5-6")
    bazar = tuple(tile for tile in rest_of(board) if tile not in (*hands[0], *hands[1]))
    put(house, code, board=board, turn=0, hands=hands, bazar=bazar)
    see_anew([anna, ben])
    before = first.seq
    first.choose("4-5")
    for player in (anna, ben):
        player.wait_for_event(before + 1)
        expect(player.see("#log li").last).to_contain_text("Telefon! 10 points.")
        expect(player.see("#sheet")).to_be_hidden()
        player.see("#sheet-open").click()
        expect(player.see("#sheet")).to_contain_text("25 pips")


def pinch(page: Page, at: tuple[float, float], apart: tuple[float, float]) -> None:
    """Two fingers around a place, moved until they are so far from it."""
    tool = page.context.new_cdp_session(page)
    x, y = at
    for kind, half in zip(("touchStart", "touchMove"), apart, strict=True):
        points = [{"x": x - half, "y": y, "id": 0}, {"x": x + half, "y": y, "id": 1}]
        tool.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    tool.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize(("phone", "viewport"), [(True, PHONE), (False, DESK)])
def test_a_board_with_four_arms_fits_the_felt(arrive, house, phone, viewport, tmp_path):
    players = [arrive(phone=phone), arrive(phone=phone)]
    code = seat(players, **WISHES)
    boards = (random_board(seed) for seed in range(10_000))
    full = lambda board: min(len(board.chain(end)) for end in values.ENDS) >= 3  # noqa: E731
    board = next(board for board in boards if full(board) and len(rest_of(board)) <= 6)
    rest = rest_of(board)
    put(house, code, board=board, must=None, hands=(tuple(rest[:2]), tuple(rest[2:])), bazar=())
    see_anew(players)
    page = players[0].page
    page.screenshot(path=tmp_path / f"four-arms-{viewport['width']}.png")
    found = felt(players[0])
    assert all(one["inside"] for one in found.values())
    assert len(found) >= 22
    assert min(one["long"] for one in found.values()) >= 22

    # Turned, the board is drawn in another size, and nothing on it moves.
    page.set_viewport_size({"width": viewport["height"], "height": viewport["width"]})
    page.wait_for_function("was => innerWidth !== was", arg=viewport["width"])
    turned = felt(players[0])
    assert spots(turned) == spots(found)
    assert all(one["inside"] for one in turned.values())
    page.set_viewport_size(viewport)

    # Larger by a key, to be panned by keys, and whole again by its button.
    page.keyboard.press("+")
    page.keyboard.press("+")
    larger = felt(players[0])
    assert spots(larger) == spots(found)
    first = "b-" + (board.order or ())[0]
    assert larger[first]["long"] > 2 * found[first]["long"]
    scroll = "[document.getElementById('dominoes').scrollLeft, dominoes.scrollTop]"
    before = page.evaluate(scroll)
    page.keyboard.press("Shift+ArrowLeft")
    assert page.evaluate(scroll)[0] < before[0]
    page.get_by_role("button", name="Whole board").click()
    assert felt(players[0]) == found
    expect(page.get_by_role("button", name="Whole board")).to_be_hidden()
    # By two fingers or the wheel: what lies between the fingers, or under the mouse, stays there.
    middle = players[0].see(f"#{first}").bounding_box()
    assert middle is not None
    at = (middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2)
    if phone:
        pinch(page, at, (20, 60))
    else:
        page.mouse.move(*at)
        page.mouse.wheel(0, -400)
    expect(players[0].see("#dominoes[data-zoomed]")).to_be_visible()
    pinched = players[0].see(f"#{first}").bounding_box()
    assert pinched is not None and pinched["width"] > 1.6 * middle["width"]
    assert pinched["x"] < at[0] < pinched["x"] + pinched["width"]
    if phone:
        pinch(page, at, (60, 15))
    else:
        page.mouse.wheel(0, 800)
    expect(players[0].see("#dominoes[data-zoomed]")).to_have_count(0)
    assert felt(players[0]) == found
    ends = ends_of(board)
    for end in values.ENDS:
        expect(players[0].see(f"#end-{end}")).to_contain_text(str(ends[end].value))
    expect(players[0].see("#ends-sum")).to_contain_text(str(sum_of_ends(board)))


def test_slots_show_where_a_tile_fits_and_what_it_makes(arrive, house):
    anna, ben = arrive(phone=True), arrive()
    code = seat([anna, ben], **WISHES)
    board = board_of("3-3 2-3>left 3-5>right")
    hands = ("1-3", "0-4", "1-1"), ("5-5", "4-6")
    used = {tile for hand in hands for tile in hand}
    bazar = tuple(tile for tile in rest_of(board) if tile not in used)
    put(house, code, board=board, must=None, turn=0, hands=hands, bazar=bazar)
    house.rows(f"UPDATE games_match SET acting = '{{0}}' WHERE id = {MATCH}", code)
    see_anew([anna, ben])
    first = next(player for player in (anna, ben) if player.is_to_move)
    assert first.see(".ghost:visible").count() == 0
    before = felt(first)
    first.choose("1-3")  # 2 + 5 + 1 makes no five; both empty arms fit
    expect(first.see("#g-up")).to_be_visible()
    expect(first.see("#g-down")).to_be_visible()
    expect(first.see("#g-left")).to_be_hidden()
    labels = first.see("#actions .offer.on").all_inner_texts()
    assert labels == ["At the upper 3", "At the lower 3"]
    assert first.see("#actions .btn-primary").count() == 0, "neither is the good one"
    promised = felt(first)["g-up"]
    assert first.seq == 0, "a choice of several ends is asked"
    first.choose("0-4")
    expect(first.see("#toasts")).to_contain_text("Nothing can be done with that")
    first.witness.expect("none")
    first.choose("end-up")
    first.wait_for_event(1)
    expect(first.see("#b-1-3.last")).to_be_visible()
    assert state_of(house, code).board.up == ("1-3",)
    after = spots(felt(first))
    assert after.pop("b-1-3") == [promised["place"], promised["upright"]], "where its slot was"
    assert after == spots(before), "nothing else moved"

    # A double lies across, and so does its slot; by keyboard the only end is meant.
    other = ben if first is anna else anna
    other.wait_for_event(1)
    other.see("#h-5-5 .piece").focus()
    other.page.keyboard.press("Space")
    expect(other.see("#g-right.chosen")).to_be_visible()
    promised = felt(other)["g-right"]
    other.page.keyboard.press("Enter")
    other.wait_for_event(2)
    expect(other.see("#b-5-5.last")).to_be_visible()
    assert spots(felt(other))["b-5-5"] == [promised["place"], promised["upright"]]
    assert promised["upright"]


def test_teams_of_two(arrive, house):
    players = [arrive(), arrive(phone=True), arrive(), arrive(phone=True)]
    wishes = {**WISHES, "option_teams": "True"}
    code = players[0].open_table(seats="4", **wishes)
    players[0].go(f"/t/{code}/")
    order = "all => all.map((one) => [one.dataset.team, getComputedStyle(one).order])"
    chairs = players[0].page.eval_on_selector_all(".chairs > li", order)
    assert chairs == [["0", "0"], ["1", "0"], ["0", "2"], ["1", "1"]], "counted round the table"
    code = seat(players, **wishes)
    for player in players:
        own = player.see("#my-team").inner_text()
        others = player.see("#seats .team").all_inner_texts()
        assert [one == own for one in others] == [False, True, False], "the partner sits opposite"
        assert player.see("#my-score .num").count() == 2
        assert player.see("#seats .score:visible").count() == 0, "one score a team"
    for _ in range(3):
        play(mover(players))
    # Whoever is to move holds one tile more, which fits, and their team has reached the target.
    state = state_of(house, code)
    rest = rest_of(state.board)
    value = ends_of(state.board)["left"].value
    last = next(tile for tile in rest if value in HALVES[tile])
    rest.remove(last)
    hands = [tuple(rest[3 * number : 3 * number + 3]) for number in range(4)]
    scores = [20, 20]
    scores[state.turn % 2] = 100
    hands[state.turn] = (last,)
    held = {tile for hand in hands for tile in hand}
    bazar = tuple(tile for tile in rest if tile not in held)
    put(house, code, hands=tuple(hands), bazar=bazar, scores=tuple(scores))
    see_anew(players)
    play(mover(players))
    for player in players:
        expect(player.see("#sheet h2")).to_contain_text("won together")
        assert player.see("#sheet .place-n").all_inner_texts() == ["1", "2"], "one place a team"
        assert player.see("#sheet .place-score").all_inner_texts()[0] >= "100"
    assert len({tuple(places(player)) for player in players}) == 1


def test_a_blocked_game(arrive, house):
    anna, ben = arrive(), arrive(phone=True)
    code = seat([anna, ben], **WISHES)
    board = board_of("2-3 3-5>right 5-5>right 2-2>left")
    hands = (("1-4",), ("6-6", "1-6"))
    put(house, code, board=board, must=None, turn=0, hands=hands, bazar=(), passes=0)
    house.rows(f"UPDATE games_match SET acting = '{{0}}' WHERE id = {MATCH}", code)
    see_anew([anna, ben])
    for _ in range(2):
        player = mover([anna, ben])
        expect(player.see("#ask")).to_contain_text("pass")
        before = player.seq
        player.page.get_by_role("button", name="Pass").click()
        for one in (anna, ben):
            one.wait_for_event(before + 1)
    for player in (anna, ben):
        expect(player.see("#sheet")).to_contain_text("blocked, nobody could play")
        expect(player.see("#sheet")).to_contain_text("19 pips, rounded up to 20")
    assert state_of(house, code).scores == (20, 0)


def test_a_reload_changes_nothing_and_the_drawn_tile_is_marked(arrive, house):
    anna, ben = arrive(), arrive(phone=True)
    code = seat([anna, ben], **WISHES)
    board = board_of("2-3 3-3>right")
    hands = (("1-4", "0-0"), ("6-6", "1-6"))
    used = {tile for hand in hands for tile in hand} | {"5-6"}
    bazar = ("5-6", *(t for t in rest_of(board) if t not in used))
    put(house, code, board=board, must=None, turn=0, hands=hands, bazar=bazar)
    house.rows(f"UPDATE games_match SET acting = '{{0}}' WHERE id = {MATCH}", code)
    see_anew([anna, ben])
    first = next(player for player in (anna, ben) if player.is_to_move)
    other = ben if first is anna else anna
    first.page.get_by_role("button", name="Draw a tile").click()
    for player in (anna, ben):
        player.wait_for_event(1)
    expect(first.see("#h-5-6.last .new")).to_be_visible()
    assert first.hand == ["0-0", "1-4", "5-6"]
    assert "5‑6" not in other.page.content() and 'data-key="5-6"' not in other.page.content()
    expect(other.see("#stock")).to_contain_text(f"{len(bazar) - 1} in the bazar")

    shown = ["#dominoes", "#rack", "#compass", "#ask", "#log"]
    before = [" ".join(first.see(one).inner_html().split()) for one in shown]
    first.reload()
    for one, was in zip(shown, before, strict=True):
        assert " ".join(first.see(one).inner_html().split()).replace("</li> <", "</li><") == (
            was.replace("</li> <", "</li><")
        )

    # The same move again, when the answer to the first was lost on the way, is another move.
    first.page.evaluate(LOSE_ANSWERS)
    for number in (2, 3):
        first.page.get_by_role("button", name="Draw a tile").click()
        first.wait_for_event(number)


def test_by_keyboard(arrive):
    player = arrive()
    player.go("/")
    player.game("Telefon Domino").get_by_role("button", name="Practise").click()
    expect(player.see("#board")).to_be_visible()
    keyboard = player.page.keyboard
    slots = 0
    for _ in range(9):
        if next_mover([player]) is None or player.see("#sheet:visible").count():
            break
        keyboard.press("Escape")
        before = player.seq
        offer = max(player.offers(), key=lambda one: len(one["pieces"]))
        if offer["pieces"]:
            tile, *ends = offer["pieces"]
            keyboard.press("ArrowDown")
            for _ in range(20):
                if player.page.evaluate("document.activeElement.value") == tile:
                    break
                keyboard.press("ArrowRight")
            keyboard.press("Space")
            several = sum(tile in other["pieces"] for other in player.offers()) > 1
            if ends and several:
                keyboard.press("ArrowUp")
                for _ in range(6):
                    if player.page.evaluate("document.activeElement.value") == ends[0]:
                        break
                    keyboard.press("ArrowRight")
                keyboard.press("Space")
                slots += 1
            assert player.see("#actions .btn-primary").count() == 1
        expect(player.see("#actions")).to_be_enabled()  # no key counts in the moment of a change
        keyboard.press("Enter")
        player.wait_for_event(before + 1)
    assert player.seq > 6


def test_at_320_pixels_and_sideways_everything_is_in_reach(arrive, house):
    anna, ben = (
        arrive(viewport={"width": 320, "height": 640}),
        arrive(viewport={"width": 844, "height": 390}),
    )
    seat([anna, ben], **WISHES)
    for _ in range(2):
        play(mover([anna, ben]))
    for player, width in ((anna, 320), (ben, 844)):
        widths = player.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert widths[0] <= widths[1] == width
        for key in player.hand:
            expect(player.piece(key)).to_be_in_viewport(ratio=0.9)
        expect(player.see("#ends-sum")).to_be_in_viewport(ratio=1)


def test_the_smallest_board_can_be_read_and_played_at_320_pixels(arrive, house):
    players = [arrive(viewport={"width": 320, "height": 640}) for _ in range(2)]
    code = seat(players, **WISHES)
    board = random_board(2245)  # of thousands the one that needs the smallest tiles
    hands = ("0-2", "0-0"), tuple(tile for tile in rest_of(board) if tile not in ("0-2", "0-0"))
    put(house, code, board=board, must=None, turn=0, hands=hands, bazar=())
    house.rows(f"UPDATE games_match SET acting = '{{0}}' WHERE id = {MATCH}", code)
    see_anew(players)
    player = next(one for one in players if one.is_to_move)
    tile = f"b-{(board.order or ())[-1]}"
    assert felt(player)[tile]["long"] < 14
    # One press makes it large, where it was laid last; its buttons stay in sight.
    player.see("#zoom-in").click()
    assert 40 <= felt(player)[tile]["long"] < 50 and felt(player)[tile]["inside"]
    for button in player.see("#zoom .btn:visible").all():
        expect(button).to_be_in_viewport(ratio=1)
    player.page.keyboard.press("+")
    assert felt(player)[tile]["long"] > 60 and felt(player)[tile]["inside"]
    # So does a slot for what is chosen.
    player.page.keyboard.press("Shift+ArrowUp")
    player.see("#dominoes").evaluate("box => box.scrollTo(0, 0)")
    player.choose("0-2")
    slots = {name: one for name, one in felt(player).items() if name in ("g-left", "g-right")}
    assert len(slots) == 2 and any(one["inside"] for one in slots.values()), slots
    # Two presses in one place: large there, or whole again.
    middle = player.see("#dominoes").bounding_box()
    assert middle is not None
    player.page.mouse.dblclick(middle["x"] + 8, middle["y"] + middle["height"] - 8)
    expect(player.see("#dominoes[data-zoomed]")).to_have_count(0)
