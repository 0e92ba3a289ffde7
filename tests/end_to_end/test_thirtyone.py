"""Sudden Death 31 in real browsers: the dial, the two piles, the end of a hand, sudden death."""

import json
from collections.abc import Sequence
from typing import Any

import msgspec
from playwright.sync_api import expect

from games.engine import codec
from games.thirtyone import values
from games.thirtyone.hands import DECK, strength_of
from tests.end_to_end.player import Player, mover, next_mover, seat
from tests.end_to_end.running_site import RunningSite

USUAL = {"option_hands": "10", "option_chips": "20", "option_turns": "total"}

PARTS = "#seats > li, #hand .pick, #actions .offer.on, #dial .btn, #deck"
FITS = f"""() => document.documentElement.scrollWidth <= innerWidth
  && [...document.querySelectorAll("{PARTS}")]
    .filter((node) => node.getClientRects().length)
    .map((node) => node.getBoundingClientRect())
    .every((box) => box.left >= -2 && box.right <= innerWidth + 2 && box.bottom <= innerHeight + 2)
"""


def sit(players: Sequence[Player], **wishes: str) -> str:
    return seat(players, game="thirtyone", **(USUAL | wishes))


def sit_until_it_is_played(players: Sequence[Player], **wishes: str) -> str:
    """In one hand of sudden death somebody may be dealt the win; then there is another table."""
    while True:
        code = sit(players, **wishes)
        if not players[0].is_over:
            return code
        for player in players:
            player.witness.forget()  # at the end all hands lie open


def bet(player: Player, amount: int) -> None:
    """Turns the dial up and presses the one button there is."""
    close_sheet(player)
    before = player.seq
    for _ in range(amount - 1):
        player.see('#dial [data-step="1"]').click()
    button = player.see("#actions .offer:visible")
    expect(button).to_have_count(1)
    expect(button).to_have_text(f"Bet {amount}")
    button.click()
    player.wait_for_event(before + 1)


def draw_and_discard(player: Player, card: str = "") -> None:
    """Draws by pressing the deck itself, and throws away a card, or what was drawn."""
    close_sheet(player)
    before = player.seq
    player.see("#deck").click()
    player.wait_for_event(before + 1)
    player.choose(card or player.hand[-1])
    player.see("#actions .offer.btn-primary").click()
    player.wait_for_event(before + 2)


def close_sheet(player: Player) -> None:
    if player.see("#game[data-sheet=open]").count():
        player.page.keyboard.press("Escape")


def stack(players: Sequence[Player], house: RunningSite, code: str, **changes: Any) -> None:
    """Other cards in the hands and on the draw pile, for everybody to see anew."""
    ((match_id, data),) = house.rows(
        "SELECT m.id, m.state FROM games_match m JOIN lobby_table t ON t.match_id = m.id"
        " WHERE t.code = %s",
        code,
    )
    state = codec.load(data, values.State)
    held = changes["hands"]
    used = {*(card for hand in held for card in hand), *changes.get("deck", ())}
    deck = (*changes.get("deck", ()), *(card for card in DECK if card not in used))
    state = msgspec.structs.replace(state, **(changes | {"deck": deck}))
    house.rows(
        "UPDATE games_match SET state = %s::jsonb WHERE id = %s",
        json.dumps(codec.dump(state)),
        match_id,
    )
    for player in players:
        player.reload()
        player.witness.forget()  # what they held before is nobody's secret any more


def fits_everywhere(player: Player) -> None:
    """Nothing that is pressed or read lies outside of any usual screen."""
    usual = player.page.viewport_size
    assert usual is not None
    for width, height in ((320, 640), (844, 390), (390, 844), (1280, 800)):
        player.page.set_viewport_size({"width": width, "height": height})
        assert player.page.evaluate(FITS), (width, height)
    player.page.set_viewport_size(usual)


