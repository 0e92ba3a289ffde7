"""Lessons: every one is played to its end by the engine, and every press of a learner is answered.

A change of rules, of chance or of a bot's name that a lesson relies on breaks it here, by name.
"""

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.utils import timezone

from games import registry
from games.engine.errors import IllegalMove, InvalidMove
from games.engine.lesson import Lesson, LessonStep, judge, play_lesson
from games.lessons import funnel, rendering
from games.lessons.table import Taught, stranger, taught
from games.models import LessonCount
from ops.faults.page_text import PageText

LESSONS = [game.key for game in registry.games() if game.lesson]
SENTENCE = re.compile(r"[A-Z0-9{].*[.!?]\Z", re.DOTALL)


def steps_of(key: str) -> Iterator[tuple[Taught, int, LessonStep, Any]]:
    lesson = taught(key)
    for number, step in enumerate(lesson.lesson.steps):
        yield lesson, number, step, lesson.played.frames[lesson.played.starts[number]].state


def lesson_of(key: str) -> Lesson:
    lesson = registry.game(key).lesson
    assert lesson is not None
    return lesson


# ---- Laws of every lesson ----------------------------------------------------------------------


@pytest.mark.parametrize("key", LESSONS)
def test_a_lesson_is_played_to_its_end_through_the_engine(key: str) -> None:
    rules, lesson = registry.rules_for(key), lesson_of(key)
    played = play_lesson(rules, lesson)
    assert 6 <= len(lesson.steps) <= 9
    assert len(played.starts) == len(lesson.steps) + 1
    for frame in played.frames:
        assert rules.outcome(frame.state) is None, "a lesson ends before its match does"
    for _, _, _, state in steps_of(key):
        assert rules.legal_moves(state, lesson.you), "at every step the learner is to move"


@pytest.mark.parametrize("key", LESSONS)
def test_every_other_legal_move_has_an_answer_and_no_answer_is_idle(key: str) -> None:
    for lesson, number, step, state in steps_of(key):
        used = set()
        for move in lesson.game.rules.legal_moves(state, lesson.lesson.you):
            answer = judge(lesson.game.rules, lesson.lesson, state, number, move)
            if move == step.move:
                assert answer == ""
                continue
            assert SENTENCE.match(answer), f"step {number + 1}: no answer to {move}"
            assert answer != step.says
            used.add(answer)
        assert used >= {*step.answers.values()}, f"step {number + 1} answers what nobody can play"
        assert not step.otherwise or step.otherwise in used, f"step {number + 1}: idle otherwise"


@pytest.mark.parametrize("key", LESSONS)
def test_an_illegal_move_is_refused_with_the_engines_reason(key: str) -> None:
    """Whatever a later or earlier step plays and this one may not."""
    wishes = [step.move for _, _, step, _ in steps_of(key)]
    refused = 0
    for lesson, number, _, state in steps_of(key):
        rules, you = lesson.game.rules, lesson.lesson.you
        for wish in wishes:
            if wish in rules.legal_moves(state, you):
                continue
            with pytest.raises(IllegalMove) as refusal:
                judge(rules, lesson.lesson, state, number, wish)
            assert str(refusal.value).strip()
            refused += 1
        with pytest.raises(InvalidMove):
            judge(rules, lesson.lesson, state, number, {"type": "fly"})
    assert refused


@pytest.mark.parametrize("key", LESSONS)
def test_all_that_is_pointed_at_is_on_the_table(key: str) -> None:
    """A piece by its key or a place by its id, in the very regions that the page shows."""
    for lesson, number, _, _ in steps_of(key):
        reader = stranger()
        push = json.loads(rendering.go_to(lesson, number, reader)[0].split("\n")[0])
        assert push["regions"]
        shown = "\n".join(rendering.go_to(lesson, number, reader))
        points = rendering.strip(lesson, number).points.split()
        assert points, f"step {number + 1} points at nothing"
        for name in points:
            places = (f'value="{name}"', f'data-key="{name}"', f'id="{name}"')
            assert any(place in shown for place in places), f"step {number + 1}: no {name}"


