"""What chance gave: counted once, judged by a sum whose values are known."""

from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.test import Client
from django.utils import timezone

from archive import tasks
from archive.models import ChanceCount, CountingCursor
from archive.replay.frames import make
from archive.statistics import counting, samples
from archive.statistics.chi_square import chi_square, p_value
from games import registry
from games.models import Event, Match
from games.services import judging, leaving
from tests.archive.matches import BEGAN, person, played
from tests.games.tables import match_for

GAMES = registry.game_keys()
GAME = GAMES[-1]

# Critical values from the usual printed tables of the chi-square distribution.
TABLE = [
    (3.841, 1, 0.05),
    (6.635, 1, 0.01),
    (10.828, 1, 0.001),
    (5.991, 2, 0.05),
    (11.070, 5, 0.05),
    (15.086, 5, 0.01),
    (0.554, 5, 0.99),
    (18.307, 10, 0.05),
    (29.588, 10, 0.001),
    (43.773, 30, 0.05),
    (67.505, 50, 0.05),
    (76.154, 50, 0.01),
    (124.342, 100, 0.05),
]


@pytest.mark.parametrize("gap, freedom, p", TABLE)
def test_the_p_value_is_that_of_the_tables(gap: float, freedom: int, p: float) -> None:
    assert p_value(gap, freedom) == pytest.approx(p, rel=2e-3)


def test_no_gap_at_all_is_certain_and_a_huge_one_impossible() -> None:
    assert p_value(0, 5) == 1
    assert p_value(5000, 5) == pytest.approx(0)


def test_the_sum_weighs_what_is_there_more_often() -> None:
    assert chi_square([10, 20], [1, 2]) == (0, 1, 10)
    gap, freedom, smallest = chi_square([10, 10, 10, 10, 10, 40], [1] * 6)
    assert (gap, freedom, smallest) == (pytest.approx(50), 5, 15)
    assert chi_square([0, 0], [1, 1]) == (0, 1, 0)


def tallies() -> dict[tuple[str, ...], int]:
    rows = ChanceCount.objects.values_list("game", "kind", "group", "value", "count")
    return {row[:4]: row[4] for row in rows}


@pytest.mark.django_db
class TestFilling:
    def test_every_call_of_chance_is_counted_once(self) -> None:
        calls = 0
        for game in GAMES:
            for frame in make(played(game)).frames:
                for call in frame.calls:
                    if counting.weighed(call["items"]) is not None:
                        calls += call.get("count", 1)
        assert counting.fill() is False
        about_chance = ChanceCount.objects.filter(kind__in=["roll", "first", "pick"])
        assert sum(about_chance.values_list("count", flat=True)) == calls

    def test_again_changes_nothing_and_a_new_match_adds_its_own(self) -> None:
        played(GAME, seed=1)
        counting.fill()
        first = tallies()
        counting.fill()
        assert tallies() == first
        played(GAME, seed=2)
        counting.fill()
        second = tallies()
        assert sum(second.values()) > sum(first.values())
        assert all(second[key] >= count for key, count in first.items())
        reading = samples.reading()
        assert reading is not None
        assert (reading.matches, reading.unread) == (2, 0)

    def test_matches_end_in_another_order_than_they_began(self) -> None:
        late = played(GAME, seed=1)
        early = played(GAME, seed=2, finished_at=BEGAN - timedelta(hours=1))
        counting.fill()
        assert CountingCursor.objects.get().matches == 2
        assert early.pk > late.pk

    def test_what_ended_just_now_waits(self) -> None:
        played(GAME, finished_at=timezone.now())
        counting.fill()
        assert not ChanceCount.objects.exists()

    def test_running_and_called_off_matches_are_left_out(self) -> None:
        played(GAME, steps=4)
        played(GAME, steps=4, status="aborted", finished_at=timezone.now() - timedelta(days=1))
        counting.fill()
        assert not ChanceCount.objects.exists()

    def test_a_log_that_does_not_replay_is_passed_over_and_told(self) -> None:
        broken = played(GAME, seed=1)
        Event.objects.filter(match=broken, seq=1).delete()
        played(GAME, seed=2)
        counting.fill()
        reading = CountingCursor.objects.get()
        assert (reading.matches, reading.unread) == (1, 1)

    def test_it_stops_in_time_and_goes_on_where_it_was(self, monkeypatch: Any) -> None:
        monkeypatch.setattr(counting, "CHUNK", 1)
        for seed in range(3):
            played(GAME, seed=seed)
        whole = None
        rounds = 0
        while whole is None or whole:
            whole = counting.fill(seconds=-1 if rounds == 0 else 60)
            rounds += 1
        assert rounds == 2
        assert CountingCursor.objects.get().matches == 3

    def test_two_at_once_count_once(self, monkeypatch: Any) -> None:
        played(GAME)
        mine = CountingCursor.objects.create(name=CountingCursor.CHANCE)
        waiting = list(counting.ended_after(mine))
        theirs = CountingCursor.objects.get()
        assert counting.count(theirs, waiting)
        before = tallies()
        assert not counting.count(mine, waiting)
        assert tallies() == before

    def test_wins_are_counted_for_people_who_played_to_the_end(self) -> None:
        match = played(GAME)
        kinds = {kind for kind, *_ in counting.wins(match, make(match))}
        assert ChanceCount.Kind.BEGAN in kinds
        left = {**(match.result or {}), "reason": "forfeit"}
        for change in [{"bots": {"0": "gentle"}}, {"result": left}]:
            Match.objects.filter(pk=match.pk).update(**change)
            changed = Match.objects.get(pk=match.pk)
            assert counting.wins(changed, make(changed)) == []
            Match.objects.filter(pk=match.pk).update(bots={}, result=match.result)

    @pytest.mark.parametrize("ending", ["adjudicated", "resigned", "reclaimed"])
    def test_a_match_that_was_not_played_out_by_people_has_no_winner_of_the_game(
        self, ending: str
    ) -> None:
        """Its chance is counted as any other's; who won says nothing about chairs or beginnings."""
        people = [person(), person()]
        match = match_for(*people)
        if ending == "adjudicated":
            judging.adjudicate_match(match.pk, [1, 2], "Cheating seen.")
        elif ending == "resigned":
            leaving.resign(match.pk, people[1])
        else:
            match = played(GAME)
            Event.objects.filter(match=match, seq=1).update(by=Event.By.BOT)
        Match.objects.filter(pk=match.pk).update(finished_at=BEGAN)
        counting.fill()
        kinds = set(ChanceCount.objects.values_list("kind", flat=True))
        assert kinds and not kinds & {ChanceCount.Kind.CHAIR, ChanceCount.Kind.BEGAN}
        assert CountingCursor.objects.get().matches == 1

    @pytest.mark.parametrize("reason, left", [("adjudicated", 0), ("forfeit", 1)])
    def test_counts_that_took_a_decision_for_a_win_are_made_anew(
        self, reason: str, left: int
    ) -> None:
        played(GAME, result={"places": [1, 2], "scores": [], "reason": reason})
        counting.fill()
        migration = import_module("archive.migrations.0003_recount_adjudicated")
        migration.count_anew(apps, None)
        assert CountingCursor.objects.count() == left
        assert ChanceCount.objects.exists() == bool(left)

    def test_a_few_queries_for_a_chunk(self, django_assert_max_num_queries: Any) -> None:
        for seed in range(4):
            played(GAME, seed=seed)
        with django_assert_max_num_queries(18):
            counting.fill()


