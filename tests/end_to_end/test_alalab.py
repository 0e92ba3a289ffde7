"""Casino Al Al'ab in real browsers: the host's phone, the television, the race, Sudden Death."""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import expect

from tests.end_to_end.axe import findings
from tests.end_to_end.player import HOLD_MOVES, Player
from tests.end_to_end.rigged import put, state_of
from tests.end_to_end.running_site import RunningSite
from tests.end_to_end.test_in_sight import CUT

OPEN = {
    "option_mode": "open",
    "option_referee": "False",
    "option_answer_seconds": "60",
    "option_max_questions": "30",
    "option_questions_difficulty": "None",
}

PARTS = ".q-do, .q-tools .btn, #q-buzz, .q-choice, .q-stand, .q-step"
FITS = f"""() => document.documentElement.scrollWidth <= innerWidth
  && [...document.querySelectorAll("{PARTS}")]
    .filter((node) => node.getClientRects().length)
    .map((node) => node.getBoundingClientRect())
    .every((box) => box.left >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1)
"""
THUMBS = """() => [...document.querySelectorAll(".q-do, .q-tools .btn, #q-buzz")]
    .filter((node) => node.getClientRects().length)
    .map((node) => node.getBoundingClientRect())
    .every((box) => box.width >= 44 && box.height >= 44)"""


NOTE_FLASHES = """(() => {
  window.flashed = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    if (this.matches(".q-choice")) window.flashed.push(this.id);
    return animate.apply(this, how);
  };
})()"""
WATCH_THE_END = """() => {
  const seen = (window.seen = {});
  const look = (name, selector) => {
    if (document.querySelector(selector)?.checkVisibility()) seen[name] ??= performance.now();
  };
  const frame = () => {
    look("answer", "[data-phase=over] .q-choice.right");
    look("podium", ".podium");
    look("result", "#sheet .places");
    requestAnimationFrame(frame);
  };
  frame();
}"""


def fits_everywhere(player: Player) -> None:
    """Nothing that is pressed or read lies outside of any usual screen."""
    usual = player.page.viewport_size
    assert usual is not None
    for width, height in ((320, 640), (390, 844), (1280, 800)):
        player.page.set_viewport_size({"width": width, "height": height})
        assert player.page.evaluate(FITS), (width, height)
        assert player.page.evaluate(THUMBS), (width, height)
    player.page.set_viewport_size(usual)


def reads_the_question(host: Player) -> None:
    """The question and all its choices are in sight, above the buttons."""
    usual = host.page.viewport_size
    assert usual is not None
    for width, height in ((320, 640), (390, 844)):
        host.page.set_viewport_size({"width": width, "height": height})
        for part in (host.see(".q-text"), *host.see(".q-choice").all()):
            expect(part).to_be_in_viewport(ratio=1)
    host.page.set_viewport_size(usual)


def tap(player: Player, button: str, times: int = 1) -> None:
    """Presses a button of the console and waits until the table has heard of it."""
    for _ in range(times):
        before = player.seq
        player.see(button).click()
        player.wait_for_event(before + 1)


def standing(scores: Sequence[int], death: int | None) -> dict[str, Any]:
    return {"scores": scores, "cards": [[] for _ in scores], "death": death, "winner": None}


