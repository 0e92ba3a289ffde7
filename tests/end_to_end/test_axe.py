"""No page has anything that axe finds, in either theme, signed in or out, at the table or after.

Lobby, table and end sheet are also looked at enlarged and in forced colours.
"""

import pytest
from playwright.sync_api import expect

from games import registry
from tests.end_to_end import enlarged
from tests.end_to_end.axe import findings
from tests.end_to_end.player import PHONE

VISITORS = """
/ /tables/ /rules/ /rules/{game}/ /watch/ /leaderboards/ /leaderboards/{game}/ /fair/
/fair/statistics/ /api/ /offline/ /accounts/login/ /accounts/signup/ /accounts/password/reset/
/learn/{game}/ /series/ /accounts/password/reset/done/ /accounts/password/reset/key/1-old/
/accounts/password/reset/key/done/ /accounts/confirm-email/ /accounts/confirm-email/old:key/
/accounts/inactive/
"""
MEMBERS = """
/ /turns/ /new/{game}/ /practise/{game}/ /me/ /me/notifications/ /me/friends/ /me/matches/
/me/karma/ /me/notices/ /me/standing/ /me/leave/ /me/tokens/ /accounts/email/
/accounts/password/change/ /accounts/2fa/ /@{name}/
/@{name}/matches/ /@{name}/with/ /moderation/reports/ /series/ /series/new/{other}/ /night/new/
/learn/{game}/ /room/{game}/ /game/{game}/mine/ /game/{game}/mine/paste/
/accounts/logout/ /accounts/reauthenticate/ /new/{other}/?with=friends /@{friend}/
/@{name}/with/{friend}/ /moderation/report/name/{friend}/
"""
GAMES = registry.game_keys()

COVERED = """() => {
  const seats = [...document.querySelectorAll(".tv-seats > li, .q-stand")];
  const boxes = seats.map((one) => one.getBoundingClientRect());
  const covers = (a, b) => a.left < b.right - 1 && b.left < a.right - 1;
  const found = boxes.some((a, i) => boxes.slice(i + 1).some((b) => covers(a, b)));
  return seats.length < 2 || found ? ["seats of the television lie upon each other"] : [];
}"""
"""On a television everybody stands beside the others."""


def test_pages_of_a_visitor(arrive):
    visitor = arrive(known=False)
    found = []
    for path in VISITORS.split():
        visitor.go(path.format(game=GAMES[0]))
        found += findings(visitor.page)
    assert not found, "\n".join(found)


def test_pages_of_a_member(arrive):
    anna, ben = arrive(known=False), arrive()
    anna.sign_up()  # for some pages ask for the password
    places = {"game": GAMES[0], "other": GAMES[1], "name": anna.name, "friend": ben.name}
    found = []
    for path in MEMBERS.split():
        anna.go(path.format(**places))
        found += findings(anna.page)
        if path == "/":
            found += enlarged.findings(anna.page)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_to_its_end_sheet(arrive, game):
    anna = arrive()
    level = registry.rules_for(game).INFO.levels[0]
    address = anna.post(f"/practise/{game}/", level=level).headers["location"]
    code = address.split("/t/")[1].split("/")[0]
    anna.go(f"/t/{code}/")
    found = findings(anna.page)
    anna.see("#ready").click()
    expect(anna.see("#board")).to_be_visible()
    found += findings(anna.page) + enlarged.findings(anna.page)
    anna.page.get_by_label("Menu", exact=True).click()
    found += findings(anna.page)
    anna.go(f"/t/{code}/screen/")
    found += findings(anna.page) + anna.page.evaluate(COVERED)
    anna.post(f"/t/{code}/resign/")
    anna.page.set_viewport_size(PHONE)
    anna.go(f"/t/{code}/")
    expect(anna.see("#sheet .places, #room").first).to_be_visible()
    found += findings(anna.page) + enlarged.findings(anna.page)
    if game == GAMES[0]:
        match = anna.see("#board").get_attribute("data-match")
        for page in ("", "verify/"):
            anna.go(f"/replay/{match}/{page}")
            found += findings(anna.page)
    assert not found, "\n".join(found)
