"""Layout shift: nothing on a page jumps while somebody else plays, on a phone and at a desk.

These games have moved most; `make bench ARGS=feel` measures whole matches of all.
"""

import time
from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from ops.bench.feel import SCRIPT
from tests.end_to_end import test_alalab as quiz
from tests.end_to_end import test_telefon as telefon
from tests.end_to_end import test_thirtyone as thirtyone
from tests.end_to_end.player import DESK, Player, seat
from tests.end_to_end.rigged import put
from tests.end_to_end.test_in_sight import NARROW

SHARE = 0.01
"""Of the 0.02 that a whole match may shift, for a stretch of it."""


PRESS = """() => {
  const spot = feel.next();
  if (Array.isArray(spot)) document.elementFromPoint(...spot).closest("label, button").click();
}"""


def press_all(players: Sequence[Player], steps: int) -> None:
    """Whatever may be pressed, by whoever may, until the match has gone so many steps.

    By script: for half a second after a real press the browser counts nothing.
    """
    until = time.monotonic() + 60
    while players[0].seq < steps and not players[0].is_over:
        assert time.monotonic() < until, "the match does not go on"
        for player in players:
            player.page.evaluate(PRESS)


@pytest.mark.parametrize(
    ("steps", "seats", "wishes"),
    [
        (6, 2, {"game": "forty"}),
        (9, 2, {"game": "otzarot", "option_target": "3000"}),
        (14, 2, telefon.WISHES),
        (9, 3, {"game": "thirtyone", **thirtyone.USUAL}),
    ],
    ids=["forty", "otzarot", "telefon", "thirtyone"],
)
def test_nothing_jumps_while_others_play(arrive, steps, seats, wishes):
    profile = {"forced": True, "reduced_motion": "no-preference"}
    players = [arrive(viewport=size, **profile) for size in (NARROW, DESK, NARROW)[:seats]]
    for player in players:
        player.context.add_init_script(path=SCRIPT)
    seat(players, **wishes)
    press_all(players, steps)
    for player in players:
        shifts = player.page.evaluate("() => feel.shifts")
        assert sum(one["value"] for one in shifts) < SHARE, shifts


def test_nothing_jumps_under_the_thumb_of_a_host(arrive, house):
    host = arrive(viewport=NARROW, reduced_motion="no-preference")
    host.context.add_init_script(path=SCRIPT)
    host.go("/room/alalab/")
    for number, name in enumerate(("Noor", "Yusuf", "דנה"), start=1):
        host.see(f"#id_name_{number}").fill(name)
    host.see("form.new-table .btn-primary").click()
    expect(host.see("#q-console")).to_be_visible()
    code = host.page.url.strip("/").split("/")[-1]
    put(house, code, standing=quiz.standing([8, 3, 2], None))
    host.reload()

    def press(button: str) -> None:
        before = host.seq
        host.page.evaluate("id => document.getElementById(id).click()", button)
        host.wait_for_event(before + 1)
        host.page.wait_for_timeout(500)  # as long as no press counts

    for button in ("q-show", "q-wrong-1", "q-reveal", "q-show", "q-right-0", "q-right-0"):
        press(button)
    expect(host.see("#q-confirm")).to_be_visible()
    press("q-take-back")
    shifts = host.page.evaluate("() => feel.shifts")
    assert sum(one["value"] for one in shifts) < 2 * SHARE, shifts