def test_one_room_with_one_phone_a_television_and_a_win_taken_back(arrive, house):
    host, tv, stranger = arrive(phone=True), arrive(known=False), arrive(known=False)
    tv.page.set_viewport_size({"width": 1920, "height": 1080})
    host.go("/room/alalab/")
    assert not findings(host.page)
    for number, name in enumerate(("Noor", "Yusuf Al-Khatib", "דנה"), start=1):
        host.see(f"#id_name_{number}").fill(name)
    host.see("form.new-table .btn-primary").click()
    expect(host.see("#q-console")).to_be_visible()
    code = host.page.url.strip("/").split("/")[-1]
    fits_everywhere(host)
    tv.go(f"/t/{code}/screen/")
    expect(tv.see(".q-stand")).to_have_count(3)

    # A question goes to the television; its answer stays with the host.
    tap(host, "#q-show")
    asked = state_of(house, code)["question"]
    expect(tv.see(".q-text")).to_have_text(asked["text"])
    expect(host.see("#q-secret")).to_contain_text(asked["choices"][asked["answer"]])
    assert tv.see(".q-choice.right").count() == 0
    tap(host, "#q-reveal")
    expect(tv.see(f"#q-choice-{asked['answer']}.right")).to_be_visible()

    # A card lies large on every screen, and the way back says what it takes back.
    tap(host, "#q-red-1")
    expect(tv.see(".q-slap-red")).to_be_visible()
    expect(tv.see("#q-score-1")).to_have_text("−3")
    expect(host.see("#q-undo")).to_contain_text("Red card, −3 · Yusuf Al-Khatib")
    expect(tv.see("#q-stand-1 .q-red")).to_have_count(1)
    expect(host.see(".q-slap")).to_have_count(0)
    before = host.seq
    host.see("#q-undo").click()
    host.wait_for_event(before + 1)
    expect(tv.see("#q-score-1")).to_have_text("0")
    expect(tv.see("#q-stand-1 .q-red")).to_have_count(0)

    # Sudden Death changes the light; its phase stands there in words.
    for button in ("#q-right-0", "#q-right-1"):
        tap(host, button, 9)
    expect(tv.see("#q-rule")).to_contain_text("two points ahead win")
    expect(tv.see("#quiz")).to_have_attribute("data-death", "1")
    reads_the_question(host)
    assert host.see("#game").inner_text().count("two points ahead win") == 1
    assert not host.page.evaluate(CUT)

    # A slip decides nothing.
    tap(host, "#q-right-0", 2)
    expect(host.see("#q-confirm")).to_contain_text("Noor has won with 11")
    expect(tv.see(".q-decided")).to_contain_text("Noor wins, if the host confirms it")
    tap(host, "#q-take-back")
    expect(host.see("#q-right-2")).to_be_visible()
    expect(tv.see("#q-score-0")).to_have_text("10")
    expect(tv.see(".q-decided")).to_have_count(0)

    # The host goes and comes back: the table stands as it stood.
    assert not findings(host.page)
    host.page.goto("about:blank")
    expect(tv.see("#q-score-0")).to_have_text("10")
    house.wait_until(
        "SELECT count(*) > 0 FROM games_seat s JOIN lobby_table t USING (match_id)"
        " WHERE t.code = %s AND s.role = 'host' AND s.absent_since IS NOT NULL",
        code,
    )
    host.go(f"/t/{code}/")
    expect(host.see("#q-right-0")).to_be_visible()
    house.wait_until(
        "SELECT count(*) = 0 FROM games_seat s JOIN lobby_table t USING (match_id)"
        " WHERE t.code = %s AND s.absent_since IS NOT NULL",
        code,
    )
    tap(host, "#q-right-0")
    tap(host, "#q-finish")
    expect(tv.see(".q-step.p1")).to_contain_text("Noor")
    expect(tv.see(".q-headline")).to_contain_text("Noor won with 11 points")
    expect(host.see("#sheet .places")).to_be_visible()
    stranger.go(f"/t/{code}/")
    expect(stranger.see("#q-podium")).to_be_visible()
    assert {by for _, _, by in house.events(code)[1:]} == {"player"}

    # Another match: everybody stands where the host's thumb knows them.
    host.see("#rematch .btn-primary").click()
    expect(host.see("#q-row-0")).to_contain_text("Noor")
    expect(host.see("#q-row-2")).to_contain_text("דנה")


