"""What is on a table's page is seen: nothing is cut, covered, or too faint to read."""

from playwright.sync_api import ViewportSize, expect

from tests.end_to_end.player import Player, mover, play_on, seat
from tests.end_to_end.rigged import put, state_of

NARROW: ViewportSize = {"width": 320, "height": 640}
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}

CUT = """() => {
  const found = [];
  const texts = document.createTreeWalker(document.getElementById("game"), NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode()); ) {
    const holder = text.parentElement;
    if (!text.textContent.trim()) continue;
    if (holder.closest(".sr-only, #side, .menu-list, .bar-title")) continue;
    if (!holder.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (!box.width) continue;
    let inside = { left: 0, right: innerWidth, top: -Infinity, bottom: Infinity };
    for (let around = holder; around.id !== "game"; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (style.clipPath !== "none") inside = null;
      if (!inside) break;
      const edge = around.getBoundingClientRect();
      if (style.overflowX !== "visible") {
        inside.left = Math.max(inside.left, edge.left);
        inside.right = Math.min(inside.right, edge.right);
      }
      if (["hidden", "clip"].includes(style.overflowY)) {
        inside.top = Math.max(inside.top, edge.top);
        inside.bottom = Math.min(inside.bottom, edge.bottom);
      }
    }
    if (!inside) continue;
    const over = [inside.left - box.left, box.right - inside.right,
                  inside.top - box.top, box.bottom - inside.bottom];
    if (Math.max(...over) > 3) found.push(`${text.textContent} in ${holder.className}`);
  }
  return found;
}"""
"""Every text that some box around it, or the window, shows only in part."""

TOO_WIDE = """() => ["stage", "game"].map((id) => document.getElementById(id))
  .filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.id)"""

