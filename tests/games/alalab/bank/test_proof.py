"""Proof of chance of a quiz: it passes wherever its questions came from, also from a file alone."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from archive.proof.log import log_of
from games.alalab.bank.models import Question
from games.models import Match
from games.services import judging
from tests.games.alalab.quiz import a_question, person, start

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("bank", ["questions of ours", ""])
def test_an_honest_quiz_is_proved(bank: str, tmp_path: Path) -> None:
    """The bank's questions are in no file; those that come with the game everybody has."""
    Question.objects.all().delete()
    if bank:
        a_question()
    match = start(person(), person())
    judging.abort_match(match.pk, "called-off")
    match = Match.objects.get(pk=match.pk)
    said = StringIO()
    call_command("verify_match", str(match.pk), stdout=said)
    log = log_of(match)
    assert "1 checked, 0 wrong" in said.getvalue()
    assert ("bank" in log["options"]) is (not bank)
    file = tmp_path / "log.json"
    file.write_text(json.dumps(log))
    call_command("verify_match", file=[str(file)], stdout=said)
    assert said.getvalue().count("0 wrong") == 2