def test_three_race_to_the_end_through_sudden_death(arrive, house):
    players = [arrive(phone=True), arrive(), arrive(phone=True)]
    for player in players:
        player.page.emulate_media(reduced_motion="no-preference")
        player.context.add_init_script(NOTE_FLASHES)
    watcher, tv = arrive(known=False), arrive(known=False)
    code = players[0].open_table(game="alalab", seats="3", **OPEN)
    for player in players[1:]:
        assert player.post(f"/t/{code}/sit/").status == 303
    for player in players:
        player.go(f"/t/{code}/")
        player.see("#ready").click()
        if player is not players[-1]:
            expect(player.see("#unready")).to_be_visible()
    for player in players:
        expect(player.see("#q-buzz")).to_be_enabled()
    watcher.go(f"/t/{code}/")
    tv.go(f"/t/{code}/screen/")
    by_seat = sorted(players, key=lambda player: player.seat)

    # Two press at once: one has the question, the other reads by how much it was missed.
    fits_everywhere(by_seat[0])
    owner, loser, third = by_seat
    loser.witness.expect("422")
    loser.page.evaluate(HOLD_MOVES)
    loser.see("#q-buzz").dispatch_event("pointerdown", {"button": 0})
    expect(loser.see("#game[data-pending]")).to_be_visible()
    owner.see("#q-buzz").dispatch_event("pointerdown", {"button": 0})
    expect(owner.see("#q-play[data-can=answer]")).to_be_visible()
    loser.page.evaluate("window.release()")
    expect(loser.see("#toasts")).to_contain_text("ms faster")
    expect(loser.see("#toasts")).to_contain_text(owner.name)

    # A wrong answer is struck out for the others, on every screen.
    asked = state_of(house, code)["question"]
    wrong = next(number for number in range(4) if number != asked["answer"])
    owner.see(f"#q-choice-{wrong}").click()
    for page in (*players, watcher, tv):
        expect(page.see(f"#q-choice-{wrong}.struck")).to_be_visible()
    expect(owner.see("#my-score b")).to_have_text("−1")
    expect(owner.see("#q-buzz")).to_have_attribute("aria-disabled", "true")
    before = third.seq
    third.page.keyboard.press(" ")
    third.wait_for_event(before + 1)
    third.page.keyboard.press("abcd"[asked["answer"]])
    for page in (*players, watcher, tv):
        expect(page.see(f"#q-choice-{asked['answer']}.right")).to_be_visible()
    expect(third.see("#my-score b")).to_have_text("1")
    # Right and wrong flash in one's own button, pressed by hand or by key, and in nobody else's.
    flashed = [player.page.evaluate("window.flashed") for player in by_seat]
    assert flashed == [[f"q-choice-{wrong}"], [], [f"q-choice-{asked['answer']}"]]

    # Nobody waits for the clock when nobody knows it.
    for player in players:
        expect(player.see("#q-play[data-can=buzz]")).to_be_visible()
    asked = state_of(house, code)["question"]
    for player in players:
        player.see("#q-give-up").click()
        if player is not players[-1]:
            expect(player.see("#q-give-up")).to_have_text("You gave it up")
    expect(watcher.see(f"#q-choice-{asked['answer']}.right")).to_be_visible()

    # Close to the end, by hand: nine, nine, and a third who does not count.
    put(house, code, standing=standing([8, 9, 2], None))
    answer(house, code, owner, right=True)
    for page in (*players, watcher, tv):
        expect(page.see("#quiz")).to_have_attribute("data-death", "1")
    expect(tv.see("#q-rule")).to_contain_text("Sudden Death")
    expect(owner.see("#q-rule")).to_contain_text("Sudden Death")
    put(house, code, standing=standing([12, 11, 2], 1))
    expect(third.see("#q-play[data-can=buzz]")).to_be_visible()
    reads_the_question(third)
    answer(house, code, loser, right=True)
    expect(watcher.see("#q-rule")).to_contain_text("14 points win")
    put(house, code, standing=standing([13, 13, 2], 2))
    third.page.evaluate(WATCH_THE_END)
    answer(house, code, owner, right=True)
    for page in (*players, watcher):
        expect(page.see("#board")).to_have_attribute("data-status", "finished")
        expect(page.see("#q-podium .p1")).to_contain_text(owner.name)
    expect(tv.see("#q-podium .p1")).to_contain_text("14")
    expect(owner.see("#sheet")).to_have_attribute("data-won", "1")
    # The last answer is seen before the podium, and the podium before the result.
    expect(third.see("#sheet .places")).to_be_visible()
    assert third.page.evaluate("Object.keys(window.seen)") == ["answer", "podium", "result"]


def answer(house: RunningSite, code: str, player: Player, right: bool) -> None:
    """Waits for the next question, buzzes and answers."""
    expect(player.see("#q-play[data-can=buzz]")).to_be_visible()
    before = player.seq
    player.see("#q-buzz").click()
    player.wait_for_event(before + 1)
    asked = state_of(house, code)["question"]
    choice = asked["answer"] if right else (asked["answer"] + 1) % 4
    player.see(f"#q-choice-{choice}").click()
    player.wait_for_event(before + 2)


