"""Acts of people about themselves and each other: accounts, programs, guests, notices, devices."""

from datetime import time

from django.db import transaction
from django.test import RequestFactory

from accounts.devices import services as devices
from accounts.karma import services as karma
from accounts.models import User
from accounts.notices import services as notices
from accounts.people import guests
from accounts.people.closing import close_account
from accounts.push import outbox
from accounts.push import services as push
from accounts.push.models import Message
from accounts.sanctions import services as sanctions
from accounts.sanctions.models import Kind
from accounts.signals import guest_signed_in
from api import services as programs
from api.models import Scope
from lobby.services import talk
from moderation import services as reports
from tests.stress.acts.registry import Call, about, act
from tests.stress.scene import LONG_AGO, Scene, subscription

about("ana", "close", lambda user, _: close_account(user))
about("ben", "other_closes", lambda user, _: close_account(user))
about("dov", "close_who_waits", lambda user, _: close_account(user))
about("ana", "follow", lambda user, by: notices.follow(by, user.username), by="dov")
about("hal", "unfollow", lambda user, by: notices.unfollow(by, user.username), by="ana")
about("ana", "wish", lambda user, _: notices.wish(user, show_online=False, invites="nobody"))
about("ana", "report", lambda user, by: reports.report_name(by, user.username), by="eve")
about("eve", "report_back", lambda user, by: reports.report_name(by, user.username), by="ana")
about("ana", "make_token", lambda user, _: programs.make_token(user, "mine", Scope.values))
about("ana", "revoke_tokens", lambda user, _: programs.revoke_all(user))
about("ana", "stop_mail", lambda user, _: push.stop_mail(user))


@act
def report_line(scene: Scene) -> Call:
    user, code = scene.person("eve"), scene.table("live").code
    return lambda: reports.report_chat(user, code, scene.id("line"))


@act
def report_player(scene: Scene) -> Call:
    user, match = scene.person("eve"), scene.match("live")
    return lambda: reports.report_player(user, match, 0, "leaving")


@act
def read_notices(scene: Scene) -> Call:
    notices.notify(scene.id("ben"), "karma", {"what": "So", "change": 1, "value": 76})
    return lambda: notices.read(scene.id("ben"))


@act
def make_program(scene: Scene) -> Call:
    owner = scene.person("ana")
    return lambda: programs.make_bot(owner, f"Machine-{scene.k}")


@act
def close_program(scene: Scene) -> Call:
    owner, name = scene.person("ana"), scene.person("robot").username
    return lambda: programs.close_bot(owner, name)


@act
def note_device(scene: Scene) -> Call:
    user, request = scene.person("ana"), RequestFactory().get("/")
    return lambda: devices.note(request, user, "a browser")


@act
def choose_name(scene: Scene) -> Call:
    user = scene.person("ana")
    sanctions.impose(user, Kind.RENAME, "So.", by=None)
    return lambda: sanctions.choose_name(user, f"Anna-{scene.k}")


@act
def appeal_karma(scene: Scene) -> Call:
    user = scene.person("ana")
    return lambda: karma.appeal(scene.id("entry"), user, "It was the train.")


@act
def appeal_sanction(scene: Scene) -> Call:
    user = scene.person("ana")
    warning = sanctions.impose(user, Kind.WARNING, "So.", by=None)
    return lambda: sanctions.appeal(warning.pk, user, "It was not me.")


# ---- Guests -------------------------------------------------------------------------------------


@act
def guest_signs_up(scene: Scene) -> Call:
    guest = scene.person("gus")

    @transaction.atomic
    def sign_up() -> None:
        guests.promote(guest)
        guest.email = f"{guest.username}@example.com"
        guest.save()

    return sign_up


@act
def guest_signs_in(scene: Scene) -> Call:
    guest, user = scene.person("gus"), scene.person("eve")

    def sign_in() -> None:
        guest_signed_in.send_robust(sender=User, guest=guest, user=user)
        close_account(guest)

    return sign_in


@act
def guests_day_ends(scene: Scene) -> Call:
    User.objects.filter(pk=scene.id("gus")).update(date_joined=LONG_AGO)
    return guests.end_guests


# ---- Push ---------------------------------------------------------------------------------------


@act
def subscribe(scene: Scene) -> Call:
    user = scene.person("ana")
    given = subscription(user.username)
    return lambda: push.subscribe(user, **given, agent="")


@act
def choose_kinds(scene: Scene) -> Call:
    user = scene.person("ana")
    return lambda: push.choose(user, scene.id("device"), ["invitation"])


@act
def forget_device(scene: Scene) -> Call:
    user = scene.person("ana")
    return lambda: push.remove(user, scene.id("device"))


@act
def be_reached(scene: Scene) -> Call:
    user, night = scene.person("ana"), {"quiet_from": time(22), "quiet_to": time(7)}
    return lambda: push.reach(user, **night, time_zone="UTC", turn_mail=False)


@act
def deliver(scene: Scene) -> Call:
    """An invitation waits to be sent to Dov."""
    talk.invite(scene.id("waiting"), scene.person("cem"), scene.person("dov").username)
    Message.objects.filter(user_id=scene.id("dov")).update(due_at=LONG_AGO)
    return outbox.deliver