WATCH_SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: "layout-shift" });
}"""
"""How much of the page jumps without having been asked to, summed up over all that follows."""

UNCOVERED = """(node) => {
  const { left, top, width, height } = node.getBoundingClientRect();
  return [0.1, 0.5, 0.9].every((along) =>
    node.contains(document.elementFromPoint(left + width * along, top + height / 2)));
}"""


def whole(player: Player, *sizes: ViewportSize) -> None:
    for size in sizes or (NARROW, PHONE, DESK):
        player.page.set_viewport_size(size)
        assert player.page.evaluate(CUT) == [], size
        assert player.page.evaluate(TOO_WIDE) == [], size


def rate(house, players, game):
    """Everybody has a number, so that it stands beside their names."""
    for number, player in enumerate(players):
        house.rows(
            "INSERT INTO ratings_rating (user_id, game, season, mu, sigma, shown, matches, wins,"
            " streak, best_streak) SELECT id, %s, 0, 25, 8, %s, 3, 1, 0, 0 FROM accounts_user"
            " WHERE username = %s",
            game,
            1040 + number,
            player.name,
        )


TELEFON = {
    "game": "telefon",
    "option_target": "100",
    "option_hand": "default",
    "option_teams": "False",
}
LONG = ["Maximiliana-Wilhelm", "Bartholomew-Fitzgera", "Wolfeschlegelsteinha"]

CUT_NAMES = """() => [...document.querySelectorAll(".other-name bdi, .tally-row h3 bdi")]
  .filter((one) => one.checkVisibility() && (one.scrollWidth > one.clientWidth + 1
    || one.scrollHeight > one.clientHeight + 4))
  .map((one) => `${one.textContent} ${one.clientWidth}×${one.clientHeight}`)"""

OUTSIDE = """() => {
  const felt = document.querySelector(".tv-felt").getBoundingClientRect();
  return [...document.querySelectorAll(".tv-felt :is(h1, .tally-row, .bonus-sum, .dominoes)")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => one.getBoundingClientRect().top < felt.top
      || one.getBoundingClientRect().bottom > felt.bottom)
    .map((one) => one.className || one.tagName);
}"""


def with_long_names(arrive) -> list[Player]:
    players = [arrive(known=False) for _ in LONG]
    for player, name in zip(players, LONG, strict=True):
        player.name = name
        player.sign_up()
    return players


def test_long_names_are_read_whole_at_the_table_and_on_a_television(arrive, house):
    players = with_long_names(arrive)
    rate(house, players, "telefon")
    code = seat(players, **TELEFON)
    tv = arrive(known=False)
    tv.go(f"/t/{code}/screen/")

    def names_are_whole() -> None:
        for size in (NARROW, PHONE, DESK):
            players[0].page.set_viewport_size(size)
            assert players[0].page.evaluate(CUT_NAMES) == [], size
        for width, height in ((1280, 720), (1920, 1080)):
            tv.page.set_viewport_size({"width": width, "height": height})
            assert tv.page.evaluate(CUT_NAMES) == [], (width, height)
            assert tv.page.evaluate(OUTSIDE) == [], (width, height)

    names_are_whole()
    player = mover(players)
    hands = state_of(house, code)["hands"]
    hands[player.seat] = [state_of(house, code)["must"]]
    put(house, code, hands=hands)
    player.reload()
    player.move()
    for one in players:
        expect(one.see("#sheet .finished")).to_be_visible()
        one.witness.glimpses.clear()  # all hands lie open
    expect(tv.see(".finished")).to_be_visible()
    names_are_whole()


def test_what_pieces_are_drawn_with_is_there_before_they_are_dealt(arrive):
    player = arrive()
    code = player.open_table(**TELEFON)
    player.go(f"/t/{code}/")
    player.page.wait_for_function(
        "() => performance.getEntriesByType('resource').some(({ name }) => name.includes('bones'))"
    )


def test_three_at_a_rated_table_from_the_deal_to_the_end(arrive, house):
    anna, ben, cleo = players = [arrive(), arrive(), arrive()]
    rate(house, players, "forty")
    code = seat(players, rated="yes")
    for player in players:
        player.page.evaluate(WATCH_SHIFTS)
    play_on(players, moves=6)
    for player in players:
        assert player.page.evaluate("window.shifted") < 0.02
    player = mover(players)
    offers = [offer for offer in player.offers() if offer["pieces"]]
    whole(player)
    for offer in sorted(offers, key=lambda offer: -offer["weight"])[:2]:
        for key in offer["pieces"]:
            player.choose(key)
        expect(player.see("#preview")).not_to_be_empty()
        whole(player, DESK, NARROW)
        player.page.set_viewport_size(DESK)
        player.page.keyboard.press("Escape")

    # The rules lie over the table, open at what the table asks; a refusal leads there too.
    anna.page.keyboard.press("?")
    expect(anna.see("#rules-body #rule-turn")).to_be_in_viewport()
    expect(anna.see("#rules > header")).to_be_in_viewport(ratio=1)
    anna.page.keyboard.press("Escape")

    # A name opens a card; what is said shows at the face of whoever says it.
    anna.see(f"#seats [data-person='{ben.name}']").click()
    card = anna.see("#person")
    expect(card.get_by_role("link", name="Profile")).to_be_visible()
    card.get_by_role("button", name="Follow").click()
    expect(card).to_be_hidden()
    ben.see("#my-face").click()
    ben.see("#reactions [value=clap]").click()
    expect(anna.see(".bubble")).to_have_text("👏")
    expect(ben.see("#reactions")).to_be_hidden()

    # What the clock did is read on the felt as well as anything else there.
    house.rows(
        "UPDATE games_event e SET by = 'clock' FROM lobby_table t WHERE t.match_id = e.match_id"
        " AND t.code = %s"
        " AND e.seq = (SELECT max(seq) FROM games_event o WHERE o.match_id = e.match_id)",
        code,
    )
    house.rows("UPDATE games_match SET clock = clock WHERE status = 'running'")
    anna.reload()
    faint = anna.see("#ticker small")
    expect(faint).to_have_text("time was up")
    colours = "node => [node, node.parentElement].map((one) => getComputedStyle(one).color)"
    assert len(set(faint.evaluate(colours))) == 1

    # Who is away is told beside the face, not under it.
    cleo.page.close()
    away = anna.see(f"#seats li:has-text('{cleo.name}') .other-note")
    expect(away).to_contain_text("away", timeout=30_000)
    for size in (DESK, PHONE, NARROW):
        anna.page.set_viewport_size(size)
        assert away.evaluate(UNCOVERED), size
    cleo.page = cleo.new_tab()
    cleo.go(f"/t/{code}/")
    expect(away).to_be_empty()

    hands = [hand[:1] for hand in state_of(house, code)["hands"]]
    put(house, code, hands=hands, stock=[])
    for player in players:
        player.reload()
        player.witness.forget()
    play_on(players)
    again = anna.see("#rematch .btn-primary")
    for size in (NARROW, PHONE, DESK):
        anna.page.set_viewport_size(size)
        expect(again).to_be_in_viewport(ratio=1)
        assert anna.page.evaluate(CUT) == [], size

    # Who waits for another match is told who will not play it.
    ben.see("#sheet [popovertarget]").click()
    ben.see("#sheet-more").get_by_role("button", name="Back to the lobby").click()
    expect(anna.see("#rematch")).to_contain_text(f"{ben.name} has left the table")
    again.click()
    expect(anna.see("#room")).to_contain_text(f"{ben.name} has left the table")
