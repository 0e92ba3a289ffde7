"""A host's own questions are as secret as those of the bank: the same bytes, the same doors."""

import pytest

from games.alalab.bank import own_questions
from lobby import services
from tests.games.alalab.bank.test_own_questions import a_draft
from tests.games.alalab.quiz import person, play
from tests.games.alalab.test_secrecy import Eye, the_bytes_are_the_same
from tests.games.alalab.test_table import ready

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_hosts_own_questions_are_as_secret_as_any() -> None:
    host = person()
    own_questions.write_many(host, [a_draft(f"Own {number}?") for number in range(3)])
    table = services.open_table(
        host, "alalab", {"mode": "hosted", "source": "own"}, seats=2, rated=False
    )
    players = [person(), person()]
    for user in players:
        services.sit(table.pk, user)
    match = ready(table, *players, host)
    play(match, host, type="show")
    match.refresh_from_db()
    the_bytes_are_the_same(table, match, [players[0], None])
    for eye in (Eye(players[0]), Eye(None)):
        told = "".join(eye.doors(table).values())
        assert "Own 0?" in told and "Own 1?" not in told
