"""Stamps: what is finished is not done again, and what is in doubt is."""

import json

import psycopg
import pytest
from django.db import connection

from ops.desk.stamp import Stamp, static_stamp, tables_stamp


@pytest.fixture
def root(tmp_path):
    """A small house: an app with a migration, a template and a picture, and files for all."""
    files = {
        "app/__init__.py": "",
        "app/migrations/0001_initial.py": "first",
        "app/bank/questions.toml": "why?",
        "app/templates/page.html": "<p>",
        "app/static/app/game.js": "play()",
        "config/__init__.py": "",
        "config/storage.py": "hash",
        "static/css/site.css": "p {}",
        "tests/__init__.py": "",
    }
    root = tmp_path / "static" / "templates"  # a checkout may lie anywhere
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def sources(root, kind):
    if kind == "static":
        return static_stamp(root / "collected", root).sources
    return tables_stamp(root / "stamp", "", root).sources


@pytest.mark.parametrize(
    ("name", "seen_by"),
    [
        ("app/migrations/0001_initial.py", {"tables"}),
        ("app/migrations/0002_more.py", {"tables"}),
        ("app/bank/questions.toml", {"tables"}),
        ("app/static/app/game.js", {"static"}),
        ("app/static/app/new.js", {"static"}),
        ("static/css/site.css", {"static"}),
        ("config/storage.py", {"static", "tables"}),
        ("app/templates/page.html", set()),
        ("app/__pycache__/x.pyc", set()),
        ("tests/__init__.py", set()),
    ],
)
def test_a_changed_added_or_removed_file_is_noticed(root, name, seen_by):
    before = {kind: sources(root, kind) for kind in ["static", "tables"]}
    was_there = (root / name).exists()
    (root / name).parent.mkdir(exist_ok=True)
    (root / name).write_text("other")
    assert {kind for kind in before if sources(root, kind) != before[kind]} == seen_by
    if not was_there:
        (root / name).unlink()
        assert before == {kind: sources(root, kind) for kind in before}


def test_a_removed_file_and_another_package_are_noticed(root, tmp_path, monkeypatch):
    before = sources(root, "static")
    (root / "static/css/site.css").rename(root / "static/css/other.css")
    renamed = sources(root, "static")
    (root / "static/css/other.css").unlink()
    removed = sources(root, "static")
    (tmp_path / "django-9.dist-info").mkdir()
    monkeypatch.setattr("sysconfig.get_path", lambda name: str(tmp_path))
    assert len({before, renamed, removed, sources(root, "static")}) == 4


def test_work_that_was_cut_short_leaves_no_stamp(tmp_path):
    stamp = Stamp(tmp_path / "stamp", "a", lambda: "b")
    assert not stamp.valid
    with stamp.renewing():
        pass
    assert stamp.valid
    assert not Stamp(tmp_path / "stamp", "other sources", lambda: "b").valid
    assert not Stamp(tmp_path / "stamp", "a", lambda: "another outcome").valid
    assert not Stamp(tmp_path / "stamp", "a", lambda: None).valid
    with pytest.raises(KeyboardInterrupt), stamp.renewing():
        raise KeyboardInterrupt
    assert not stamp.valid


def test_collected_files_that_went_missing_are_collected_again(root):
    folder = root / "collected"
    folder.mkdir()
    stamp = static_stamp(folder, root)
    (folder / "site.123.css").write_text("p {}")
    (folder / "staticfiles.json").write_text(json.dumps({"paths": {"site.css": "site.123.css"}}))
    with stamp.renewing():
        pass
    assert stamp.valid
    (folder / "site.123.css").unlink()
    assert not stamp.valid
    (folder / "site.123.css").write_text("p {}")
    assert stamp.valid
    (folder / "staticfiles.json").write_text("{")
    assert not stamp.valid


@pytest.mark.django_db(transaction=True)
def test_tables_are_only_as_good_as_their_database(root, django_user_model):
    settings = connection.settings_dict
    url = psycopg.conninfo.make_conninfo(
        host=settings["HOST"],
        port=settings["PORT"],
        user=settings["USER"],
        password=settings["PASSWORD"],
        dbname=settings["NAME"],
    )
    stamp = tables_stamp(root / "stamp", url, root)
    assert stamp.outcome() is None, "there is no admin yet"
    admin = django_user_model.objects.create_superuser("admin", "", "a-long-password")
    with stamp.renewing():
        pass
    assert stamp.valid

    with connection.cursor() as cursor:  # as if a dump of an older version had been restored
        cursor.execute(
            "DELETE FROM django_migrations WHERE id = (SELECT max(id) FROM django_migrations)"
            " RETURNING id, app, name, applied"
        )
        last = cursor.fetchone()
        try:
            assert not stamp.valid
        finally:
            cursor.execute("INSERT INTO django_migrations VALUES (%s, %s, %s, %s)", last)
    assert stamp.valid

    admin.is_active = False
    admin.save()
    assert not stamp.valid
    nowhere = tables_stamp(root / "stamp", psycopg.conninfo.make_conninfo(url, dbname="x"), root)
    assert nowhere.sources == stamp.sources and not nowhere.valid
