"""The same move sent twice, the second while the first is still being stored."""

import threading
from uuid import uuid4

import pytest
from django.db import connection, transaction

from games.models import Event
from games.services import moving
from tests.games.tables import a_legal_move, acting, match_for, person

WAITS = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ~ 'm.game'"


@pytest.mark.django_db(transaction=True)
def test_a_repeat_that_waits_for_the_first_is_answered_like_the_first():
    people = [person(), person()]
    match = match_for(*people)
    seat = acting(match)
    move, move_id = a_legal_move(match, seat), uuid4()
    answers: list[object] = []

    def repeat() -> None:
        try:
            answers.append(moving.play_move(match.pk, people[seat], move, move_id=move_id))
        except Exception as error:
            answers.append(error)
        finally:
            connection.close()

    second = threading.Thread(target=repeat)
    with transaction.atomic():
        first = moving.play_move(match.pk, people[seat], move, move_id=move_id)
        second.start()
        with connection.cursor() as cursor:
            waiting = 0
            while not waiting and second.is_alive():
                cursor.execute("SELECT pg_stat_clear_snapshot()")
                cursor.execute(WAITS)
                waiting = cursor.fetchone()[0]
    second.join(10)
    assert answers == [moving.Receipt(first.seq, repeated=True)]
    assert Event.objects.filter(match=match, move_id=move_id).count() == 1
