"""HTML of a lesson: the table's own regions, and above them what the lesson says and points at."""

from dataclasses import dataclass
from typing import Any

import msgspec

from accounts.models import User
from games.engine.contract import Info
from games.lessons.table import Taught, names_of, shown_at
from games.page import jinja, pushing, regions
from games.page.phrases import gettext as _
from games.page.phrases import spoken
from games.selectors import RECENT, LoadedMatch

WHOLE = -RECENT - 1
"""Whoever has seen nothing since then is sent the whole log."""


def page(lesson: Taught, step: int, reader: User) -> dict[str, Any]:
    """The context of the page, at a step."""
    shown = shown_at(lesson, lesson.played.starts[step], reader)
    context = regions.page(shown, reader) | own(lesson)
    context["lesson"] = strip(lesson, step)
    context["options_line"] = _("Lesson")
    context["shortcuts"] = lesson.game.words.shortcuts()
    return context


def own(lesson: Taught) -> dict[str, Any]:
    """What the regions show otherwise than at a table."""
    return {
        "move_url": jinja.url("learn_move", lesson.game.key),
        "can_report": False,
        "coach": None,
        "alone": True,  # nobody is there to react to
    }


@dataclass(frozen=True)
class Strip:
    """What the lesson says at a step, what it points at, and where one may go from there."""

    key: str
    info: Info
    number: int
    step: int
    last: int
    over: bool
    says: str
    answer: str
    points: str = ""
    move: str = ""


def strip(lesson: Taught, step: int, answer: str = "") -> Strip:
    last = lesson.last
    points = move = ""
    if step < last:
        wanted = lesson.lesson.steps[step]
        pieces = lesson.game.words.offer(wanted.move, view_at(lesson, step)).pieces
        points = " ".join(dict.fromkeys((*pieces, *wanted.points)))
        move = msgspec.json.encode(wanted.move).decode()
    return Strip(
        key=lesson.game.key,
        info=lesson.game.info,
        number=min(step + 1, last),
        step=step,
        last=last,
        over=step == last,
        says=sentence(lesson, lesson.lesson.ends if step == last else says(lesson, step)),
        answer=sentence(lesson, answer),
        points=points,
        move=move,
    )


def says(lesson: Taught, step: int) -> str:
    return lesson.lesson.steps[step].says


def sentence(lesson: Taught, text: str) -> str:
    """In the reader's language, with names in it."""
    return _(text).format(*names_of(lesson.lesson)) if text else ""


def view_at(lesson: Taught, step: int) -> Any:
    state = lesson.played.frames[lesson.played.starts[step]].state
    return lesson.game.rules.view(state, lesson.lesson.you)


# ---- Messages ----------------------------------------------------------------------------------


def go_on(lesson: Taught, step: int, reader: User) -> list[str]:
    """From a step to the next: a push for each move, as a table's socket would bring them.

    The first makes sure that the page shows the step; with the last the next sentence comes.
    """
    begin, end = lesson.played.starts[step : step + 2]
    with spoken():
        shown = shown_at(lesson, begin, reader)
        lines = rendered(lesson, shown, reader)
        pushes = [pushing.pushed(shown, reader, WHOLE, pushing.NOTHING, lines).text]
        for event in range(begin + 1, end + 1):
            shown, before = shown_at(lesson, event, reader), lines
            lines = rendered(lesson, shown, reader)
            pushes.append(pushing.pushed(shown, reader, event - 1, before, lines).text)
        pushes[-1] += "\n" + told(lesson, step + 1)
    return pushes


def go_to(lesson: Taught, step: int, reader: User) -> list[str]:
    """Any step, as it stands when it begins."""
    with spoken():
        shown = shown_at(lesson, lesson.played.starts[step], reader)
        lines = rendered(lesson, shown, reader)
        push = pushing.pushed(shown, reader, WHOLE, pushing.NOTHING, lines)
        return [push.text + "\n" + told(lesson, step)]


def stay(lesson: Taught, step: int, answer: str) -> list[str]:
    """The same step, with the answer to another move than the one it wants."""
    nothing = pushing.part({"regions": {}, "lines": 0, "now": 0}, [])
    with spoken():
        return [nothing + nothing + told(lesson, step, answer)]


def rendered(lesson: Taught, shown: LoadedMatch, reader: User) -> pushing.Sent:
    return pushing.texts(shown, reader, own(lesson))


def told(lesson: Taught, step: int, answer: str = "") -> str:
    context = {"lesson": strip(lesson, step, answer), "push": True}
    return "\n".join(regions.render(name, context) for name in ("lesson", "lesson_steps"))
