"""Preferences middleware: language, light, cards, sound and movement of whoever reads."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation import get_language_from_request

from accounts.people.preferences import Prefs, prefs_for


class PreferencesMiddleware:
    """Attaches `request.prefs` and speaks the reader's language.

    A person's own choice comes first, then the language cookie, then what the browser asks for.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        prefs: Prefs = prefs_for(request)
        request.prefs = prefs  # type: ignore[attr-defined]
        known = dict(settings.LANGUAGES)
        language = prefs.language if prefs.language in known else get_language_from_request(request)
        translation.activate(language)
        request.LANGUAGE_CODE = translation.get_language()
        response = self.get_response(request)
        response.headers.setdefault("Content-Language", request.LANGUAGE_CODE)
        return response
