"""The head of every page that a visitor can open: what a link tells before it is opened.

Every address of the URLconf is asked without an account; what answers with a page keeps the law.
"""

import json
import struct
from collections import defaultdict
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.core.cache import cache
from django.template import Context, Template
from django.test import Client

from sharing import structured_data
from tests.archive.matches import played
from tests.lobby.conftest import GAME
from tests.moderation.routes import path_of, routes
from tests.moderation.test_access_matrix import build, undone


class Head(HTMLParser):
    """The title, the metas by name or property, the canonical link, the structured data."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.title, self.metas, self.canonical = "", dict[str, str](), ""
        self.data: list[Any] = []
        self._in = ""
        self.feed(html[: html.index("</head>")])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._in = tag
        if tag == "meta" and (name := given.get("property") or given.get("name")):
            assert name not in self.metas or name == "theme-color", f"{name} twice"
            self.metas[name] = given.get("content") or ""
        if tag == "link" and given.get("rel") == "canonical":
            self.canonical = given["href"] or ""
        if tag == "script" and given.get("type") == "application/ld+json":
            self._in = "data"

    def handle_data(self, data: str) -> None:
        if self._in == "title":
            self.title += data
        if self._in == "data":
            self.data.append(json.loads(data))

    def handle_endtag(self, tag: str) -> None:
        self._in = ""


Heads = dict[str, Head]
BARE = "/offline/"
"""Shown where nothing can be fetched, so it names nothing."""
ELSEWHERE = {"utm_source": "elsewhere"}
"""What others hang on to a link is in no canonical address."""


@pytest.fixture(scope="module")
def visited(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[Heads, set[str]]]:
    """By path the head of every page that opens for a visitor, and which pictures they name are
    there, in their size."""
    with django_db_blocker.unblock(), undone():
        samples = defaultdict(int, build().samples, match_id=played(GAME).pk)
        found = Heads()
        for route in routes():
            path = path_of(route, samples)
            cache.clear()
            with undone():
                answer = Client(raise_request_exception=False).get(path, ELSEWHERE)
            kind = answer.headers.get("Content-Type", "")
            whole = answer.status_code == 200 and b"</head>" in b"".join(answer)
            if whole and path != BARE and kind.startswith("text/html"):
                found[path] = Head(answer.content.decode())
        named = {head.metas.get("og:image", "") for head in found.values()}
        yield found, {url for url in named if is_picture(url)}


def is_picture(url: str) -> bool:
    cache.clear()
    answer = Client().get(url.removeprefix(settings.SITE_URL))
    return (
        answer.status_code == 200
        and answer["Content-Type"] == "image/png"
        and struct.unpack(">II", answer.content[16:24]) == (1200, 630)
    )


@pytest.fixture(scope="module")
def heads(visited: tuple[Heads, set[str]]) -> Heads:
    return visited[0]


def test_every_page_says_what_it_is(heads: Heads) -> None:
    assert len(heads) > 15
    for path, head in heads.items():
        assert head.title.endswith(" · Courtyard") and len(head.title) > 15, path
        assert 20 < len(head.metas["description"]) < 200, path
        assert head.metas["og:description"] == head.metas["description"], path
        assert head.metas["og:title"] and head.metas["og:site_name"] == "Courtyard", path
        assert head.canonical.startswith(f"{settings.SITE_URL}/"), path
        assert head.metas["og:url"] == head.canonical and "utm" not in head.canonical, path
        assert head.metas["twitter:card"] == "summary_large_image", path
        assert head.metas["og:image:alt"], path


def test_every_page_names_a_picture_that_is_there(visited: tuple[Heads, set[str]]) -> None:
    heads, pictures = visited
    for path, head in heads.items():
        assert head.metas["og:image"] in pictures, path
        named = tuple(head.metas[f"og:image:{side}"] for side in ("width", "height"))
        assert named == ("1200", "630"), path


def test_search_engines_are_given_the_pages_of_the_sitemap_and_no_other(
    heads: Heads, client: Client
) -> None:
    root = ElementTree.fromstring(client.get("/sitemap.xml").content)
    listed = {node.text or "" for node in root.findall(".//{*}loc")}
    open_ones = {head.canonical for head in heads.values() if "robots" not in head.metas}
    assert open_ones <= listed
    for address in listed:
        answer = client.get(address.removeprefix(settings.SITE_URL))
        assert answer.status_code == 200, address
        head = Head(answer.content.decode())
        assert head.canonical == address and "robots" not in head.metas, address
    for head in heads.values():
        assert head.metas.get("robots", "noindex") == "noindex"
    assert f"Sitemap: {settings.SITE_URL}/sitemap.xml" in client.get("/robots.txt").content.decode()


def test_pages_of_people_and_tables_are_in_no_search_engine(heads: Heads) -> None:
    theirs = [path for path in heads if path.startswith(("/@", "/t/", "/replay/", "/accounts/"))]
    assert len(theirs) > 5
    assert all(heads[path].metas["robots"] == "noindex" for path in theirs)


def test_no_two_pages_for_everybody_say_the_same(heads: Heads) -> None:
    said = {
        head.canonical: head.metas["description"]
        for head in heads.values()
        if "robots" not in head.metas
    }
    assert len(set(said.values())) == len(said)


def test_structured_data_says_what_the_page_says(heads: Heads) -> None:
    kinds = {path: [data["@type"] for data in head.data] for path, head in heads.items()}
    assert kinds["/"] == ["WebSite"]
    assert kinds[f"/rules/{GAME}/"] == ["VideoGame", "BreadcrumbList"]
    assert kinds[f"/leaderboards/{GAME}/"] == ["BreadcrumbList"]
    game = heads[f"/rules/{GAME}/"].data[0]
    assert game["url"] == heads[f"/rules/{GAME}/"].canonical
    assert game["image"] == heads[f"/rules/{GAME}/"].metas["og:image"]


def test_what_is_captured_is_escaped_once() -> None:
    page = Template("{% capture x %}{{ said }}{% endcapture %}<i title='{{ x }}'>")
    written = page.render(Context({"said": "'><b> & co"}))
    assert written == "<i title='&#x27;&gt;&lt;b&gt; &amp; co'>"


def test_structured_data_cannot_end_its_element() -> None:
    text = "</script><script>alert(1)</script>&"
    written = str(structured_data.website(text))
    assert written.count("<") == written.count(">") == 2 and "&" not in written
    assert json.loads(written.split(">")[1].split("<")[0])["description"] == text


def test_a_page_that_is_not_there_is_not_listed(client: Client, db: None) -> None:
    assert Head(client.get(BARE).content.decode()).metas["robots"] == "noindex"
    answer = client.get("/nowhere/<b>")
    head = Head(answer.content.decode())
    assert answer.status_code == 404 and head.metas["robots"] == "noindex"
    assert "<b>" not in head.canonical
