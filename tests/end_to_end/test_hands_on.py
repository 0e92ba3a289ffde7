"""Fingers, keys and half-finished things: what a player does is done once and never lost."""

import json

from playwright.sync_api import Route, expect

from tests.end_to_end.player import HOLD_MOVES, PASSWORD, Player, mover, next_mover, seat


def test_a_double_click_is_one_move(arrive, house):
    players = [arrive(), arrive(phone=True)]
    code = seat(players)
    for again in ("dblclick", "twice in one breath"):
        player = mover(players)
        events, sent = len(house.events(code)), player.witness.moves()
        button = player.prepare()
        before = player.seq
        if again == "dblclick":
            button.dblclick()
        else:
            button.evaluate("button => { button.click(); button.click(); }")
        player.wait_for_event(before + 1)
        # A second one would have come right behind the first; the opponent's move shows it did not.
        other = next(one for one in players if one is not player)
        other.wait_for_turn()
        other.move()
        player.wait_for_event(other.seq)
        assert player.witness.moves() == sent + 1
        assert len(house.events(code)) == events + 2
        expect(player.page.locator("#toasts > *")).to_have_count(0)


def test_a_move_whose_socket_is_silent_goes_by_http_and_is_played_once(arrive, house):
    players = [arrive(), arrive()]
    code = seat(players)
    player = mover(players)
    events, before = len(house.events(code)), player.seq
    player.page.evaluate(HOLD_MOVES)
    player.prepare().click()
    player.wait_for_event(before + 1)
    assert player.witness.posts("/move/") == 1
    player.page.evaluate("window.release()")  # the first try arrives after all, under the same id
    other = mover(players)
    other.move()
    player.wait_for_event(other.seq)
    assert len(house.events(code)) == events + 2


def test_half_typed_words_caret_and_chosen_card_survive_twenty_pushes(arrive):
    anna, ben, cara = arrive(), arrive(phone=True), arrive()
    players = [anna, ben, cara]
    code = seat(players, option_turn_seconds="60")
    for player in players:  # whoever may swap the three of hearts keeps it
        keep = player.page.get_by_role("button", name="Keep")
        if keep.count():
            keep.click()
            for other in players:
                other.wait_for_event(1)
    while (first := mover(players)) is not ben:  # then two others come before anna
        first.move()
    card = anna.hand[2]
    anna.choose(card)
    anna.page.get_by_role("tab", name="Chat").click()
    box = anna.page.get_by_label("Write to the table")
    box.fill("half a sentence")
    box.evaluate("box => box.setSelectionRange(4, 9)")
    frames = anna.witness.frames

    moved = 0
    while anna.witness.frames < frames + 20:
        if moved < 2:
            mover([ben, cara]).move()
            moved += 1
        for number, talker in enumerate((ben, cara)):
            talker.post(f"/t/{code}/say/", text=f"line {anna.witness.frames} {number}")
        anna.page.wait_for_timeout(50)
    assert moved == 2, "the board itself was pushed too"

    expect(box).to_have_value("half a sentence")
    expect(box).to_be_focused()
    assert box.evaluate("box => [box.selectionStart, box.selectionEnd]") == [4, 9]
    expect(anna.piece(card).locator(".piece")).to_be_checked()
    expect(anna.see("#hand .pick.chosen")).to_have_count(1)
    box.press("End")
    box.press_sequentially(" more")
    expect(box).to_have_value("half a sentence more")


def test_a_refused_move_says_why(arrive, house):
    players = [arrive(), arrive()]
    code = seat(players)
    player = mover(players)
    other = next(one for one in players if one is not player)
    button = player.prepare("throw")
    wire = json.dumps({"type": "throw", "handCard": other.hand[0]})
    button.evaluate("(button, wire) => { button.value = wire; }", wire)
    player.witness.expect("status of 422")
    button.click()
    expect(player.page.locator("#toasts")).to_contain_text("not in your hand")
    expect(player.see("#say")).to_contain_text("not in your hand")
    assert len(house.events(code)) == 1
    player.reload()
    player.move()


def test_a_page_that_missed_something_is_told_so_and_catches_up(arrive):
    anna, ben = arrive(), arrive()
    code = seat([anna, ben])
    if mover([anna, ben]) is ben:
        ben.move()
        anna.wait_for_event(ben.seq)
    deaf = {"now": False}

    def half_deaf(socket) -> None:
        server = socket.connect_to_server()
        server.on_message(
            lambda message: (
                socket.send(message)
                if not deaf["now"] or str(message).startswith(('{"ack"', '{"refused"', '{"pong"'))
                else None
            )
        )

    stale = anna.new_tab()
    stale.route_web_socket("**/ws/table/**", half_deaf)
    anna.go(f"/t/{code}/", stale)
    expect(stale.locator("#conn")).to_be_hidden()
    front, anna.page = anna.page, stale
    anna.wait_for_turn()
    deaf["now"] = True
    button = anna.prepare("throw")
    anna.page = front
    kept = next(
        one
        for one in anna.offers()
        if one["pieces"]
        and not stale.locator(f'.piece:checked[value="{one["pieces"][0]}"]').count()
    )
    for key in kept["pieces"]:
        anna.choose(key)
    before = anna.seq
    anna.see(f"#{kept['id']}").click()
    anna.wait_for_event(before + 1)
    ben.wait_for_turn()
    ben.move()
    anna.wait_for_event(ben.seq)

    anna.witness.expect("status of 422")
    button.click()
    expect(stale.locator("#toasts")).to_contain_text("The table changed")
    # It says so, and shows the table as it is.
    stale.wait_for_function(
        "seq => Number(document.getElementById('board').dataset.v) === seq", arg=ben.seq
    )


