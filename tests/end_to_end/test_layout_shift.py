"""Layout shift: nothing on a page jumps while somebody else plays, on a phone and at a desk.

These games have moved most; `make bench ARGS=feel` measures whole matches of all.
"""

import time
from collections.abc import Sequence

import pytest

from ops.bench.feel import SCRIPT
from tests.end_to_end import test_telefon as telefon
from tests.end_to_end import test_thirtyone as thirtyone
from tests.end_to_end.player import DESK, Player, seat
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
