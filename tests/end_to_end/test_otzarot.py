"""Otzarot in the browser: dice that everybody sees, the chest, the island, the clock."""

from playwright.sync_api import expect

from games.otzarot.dice import FACES
from tests.end_to_end.player import mover, next_mover, seat
from tests.end_to_end.rigged import foretell, put, state_of

FACES_SHOWN = """all => all.map(
  (die) => die.querySelector("use").getAttribute("href").split("#")[1])"""

NOTE_TUMBLES = """(() => {
  window.tumbled = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, timing) {
    if (timing.id === "roll") window.tumbled.push(this.closest(".die-pick").id);
    return animate.call(this, frames, timing);
  };
})()"""
"""Which dice were seen to tumble, however busy the page is."""


def table_of(players, house, card, *, roll=None, **state):
    """All at a table, with this card drawn by whoever begins; it may be rolled for them."""
    code = seat(players, game="otzarot", option_target="3000")
    player = mover(players)
    put(house, code, deck=[card, *state_of(house, code)["deck"]], **state)
    press(player, "Draw a card", players)
    if roll:
        dice_to_come(house, code, 8, **roll)
        press(player, "Roll", players)
    return code, player


def dice_to_come(house, code, count, **wanted):
    """The next roll of so many dice shows each of these faces so often."""

    def as_wanted(chance):
        faces = chance.roll(FACES, count)
        return all(faces.count(face) == n for face, n in wanted.items())

    foretell(house, code, as_wanted)


def press(player, words, players=()):
    before = player.seq
    player.see("#actions .offer.on", has_text=words).first.click()
    for other in players or [player]:
        other.wait_for_event(before + 1)


def faces_at(player):
    return player.page.eval_on_selector_all(".oz .die", FACES_SHOWN)


def numbers_of(house, code, face):
    return [n for n, shown in enumerate(state_of(house, code)["dice"]) if shown == face]


def one_step(player, house, code):
    """What a cautious player does next."""
    words = player.see("#actions .offer.on").all_inner_texts()
    if words:
        return press(player, words[0])
    # A truce that cannot be stopped: two swords, or a sword and another die.
    dice = state_of(house, code)["dice"]
    swords = [n for n, face in enumerate(dice) if face == "swords"]
    others = [n for n, face in enumerate(dice) if face not in ("swords", "skull")]
    for number in [*swords, *others][:2]:
        player.choose(f"die-{number}")
    press(player, "Roll again")


def test_three_play_a_whole_match_and_see_its_result(arrive, house):
    players = [arrive(), arrive(phone=True, web=1), arrive()]
    code = seat(players, game="otzarot", option_target="3000")
    put(house, code, scores=[2300, 2400, 2500])
    for _ in range(250):
        player = next_mover(players)
        if player is None:
            break
        one_step(player, house, code)
    scores = state_of(house, code)["scores"]
    assert max(scores) >= 3000
    for player in players:
        expect(player.see("#sheet .places")).to_be_visible()
        won = player.see("#sheet .place.first .place-score").first  # equals share the place
        expect(won).to_have_text(str(max(scores)))
        expect(player.see("#log")).to_contain_text("the final round")


def test_everybody_sees_a_roll_and_what_stopping_would_score(arrive, house):
    players = [arrive(), arrive(phone=True, web=1)]
    roll = {"skull": 2, "coin": 3, "monkey": 3}
    code, player = table_of(players, house, "midas", roll=roll)
    dice = state_of(house, code)["dice"]
    for one in players:
        assert faces_at(one) == dice
        expect(one.see("#oz-total")).to_have_text("+800")
        expect(one.see(".oz-lines li")).to_have_count(3)
    # The exact chance for what is chosen, before it is rolled.
    coins = numbers_of(house, code, "coin")
    monkeys = numbers_of(house, code, "monkey")
    expect(player.see("#oz-risk-2")).to_contain_text("31 %")
    player.choose(f"die-{monkeys[0]}")
    expect(player.see("#actions .offer", has_text="Roll again")).to_be_disabled()
    player.choose(f"die-{monkeys[1]}")
    expect(player.see("#preview")).to_have_text("2 dice: 31 % to lose 800.")
    expect(player.see("#oz-risk-2")).to_have_class("now")
    player.choose(f"die-{monkeys[2]}")
    expect(player.see("#preview")).to_have_text("3 dice: 42 % to lose 800.")
    # A skull is locked: pressing it changes nothing but says why.
    player.choose(f"die-{dice.index('skull')}")
    expect(player.see(".die-pick.chosen")).to_have_count(3)
    dice_to_come(house, code, 3, coin=2, parrot=1)
    press(player, "Roll again", players)
    for one in players:
        expect(one.see("#oz-total")).to_have_text("+1500")
        assert [faces_at(one)[n] for n in coins] == ["coin"] * 3
    expect(player.see(".die-pick.chosen")).to_have_count(0)
    press(player, "Stop", players)
    for one in players:
        expect(one.see("#log li").last).to_contain_text("scored 1500: 1500 in all")


