"""The board of a series: what everybody sees of it is read once, and each finds their own line."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from series import board, page
from series.models import Series
from series.services import entering, hosting, making
from tests.series.conftest import Crowd, advance, open_pods, play_all, sitting, tournament
from tests.series.test_pages import signed_in, words

pytestmark = pytest.mark.django_db

OF_A_READER = 6
"""Statements for what is the reader's own, however many play."""


def played(crowd: Crowd) -> Series:
    people = crowd(4)
    series = tournament(people[0], people)
    advance(series)
    play_all(series)
    advance(series)
    return series


def test_all_look_at_one_board_until_something_changes(
    crowd: Crowd, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    series = played(crowd)
    people = [member.user for member in series.members.order_by("pk")]
    first = board.board_of(series)
    with django_assert_max_num_queries(OF_A_READER):
        page.page(series, people[1])
    assert board.board_of(series) is first
    mine, theirs = (words(signed_in(user), series) for user in people[:2])
    assert mine.count("is-you") == theirs.count("is-you") == 1
    assert mine.split("is-you")[1][:400] != theirs.split("is-you")[1][:400]
    assert "is-you" not in words(Client(), series)
    entering.step_out(series.pk, people[3])
    series.refresh_from_db()
    assert board.board_of(series) is not first
    assert "away" in words(Client(), series)


def test_a_board_is_not_kept_for_long(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody's new name is no new version of the series."""
    series = played(crowd)
    renamed = series.members.order_by("pk")[1].user
    assert renamed.username in words(Client(), series)
    renamed.username = "Another"
    renamed.save()
    assert "Another" not in words(Client(), series)
    monkeypatch.setattr(board, "SECONDS", 0)
    assert "Another" in words(Client(), series)


def test_each_number_is_followed_to_its_matches(crowd: Crowd) -> None:
    series = played(crowd)
    line = board.board_of(series).lines[0]
    address = reverse("series:marks", args=[series.code, line.entrant.pk])
    assert address in words(Client(), series)
    [mark] = line.row.marks
    for headers in ({}, {"HX-Request": "true"}):
        text = Client().get(address, headers=headers).content.decode()
        assert reverse("archive:replay", args=[mark.match]) in text and "Opponents’ sum" in text
        assert ("<html" in text) == (not headers)
    nobody = reverse("series:marks", args=[series.code, 10**9])
    assert Client().get(nobody).status_code == 404


def test_the_matches_of_a_private_night_are_for_those_who_are_in_it(crowd: Crowd) -> None:
    """Also of a game that they sat out; not for who has the link alone."""
    host, sits_out, stranger, left = people = crowd(4)
    night = making.make_night(host, [{"game": "forty", "size": 2}] * 2, break_seconds=0)
    for user in (left, sits_out):
        entering.join(night.pk, user)
    hosting.begin(night.pk, host)
    [pod] = open_pods(night)
    assert set(sitting(pod)) == {host, left}
    play_all(night)
    advance(night)
    entering.withdraw(night.pk, left)
    pod.refresh_from_db()
    replay = reverse("archive:replay", args=[pod.match_id])
    marks = reverse("series:marks", args=[night.code, night.members.get(user=host).entrant_id])
    for user in people:
        assert signed_in(user).get(replay).status_code == (404 if user == stranger else 200), user
        linked = replay in signed_in(user).get(marks).content.decode()
        assert linked == (user in (host, sits_out)), user
