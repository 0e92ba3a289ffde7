"""The table's stagecraft in real browsers: nothing is told before it is seen, no button is replaced
under a finger, the clock says what it plays, and a round is looked at before the next is dealt."""

from playwright.sync_api import expect

from games.otzarot.dice import FACES
from games.page.plain_text import plain
from tests.end_to_end.player import mover, seat
from tests.end_to_end.rigged import deadline_in, foretell, put, state_of

MOVING = {"reduced_motion": "no-preference"}

WATCH = """() => {
  window.seen = { log: null, strip: 0, locked: false };
  const look = () => {
    const air = document.querySelector(".air > .fortune");
    if (air) window.seen.strip = Math.max(window.seen.strip, air.offsetWidth / air.offsetHeight);
    const flies = [...document.querySelectorAll(".oz .die")].some(
      (die) => die.getAnimations().some((one) => one.id === "roll"));
    if (flies) {
      window.seen.locked ||= document.querySelector("#actions[aria-disabled=true]") !== null;
      window.seen.log ??= document.getElementById("log").textContent;
      window.seen.total ??= document.getElementById("oz-total")?.textContent ?? "";
    }
    requestAnimationFrame(look);
  };
  look();
}"""

ASKED = """window.asked = false;
new MutationObserver(() => {
  window.asked ||= document.querySelector("#actions .offer.armed") !== null;
}).observe(document, { subtree: true, childList: true, attributes: true });"""
"""Whether any button asked to be pressed a second time."""

GAINS = """() => {
  window.gains = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const one of addedNodes)
        if (one.classList?.contains("gained")) window.gains.push(one.textContent);
  }).observe(document.querySelector(".air"), { childList: true });
}"""

KEEP_MOVES = """() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (text) {
    if (text.includes('"move"')) window.kept = JSON.parse(text);
    else send.call(this, text);
  };
  window.htmx.ajax = () => {};
}"""
"""The page's moves go nowhere, neither by the socket nor by HTTP."""

REFUSED = """() => document.dispatchEvent(new CustomEvent("courtyard:answer", {
  detail: { refused: window.kept.id, code: "illegal-move", why: "Nothing has ended." },
}))"""


MOVED_BY_NEWS = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".match:has(#actions .offer) #spread { padding-inline-start: 120px }");
  document.adoptedStyleSheets.push(sheet);
  window.glided = [];
  window.builds = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (path, timing) {
    const told = document.querySelector("#actions .offer");
    if (told && timing.id === "flip" && path[0].translate && this.closest("#spread"))
      window.glided.push(Number.parseFloat(path[0].translate));
    if (told && timing.id === "flip" && path[0].translate && this.matches(".build"))
      window.builds.push(Number.parseFloat(path[0].translate));
    return animate.call(this, path, timing);
  };
}"""
"""A felt that grows narrower when the offers come; and what glides there from then on, builds by
themselves too."""

STANDS = """(() => {
  const now = performance.now.bind(performance);
  const then = now();
  performance.now = () => then;
  window.goOn = () => { performance.now = now; };
})()"""
"""The page's clock stands: what flies is in the air until it goes on."""

LATE_PRESS = """() => {
  const watch = new MutationObserver(() => {
    watch.disconnect();
    const now = performance.now;
    performance.now = () => now.call(performance) + 5000;
    document.querySelector("#actions .offer.on").click();
    performance.now = now;
    window.late = document.querySelector("#game[data-pending]") ? "sent" : "held off";
  });
  watch.observe(document.getElementById("game"), { attributeFilter: ["data-locked"] });
}"""
"""A press when the time of a flight is over, but a busy page has not yet told what came of it."""

NOTE_FOCUS = """() => {
  const board = document.getElementById("board");
  new MutationObserver(() => {
    window.focused ??= document.activeElement.closest("form")?.id ?? "lost";
  }).observe(board, { attributes: true, attributeFilter: ["data-v"] });
}"""
"""Where the focus is as soon as the board has changed."""

PRESS_AT_ONCE = """() => {
  const game = document.getElementById("game");
  const press = () => {
    if (game.dataset.sheet !== "open") return;
    watch.disconnect();
    const { left, top } = document.querySelector("#sheet [data-play-on]").getBoundingClientRect();
    document.elementFromPoint(left + 20, top + 20).click();
    window.pressed = true;
  };
  const watch = new MutationObserver(press);
  watch.observe(game, { attributes: true });
}"""
"""Presses *Play on* in the moment in which its sheet opens."""


def places(player):
    """Where Stop and Roll stand."""
    return {
        slot: player.see(f"#actions [data-slot={slot}]:visible").bounding_box()
        for slot in ("stop", "roll")
    }


