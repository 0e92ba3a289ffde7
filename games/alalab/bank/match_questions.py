"""Questions of a match, read from its public log."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from games.models import Event


@dataclass
class ShownQuestion:
    """A question as it was shown in a match, and what became of it.

    `answer` is there once everybody at the table has been told; never before.
    """

    number: int
    id: int
    text: str
    category: str
    choices: tuple[str, ...]
    answer: int | None = None
    right: int = 0
    wrong: int = 0
    passed: bool = False
    """It is no longer the one on the screen, or its answer was told."""

    @property
    def skipped(self) -> bool:
        """It came and went, and nobody tried."""
        return self.passed and not (self.right or self.wrong)


def questions_of(match_id: int) -> list[ShownQuestion]:
    """Every question shown in the match, in order."""
    rows = Event.objects.filter(match_id=match_id).order_by("seq").values_list("facts", flat=True)
    return from_facts(fact for facts in rows for fact in facts if fact.get("knownTo") is None)


def from_facts(facts: Iterable[dict[str, Any]]) -> list[ShownQuestion]:
    """Follows the facts one by one. A judgement that the host takes back was none."""
    told: list[ShownQuestion] = []
    acts: list[tuple[ShownQuestion | None, bool]] = []
    for fact in facts:
        last = told[-1] if told else None
        match fact["type"]:
            case "question-shown":
                if last is not None:
                    last.passed = True
                told.append(
                    ShownQuestion(
                        number=fact["number"],
                        id=fact["question"],
                        text=fact["text"],
                        category=fact["category"],
                        choices=tuple(fact["choices"]),
                    )
                )
            case "answered" if last is not None:
                _count(last, fact["correct"])
                if fact["correct"]:
                    last.answer, last.passed = fact["choice"], True
            case "ran-out" if last is not None:
                last.wrong += 1
            case "revealed" if last is not None:
                last.answer, last.passed = fact["answer"], True
            case "judged":
                asked = last if fact.get("question") is not None else None
                acts.append((asked, fact["correct"]))
                if asked is not None:
                    _count(asked, fact["correct"])
            case "carded":
                acts.append((None, False))
            case "taken-back" if acts:
                asked, correct = acts.pop()
                if asked is not None:
                    _count(asked, correct, -1)
    return told


def _count(told: ShownQuestion, correct: bool, one: int = 1) -> None:
    if correct:
        told.right += one
    else:
        told.wrong += one
