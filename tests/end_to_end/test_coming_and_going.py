"""Reloads, tabs, lost networks, sign-outs and bans in the middle of a match."""

import re
import time

from playwright.sync_api import expect

from tests.end_to_end.player import Player, mover, seat

REGIONS = ["#seats", "#ticker", "#spread", "#fan", "#log", "#turn-head", "#ask"]

# What the browser itself, and htmx after it, says about a network that is gone.
OFFLINE = [
    "ERR_INTERNET_DISCONNECTED",
    "WebSocket connection to .* failed",
    r"\[object Event\] .*/(htmx|vendor)",
]


def what_it_shows(player: Player) -> list[str]:
    texts = [player.see(region).text_content() or "" for region in REGIONS]
    return [" ".join(text.split()) for text in texts] + player.hand


def seconds_left(player: Player) -> int:
    minutes, seconds = re.findall(r"\d+", player.see("#meter-digits").inner_text())
    return int(minutes) * 60 + int(seconds)


def test_a_reload_in_the_middle_of_a_turn_changes_nothing(arrive):
    players = [arrive(), arrive(phone=True)]
    seat(players)
    player = mover(players)
    player.choose(player.hand[0])
    expect(player.see("#hand .pick.chosen")).to_have_count(1)
    before, left, url = what_it_shows(player), seconds_left(player), player.page.url

    player.reload()
    assert player.page.url == url
    assert what_it_shows(player) == before
    assert 0 < seconds_left(player) <= left, "the clock goes on, it does not start again"
    chosen = player.see("#hand .pick.chosen").count()
    assert chosen == player.see("#hand .piece:checked").count()
    player.move()


def test_a_second_tab_closed_is_no_absence_and_the_last_one_is(arrive, house):
    anna, ben = arrive(), arrive()
    code = seat([anna, ben])
    second = ben.new_tab()
    ben.go(f"/t/{code}/", second)
    expect(second.locator("#board")).to_be_visible()
    leases = (
        "SELECT count(*) = %s FROM games_lease l JOIN accounts_user u ON u.id = l.user_id"
        " WHERE u.username = %s AND l.expires_at > clock_timestamp()"
    )
    house.wait_until(leases, 2, ben.name)
    second.close()
    house.wait_until(leases, 1, ben.name)
    [(swept,)] = house.rows("SELECT at FROM games_heartbeat WHERE name = 'sweep'")
    house.wait_until(
        "SELECT at > %s + interval '2 seconds' FROM games_heartbeat WHERE name = 'sweep'", swept
    )
    expect(anna.see("#seats .away")).to_have_count(0)
    assert house.rows(
        "SELECT count(*) FROM games_seat s JOIN accounts_user u ON u.id = s.user_id"
        " WHERE u.username = %s AND s.absent_since IS NOT NULL",
        ben.name,
    ) == [(0,)]

    ben.page.close()
    away = anna.see("#seats .away [data-away]")
    expect(away).to_have_text(re.compile(r"0:[0-5]\d"))
    first = away.inner_text()
    expect(away).not_to_have_text(first)
    assert away.inner_text() < first, "it counts down"
    ben.page = ben.new_tab()
    ben.go(f"/t/{code}/")
    expect(anna.see("#seats .away")).to_have_count(0)
    assert not anna.is_over


def test_offline_for_twenty_seconds_and_back(arrive):
    anna, ben = arrive(), arrive(phone=True)
    seat([anna, ben], option_turn_seconds="60")
    if mover([anna, ben]) is ben:
        ben.move()
        anna.wait_for_turn()
    ben.witness.expect(*OFFLINE)
    ben.context.set_offline(True)
    gone = time.monotonic()
    expect(ben.see("#conn")).to_be_visible(timeout=2000)
    expect(ben.see("#conn")).to_have_attribute("data-state", "down")
    ben.page.wait_for_timeout(18_000)
    anna.move()  # unseen by the one who is away; a push that waits keeps the browser busy
    ben.page.wait_for_timeout(max(0.0, gone + 20.5 - time.monotonic()) * 1000)
    expect(ben.see("#conn")).to_have_attribute("data-state", "down")

    ben.context.set_offline(False)
    ben.wait_for_event(anna.seq)
    expect(ben.see("#conn")).to_be_hidden()
    shown = what_it_shows(ben)
    ben.reload()
    assert what_it_shows(ben) == shown, "nothing is missing that a reload would show"
    ben.move()
    anna.wait_for_event(ben.seq)


def test_a_reconnected_page_is_the_whole_table_without_a_reload(arrive):
    anna, ben = arrive(), arrive()
    seat([anna, ben])
    ben.witness.expect(*OFFLINE)
    for _ in range(3):
        ben.context.set_offline(True)
        expect(ben.see("#conn")).to_be_visible(timeout=2000)
        player = anna if anna.is_to_move else None
        if player:
            player.move()
        ben.context.set_offline(False)
        ben.wait_for_event(anna.seq)
        expect(ben.see("#conn")).to_be_hidden()
        if ben.is_to_move:
            ben.move()
            anna.wait_for_event(ben.seq)
    assert what_it_shows(anna)[2] == what_it_shows(ben)[2]


def test_signing_out_in_one_tab_closes_the_table_in_the_other(arrive):
    anna, ben = arrive(), arrive()
    seat([anna, ben])
    lobby = anna.new_tab()
    anna.go("/", lobby)
    lobby.get_by_label("Your account").click()
    lobby.get_by_role("button", name="Sign out").click()
    conn = anna.see("#conn")
    expect(conn).to_have_attribute("data-state", "over", timeout=5000)
    expect(conn).to_contain_text("signed out")
    conn.get_by_role("link", name="Sign in").click()
    expect(anna.page.get_by_label("Name or e-mail")).to_be_visible()


def test_a_ban_closes_the_table_at_once_and_refuses_every_move(arrive, house):
    anna, ben, judge = arrive(), arrive(), arrive()
    house.rows(
        "UPDATE accounts_user SET is_staff = true, is_superuser = true WHERE username = %s",
        judge.name,
    )
    house.rows(  # whoever works for the house has a second step
        "INSERT INTO mfa_authenticator (user_id, type, data, created_at)"
        " SELECT id, 'totp', '{}', now() FROM accounts_user WHERE username = %s",
        judge.name,
    )
    seat([anna, ben])
    player = mover([anna, ben])
    [(number,)] = house.rows("SELECT id FROM accounts_user WHERE username = %s", player.name)
    button = player.prepare()
    answer = judge.post(f"/admin/accounts/user/{number}/do/ban/", hours="24", reason="Unkind words")
    assert answer.status == 302, answer.text()
    told = time.monotonic()
    expect(player.see("#conn")).to_have_attribute("data-state", "over", timeout=2000)
    assert time.monotonic() - told < 2.5
    expect(player.see("#conn")).to_contain_text("Unkind words")

    player.witness.expect("status of 4")
    before = house.rows("SELECT count(*) FROM games_event")
    with player.page.expect_response(re.compile("/move/")) as refused:
        button.click()
    assert refused.value.status in {403, 422}
    assert house.rows("SELECT count(*) FROM games_event") == before
