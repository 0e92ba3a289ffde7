"""From 320 px up, upright and sideways."""

import pytest
from playwright.sync_api import expect

from tests.end_to_end.player import Player, mover, seat

NARROW = {"width": 320, "height": 640}
SIDEWAYS = {"width": 844, "height": 390}


def fits(player: Player) -> None:
    widths = player.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1] <= 320, f"{player.page.url} scrolls sideways: {widths}"


def test_no_page_scrolls_sideways_at_320_pixels(arrive):
    visitor = arrive(known=False, viewport=NARROW)
    for path in ["/", "/rules/", "/rules/forty/", "/leaderboards/"]:
        visitor.go(path)
        fits(visitor)
    for path in ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/"]:
        visitor.go(path)
        fits(visitor)

    anna, ben = arrive(viewport=NARROW), arrive(viewport=NARROW)
    tables = ["/new/forty/", "/practise/forty/", "/tables/", "/turns/"]
    for path in ["/", "/me/", "/me/notifications/", f"/@{anna.name}/", "/offline/", *tables]:
        anna.go(path)
        fits(anna)
    code = anna.open_table()
    anna.go(f"/t/{code}/")
    fits(anna)  # the waiting room, with its invitation
    ben.go(f"/t/{code}/")
    ben.page.get_by_role("button", name="Sit down").click()
    anna.see("#ready").click()
    for player in (anna, ben):
        expect(player.see("#board")).to_be_visible()
        fits(player)
    player = mover([anna, ben])
    player.prepare()
    fits(player)
    ben.page.get_by_label("Menu", exact=True).click()
    fits(ben)
    ben.page.get_by_role("button", name="Give up the match").click()
    expect(ben.see("#resign-cost")).to_contain_text("rating and karma stay as they are")
    fits(ben)
    ben.see("#give-up").get_by_role("button", name="Give up").click()
    for player in (anna, ben):
        expect(player.see("#sheet .places")).to_be_visible()
        fits(player)
    expect(ben.see("#rematch")).to_contain_text("Sit down here")


@pytest.mark.parametrize("seats", [2, 3])
def test_sideways_on_a_phone_hand_and_action_are_in_sight(arrive, seats):
    players = [arrive(viewport=SIDEWAYS) for _ in range(seats)]
    seat(players)
    player = mover(players)
    button = player.prepare()
    for place in [player.see("#meter-digits"), *map(player.piece, player.hand)]:
        box = place.bounding_box()
        assert box is not None
        middle = box["y"] + min(box["height"] / 2, 24)
        assert 0 <= box["x"] < 844 and 0 < middle < 390, box
    expect(button).to_be_in_viewport(ratio=1)
    assert player.page.evaluate("scrollY") == 0
    button.click()
    player.wait_for_event(1)
