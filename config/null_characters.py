"""Null characters in a request: refused once, for all addresses. Postgres stores none of them."""

from collections.abc import Callable, Iterator

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, QueryDict

from config.error_pages import answer
from refusals import Refusal, gettext_noop


class NullCharacter(Refusal):
    code = "null-character"
    status = 400
    sentence = gettext_noop("A null character (U+0000) was in what you sent. Take it out.")


class NullCharacters:
    """In the address, the query, a cookie, a form or a JSON body."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if any("\0" in text for text in texts(request)) or in_json(request):
            return answer(request, NullCharacter(), "400.html")
        return self.get_response(request)


def texts(request: HttpRequest) -> Iterator[str]:
    yield request.path_info
    yield from request.COOKIES.values()
    if "%00" in request.META.get("QUERY_STRING", ""):
        yield from words_of(request.GET)
    if request.method == "POST":
        yield from words_of(request.POST)


def words_of(form: QueryDict) -> Iterator[str]:
    for name, values in form.lists():
        yield name
        yield from (value for value in values if isinstance(value, str))


def in_json(request: HttpRequest) -> bool:
    if request.content_type != "application/json":
        return False
    try:
        return rb"\u0000" in request.body
    except RequestDataTooBig:
        return False  # whoever reads it refuses it for that