@pytest.mark.parametrize("key", LESSONS)
def test_sentences_are_short_and_name_only_who_sits_there(key: str) -> None:
    lesson = taught(key)
    texts = [lesson.lesson.ends]
    for step in lesson.lesson.steps:
        texts += [step.says, step.otherwise, *step.answers.values()]
    for text in filter(None, texts):
        assert SENTENCE.match(text), text
        assert "{" not in rendering.sentence(lesson, text)
        assert len(text) <= (330 if text == lesson.lesson.ends else 260), text


def test_every_game_of_the_house_is_taught() -> None:
    assert sorted(LESSONS) == sorted(game.key for game in registry.games() if game.key != "pig")


# ---- The page ----------------------------------------------------------------------------------


def press(client: Client, key: str, move: Any, seen: int) -> Any:
    wire = msgspec.json.encode(move).decode()
    return client.post(f"/learn/{key}/move/", {"move": wire, "seen": seen})


@pytest.mark.django_db
def test_a_stranger_learns_goes_back_comes_again_and_is_counted_once(client: Client) -> None:
    key = LESSONS[0]
    lesson = taught(key)
    starts = lesson.played.starts
    last = lesson.last

    def at() -> int:
        page = client.get(f"/learn/{key}/").content.decode()
        found = re.search(r'id="lesson"[^>]*data-step="(\d+)"', page)
        assert found
        return int(found[1])

    assert client.get("/learn/nothing/").status_code == 404
    page = client.get(f"/learn/{key}/").content.decode()
    assert f"/learn/{key}/opened/" in page and f'hx-post="/learn/{key}/move/"' in page
    assert client.post(f"/learn/{key}/opened/").status_code == 204
    assert "/opened/" not in client.get(f"/learn/{key}/").content.decode()

    step = lesson.lesson.steps[0]
    state = lesson.played.frames[starts[0]].state
    legal = lesson.game.rules.legal_moves(state, lesson.lesson.you)
    other = next(move for move in legal if move != step.move)
    answered = press(client, key, other, starts[0])
    assert answered.status_code == 200 and at() == 0
    assert 'id="lesson-answer"' in answered.json()[0]

    illegal = client.post(f"/learn/{key}/move/", {"move": '{"type":"fly"}', "seen": starts[0]})
    assert illegal.status_code == 422 and b"data-code" in illegal.content
    assert press(client, key, step.move, 999).status_code == 422, "seen at no step's beginning"

    right = press(client, key, step.move, starts[0])
    assert right.status_code == 200 and at() == 1
    assert len(right.json()) == 1 + starts[1] - starts[0], "the step, then a push for every move"
    assert 'data-step="1"' in right.json()[-1]

    client.post(f"/learn/{key}/go/", {"step": 0})
    assert at() == 0
    for number in range(last):
        assert press(client, key, lesson.lesson.steps[number].move, starts[number]).json()
    assert at() == last
    over = client.get(f"/learn/{key}/").content.decode()
    assert "Play your first match" in over
    client.post(f"/learn/{key}/go/", {"step": 99})
    assert at() == last

    (counted,) = (one for one in funnel.funnels() if one.name == lesson.game.info.name)
    assert counted.reached == (1,) * (last + 1), "each step once, back and again or not"


@pytest.mark.django_db
def test_a_step_that_is_shown_plays_the_moves_that_it_wants(client: Client) -> None:
    key = LESSONS[0]
    lesson = taught(key)
    shown = client.post(f"/learn/{key}/go/", {"step": 1, "play": 1})
    played = press(client, key, lesson.lesson.steps[0].move, lesson.played.starts[0])
    pages = PageText(), PageText()  # which do not see when a push was made
    for page, each in zip(pages, (shown, played), strict=True):
        rest = [page.read(push) for push in each.json()]
        assert len(rest) > 1 and "lesson-says" in rest[-1]
    assert pages[0].told == pages[1].told


@pytest.mark.django_db
def test_the_funnel_tells_where_people_leave() -> None:
    key = LESSONS[0]
    for furthest in (0, 2, 2, 2, taught(key).last):
        funnel.count(key, range(furthest + 1))
    (counted,) = (one for one in funnel.funnels() if one.started)
    assert (counted.started, counted.finished, counted.most_left) == (5, 1, 3)
    assert counted.left[:3] == (1, 0, 3)
    LessonCount.objects.update(day=timezone.now().date() - timedelta(days=funnel.DAYS))
    assert not any(one.started for one in funnel.funnels())