def test_the_chest_keeps_what_lies_in_it(arrive, house):
    players = [arrive(phone=True), arrive(web=1)]
    roll = {"skull": 2, "coin": 4, "monkey": 2}
    code, player = table_of(players, house, "chest", roll=roll)
    coins, monkeys = numbers_of(house, code, "coin"), numbers_of(house, code, "monkey")
    for number in [*coins, monkeys[0]]:
        player.choose(f"die-{number}")
    press(player, "Into chest", players)
    for one in players:
        expect(one.see("#oz-chest .die")).to_have_count(5)
    # Out again with the monkey: in the chest it could not be rolled.
    player.choose(f"die-{monkeys[0]}")
    press(player, "Out of chest", players)
    expect(player.see("#oz-chest .die")).to_have_count(4)
    assert state_of(house, code)["chest"] == coins
    for number in monkeys:
        player.choose(f"die-{number}")
    dice_to_come(house, code, 2, skull=2)
    press(player, "Roll again", players)
    for one in players:
        expect(one.see("#log")).to_contain_text("the chest saves 600")


def test_the_island_costs_the_others_and_has_a_mood_of_its_own(arrive, house):
    players = [arrive(), arrive(phone=True, web=1), arrive()]
    code, player = table_of(players, house, "captain", roll={"skull": 4})
    for one in players:
        expect(one.see("#oz[data-mood=island]")).to_be_visible()
    expect(player.see("#ask")).to_contain_text("Island of Skulls")
    assert player.see("#actions .offer.on").all_inner_texts() == ["Roll"]
    dice_to_come(house, code, 4, skull=0)
    press(player, "Roll", players)
    expected = [0 if number == player.seat else -800 for number in range(3)]
    assert state_of(house, code)["scores"] == expected
    for one in players:
        expect(one.see("#log")).to_contain_text("every opponent loses 800")


PHASES = [
    ("draw", "gold", None, "draw"),
    ("roll", "gold", None, "roll"),
    ("decide", "gold", {"skull": 0}, "stop"),
    ("decide", "truce", {"skull": 0, "swords": 2}, "reroll"),
    ("island", "captain", {"skull": 5}, "roll"),
    ("zombie", "zombie", {"skull": 2, "swords": 2}, "roll"),
]


def test_the_clock_plays_in_every_phase(arrive, house):
    """The deadline is moved into the past, and the sweep does the rest."""
    players = [arrive(), arrive(web=1)]
    code = seat(players, game="otzarot", option_target="8000")
    for phase, card, roll, played in PHASES:
        player = mover(players)
        put(house, code, deck=[card, *state_of(house, code)["deck"]])
        if phase != "draw":
            press(player, "Draw a card", players)
        if roll:
            dice_to_come(house, code, 8, **roll)
            press(player, "Roll", players)
        assert state_of(house, code)["phase"] == phase
        time_is_up(house, code, players)
        move = house.rows(
            "SELECT e.move->>'type' FROM games_event e JOIN lobby_table t USING (match_id)"
            " WHERE t.code = %s AND e.by = 'clock' ORDER BY e.seq DESC LIMIT 1",
            code,
        )
        assert move == [(played,)], phase
        expect(players[0].see("#log li small", has_text="time was up").last).to_be_visible()
        finish_turn(players, house, code)


def time_is_up(house, code, players):
    before = max(player.seq for player in players)
    house.rows(
        "UPDATE games_match m SET deadline = now() - interval '3 seconds' FROM lobby_table t"
        " WHERE t.match_id = m.id AND t.code = %s",
        code,
    )
    for player in players:
        player.wait_for_event(before + 1)


def finish_turn(players, house, code):
    """Until the next player draws."""
    while state_of(house, code)["phase"] != "draw":
        player = mover(players)
        one_step(player, house, code)
        for other in players:
            other.wait_for_event(player.seq)


