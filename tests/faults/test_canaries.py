"""The search of a faults run: what was secret from whom until when, in what they were sent."""

import random
from pathlib import Path

import pytest

from accounts.models import User
from games.models import Match
from ops.faults import captures
from ops.faults.canaries import Canaries
from ops.faults.captures import Recorder
from ops.faults.players import Program, Silent
from tests.games.tables import match_for, person, play_to_the_end

QUESTION = "Who wrote Kalila's tale?"


class Scene:
    """Two who play, each with a record of what they were sent."""

    def __init__(self, folder: Path) -> None:
        self.leyla, self.noam = person(), person()
        self.match = match_for(self.leyla, self.noam)
        self.canaries = Canaries()
        whim = random.Random(1)
        self.players = [
            Program([], self.leyla.pk, "", whim, Recorder(folder / "1"), secret="cy_of_leyla_"),
            Silent([], self.noam.pk, "", whim, Recorder(folder / "2")),
        ]

    def tell(self, text: str, to: int = 1) -> None:
        self.players[to].record.keep(text, "/t/")

    def leaks(self) -> list[str]:
        return self.canaries.search(self.players).leaks


@pytest.fixture
def scene(tmp_path: Path, db: None) -> Scene:
    return Scene(tmp_path)


def test_a_seeded_leak_is_found(scene: Scene) -> None:
    key, name = bytes(scene.match.key).hex(), scene.match.pk
    scene.tell(f"<p>{key}</p>")
    scene.tell("cy_of_leyla_ " + scene.leyla.email, to=0)  # hers
    scene.tell(f"cy_of_leyla_ {scene.leyla.email}")
    scene.tell(scene.leyla.password)
    assert {line.partition(" was sent ")[2] for line in scene.leaks()} == {
        f"the key of match {name} (hex) by /t/",
        f"the token of {scene.leyla.pk} (plain) by /t/",
        f"the address of {scene.leyla.pk} (plain) by /t/",
        f"the password hash of {scene.leyla.pk} (plain) by /t/",
    }


def test_after_the_end_the_seed_is_met_and_no_leak(scene: Scene) -> None:
    play_to_the_end(scene.match, [scene.leyla, scene.noam])
    scene.tell(bytes(Match.objects.get(pk=scene.match.pk).seed).hex())
    found = scene.canaries.search(scene.players)
    assert (found.leaks, found.met, found.messages, found.size) == ([], 1, 1, 64)


@pytest.mark.parametrize(
    ("shown_to", "leaks"), [("nobody", 1), ("the other", 1), ("the reader", 0)]
)
def test_a_question_is_secret_until_it_is_shown_to_its_reader(
    scene: Scene, shown_to: str, leaks: int
) -> None:
    scene.canaries.deal({"coming": [{"text": QUESTION, "choices": ["Ibn al-Muqaffa"]}]})
    people: dict[str, list[User]] = {"the other": [scene.leyla], "the reader": [scene.noam]}
    shown = [user.pk for user in people.get(shown_to, [])]
    scene.canaries.show(shown, 0.0, {"question": {"text": f"2. {QUESTION}"}})
    scene.tell("<h2>Who wrote Kalila&#39;s tale?</h2>")
    assert len(scene.leaks()) == leaks


def test_what_was_not_kept_is_no_proof(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(captures, "LARGEST", 10)
    scene.tell("short")
    scene.tell("too long for what is left")
    assert scene.leaks() == [f"silent {scene.noam.pk}: 1 messages were not kept"]
