"""The groups of the house: made with every migrate, each with its rights and no more."""

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission

from accounts.models import User
from moderation import groups

pytestmark = pytest.mark.django_db


def test_the_groups_are_there_and_stay_the_same() -> None:
    groups.make()
    groups.make()
    names = {groups.MODERATORS, groups.EDITORS, groups.ADMINISTRATORS}
    assert set(Group.objects.values_list("name", flat=True)) == names


def test_every_right_of_the_lists_exists() -> None:
    known = {
        f"{row.content_type.app_label}.{row.codename}"
        for row in Permission.objects.select_related("content_type")
    }
    assert set(groups.ADMINISTER) <= known


def test_moderators_see_no_hidden_state_and_delete_nobody(moderator: User) -> None:
    rights = moderator.get_all_permissions()
    assert "moderation.change_report" in rights and "moderation.judge_match" in rights
    assert "moderation.see_hidden_state" not in rights
    assert not {right for right in rights if ".delete_" in right}
    assert not {right for right in rights if right.startswith("auth.")}


def test_administrators_see_what_is_hidden(administrator: User) -> None:
    assert administrator.has_perm("moderation.see_hidden_state")


def test_question_editors_get_what_the_games_declare(
    person: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = apps.get_app_config("lobby")  # stands for a game with a bank of its own
    monkeypatch.setattr(config, "editors", True, raising=False)
    groups.make()
    rights = Group.objects.get(name=groups.EDITORS).permissions
    found = set(rights.values_list("content_type__app_label", flat=True))
    assert "lobby" in found and found == set(groups.editors())
