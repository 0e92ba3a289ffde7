"""Who may open which door. Every address of the site stands in one of the tables below, with the
answer that each kind of visitor gets; an address without a row fails.

`in` means: asked to sign up or in. 204 is a deed done, 422 a refusal in words, 403 and 404 a closed
door.
The match in question is running, rated and public, between Leyla and Noam, and whatever else is
asked for by number (a warning, a notice, a token …) is Leyla's. Private and closed tables, those
who left, and guessed numbers have a table of their own: `test_place_matrix.py`.
A game with addresses of its own brings its rows in `tests/games/<key>/access_matrix.txt`.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from accounts.karma import services as karma
from accounts.models import User
from accounts.notices.models import Notice
from accounts.sanctions import services as sanctions
from accounts.sanctions.models import AuditEntry, Kind
from api.models import Scope
from api.services import make_token
from games.presence import leases
from lobby.models import ChatLine, Table
from lobby.services import chairs, tables, talk
from moderation import groups
from moderation import services as reports
from series.services.making import make_night
from tests.lobby.conftest import GAME
from tests.moderation.conftest import of_the_house
from tests.moderation.routes import path_of, routes
from tests.people import confirmed

pytestmark = pytest.mark.django_db

WHO = ("anonymous", "player", "other seat", "spectator", "moderator", "administrator")
OUTSIDERS, STAFF = WHO[:4], WHO[4:]

# method  route                                    anonymous player seat spectator moderator admin
DOORS = """
GET robots.txt                                                200 200 200 200 200 200
GET sitemap.xml                                               200 200 200 200 200 200
GET .well-known/security.txt                                  200 200 200 200 200 200
GET site.webmanifest                                          200 200 200 200 200 200
GET worker.js                                                 200 200 200 200 200 200
GET offline/                                                  200 200 200 200 200 200
GET metrics                                                   404 404 404 404 200 200
GET admin/                                                     in  in  in  in 200 200
GET admin/login/                                               in 403 403 403 302 302
GET admin/password_change/done/                                in  in  in  in 200 200
POST admin/logout/                                            302 302 302 302 200 200
GET admin/password_change/                                     in  in  in  in 302 302
GET admin/autocomplete/                                        in  in  in  in 403 403
GET admin/jsi18n/                                              in  in  in  in 200 200
GET admin/signs/                                               in  in  in  in 200 200
GET admin/r/<path:content_type_id>/<path:object_id>/           in  in  in  in 404 404
GET admin/<app_label>/                                         in  in  in  in 200 200
GET admin/<url>                                                in  in  in  in 404 404
GET accounts/login/                                           200 302 302 302 302 302
POST accounts/logout/                                         302 302 302 302 302 302
GET accounts/inactive/                                        200 200 200 200 200 200
GET accounts/signup/                                          200 302 302 302 302 302
GET accounts/reauthenticate/                                   in 403 403 403 302 302
GET accounts/email/                                            in 200 200 200 200 200
GET accounts/confirm-email/                                   200 200 200 200 200 200
GET accounts/password/change/                                  in 302 302 302 302 302
GET accounts/password/set/                                     in 200 200 200 200 200
GET accounts/password/reset/                                  200 200 200 200 200 200
GET accounts/login/code/confirm/                               in 302 302 302 302 302
GET accounts/confirm-email/<key>/                             200 200 200 200 200 200
GET accounts/password/reset/key/done/                         200 200 200 200 200 200
GET accounts/password/reset/key/<uidb36>-<key>/               200 200 200 200 200 200
GET accounts/password/reset/done/                             200 200 200 200 200 200
GET accounts/2fa/                                              in 200 200 200 200 200
GET accounts/2fa/authenticate/                                 in 302 302 302 302 302
GET accounts/2fa/reauthenticate/                               in 403 403 403 200 200
GET accounts/2fa/totp/activate/                                in 200 200 200 302 302
GET accounts/2fa/totp/deactivate/                              in 404 404 404 302 302
GET accounts/2fa/recovery-codes/                               in 404 404 404 404 404
GET accounts/2fa/recovery-codes/generate/                      in 200 200 200 302 302
GET accounts/2fa/recovery-codes/download/                      in 404 404 404 404 404
POST i18n/setlang/                                            302 302 302 302 302 302
GET api/                                                      200 200 200 200 200 200
GET api/openapi.json                                          200 200 200 200 200 200
GET me/tokens/                                                 in 200 200 200 200 200
POST me/tokens/                                                in 200 200 200 302 302
POST me/tokens/revoke/                                         in 302 302 302 302 302
POST me/tokens/<int:token_id>/revoke/                          in 404 404 404 404 404
POST me/tokens/bots/                                           in 422 422 422 422 422
POST me/tokens/bots/<str:name>/close/                          in 404 404 404 404 404
GET moderation/report/name/<str:name>/                         in 200 200 200 200 200
GET moderation/report/match/<int:match_id>/                    in 200 200 200 200 200
POST moderation/report/match/<int:match_id>/                   in 200 200 200 200 200
GET moderation/report/table/<str:code>/                        in 200 200 200 200 200
GET moderation/report/table/<str:code>/line/<int:line_id>/     in 200 200 200 200 200
POST moderation/report/table/<str:code>/line/<int:line_id>/    in 200 200 200 200 200
GET moderation/reports/                                        in 200 200 200 200 200
GET me/karma/                                                  in 200 200 200 200 200
POST me/karma/<int:entry_id>/appeal/                           in 302 302 302 302 302
GET me/notices/                                                in 200 200 200 200 200
POST me/notices/read/                                          in 302 302 302 302 302
POST me/notices/seen/                                          in 204 204 204 204 204
GET me/notices/bell/                                           in 200 200 200 200 200
POST me/notices/wishes/                                        in 302 302 302 302 302
GET me/notices/<int:notice_id>/                                in 302 302 302 302 302
GET me/notifications/                                          in 200 200 200 200 200
POST me/notifications/                                         in 422 422 422 422 422
POST me/notifications/device/                                  in 422 422 422 422 422
POST me/notifications/device/<int:device_id>/                  in 302 302 302 302 302
GET mail/stop/<str:token>/                                    404 404 404 404 404 404
POST mail/stop/<str:token>/                                   404 404 404 404 404 404
POST me/follow/                                                in 302 302 302 302 302
POST @<str:name>/follow/                                       in 302 302 302 302 302
GET me/standing/                                               in 200 200 200 200 200
POST me/standing/<int:sanction_id>/read/                       in 204 204 204 204 204
POST me/standing/<int:sanction_id>/appeal/                     in 302 302 302 302 302
GET me/name/                                                   in 302 302 302 302 302
POST me/name/                                                  in 302 302 302 302 302
GET appeal/<str:pass_>/                                       404 404 404 404 404 404
POST appeal/<str:pass_>/                                      404 404 404 404 404 404
GET me/                                                        in 200 200 200 200 200
GET me/avatar/                                                 in 200 200 200 200 200
GET me/data/                                                   in 200 200 200 200 200
GET me/leave/                                                  in 200 200 200 200 200
POST me/leave/                                                 in 200 200 200 200 200
POST theme/                                                   204 204 204 204 204 204
GET @<str:name>/                                              200 200 200 200 200 200
GET leaderboards/                                             200 200 200 200 200 200
GET leaderboards/<slug:key>/                                  200 200 200 200 200 200
GET leaderboards/<slug:key>/picture.png                       200 200 200 200 200 200
GET @<str:name>/picture.png                                   200 200 200 200 200 200
GET me/matches/                                                in 302 302 302 302 302
GET me/matches.<form>                                          in 200 200 200 200 200
GET @<str:name>/matches/                                      200 200 200 200 200 200
GET @<str:name>/with/                                         302 302 302 302 302 302
GET @<str:name>/with/<str:other>/                             200 200 200 200 200 200
GET replay/<int:match_id>/                                    409 409 409 409 409 409
GET replay/<int:match_id>/step/<int:step>/                    409 409 409 409 409 409
GET replay/<int:match_id>/log.json                            409 409 409 409 409 409
GET replay/<int:match_id>/verify/                             409 409 409 409 409 409
GET replay/<int:match_id>/result.png                          409 409 409 409 409 409
GET fair/                                                     200 200 200 200 200 200
GET fair/statistics/                                          200 200 200 200 200 200
POST match/<int:match_id>/move/                               422 422 422 422 422 422
POST match/<int:match_id>/resign/                             422 422 204 422 422 422
POST match/<int:match_id>/reclaim/                            422 422 204 422 422 422
GET rules/                                                    200 200 200 200 200 200
GET rules/<slug:key>/                                         200 200 200 200 200 200
GET rules/<slug:key>/picture.png                              200 200 200 200 200 200
GET learn/<slug:key>/                                         200 200 200 200 200 200
POST learn/<slug:key>/move/                                   422 422 422 422 422 422
POST learn/<slug:key>/go/                                     200 200 200 200 200 200
POST learn/<slug:key>/opened/                                 204 204 204 204 204 204
GET picture.png                                               200 200 200 200 200 200
GET healthz                                                   200 200 200 200 200 200
GET readyz                                                    200 200 200 200 200 200
GET turns/                                                     in 200 200 200 200 200
GET series/                                                   200 200 200 200 200 200
GET series/new/<slug:game>/                                    in 200 200 200 200 200
POST series/new/<slug:game>/                                   in 422 422 422 422 422
GET series/<str:series>/                                      302 302 302 302 302 302
POST series/<str:series>/join/                                 in 204 204 204 204 204
POST series/<str:series>/withdraw/                             in 204 204 204 204 204
POST series/<str:series>/step-out/                             in 422 422 422 422 422
POST series/<str:series>/call-off/                             in 422 422 422 204 204
GET night/new/                                                 in 200 200 200 200 200
POST night/new/                                                in 422 422 422 422 422
GET night/<str:series>/                                       200 200 200 200 200 200
GET night/<str:series>/screen/                                200 200 200 200 200 200
POST night/<str:series>/begin/                                 in 422 422 422 204 204
POST night/<str:series>/skip/                                  in 422 422 422 422 422
POST night/<str:series>/repeat/                                in 422 422 422 422 422
POST night/<str:series>/next/                                  in 422 422 422 422 422
POST night/<str:series>/pause/                                 in 422 422 422 422 422
POST night/<str:series>/resume/                                in 422 422 422 204 204
POST night/<str:series>/end/                                   in 422 422 422 204 204
GET series/<str:series>/podium.png                            404 404 404 404 404 404
GET series/<str:series>/marks/<int:entrant>/                  404 404 404 404 404 404
GET night/<str:series>/games/<slug:game>/                      in 303 303 303 200 200
POST night/<str:series>/games/<slug:game>/                     in 422 422 422 422 422
GET night/<str:series>/games/<int:index>/<slug:game>/          in 303 303 303 200 200
POST night/<str:series>/games/<int:index>/<slug:game>/         in 422 422 422 422 422
POST night/<str:series>/games/<int:index>/<slug:game>/up/      in 422 422 422 204 204
POST night/<str:series>/games/<int:index>/<slug:game>/down/    in 422 422 422 204 204
POST night/<str:series>/games/<int:index>/<slug:game>/drop/    in 422 422 422 422 422
GET (home)                                                    200 200 200 200 200 200
GET new/<slug:game>/                                           in 200 200 200 200 200
POST new/<slug:game>/                                          in 204 422 204 204 204
GET room/<slug:game>/                                          in 404 404 404 404 404
POST play/<slug:game>/                                         in 204 422 204 204 204
GET practise/<slug:game>/                                     200 200 200 200 200 200
POST practise/<slug:game>/                                    204 204 422 204 204 204
POST join/                                                    422 422 422 422 422 422
GET tables/                                                   200 200 200 200 200 200
GET watch/                                                    200 200 200 200 200 200
GET me/friends/                                                in 200 200 200 200 200
GET t/<str:code>/                                             200 200 200 200 200 200
GET t/<str:code>/invitation.png                               200 200 200 200 200 200
GET t/<str:code>/refresh/                                     200 200 200 200 200 200
GET t/<str:code>/screen/                                      200 200 200 200 200 200
POST t/<str:code>/sit/                                         in 422 204 422 422 422
POST t/<str:code>/guests/                                      in 422 422 422 422 422
POST t/<str:code>/leave/                                       in 204 422 204 204 204
POST t/<str:code>/ready/                                       in 422 204 422 422 422
POST t/<str:code>/bot/                                         in 422 422 422 422 422
POST t/<str:code>/countdown/                                   in 422 422 422 422 422
POST t/<str:code>/remove/                                      in 422 422 422 422 422
POST t/<str:code>/resign/                                      in 422 204 422 422 422
GET t/<str:code>/resign/cost/                                  in 303 200 303 303 303
GET t/<str:code>/person/<str:name>/                           200 200 200 200 200 200
POST t/<str:code>/reopen/                                      in 422 422 422 422 422
POST t/<str:code>/say/                                         in 422 204 422 422 422
POST t/<str:code>/aside/                                       in 422 422 422 422 422
POST t/<str:code>/invite/                                      in 422 422 422 422 422
POST t/<str:code>/await/                                       in 204 204 204 204 204
POST t/<str:code>/mute/                                        in 200 200 200 200 200
"""

# A guest is answered like a player, and where an account is needed like a visitor: under these.
NOT_FOR_GUESTS = """
guest accounts/
guest me/tokens/
guest me/friends/
guest me/follow/
guest me/leave/
guest me/notices/wishes/
guest @<str:name>/follow/
"""

# Under one prefix every address answers alike: programs show a token, and a cookie opens nothing.
ALIKE = {"api/v1/": ["401"] * 6}

# What is sent along, where an empty form would be refused whoever sends it.
FORMS = {
    "t/<str:code>/say/": {"text": "good luck"},
    "t/<str:code>/mute/": {"name": "Leyla"},
    "practise/<slug:game>/": {"level": "sharp"},
    "theme/": {"theme": "night"},
    "i18n/setlang/": {"language": "en"},
    "me/standing/<int:sanction_id>/appeal/": {"text": "No"},
    "moderation/report/match/<int:match_id>/": {"seat": "0", "kind": "cheating"},
    "moderation/report/table/<str:code>/": {"seat": "0", "kind": "cheating"},
}

# The admin. To outsiders all of it is closed. For staff, by model: o lets in, x does not, and
# - leads back to the first page, for there is no such thing.
#                         moderator   administrator
#                         list add change delete history
ADMIN = """
account/emailaddress      x x x x -   x x x x -
accounts/user             o x o x o   o x o x o
auth/group                x x x x -   x x x x -
games/match               o x o x o   o x o x o
games/outage              o x - x -   o x - x -
karma/appeal              o x o x o   o x o x o
karma/entry               o x o x o   o x o x o
lobby/chatline            o x o x o   o x o x o
lobby/table               o x o x o   o x o x o
moderation/report         o x o x o   o x o x o
ratings/rating            x x x x -   x x x x -
ratings/ratingchange      x x x x -   x x x x -
sanctions/auditentry      o x o x o   o x o x o
sanctions/appeal          o x o x o   o x o x o
sanctions/sanction        o x o x o   o x o x o
series/series             o x o x o   o x o x o
social/follow             x x x x -   x x x x -
social/notice             x x x x -   x x x x -
"""

# What staff may do to a thing, by the button's name.
ACTS = """
accounts/user       note warn mute unrated rename ban       o o
lobby/chatline      remove_line                             o o
accounts/user       shut                                    x o
sanctions/sanction  lift                                    o o
sanctions/appeal    answer                                  o o
karma/appeal        answer                                  o o
moderation/report   claim decide release remove_line        o o
games/match         time adjudicate abort                   o o
games/match         look                                    x o
series/series       extend remove annul end                 o o
"""


OWN_ROWS = sorted(Path(__file__).parent.parent.glob("games/*/access_matrix.txt"))


def rows() -> list[tuple[str, str, list[str]]]:
    """The method, the route, and the answer for each."""
    table = []
    for line in "\n".join([DOORS, *(file.read_text() for file in OWN_ROWS)]).splitlines():
        if not line.strip() or line.startswith(("#", "guest ")) or len(line.split()) > 9:
            continue
        *words, a, b, c, d, e, f = line.split()
        method, route = words[0], words[1] if len(words) > 1 else ""
        table.append((method, "" if route == "(home)" else route, [a, b, c, d, e, f]))
    return table


def not_for_guests() -> tuple[str, ...]:
    lines = "\n".join([NOT_FOR_GUESTS, *(file.read_text() for file in OWN_ROWS)]).splitlines()
    return tuple(line.split()[1] for line in lines if line.startswith("guest "))


MODEL_PAGE = re.compile(
    r"admin/(?P<model>\w+/\w+)/(?P<page>|add/|<path:object_id>/((change|delete|history)/)?)"
)
ACT = re.compile(r"admin/(?P<model>\w+/\w+)/<path:object_id>/do/<slug:key>/")
PAGES = [
    "",
    "add/",
    "<path:object_id>/change/",
    "<path:object_id>/delete/",
    "<path:object_id>/history/",
]


def admin_rows() -> dict[str, list[str]]:
    table = {}
    for line in "\n".join([ADMIN, *(file.read_text() for file in OWN_ROWS)]).splitlines():
        model, *letters = line.split() or [""]
        if len(letters) == 10:
            table[model] = letters
    return table


# ---- The world ---------------------------------------------------------------------------------


class World:
    """What there is to knock at, and with what."""

    samples: dict[str, Any]
    things: dict[str, int]
    sessions: dict[str, str]


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """Built once; every knock is undone."""
    with django_db_blocker.unblock(), undone():
        yield build()


@contextmanager
def undone() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def build() -> World:
    cache.clear()
    groups.make()
    names = {"other seat": "Noam", "player": "Samir", "spectator": "Omar"}
    names |= {"moderator": "Mona", "administrator": "Adam"}
    people = {who: somebody(name) for who, name in names.items()}
    people["guest"] = User.objects.create(username="Sevda", is_guest=True)
    leyla, noam = somebody("Leyla"), people["other seat"]
    of_the_house(people["moderator"], groups.MODERATORS)
    of_the_house(people["administrator"], groups.ADMINISTRATORS)
    public = dealt(leyla, noam)
    leases.arrive(uuid4(), people["spectator"].pk, public.venue)
    warning = sanctions.impose(leyla, Kind.WARNING, "Mind your words", by=None)
    appeal = sanctions.appeal(warning.pk, leyla, "No")
    entry = karma.record(leyla.pk, "left", match_id=999)
    assert entry is not None
    report = reports.report_name(noam, "Leyla")
    night = make_night(leyla, [{"game": GAME}])
    made = World()
    made.samples = samples_of(public) | {
        "sanction_id": warning.pk,
        "entry_id": entry.pk,
        "notice_id": Notice.objects.filter(user=leyla).latest("pk").pk,
        "token_id": make_token(leyla, "hers", Scope.values)[0].pk,
        "device_id": 1,
        "token": "nobodys",
        "series": night.code,
        "entrant": 1,
    }
    made.things = {
        "accounts/user": leyla.pk,
        "games/match": public.match_id or 0,
        "lobby/table": public.pk,
        "lobby/chatline": made.samples["line_id"],
        "moderation/report": report.pk,
        "sanctions/sanction": warning.pk,
        "sanctions/appeal": appeal.pk,
        "karma/entry": entry.pk,
        "karma/appeal": karma.appeal(entry.pk, leyla, "No").pk,
        "series/series": night.pk,
        "sanctions/auditentry": AuditEntry.objects.latest("pk").pk,
    }
    made.sessions = {who: session_of(user) for who, user in people.items()}
    return made


def somebody(name: str) -> User:
    return confirmed(User.objects.create_user(name, f"{name.lower()}@example.com"))


def session_of(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


def dealt(first: User, second: User) -> Table:
    """A table of two with something said and a match begun."""
    table = tables.open_table(first, GAME)
    chairs.sit(table.pk, second)
    talk.say(table.pk, first, "hello")
    for user in (first, second):
        chairs.set_ready(table.pk, user, nonce="ab" * 16)
    table.refresh_from_db()
    assert table.match_id
    return table


def samples_of(table: Table) -> dict[str, Any]:
    """By the name of a place in a route: something that is there. Nothing has the number 0."""
    numbers = ("question_id", "import_id", "content_type_id", "object_id")
    return dict.fromkeys(numbers, 0) | {
        "code": table.code,
        "match_id": table.match_id,
        "line_id": ChatLine.objects.filter(table=table).latest("pk").pk,
        "step": 0,
        "index": 0,
        "key": GAME,
        "game": GAME,
        "name": "Leyla",
        "other": "Noam",
        "form": "csv",
        "pass_": "forged",
        "rest": "nowhere",
        "uidb36": "1",
        "app_label": "games",
        "url": "nowhere",
    }


def knock(world: World, who: str, method: str, path: str, form: dict[str, str]) -> str:
    cache.clear()
    client = Client(raise_request_exception=False)
    if who in world.sessions:
        client.cookies["sessionid"] = world.sessions[who]
    headers = {"HX-Request": "true"} if method == "POST" else {}
    with undone():
        response = getattr(client, method.lower())(path, form, headers=headers)
    way = response.headers.get("Location", "") or response.headers.get("HX-Redirect", "")
    return "in" if "/login/" in way or "/accounts/signup/" in way else str(response.status_code)


# ---- The doors ---------------------------------------------------------------------------------


def test_every_address_has_a_row() -> None:
    """A new view fails here until somebody has said who may open it."""
    said = {route for _method, route, _answers in rows()}
    models = set(admin_rows())
    for route in routes():
        page, act = MODEL_PAGE.fullmatch(route), ACT.fullmatch(route)
        if route.startswith(tuple(ALIKE)):
            continue
        if route not in said:
            known = (page and page["model"] in models) or (act and act["model"] in ACTS)
            assert known, f"say in tests/moderation/test_access_matrix.py who may open {route!r}"
    assert said <= set(routes()), f"no such address any more: {said - set(routes())}"


@pytest.mark.parametrize(("method", "route", "answers"), rows(), ids=lambda part: str(part)[:60])
def test_who_may_open(world: World, method: str, route: str, answers: list[str]) -> None:
    path = path_of(route, world.samples)
    form = FORMS.get(route, {}) if method == "POST" else {}
    got = {who: knock(world, who, method, path, form) for who in (*WHO, "guest")}
    said = dict(zip(WHO, answers, strict=True))
    like = "anonymous" if route.startswith(not_for_guests()) else "player"
    assert got == said | {"guest": said[like]}


@pytest.mark.parametrize("prefix", ALIKE)
def test_what_answers_alike(world: World, prefix: str) -> None:
    for route in routes():
        if route.startswith(prefix):
            for who, answer in zip(WHO, ALIKE[prefix], strict=True):
                path = path_of(route, world.samples)
                got = knock(world, who, "GET", path, {})
                got = knock(world, who, "POST", path, {}) if got == "405" else got
                nothing = route in ("api/v1/", "api/v1/<path:rest>")
                assert got == ("404" if nothing else answer), (route, who)


@pytest.mark.parametrize("model", admin_rows())
def test_who_may_open_the_pages_of_a_model(world: World, model: str) -> None:
    letters = admin_rows()[model]
    wanted = dict(zip(STAFF, (letters[:5], letters[5:]), strict=True))
    samples = {"object_id": world.things.get(model, 0)}
    for place, page in enumerate(PAGES):
        path = path_of(f"admin/{model}/{page}", samples)
        for who in OUTSIDERS:
            assert knock(world, who, "GET", path, {}) == "in", (who, path)
        for who in STAFF:
            answer = knock(world, who, "GET", path, {})
            letter = {"200": "o", "403": "x", "302": "-"}[answer]
            assert letter == wanted[who][place], (who, path)


@pytest.mark.parametrize("line", ACTS.strip().splitlines(), ids=lambda line: line[:40])
def test_who_may_press_which_button(world: World, line: str) -> None:
    model, *keys, moderator, administrator = line.split()
    for key in keys:
        path = f"/admin/{model}/{world.things[model]}/do/{key}/"
        for who in OUTSIDERS:
            assert knock(world, who, "POST", path, {"reason": "Why not"}) == "in", (who, path)
        for who, letter in zip(STAFF, (moderator, administrator), strict=True):
            answer = knock(world, who, "GET", path, {})
            assert answer == {"x": "403"}.get(letter, answer), (who, path)
            assert answer in ("200", "302", "403"), (who, path)
