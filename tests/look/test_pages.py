"""The frame of every page, with and without what a request usually brings."""

from types import SimpleNamespace

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import get_template, render_to_string
from django.test import RequestFactory

pytestmark = pytest.mark.urls("tests.look.no_routes")

ERRORS = ["400", "403", "403_csrf", "404", "429", "500"]


@pytest.mark.parametrize("code", ERRORS)
def test_an_error_page_needs_nothing_and_leads_back(code: str) -> None:
    html = get_template(f"{code}.html").render()
    assert '<a class="btn btn-primary" href="/">' in html
    assert 'data-theme="auto"' in html
    assert "</html>" in html


def page(**prefs: object) -> str:
    request = RequestFactory().get("/nowhere/")
    request.user = AnonymousUser()
    if prefs:
        request.prefs = SimpleNamespace(**prefs)  # type: ignore[attr-defined]
    return " ".join(render_to_string("404.html", request=request).split())


def test_the_page_follows_the_reader() -> None:
    html = page(theme="night", deck="cvd", speed="none", sound=False, big_cards=True)
    assert (
        'dir="ltr" data-theme="night" data-deck="cvd" data-speed="none" '
        'data-sound="off" data-cards="big"' in html
    )


def test_without_preferences_the_house_defaults_stand() -> None:
    html = page()
    assert 'data-theme="auto" data-deck="four" data-speed="normal" data-sound="on">' in html


def test_scripts_come_in_the_order_they_need() -> None:
    html = page()
    places = [html.index(name) for name in ("early_clicks", "vendor", "js/site.js")]
    assert places == sorted(places)
    assert '"allowEval":false' in html
    assert '"X-CSRFToken": "' in html
    assert 'hx-ext="ws,morph"' in html