def test_a_roll_is_seen_before_it_is_told_and_a_double_press_stops_nothing(arrive, house):
    players = [arrive(**MOVING, forced=True), arrive(**MOVING, forced=True)]
    for player in players:
        player.context.add_init_script(ASKED)
    code = seat(players, game="otzarot", option_target="3000")
    player = mover(players)
    # The card is drawn by the table's own hand, which asks nobody.
    expect(player.see("#actions .offer.on")).to_have_text("Roll")
    assert player.page.evaluate("window.asked") is False
    put(house, code, card="midas")
    player.page.evaluate(WATCH)
    wanted = {"skull": 2, "coin": 3, "monkey": 3}

    def as_wanted(chance):
        faces = chance.roll(FACES, 8)
        return all(faces.count(face) == n for face, n in wanted.items())

    foretell(house, code, as_wanted)
    player.see("#actions .offer.on", has_text="Roll").dblclick()
    expect(player.see("#oz-total")).to_have_text("+800")
    expect(player.see("#log li").last).to_contain_text("rolled 8 dice")
    seen = player.page.evaluate("window.seen")
    assert seen["locked"] and "rolled" not in seen["log"] and seen["total"] == ""
    assert state_of(house, code)["phase"] == "decide", "the second press stopped the turn"

    # Stop and Roll keep their places whatever is chosen; the instruction stands until one points.
    before = places(player)
    expect(player.see("#ask")).to_be_visible()
    monkeys = [n for n, face in enumerate(state_of(house, code)["dice"]) if face == "monkey"]
    for number in monkeys[:2]:
        player.choose(f"die-{number}")
    expect(player.see("#actions [data-slot=roll]")).to_have_class("btn offer on btn-primary")
    assert places(player) == before
    # A reload keeps what was chosen.
    player.reload()
    expect(player.see(".die-pick.chosen")).to_have_count(2)

    # What was won floats once, also when a push comes while the number still counts.
    player.page.keyboard.press("Escape")
    end = player.see("#meter").get_attribute("data-end-ms")
    deadline_in(house, code, 700)
    expect(player.see("#meter")).not_to_have_attribute("data-end-ms", end)  # its line is open again
    player.page.evaluate(GAINS)
    player.see("#actions [data-slot=stop]").click()
    player.page.wait_for_function("() => window.gains.length > 0")
    for seconds in (600, 500):
        deadline_in(house, code, seconds)
    expect(player.see(".my-score b")).to_have_text("800")
    player.page.wait_for_function("() => !document.querySelector('.air .gained')")
    assert player.page.evaluate("window.gains") == ["+800"]


def test_a_card_flies_in_its_own_shape(arrive, house):
    players = [arrive(**MOVING), arrive(**MOVING)]
    seat(players, game="otzarot", option_target="3000")
    player = mover(players)
    player.page.evaluate(WATCH)
    expect(player.see("#game[data-locked]")).to_have_count(0)
    player.page.evaluate(LATE_PRESS)
    player.see("#actions .offer.on", has_text="Draw a card").click()
    expect(player.see("#actions .offer.on")).to_have_text("Roll")
    card = player.see(".oz-card .fortune").bounding_box()
    assert player.page.evaluate("window.late") == "held off"
    flown = player.page.evaluate("window.seen.strip")
    assert card and flown and abs(flown - card["width"] / card["height"]) < 0.1


def test_the_clock_says_what_it_will_play_and_what_it_played(arrive, house):
    players = [arrive(), arrive()]
    code = seat(players)
    player = mover(players)
    other = next(one for one in players if one is not player)
    lowest = player.see("#meter").get_attribute("data-will")
    assert lowest and lowest.startswith("Lay down ")
    assert other.see("#meter").get_attribute("data-will") is None
    expect(player.see("#clock-will")).to_have_text("")
    deadline_in(house, code, 8)
    expect(player.see("#clock-will")).to_have_text(f"When time is up: {lowest}")
    deadline_in(house, code, -5)
    card = plain(lowest).removeprefix("Lay down ")
    told = player.page.get_by_text(f"Time was up. You laid down {card}.", exact=True)
    expect(told.first).to_be_visible()
    expect(other.see("#log li").last).to_contain_text("time was up")
    assert other.page.get_by_text("Time was up.").count() == 0


