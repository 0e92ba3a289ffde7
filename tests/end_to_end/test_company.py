"""Others: watchers, strangers, players on another web process, and bots when nobody comes."""

import re
import statistics

from playwright.sync_api import expect

from tests.end_to_end.player import mover, play_on, seat


def loose_cards(player):
    """What lies open on the table; whether it can be taken is the mover's to see."""
    cards = player.see("#loose [data-key]")
    return cards.evaluate_all("cards => cards.map(card => card.dataset.key)")


def test_a_visitor_watches_a_public_table_and_sees_no_hand(arrive):
    anna, ben, visitor = arrive(), arrive(), arrive(known=False, phone=True)
    code = seat([anna, ben])
    visitor.go("/")
    visitor.see(f"#t-{code}").get_by_role("link").click()
    expect(visitor.see("#board")).to_be_visible()
    expect(visitor.see("#ask")).to_contain_text("You are watching")
    assert visitor.hand == [] and visitor.offers() == []
    assert visitor.see("#seats > li").count() == 2
    play_on([anna, ben], moves=4)
    visitor.wait_for_event(anna.seq)
    assert visitor.hand == [] and visitor.offers() == []
    assert loose_cards(visitor) == loose_cards(anna)
    expect(anna.see("#watchers")).to_contain_text("1")


def test_a_private_table_lets_in_who_has_the_code_and_nobody_when_full(arrive):
    anna, ben, stranger = arrive(), arrive(), arrive(phone=True)
    code = seat([anna, ben], public="no")
    stranger.go("/")
    assert stranger.see(f"#t-{code}").count() == 0, "it is not listed"
    stranger.go(f"/t/{code}/")
    expect(stranger.see("#stage")).to_contain_text("This table is private")
    mover([anna, ben]).move()
    assert stranger.see("#board").count() == 0
    assert stranger.witness.glimpses == []
    answer = stranger.post(f"/t/{code}/sit/")
    assert answer.status == 303
    stranger.go(f"/t/{code}/")
    expect(stranger.see("#main")).to_contain_text("A match is being played")


def test_players_on_two_web_processes_see_each_others_moves_within_a_second(arrive):
    anna, ben = arrive(web=0), arrive(web=1)
    seat([anna, ben])
    ports = {re.findall(r":(\d+)/", player.page.url)[0] for player in (anna, ben)}
    assert len(ports) == 2
    for player in (anna, ben):
        player.page.evaluate(
            """() => {
                window.shownAt = {};
                new MutationObserver(() => {
                    const board = document.getElementById("board");
                    window.shownAt[board.dataset.v] ??= Date.now();
                }).observe(document.getElementById("stage"),
                           { subtree: true, attributes: true, childList: true });
            }"""
        )
    waits = []
    for _ in range(8):
        player = mover([anna, ben])
        other = ben if player is anna else anna
        button = player.prepare()
        event = player.seq + 1
        pressed = button.evaluate("button => { const at = Date.now(); button.click(); return at; }")
        other.wait_for_event(event)
        waits.append(other.page.evaluate("event => window.shownAt[event]", str(event)) - pressed)
        player.wait_for_event(event)
    assert statistics.median(waits) < 1000, waits


def test_play_now_alone_counts_down_and_calls_back_who_looks_elsewhere(arrive):
    player = arrive(phone=True)
    player.go("/")
    game = player.game("Sudden Death 31")
    box = game.get_by_role("button", name="Play now").bounding_box()
    games = player.see(".games").bounding_box()
    assert box and games and games["height"] < 844, "five games on one screen"
    game.get_by_role("button", name="Play now").click()
    expect(player.see("#starts-in")).to_contain_text("bots take the free chairs")
    expect(player.see(".chair.is-ready")).to_have_count(1)
    table = player.page.url
    player.go("/rules/")
    expect(player.see("#banner")).to_contain_text("starts in")
    expect(player.page).to_have_url(table, timeout=60_000)
    expect(player.see("#board[data-status=running]")).to_be_visible()
    assert player.see("#seats > li").count() == 2, "bots sit in both free chairs"


def test_play_now_brings_two_strangers_together(arrive):
    anna, ben = arrive(), arrive(phone=True)
    for player in (anna, ben):
        player.go("/")
        player.game().get_by_role("button", name="Play now").click()
        if player is anna:
            # However long the other takes to come.
            player.see("#wait-stop").click()
            expect(player.see("#bots-offer")).to_be_visible()
    for player in (anna, ben):
        expect(player.see("#board")).to_be_visible()
    assert anna.page.url.split("?")[0] == ben.page.url.split("?")[0]
    play_on([anna, ben], moves=2)


def test_who_plays_elsewhere_is_led_back_by_a_link_in_words(arrive):
    anna, ben, cleo = arrive(), arrive(), arrive()
    code = seat([anna, ben])
    anna.go(f"/t/{cleo.open_table()}/")
    anna.witness.expect("status of 422")
    anna.see("button", has_text="Sit down").first.click()
    expect(anna.see(".toasts .notice-bad")).to_contain_text(f"You are playing at table {code}.")
    link = anna.see(".toasts a")
    expect(link).to_have_text("Back to that table")
    link.click()
    expect(anna.page).to_have_url(re.compile(f"/t/{code}/$"))