def tally(kind: str, counts: dict[str, int], group: str = "g") -> None:
    for value, count in counts.items():
        ChanceCount.objects.create(
            game=GAME, kind=kind, group=group, value=value, weight=1, count=count
        )


VERDICTS = [
    ({"1": 2, "2": 1}, "few"),
    ({"1": 1000, "2": 1010}, "even"),
    ({"1": 1000, "2": 1110}, "seldom"),
    ({"1": 1000, "2": 1400}, "odd"),
]


@pytest.mark.django_db
@pytest.mark.parametrize("counts, verdict", VERDICTS)
def test_the_verdict(counts: dict[str, int], verdict: str) -> None:
    tally("roll", counts)
    ((_, (sample,)),) = samples.by_game()
    assert sample.verdict == verdict


@pytest.mark.django_db
def test_the_page_says_it_in_words_and_when_it_was_counted() -> None:
    client = Client()
    assert "Nothing has been counted yet" in client.get("/fair/statistics/").content.decode()
    tally("roll", {'"coin"': 1000, '"skull"': 1010}, "a")
    tally("first", {'"AS"': 1000, '"KH"': 1400}, "b")
    tally("began", {"true": 1000, "false": 1400}, "2/1")
    CountingCursor.objects.create(name=CountingCursor.CHANCE, matches=77, filled_at=timezone.now())
    page = client.get("/fair/statistics/").content.decode()
    assert "As even as chance should be." in page
    assert "More uneven than chance explains." in page
    assert "the game itself favours somebody" in page
    assert "77 matches counted" in page
    assert "A♠" in page


@pytest.mark.django_db
def test_the_explanation_shows_the_numbers_of_the_docs() -> None:
    page = Client().get("/fair/").content.decode()
    assert "348cc0c6d202f945d8c14eaffc13df652bc5089c08e34e2fa13b9b28736a50db" in page
    assert "7 8 2 1 0 4 9 6 5 3" in page
    five = page[page.index('class="five"') : page.index("</ol>", page.index('class="five"'))]
    assert five.count("<li>") == 5


def test_it_is_filled_every_night_away_from_the_clocks() -> None:
    entry = settings.CELERY_BEAT_SCHEDULE["statistics"]
    assert entry["task"] == tasks.fill_statistics.name
    assert (entry["schedule"].hour, entry["schedule"].minute) == ({3}, {40})
    assert not any(
        tasks.fill_statistics.name.startswith(p.rstrip("*")) for p in settings.CELERY_TASK_ROUTES
    )


@pytest.mark.django_db
def test_the_task_asks_for_another_turn_only_if_there_is_more(monkeypatch: Any) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(tasks.fill_statistics, "apply_async", lambda **k: asked.append(k))
    for more in (True, False):
        monkeypatch.setattr(counting, "fill", lambda more=more: more)
        tasks.fill_statistics()
    assert len(asked) == 1
