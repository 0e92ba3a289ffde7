"""Pig in the browser: two people play it to the end, on nothing but its own folder."""

from typing import Any

from playwright.sync_api import expect

from tests.end_to_end.player import next_mover, seat


def test_two_people_play_pig_to_the_end(arrive: Any) -> None:
    players = [arrive(), arrive(phone=True)]
    seat(players, game="pig", option_target="50")
    while (player := next_mover(players)) is not None:
        enough = int(player.see("#pig-pot").inner_text()) >= 20
        before = player.seq
        player.see("#actions").get_by_role("button", name="Hold" if enough else "Roll").click()
        player.wait_for_event(before + 1)
    for player in players:
        expect(player.see("#sheet .place")).to_have_count(2)
        expect(player.see("#sheet-title")).to_contain_text("won with")
