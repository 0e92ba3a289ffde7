"""Ways in: an invited guest, a stranger who practises, a stranger who signs up to play; and what
one does while one waits."""

from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.end_to_end.axe import findings
from tests.end_to_end.player import DESK, PASSWORD, PHONE
from tests.end_to_end.test_small_screens import NARROW, fits

SHARE_SHEET = "navigator.share = async (what) => { window.shared = what; }"
"""A browser on a desk has none."""

ON_TOP = """(node) => {
  const { left, top, width, height } = node.getBoundingClientRect();
  return [0.1, 0.5, 0.9].every((part) => {
    const at = document.elementFromPoint(left + width * part, top + height / 2);
    return node.contains(at) || at.contains(node);
  });
}"""


def test_an_invited_guest_gives_a_name_presses_once_and_plays(arrive):
    """One field and one press to the match; the first move is the second."""
    host, guest = arrive(phone=True), arrive(known=False, viewport=NARROW)
    code = host.open_table(public="no")
    host.context.add_init_script(SHARE_SHEET)
    host.go(f"/t/{code}/")
    host.see("#ready").click()
    host.page.get_by_role("button", name="Share", exact=True).click()
    link = f"{host.house.urls[0]}/t/{code}/"
    host.page.wait_for_function("() => window.shared")
    words = f"{host.name} invites you to a game of Forty"
    shared = {"url": link, "title": words, "text": words}
    assert host.page.evaluate("() => window.shared") == shared
    guest.go(f"/t/{code}/")
    fits(guest)
    assert not findings(guest.page)
    guest.witness.expect("status of 422")
    for name, told in ((host.name, "already has this name"), ("Guest-1", "taken for the house")):
        guest.page.get_by_label("Your name").fill(name)
        guest.page.get_by_role("button", name="Sit down", exact=True).click()
        expect(guest.see("#guest-refusal")).to_contain_text(told)
    guest.page.get_by_label("Your name").fill(guest.name)
    guest.page.keyboard.press("Enter")
    for player in (host, guest):
        expect(player.see("#board")).to_be_visible()
    expect(host.see("#seats")).to_contain_text("guest")
    for player in (host, guest):
        player.wait_for_event(0)
    first = guest if guest.is_to_move else host
    first.move()
    if first is host:
        guest.wait_for_turn()
        guest.move()
    assert guest.see("#talk-text").count() == 0 and guest.see(".phrases button").count() > 5
    fits(guest)


def test_a_stranger_practises_with_one_press_and_signs_up_keeping_the_match(arrive):
    stranger = arrive(known=False, phone=True)
    stranger.go("/")
    stranger.see("form[action='/practise/forty/'] button").first.click()
    expect(stranger.see("#board")).to_be_visible()
    stranger.go("/")
    stranger.see("header").get_by_role("link", name="Sign up").click()
    expect(stranger.see("main")).to_contain_text("your matches stay yours")
    sign_up(stranger)
    stranger.go(f"/@{stranger.name}/")
    expect(stranger.see("h1")).not_to_contain_text("guest")
    expect(stranger.see("#banner")).to_contain_text("You are playing Forty")


def test_a_stranger_presses_play_now_signs_up_and_sits_at_a_table(arrive):
    stranger = arrive(known=False, viewport=NARROW)
    stranger.go("/")
    stranger.see("form[action='/play/telefon/'] button").first.click()
    expect(stranger.see("main")).to_contain_text("You will be taken to a table at once")
    fits(stranger)
    assert not findings(stranger.page)
    stranger.page.get_by_role("link", name="I have an account").click()
    expect(stranger.see("main")).to_contain_text("You will be taken to a table at once")
    stranger.page.get_by_role("link", name="I am new here").click()
    sign_up(stranger)
    for seen in ("#room-title", ".starts-in-digits", "#lesson-offer"):
        lies_open(stranger, seen)


def test_a_table_with_friends_takes_two_presses_and_a_newcomer_sees_its_link_at_once(arrive):
    host = arrive(known=False, viewport=NARROW)
    host.go("/")
    menu = host.see("#game-forty summary")
    menu.click()
    lies_open(host, "#game-forty .menu-list")
    host.see("h1").click()
    expect(host.see("#game-forty .menu-list")).to_be_hidden()
    menu.click()
    host.see("#game-forty").get_by_role("button", name="With friends").click()
    sign_up(host)
    for size in (NARROW, DESK, PHONE):
        host.page.set_viewport_size(size)
        lies_open(host, "#room [data-copy]")


def test_who_waits_learns_or_practises_and_is_called_back_to_the_chair(arrive):
    anna, bob = arrive(phone=True), arrive()
    for player in (anna, bob):
        player.go("/")
        player.see("form[action='/play/thirtyone/'] button").first.click()
        expect(player.see("#wait-stop")).to_be_visible()
    code = urlsplit(anna.page.url).path.split("/")[2]
    assert f"/t/{code}/" in bob.page.url
    expect(bob.see("#room")).to_contain_text(anna.name)

    # The countdown stands on every page, also when another stops it and begins one anew.
    anna.see(".room-meanwhile").get_by_role("link", name="Learn").click()
    expect(anna.see("#lesson")).to_be_visible()
    banner = anna.see("#banner")
    expect(banner).to_contain_text("starts in")
    bob.see("#wait-stop").click()
    expect(banner).to_contain_text("You wait for")
    bob.see("#wait-begin").click()
    expect(banner).to_contain_text("starts in")
    bob.see("#wait-sharp").click()
    expect(bob.see("#wait-sharp")).to_have_attribute("aria-pressed", "true")

    bob.see(".room-meanwhile").get_by_role("button", name="Practise").click()
    expect(bob.see("#board")).to_be_visible()
    anna.see("#lesson-skip").click()
    expect(anna.see("#lesson")).to_have_attribute("data-step", "1")
    anna.choose(anna.hand[0])
    for player in (anna, bob):
        player.page.wait_for_url(f"**/t/{code}/", timeout=30_000)
        expect(player.see("#board[data-status=running]")).to_be_visible()
    bots = "SELECT level FROM lobby_chair c JOIN lobby_table t ON t.id = c.table_id"
    assert anna.house.rows(f"{bots} WHERE code = %s AND level <> ''", code) == [("sharp",)]


def lies_open(player, selector):
    """In sight without scrolling, and nothing lies over it."""
    expect(player.see(selector)).to_be_in_viewport(ratio=1)
    assert player.see(selector).evaluate(ON_TOP), selector


def sign_up(player):
    player.see("#id_username").fill(player.name)
    player.see("#id_email").fill(f"{player.name}@example.org")
    player.see("#id_password1").fill(PASSWORD)
    player.see("main").get_by_role("button", name="Sign up").click()
