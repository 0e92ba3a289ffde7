"""Friends in the browser: follow, invite, hear of it on any page, watch, talk apart."""

import re

from playwright.sync_api import expect

from tests.end_to_end.conftest import Arrive
from tests.end_to_end.player import seat


def test_an_invitation_is_heard_on_another_page_and_leads_to_the_table(arrive: Arrive) -> None:
    host, guest = arrive(), arrive(phone=True)
    host.go(f"/@{guest.name}/")
    host.see("button", has_text="Follow").click()
    expect(host.see("button", has_text="Stop following")).to_be_visible()

    guest.go("/rules/")
    expect(guest.see("#bell")).to_be_visible()
    expect(guest.see("#bell .badge")).to_have_text("1")
    code = host.open_table()
    host.go(f"/t/{code}/")
    friend = host.see(".room-invite .invite-friend")
    expect(friend).to_contain_text(guest.name)
    friend.locator("button").click()
    expect(friend).to_contain_text("invited")

    toast = guest.see(".toasts a")
    expect(toast).to_contain_text(f"{host.name} invites you")
    expect(guest.see("#bell .badge")).to_have_text("2")
    toast.click()
    expect(guest.page).to_have_url(re.compile(f"/t/{code}/$"))
    expect(guest.see("#bell .badge")).to_have_text("1")

    # Sitting down and starting: the page in sight needs no bell for its own match.
    guest.see("button", has_text="Sit down").first.click()
    host.see("#ready").click()
    for player in (host, guest):
        expect(player.see("#board")).to_be_visible()
    expect(guest.see("#bell .badge")).to_have_text("1")
    guest.house.wait_until(
        "SELECT bool_and(read_at IS NOT NULL) FROM social_notice WHERE kind = 'match-starts'"
        " AND url = %s",
        f"/t/{code}/",
    )


def test_a_name_that_takes_no_invitations_is_refused_in_words(arrive: Arrive) -> None:
    host, other = arrive(), arrive()
    other.go("/me/notices/")
    other.see("label", has_text="Nobody").click()
    other.see("#wishes button").click()
    expect(other.see(".notice-ok")).to_be_visible()
    code = host.open_table()
    host.go(f"/t/{code}/")
    host.witness.expect("status of 422")
    host.see("#invite-name-room").fill(other.name)
    host.see(".room-invite .invite-form button").click()
    expect(host.see(".toasts .notice-bad")).to_contain_text("takes no invitations")


def test_watchers_find_the_match_and_talk_apart(arrive: Arrive) -> None:
    players = [arrive(), arrive()]
    code = seat(players)
    watcher = arrive(phone=True)
    watcher.go("/watch/")
    tile = watcher.see(f"#w-{code}")
    expect(tile).to_contain_text(players[0].name)
    tile.locator("a").click()
    expect(watcher.see("#board")).to_be_visible()
    expect(players[0].see("#watchers")).to_contain_text("1")
    watcher.see(".fab").click()
    watcher.see("#tab-chat").click()
    watcher.see("#aside-text").fill("What a hand")
    watcher.page.keyboard.press("Enter")
    expect(watcher.see("#aside-lines li")).to_contain_text("What a hand")
    expect(watcher.see("#aside-text")).to_have_value("")
    expect(players[0].see("#aside")).to_be_hidden()
    assert "What a hand" not in players[0].page.content()
    answer = players[1].post(f"/t/{code}/resign/")
    assert answer.status in (204, 303)
    expect(players[0].see("#aside-lines li")).to_have_text(re.compile("What a hand"))


def test_what_a_page_in_sight_shows_is_told_and_what_a_hidden_one_gets_is_not(
    arrive: Arrive,
) -> None:
    """What is told is sent to no device."""
    host, guest = arrive(), arrive()
    told = "SELECT count(*) = %s FROM social_notice n JOIN accounts_user u ON u.id = n.user_id"
    told += " WHERE n.kind = 'invited' AND n.told_at IS NOT NULL AND u.username = %s"
    guest.go("/rules/")
    code = host.open_table()
    assert host.post(f"/t/{code}/invite/", name=guest.name).status == 303
    expect(guest.see(".toasts a")).to_have_count(1)
    guest.house.wait_until(told, 1, guest.name)
    guest.page.evaluate(
        "Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })"
    )
    host.post(f"/t/{code}/leave/")
    code = host.open_table()
    assert host.post(f"/t/{code}/invite/", name=guest.name).status == 303
    expect(guest.see("#bell .badge")).to_have_text("2")
    expect(guest.see(".toasts a")).to_have_count(1)
    assert guest.house.rows(told, 1, guest.name)[0][0]
    guest.page.evaluate("delete document.hidden")
    guest.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    guest.house.wait_until(told, 2, guest.name)