# ---- Without a mouse ----------------------------------------------------------------------------

FOCUS = """() => {
  const focused = document.activeElement;
  const box = focused.closest("label.pick") ?? focused;
  const { top, bottom, left, right, width } = box.getBoundingClientRect();
  const ringed = [focused, box, ...box.querySelectorAll("*")].some((one) => {
    const look = getComputedStyle(one);
    const outlined = look.outlineStyle !== "none" && parseFloat(look.outlineWidth) > 0;
    return outlined || (one === focused && look.boxShadow !== "none");
  });
  return {
    name: focused.tagName + (focused.id && `#${focused.id}`),
    value: focused.value ?? "",
    words: focused.textContent.trim(),
    where: focused.form?.getAttribute("action") ?? "",
    seen: focused !== document.body && width > 0 && bottom > 0 && right > 0
      && top < innerHeight && left < innerWidth && ringed,
  };
}"""


def focus(player: Player) -> dict:
    """Where the focus is; it is always to be seen."""
    where = player.page.evaluate(FOCUS)
    assert where["seen"], f"the focus is lost from sight: {where}"
    return where


def tab_to(player: Player, words: str, where: str = "") -> None:
    for _ in range(90):
        player.page.keyboard.press("Tab")
        now = focus(player)
        if now["words"] == words and where in now["where"]:
            return
    raise AssertionError(f"no way to {words} by keyboard")


def walk_to(player: Player, key: str, zone: str) -> None:
    """To the hand or the table, and along it, with the arrows."""
    where = f".piece:focus{':is(#hand *)' if zone == 'hand' else ':not(#hand *)'}"
    for _ in range(8):
        player.page.keyboard.press("ArrowDown" if zone == "hand" else "ArrowUp")
        if player.see(where).count():
            break
    for _ in range(40):
        if focus(player)["value"] == key:
            return
        player.page.keyboard.press("ArrowRight")
    raise AssertionError(f"no way to {key} with the arrows")


def test_a_whole_match_by_keyboard_alone(arrive):
    player = arrive(known=False)
    player.sign_up()
    player.context.clear_cookies()
    keyboard = player.page.keyboard
    player.go("/accounts/login/")
    player.page.get_by_label("Name or e-mail").focus()
    keyboard.type(player.name)
    keyboard.press("Tab")
    focus(player)
    keyboard.type(PASSWORD)
    keyboard.press("Enter")
    expect(player.see("header.top .who")).to_have_text(player.name)
    tab_to(player, "Practise", where="forty")
    keyboard.press("Enter")
    expect(player.see("#board")).to_be_visible()

    targets = 0
    while next_mover([player]) is not None:
        offers = player.offers()
        best = max(offer["weight"] for offer in offers)
        hand_card, *rest = next(o["pieces"] for o in offers if o["weight"] == best)
        keyboard.press("Escape")
        walk_to(player, hand_card, "hand")
        keyboard.press("Space")
        for target in rest:
            walk_to(player, target, "table")
            keyboard.press("Space")
            targets += 1
        before = player.seq
        keyboard.press("Enter")
        player.wait_for_event(before + 1)
    assert targets > 0, "something was taken or built on the way"
    expect(player.see("#sheet .places")).to_be_visible()
    tab_to(player, "Play again")
    keyboard.press("Enter")
    expect(player.see("#board[data-status=running]")).to_be_visible()


def test_a_press_that_comes_before_the_scripts_is_kept(arrive):
    anna, ben = arrive(), arrive(phone=True)
    code = anna.open_table()
    held: list[Route] = []
    # Only this page's: the one after it has its scripts at once.
    ben.page.route("**/vendor*.js", lambda route: held.append(route), times=1)
    ben.page.goto(f"/t/{code}/", wait_until="commit")
    ben.page.get_by_role("button", name="Sit down").click()
    assert ben.witness.posts("/sit/") == 0 and held
    for route in held:
        route.continue_()
    expect(ben.see("#unready")).to_be_visible()
    assert ben.witness.posts("/sit/") == 1


REQUEST_OF_A_BUTTON_THAT_GOES = """async () => {
  const button = document.createElement("button");
  document.body.append(button);
  document.addEventListener("htmx:beforeSend", () => button.remove(), { once: true });
  await new Promise((answered) => {
    document.addEventListener("htmx:beforeSend", (event) => {
      event.detail.xhr.addEventListener("loadend", answered);
    }, { once: true });
    window.htmx.ajax("GET", "/healthz", { source: button, swap: "none" });
  });
  await new Promise((later) => setTimeout(later, 600));  // the line shows after 400
}"""


def test_the_line_at_the_top_ends_with_its_request_even_if_the_button_is_gone(arrive):
    anna = arrive(known=False)
    anna.go("/")
    anna.page.evaluate(REQUEST_OF_A_BUTTON_THAT_GOES)
    expect(anna.page.locator("#progress")).to_have_class("progress", timeout=100)
