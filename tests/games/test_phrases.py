"""Phrases are remembered by language, and only where one language is spoken throughout."""

from django.utils import translation

from games.page import jinja
from games.page.phrases import gettext, ngettext, spoken


def test_each_language_has_phrases_of_its_own() -> None:
    hours = ("%(num)d hour", "%(num)d hours")
    for language, yes, two in (("en", "Yes", hours[1]), ("de", "Ja", "%(num)d Stunden")) * 2:
        with translation.override(language), spoken():
            assert gettext("Yes") == yes
            assert ngettext(*hours, 2) == two


def test_outside_a_rendering_the_active_language_is_asked_every_time() -> None:
    with translation.override("de"):
        assert gettext("Yes") == "Ja"
        with translation.override("en"):
            assert gettext("Yes") == "Yes"


def test_drawings_are_remembered_by_language() -> None:
    assert jinja.drawings("en")["card"] is not jinja.drawings("de")["card"]


def test_values_in_a_phrase_are_escaped() -> None:
    said = jinja.translated("<bdi>%(name)s</bdi> is to play", name="<i>")
    assert said == "<bdi>&lt;i&gt;</bdi> is to play"