def test_a_round_is_looked_at_before_the_next_is_dealt(arrive, house):
    players = [arrive(**MOVING), arrive(phone=True)]
    code = seat(players, option_rounds="3")
    hands = [hand[:1] for hand in state_of(house, code)["hands"]]
    put(house, code, stock=[], hands=hands)
    for player in players:
        player.reload()
        player.witness.forget()
    for _ in range(2):
        mover(players).move("throw")
    for player in players:
        expect(player.see("#turn-head")).to_have_text("The round is over")
        expect(player.see("#sheet .tally")).to_be_visible()
    assert state_of(house, code)["phase"] == "between"
    # The sheet's own button plays on, and the other sees who is ready.
    deadline_in(house, code, 600)
    players[1].see("[data-play-on]").click()
    expect(players[0].see(f"#seat-{players[1].seat}-note")).to_have_text("ready")
    players[0].see("[data-play-on]").click()
    for player in players:
        expect(player.see("#hand .piece")).to_have_count(10)
        expect(player.see("#sheet")).not_to_be_visible()
    assert state_of(house, code)["round"] == 2
    for one in players:  # in rounds of one card the next deal may bring the same card back
        one.witness.forget()
    # Lay down is never the bright button while the same card could take.
    player = mover(players)
    for hand in state_of(house, code)["hands"][player.seat :][:1]:
        player.choose(hand[0])
        expect(player.see("#actions .offer.btn-primary")).to_have_count(1)


def test_a_piece_that_the_news_moves_glides(arrive, house):
    players = [arrive(**MOVING), arrive(**MOVING)]
    code = seat(players)
    [one, other, *stock] = state_of(house, code)["stock"]
    put(house, code, builds=[{"value": 10, "cards": [one, other]}], stock=stock)
    for player in players:
        player.reload()
        player.witness.forget()
    first = mover(players)
    first.move("throw")
    mover(players).move("throw")
    [second] = [player for player in players if player is not first]
    second.page.evaluate(MOVED_BY_NEWS)
    mover(players).move("throw")
    expect(second.see("#actions .offer")).not_to_have_count(0)
    assert min(second.page.evaluate("window.glided"), default=0) < -20
    assert len(second.page.evaluate("window.builds")) == 1, "two cards, and one build that glides"


def test_enter_on_a_choice_counts_when_all_lies_and_leaves_the_focus_on_a_piece(arrive, house):
    players = [arrive(**MOVING), arrive(**MOVING)]
    for player in players:
        player.context.add_init_script(STANDS)
    seat(players)
    first = mover(players)
    first.page.evaluate(NOTE_FOCUS)
    button = first.prepare("throw")
    first.see(f'#hand .piece[value="{first.chosen[0]}"]').focus()
    expect(button).to_be_visible()
    before = first.seq
    expect(first.see("#game[data-locked]")).to_have_count(1)
    first.page.keyboard.press("Enter")
    expect(first.see("#game[data-pending]")).to_have_count(0)
    first.page.evaluate("window.goOn()")
    first.wait_for_event(before + 1)
    assert first.page.evaluate("window.focused") == "hand"


def test_a_press_that_meant_something_else_does_not_close_a_sheet_that_comes(arrive, house):
    players = [arrive(), arrive()]
    code = seat(players, option_rounds="3")
    put(house, code, stock=[], hands=[hand[:1] for hand in state_of(house, code)["hands"]])
    for player in players:
        player.reload()
        player.witness.forget()
    quick = players[0]
    quick.page.evaluate(PRESS_AT_ONCE)
    for _ in range(2):
        mover(players).move("throw")
    deadline_in(house, code, 600)
    quick.page.wait_for_function("() => window.pressed")
    expect(quick.see("#game[data-comes]")).to_have_count(0)
    expect(quick.see("#game[data-sheet=open]")).to_have_count(1)
    quick.see("[data-play-on]").click()
    expect(players[1].see(f"#seat-{quick.seat}-note")).to_have_text("ready")


def test_a_sheet_that_comes_after_the_next_deal_stays_closed(arrive, house):
    players = [arrive(**MOVING), arrive()]
    code = seat(players, option_rounds="3")
    put(house, code, stock=[], hands=[hand[:1] for hand in state_of(house, code)["hands"]])
    for player in players:
        player.reload()
        player.witness.forget()
    for _ in range(2):
        mover(players).move("throw")
    late = players[1]
    late.page.evaluate(KEEP_MOVES)
    expect(late.see("#game[data-locked]")).to_have_count(0)
    late.see("#sheet [data-play-on]").click()
    late.page.wait_for_function("() => window.kept")
    deadline_in(house, code, -5)
    for player in players:
        expect(player.see("#hand .piece")).to_have_count(10)
    # A press that the clock was quicker than is nobody's mistake.
    late.page.evaluate(REFUSED)
    assert late.see("#toasts .notice-bad").count() == 0
    players[0].page.wait_for_timeout(1200)  # longer than a sheet waits before it opens
    expect(players[0].see("#game[data-sheet=open]")).to_have_count(0)
    for player in players:  # in rounds of one card the next deal may bring the same card back
        player.witness.forget()