def test_a_host_online_with_players_at_their_own_screens(arrive, house):
    host, one, two = arrive(), arrive(phone=True), arrive(phone=True)
    tv = arrive(known=False)
    code = host.open_table(game="alalab", seats="2", **(OPEN | {"option_mode": "hosted"}))
    for player in (one, two):
        assert player.post(f"/t/{code}/sit/").status == 303
    for player in (host, one, two):
        player.go(f"/t/{code}/")
        player.see("#ready").click()
        if player is not two:
            expect(player.see("#unready")).to_be_visible()
    expect(host.see("#q-console")).to_be_visible()
    tv.go(f"/t/{code}/screen/")
    if one.seat:
        one, two = two, one

    # Asked aloud: an answer in one's own words is the host's, and moves nothing under a thumb.
    place = host.see("#q-right-1").bounding_box()
    two.see("#q-words").fill("Qarabag, I think")
    two.page.keyboard.press("Enter")
    expect(host.see("#q-said-1")).to_have_text("Qarabag, I think")
    expect(two.see("#q-buzz")).to_contain_text("Your answer: Qarabag")
    expect(tv.see("#q-stand-1 .q-shown")).to_be_visible()
    assert "Qarabag" not in tv.page.content() + one.page.content()
    assert host.see("#q-right-1").bounding_box() == place

    # First everybody looks; then the buzzers open by themselves.
    before = one.seq
    host.see("#q-show").click()
    for player in (one, two):
        player.wait_for_event(before + 2)
        expect(player.see("#q-play[data-can=buzz]")).to_be_visible()
    fits_everywhere(one)

    # The host sees who was first, and what they show; it is nobody else's to see.
    asked = state_of(house, code)["question"]
    wrong = next(number for number in range(4) if number != asked["answer"])
    two.see("#q-buzz").click()
    expect(two.see("#q-buzz")).to_contain_text("You are first")
    one.page.keyboard.press(" ")
    expect(one.see("#q-buzz")).to_contain_text("Number 2")
    two.see(f"#q-choice-{wrong}").click()
    expect(host.see("#q-row-1 .q-press.now")).to_contain_text("1")
    expect(host.see("#q-row-0 .q-press")).to_contain_text("2")
    expect(host.see("#q-row-1 .q-shown")).to_contain_text("ABCD"[wrong])
    expect(tv.see("#q-stand-1 .q-shown")).to_contain_text("…")
    expect(one.see("#seat-1-cards .q-shown")).to_contain_text("…")
    fits_everywhere(host)
    reads_the_question(host)

    # Right and wrong are seen at once, by everybody; right shows the answer too.
    tap(host, "#q-wrong-1")
    expect(two.see("#q-buzz.wrong")).to_contain_text("Wrong, −1")
    for page in (tv.see("#q-stand-1"), one.see("#seat-1-cards")):
        expect(page.locator(".q-press.wrong")).to_be_visible()
        expect(page.locator(".q-shown")).to_contain_text("ABCD"[wrong])
    expect(one.see("#turn-head")).to_have_text("The host asks you")
    tap(host, "#q-right-0")
    expect(one.see("#q-buzz.right")).to_be_visible()
    expect(tv.see("#q-stand-0.right")).to_be_visible()
    for page in (one, two, tv):
        expect(page.see(f"#q-choice-{asked['answer']}.right")).to_be_visible()

    # Asked aloud: free buzzers, a countdown that all see, a pause in which nothing counts.
    tap(host, "#q-free")
    tap(host, "#q-countdown")
    expect(one.see("#meter-digits")).to_be_visible()
    expect(host.see("#q-left")).to_contain_text(":")
    reads_the_question(host)
    expect(tv.see(".q-clock")).to_have_count(1)
    tap(host, "#q-pause")
    for page in (one, two, tv):
        expect(page.see("#q-paused")).to_be_visible()
    expect(one.see("#q-buzz")).to_have_attribute("aria-disabled", "true")
    tap(host, "#q-pause")
    expect(one.see("#q-play[data-can=buzz]")).to_be_visible()

    tap(host, "#q-yellow-0")
    expect(one.see("#my-score b")).to_have_text("0")
    expect(two.see("#my-score b")).to_have_text("−1")
    # The host gives it up: it counts for nobody.
    host.see("[data-menu] summary").click()
    host.see(".menu-resign").click()
    host.see("#give-up .btn-danger").click()
    for player in (one, two):
        expect(player.see("#board")).to_have_attribute("data-status", "aborted")