def test_a_reload_in_the_middle_of_a_turn(arrive, house):
    players = [arrive(phone=True), arrive(web=1)]
    code, player = table_of(players, house, "gold", roll={"skull": 1, "coin": 2})
    dice = state_of(house, code)["dice"]
    for number in numbers_of(house, code, "coin"):
        player.choose(f"die-{number}")
    player.reload()
    assert faces_at(player) == dice
    # What was chosen is chosen still; after the roll nothing is.
    expect(player.see(".die-pick.chosen")).to_have_count(2)
    expect(player.see("#actions .offer", has_text="Roll again")).to_be_enabled()
    dice_to_come(house, code, 2, skull=0)
    press(player, "Roll again", players)
    assert faces_at(players[1]) == state_of(house, code)["dice"]
    player.reload()
    expect(player.see(".die-pick.chosen")).to_have_count(0)


def test_dice_tumble_and_land_on_the_faces_of_the_server(arrive, house):
    players = [arrive(reduced_motion="no-preference"), arrive(reduced_motion="no-preference")]
    for one in players:
        one.context.add_init_script(NOTE_TUMBLES)
    code, _ = table_of(players, house, "gold", roll={"skull": 2})
    dice = state_of(house, code)["dice"]
    for one in players:
        one.page.wait_for_function(
            "() => document.querySelector('.oz').getAnimations({ subtree: true }).length === 0"
        )
        assert len(set(one.page.evaluate("window.tumbled"))) == 8
        assert faces_at(one) == dice
        assert one.see(".oz .die.skull").count() == 2


def test_by_keyboard_alone(arrive, house):
    players = [arrive(), arrive()]
    code = seat(players, game="otzarot", option_target="8000")
    player = mover(players)
    put(house, code, deck=["gold", *state_of(house, code)["deck"]])
    keys = player.page.keyboard
    keys.press("Enter")
    player.wait_for_event(1)
    dice_to_come(house, code, 8, skull=0)
    keys.press("Enter")
    player.wait_for_event(2)
    keys.press("ArrowRight")
    for key in ("Space", "ArrowRight", "Space"):
        keys.press(key)
    expect(player.see(".die-pick.chosen")).to_have_count(2)
    expect(player.see("#preview")).to_contain_text("2 dice: no risk")
    dice_to_come(house, code, 2, skull=0)
    keys.press("Enter")
    player.wait_for_event(3)
    assert house.rows(
        "SELECT e.move->'dice' FROM games_event e JOIN lobby_table t USING (match_id)"
        " WHERE t.code = %s AND e.seq = 3",
        code,
    ) == [([0, 1],)]
    keys.press("Escape")
    keys.press("Enter")
    player.wait_for_event(4)
    assert state_of(house, code)["phase"] == "draw"


def test_everything_is_in_sight_on_every_screen(arrive, house):
    players = [arrive(), arrive()]
    roll = {"skull": 1, "coin": 3, "monkey": 4}
    _, player = table_of(players, house, "chest", roll=roll)
    for width, height in [(320, 640), (390, 844), (844, 390), (1280, 800)]:
        player.page.set_viewport_size({"width": width, "height": height})
        assert player.page.evaluate("document.documentElement.scrollWidth") <= width
        felt = player.see("#board").bounding_box()
        dice = player.see(".oz .die").all()
        for part in (*dice, player.see("#oz-total"), player.see(".fortune")):
            box = part.bounding_box()
            assert box["x"] >= felt["x"] and box["x"] + box["width"] <= felt["x"] + felt["width"]
            assert box["y"] + box["height"] <= felt["y"] + felt["height"]
        # Large enough for a thumb.
        assert all(die.bounding_box()["width"] >= 38 for die in dice)
        for button in player.see("#actions .offer.on").all():
            expect(button).to_be_in_viewport()


LIES = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [felt, score, turn, acts] = ["#board", ".oz-lines", ".turn", "#actions"].map(box);
  return {
    empty: (felt.bottom - score.bottom) / felt.height,
    apart: Math.abs(turn.top + turn.height / 2 - acts.top - acts.height / 2),
  };
}"""
"""How much of the felt is empty below what was rolled, and how far buttons are from the words."""


def test_dice_fill_the_felt_of_a_desk_and_the_buttons_lie_beside_the_turn(arrive, house):
    players = [arrive(), arrive()]
    roll = {"skull": 2, "coin": 3, "monkey": 3}
    _, player = table_of(players, house, "midas", roll=roll)
    for width, height in ((1280, 800), (1920, 1080)):
        player.page.set_viewport_size({"width": width, "height": height})
        lies = player.page.evaluate(LIES)
        assert 0 < lies["empty"] < 0.2, lies
        assert lies["apart"] < 60, lies
