"""The manifest, the service worker and its page: what an installed site stands on."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from config import installable
from games import registry
from lobby.models import Table
from tests.people import calm, leyla, person, table  # noqa: F401

pytestmark = pytest.mark.django_db


def test_the_manifest_is_valid_and_names_what_is_there(client: Client) -> None:
    answer = client.get("/site.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    told = answer.json()
    assert told["start_url"] == "/turns/" and told["scope"] == "/" and told["id"] == "/"
    assert told["display"] == "standalone"
    for colour in ("theme_color", "background_color"):
        assert re.fullmatch(r"#[0-9A-F]{6}", told[colour])
    kinds = {(icon["sizes"], icon["purpose"]) for icon in told["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= kinds
    for icon in told["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/")), icon["src"]
    assert len(told["shortcuts"]) == 1 + len(registry.game_keys())
    for shortcut in told["shortcuts"]:
        assert shortcut["name"] and client.get(shortcut["url"]).status_code in (200, 302)


def test_every_page_names_the_manifest_and_the_icon(client: Client) -> None:
    html = client.get("/").content.decode()
    assert '<link rel="manifest" href="/site.webmanifest">' in html
    assert 'rel="apple-touch-icon"' in html


def test_the_service_worker_is_asked_for_anew_and_has_the_whole_site(client: Client) -> None:
    answer = client.get("/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer["Cache-Control"]
    script = answer.content.decode()
    version = re.search(r'const VERSION = "([0-9a-f]{16})";', script)
    assert version
    assert "worker-src 'self'" in client.get("/")["Content-Security-Policy"]


@pytest.mark.parametrize("what", ["worker", "offline", "files"])
def test_a_deploy_that_changes_anything_kept_brings_a_new_version(
    monkeypatch: pytest.MonkeyPatch, what: str, tmp_path: Path
) -> None:
    def version() -> str:
        return installable.worker_script.__wrapped__().split("const VERSION = ")[1][:20]

    before = version()
    assert before == version()
    if what == "worker":
        read = Path.read_text
        monkeypatch.setattr(Path, "read_text", lambda path: read(path) + "//")
    elif what == "offline":
        monkeypatch.setattr(installable, "render_to_string", lambda _: "another page")
    else:
        monkeypatch.setattr(installable, "static", lambda name: f"/static/{name}?new")
    assert version() != before


def test_the_offline_page_is_the_same_for_everybody(client: Client, leyla: object) -> None:  # noqa: F811
    before = client.get("/offline/").content
    client.force_login(leyla)  # type: ignore[arg-type]
    assert client.get("/offline/").content == before
    assert not client.get("/offline/").cookies


def test_my_turns_shows_what_waits_for_me_first(
    client: Client,
    table: Table,  # noqa: F811
    leyla: object,  # noqa: F811
) -> None:
    client.force_login(leyla)  # type: ignore[arg-type]
    html = client.get("/turns/").content.decode()
    assert "Waiting to start" in html and table.code in html and "Your turn" not in html