COVERED = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const dial = box("#dial");
  return ["#board", "#meter-bar", "#meter-digits", "#deck"]
    .filter((selector) => box(selector).bottom > dial.top + 1);
}"""


def covers_nothing(player: Player) -> None:
    """On a phone the dial stands where the line above the hand was: piles and clock are seen."""
    usual = player.page.viewport_size
    assert usual is not None
    for width, height in ((320, 640), (390, 844)):
        player.page.set_viewport_size({"width": width, "height": height})
        assert player.page.evaluate(COVERED) == [], (width, height)
    player.page.set_viewport_size(usual)


def laid(player: Player) -> list[str]:
    """The hands of the sheet, each in one line; with the next deal the sheet has gone by itself."""
    expect(player.see("#sheet .laid")).to_have_count(1)
    if not player.see("#sheet .laid").is_visible():
        player.see("#sheet-open").click()
    expect(player.see("#sheet .laid")).to_be_visible()
    return [" ".join(row.inner_text().split()) for row in player.see("#sheet .laid-row").all()]


def test_four_play_to_the_end(arrive, house):
    players = [arrive(phone=number % 2 == 0) for number in range(4)]
    code = sit(players, option_hands="5")
    opener = mover(players)
    expect(opener.see("#stake-buys")).to_have_text("1 chip: 5 turns in all. The pot will be 4.")
    fits_everywhere(opener)
    covers_nothing(opener)

    # The dial says what it buys, and Enter plays what it says.
    stake = opener.see("#stake")
    stake.focus()
    for key in ("ArrowRight", "ArrowRight"):
        opener.page.keyboard.press(key)
    expect(opener.see("#stake-buys")).to_have_text("3 chips: 3 turns in all. The pot will be 12.")
    opener.page.keyboard.press("Enter")
    opener.wait_for_event(1)
    for player in players:
        expect(player.see("#pot b")).to_have_text("12")
        expect(player.see("#hand-clock b")).to_have_text("3")
        expect(player.see("#my-score b")).to_have_text("17")

    first = mover(players)
    assert first.seat == (opener.seat + 1) % 4, "the opener's left begins"
    draw_and_discard(first)
    # A card taken up before drawing can only be swapped: one press shows what that makes, also
    # where it is for the worse.
    second = mover(players)
    top = second.see("#discards .piece").get_attribute("value")
    for card in second.hand:
        second.choose(card)
        expect(second.see("#preview")).to_contain_text("You will have")
    before = second.seq
    second.see(f'#actions .offer.on[data-pieces="{card} {top}"]').click()
    second.wait_for_event(before + 1)
    assert top in second.hand and card not in second.hand
    draw_and_discard(mover(players))
    for player in players:
        assert len(laid(player)) == 4

    hands = 1
    while (player := next_mover(players)) is not None:
        if player.see("#dial").count():
            hands += 1
            bet(player, min(5, int(player.see("#stake").get_attribute("max") or 1)))
        else:
            draw_and_discard(player)
    assert hands == 5 or "Out of chips" in players[0].see("#log").inner_text()
    for player in players:
        expect(player.see("#sheet .places")).to_be_visible()
        scores = [int(row.inner_text()) for row in player.see("#sheet .place-score").all()]
        assert sum(scores) == 80 and scores == sorted(scores, reverse=True)
    # The clock may have dealt a hand, but has played for nobody.
    assert not [seat for _, seat, by in house.events(code) if by == "clock" and seat >= 0]


def test_a_blitz_on_the_last_turn_is_a_moment_for_everybody(arrive, house):
    players = [arrive(phone=True, reduced_motion="no-preference"), arrive(), arrive(phone=True)]
    code = sit(players)
    bet(mover(players), 5)
    last = mover(players)
    expect(last.see("#hand-clock b")).to_have_text("1")
    hands = [("AD", "KD", "2C"), ("KS", "QS", "9S"), ("JH", "10H", "9H")]
    hands[last.seat] = ("7S", "7D", "2H")
    stack(players, house, code, hands=tuple(hands), deck=("7C",))
    expect(last.see("#live-total b")).to_have_text("7")

    before = last.seq
    last.see("#deck").click()
    last.wait_for_event(before + 1)
    last.choose("2H")
    expect(last.see("#preview")).to_have_text("That makes a Blitz: the pot is yours.")
    last.see("#actions .offer.btn-primary").click()
    for player in players:
        expect(player.see("#sheet .moment")).to_have_text("Blitz!")
        rows = laid(player)
        assert sum("Blitz" in row and "+15" in row for row in rows) == 1
        assert sum("not shown" in row for row in rows) == 2
        expect(player.see("#sheet .laid .card.s-s")).to_have_count(1)
    for player in players:
        player.play_on()
        expect(player.see("#hand-no")).to_have_text("Hand 2")
    expect(last.see("#my-score b")).to_have_text("30")


def test_a_split_pot_gives_the_odd_chip_to_the_one_nearest_to_the_opener(arrive, house):
    players = [arrive(), arrive(), arrive(phone=True)]
    code = sit(players)
    opener = mover(players)
    bet(opener, 5)
    last = mover(players)
    third = next(player for player in players if player not in (opener, last))
    hands: list[tuple[str, ...]] = [()] * 3
    hands[opener.seat], hands[third.seat] = ("JS", "7S", "2H"), ("JD", "7D", "5C")
    hands[last.seat] = ("2S", "3D", "4C")
    stack(players, house, code, hands=tuple(hands), deck=("5H",))
    draw_and_discard(last, "5H")
    for player in players:
        rows = laid(player)
        # Laid open from the opener's left; the opener's own hand last.
        order = (last, third, opener)
        assert all(one.name in row for one, row in zip(order, rows, strict=True))
        assert "+7" in rows[1] and "+8" in rows[2] and "17 in spades split the pot" in rows[2]
        expect(player.see("#log")).to_contain_text("The pot is split")
    expect(opener.see("#my-score b")).to_have_text("23")
    expect(third.see("#my-score b")).to_have_text("22")
    # The next seat opens the next hand, and the sheet does not stand in its way.
    assert mover(players).seat == (opener.seat + 1) % 3


WATCH_THE_END = """() => {
  const seen = (window.seen = {});
  const look = (name, selector) => {
    if (document.querySelector(selector)?.checkVisibility()) seen[name] ??= performance.now();
  };
  const frame = () => {
    look("hands", "#sheet .laid-row");
    look("podium", ".podium");
    look("result", "#sheet .places");
    requestAnimationFrame(frame);
  };
  frame();
}"""


def test_sudden_death_is_one_hand_and_a_reload_between_draw_and_discard_loses_nothing(arrive):
    players = [arrive(phone=True), arrive(phone=True), arrive(phone=True)]
    code = sit_until_it_is_played(players, option_chips="2", option_hands="None")
    watcher = arrive(reduced_motion="no-preference")
    watcher.go(f"/t/{code}/")
    watcher.page.evaluate(WATCH_THE_END)
    first = mover(players)
    for player in players:
        expect(player.see("#hand-no")).to_have_text("Sudden death")
        expect(player.see("#dial")).to_have_count(0)
        expect(player.see("#pot b")).to_have_text("3")
        expect(player.see("#my-score b")).to_have_text("1")

    first.see("#deck").click()
    first.wait_for_event(1)
    hand = first.hand
    assert len(hand) == 4
    first.reload()
    assert first.hand == hand
    expect(first.see(".pick.drawn .piece")).to_have_attribute("value", hand[3])
    expect(first.see("#ask")).to_have_text("Discard one of your four cards")
    # Each card says what would be left without it.
    rest = strength_of(hand[1:])[0]
    expect(first.see(".fan .pick").first.locator(".rest b")).to_have_text(str(rest))
    fits_everywhere(first)
    first.choose(hand[3])
    first.see("#actions .offer.btn-primary").click()
    first.wait_for_event(2)

    while (player := next_mover(players)) is not None:
        draw_and_discard(player)
    for player in players:
        expect(player.see("#sheet .places")).to_be_visible()
        expect(player.see("#sheet .laid")).to_be_visible()
    assert first.seq <= 10
    # The last hands are seen before anything is told of the end.
    expect(watcher.see("#sheet .places")).to_be_visible()
    seen = watcher.page.evaluate("window.seen")
    assert list(seen) == ["hands", "podium", "result"]
    assert seen["podium"] - seen["hands"] > 1500


def test_the_clock_bets_one_and_throws_away_what_it_drew(arrive, house):
    players = [arrive(), arrive(phone=True), arrive()]
    code = sit(players, option_turns="each")
    opener = mover(players)
    said = "1 chip: 5 turns each. The pot will be 3."
    expect(opener.see("#stake-buys")).to_have_text(said)
    time_is_up(house, code)
    opener.wait_for_event(1)
    expect(opener.see("#pot b")).to_have_text("3")
    expect(opener.see("#hand-clock b")).to_have_text("15")
    expect(opener.see("#log li").last).to_contain_text("time was up")

    slow = mover(players)
    hand = slow.hand
    time_is_up(house, code)
    slow.wait_for_event(3)
    assert slow.hand == hand
    expect(slow.see("#hand-clock b")).to_have_text("14")
    seats = [(seat, by) for _, seat, by in house.events(code)[1:4]]
    assert seats == [(opener.seat, "clock"), (slow.seat, "clock"), (slow.seat, "clock")]


def time_is_up(house: RunningSite, code: str) -> None:
    house.rows(
        "UPDATE games_match SET deadline = now() - interval '1 second' WHERE id ="
        " (SELECT match_id FROM lobby_table WHERE code = %s)",
        code,
    )
