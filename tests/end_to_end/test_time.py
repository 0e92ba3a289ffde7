"""Clocks and absence, with every clock at a tenth of its length and a grace of seconds."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.end_to_end.player import play_on, seat
from tests.end_to_end.running_site import RunningSite, open_site

HOUSE = "hasty_house"


@pytest.fixture(scope="module")
def hasty_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with open_site(
        tmp_path_factory.mktemp("hasty-house"),
        RECONNECT_GRACE="4",
        LEASE_SECONDS="6",
        HEARTBEAT_SECONDS="2",
        BOT_PAUSE="0.1",
        TURN_SECONDS_SCALE="0.1",
        OUTAGE_ALLOWANCE="1",
    ) as house:
        yield house


def test_a_time_out_plays_for_the_absent_and_the_log_says_so(arrive, hasty_house):
    anna, ben = arrive(), arrive(phone=True)
    code = seat([anna, ben], leaver="wait")
    ben.page.close()
    played = anna.see("#log li", has_text=f"{ben.name}", has=anna.page.locator("small"))
    play_on([anna], moves=2)
    expect(played.first).to_contain_text("time was up")
    by = {(seat, by) for _, seat, by in hasty_house.events(code)}
    assert (1 - anna.seat, "clock") in by
    assert not anna.is_over, "this table waits for whoever is away"


def test_with_two_a_leaver_forfeits_after_the_grace_and_the_other_wins(arrive):
    anna, ben = arrive(), arrive()
    code = seat([anna, ben])
    ben.page.close()
    expect(anna.see("#seats .away [data-away]")).to_be_visible()
    expect(anna.see("#sheet .places")).to_be_visible(timeout=30_000)
    first, last = anna.see("#sheet .place").all()
    expect(first).to_contain_text(anna.name)
    expect(last).to_contain_text(ben.name)
    ben.page = ben.new_tab()
    ben.go(f"/t/{code}/")
    expect(ben.see("#stage")).to_contain_text(anna.name)


def test_with_three_a_bot_takes_over_and_the_leaver_is_last(arrive, hasty_house):
    anna, ben, cara = arrive(), arrive(), arrive()
    code = seat([anna, ben, cara], option_turn_seconds="60")
    ben.page.close()
    note = anna.see(f"#seats li:has-text('{ben.name}') .other-note")
    expect(note).to_contain_text("gave up", timeout=30_000)
    play_on([anna, cara])
    for player in (anna, cara):
        expect(player.see("#sheet .places")).to_be_visible()
        expect(player.see("#sheet .place").last).to_contain_text(ben.name)
    assert ("bot",) in {(by,) for _, _, by in hasty_house.events(code)}
