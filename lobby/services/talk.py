"""Chat, mutes, invitations, and the calls that bring people to a table."""

from django.db import transaction
from django.db.models.functions import Now

from accounts.access import permissions
from accounts.models import User
from accounts.notices import selectors as friends
from accounts.people.locking import lock_people, lock_person
from accounts.sanctions.services import check_may_judge
from accounts.staff import audit_log
from accounts.staff.refusals import NoReason
from games.engine.sanitize import LONGEST, clean
from games.live import broadcast
from games.models import Match, Seat
from lobby import limits, notices, refusals, selectors
from lobby.finding.friends import INVITED_AGAIN
from lobby.models import Awaited, ChatLine, Invitation, Mute, Table
from lobby.room.phrases import PHRASES
from lobby.services.checks import admit, check_waiting
from lobby.services.locking import lock_table


def say(
    table_id: int, user: User, text: str = "", phrase: str = "", *, watching: bool = False
) -> None:
    """A quick phrase or a line of one's own. Those who sit at the table talk; watchers read.

    `watching`: among those who watch. The players read it when the match is over.
    """
    admit(user)
    permissions.check_may_talk(user)
    text = "" if phrase else clean(text[: LONGEST * 4])
    if phrase not in PHRASES and not text:
        raise refusals.NothingSaid
    if user.is_guest and phrase not in PHRASES:
        raise refusals.GuestsUsePhrases
    if len(text) > LONGEST:
        raise refusals.TooLong
    with transaction.atomic():
        admit(lock_person(user.pk))  # somebody who left meanwhile leaves no line behind
        table = Table.objects.get(pk=table_id)
        if watching:
            _check_watches(table, user)
        elif not selectors.sits_at(table, user):
            raise refusals.NotAtThisTable
        limits.CHAT.take(user.pk)
        ChatLine.objects.create(
            table=table,
            user=user,
            text=text,
            phrase=phrase if phrase in PHRASES else "",
            watched_id=table.match_id if watching else None,
        )
        broadcast.venue_changed(table.venue, "chat")


def _check_watches(table: Table, user: User) -> None:
    if not table.public:
        raise refusals.NobodyWatches
    if selectors.sits_at(table, user):
        raise refusals.PlayersDoNotWatch
    if table.status != Table.Status.PLAYING:
        raise refusals.NothingToWatch


@transaction.atomic
def remove_line(line_id: int, by: User, reason: str) -> None:
    """Staff take a line from everybody's eyes. Its words are kept for them; its author is told."""
    line = ChatLine.objects.select_related("table", "user").filter(pk=line_id).first()
    if line is None or line.user is None:  # it went with its author's account
        raise refusals.NothingSaid
    check_may_judge(by, line.user)
    if not reason.strip():
        raise NoReason
    if not ChatLine.objects.filter(pk=line.pk, removed_at=None).update(removed_at=Now()):
        return
    audit_log.record(by, "removed a chat line", line, reason.strip())
    notices.line_removed(line, reason.strip())
    broadcast.venue_changed(line.table.venue, "talk")


def announce(table: Table, key: str) -> None:
    """A line of the house itself."""
    ChatLine.objects.create(table=table, phrase=key)
    broadcast.venue_changed(table.venue, "chat")


def mute(user: User, name: str, muted: bool = True) -> None:
    """For oneself: the other one's lines are not shown here any more, and nobody is told."""
    other = User.objects.filter(username=name, is_bot=False).exclude(pk=user.pk).first()
    if other is None:
        raise refusals.NobodyToMute
    with transaction.atomic():
        if not all(each.is_active for each in lock_people([user.pk, other.pk])):
            raise refusals.NobodyToMute
        if muted:
            Mute.objects.get_or_create(user=user, muted=other)
        else:
            Mute.objects.filter(user=user, muted=other).delete()


def invite(table_id: int, user: User, name: str) -> User:
    """Asks somebody to come to the table where one sits. They hear of it wherever they are."""
    admit(user)
    if user.is_guest:
        raise refusals.GuestsInviteByLink
    rows = User.objects.filter(username__iexact=name.strip(), is_bot=False, is_active=True)
    other = rows.exclude(pk=user.pk).first()
    if other is None:
        raise refusals.NobodyToInvite
    with transaction.atomic():
        if not all(each.is_active for each in lock_people([user.pk, other.pk])):
            raise refusals.NobodyToInvite
        table = lock_table(table_id)
        if not selectors.sits_at(table, user):
            raise refusals.NotAtThisTable
        if table.chairs.filter(user=other).exists():
            raise refusals.SitsHereAlready(other.username)
        check_waiting(table)
        if not selectors.free_chairs(table):
            raise refusals.TableFull
        check_may_invite(user, other)
        recent = selectors.seconds_ago(INVITED_AGAIN)
        if table.invitations.filter(user=other, at__gt=recent).exists():
            raise refusals.InvitedAlready(other.username)
        Invitation.objects.update_or_create(
            table=table, user=other, defaults={"by": user, "at": Now()}
        )
        notices.invited(table, user, other)
        broadcast.venue_changed(table.venue, "room")
    return other


def check_may_invite(user: User, other: User) -> None:
    """Wherever one asks another to come. Whom somebody has muted learns nothing of it: the
    sentence is the same."""
    if limits.INVITATIONS.wait(user.pk):
        raise refusals.TooManyInvitations
    muted = Mute.objects.filter(user=other, muted=user).exists()
    if muted or not friends.takes_invitations(other.pk, user.pk):
        raise refusals.TakesNoInvitations(other.username)


def await_start(table_id: int, user: User, wanted: bool = True) -> None:
    """Somebody who does not sit here wants to hear when the next match starts, or no longer."""
    with transaction.atomic():
        admit(lock_person(user.pk))
        table = lock_table(table_id)
        if wanted and table.public and not selectors.sits_at(table, user):
            Awaited.objects.get_or_create(table=table, user=user)
        else:
            Awaited.objects.filter(table=table, user=user).delete()
        broadcast.venue_changed(table.venue, "room")


def call_to_table(match_id: int, venue: str, seq: int, seats: list[int]) -> None:
    """At a table with a long clock it is somebody's turn. They hear of it once per turn."""
    table = Table.objects.filter(pk=selectors.table_id_of(venue)).first()
    if table is not None:
        acting = Match.objects.values_list("acting", flat=True).get(pk=match_id)
        rows = Seat.objects.filter(match_id=match_id, user__is_bot=False)
        users = dict(rows.values_list("index", "user_id"))
        called = [users[seat] for seat in seats if seat in users]
        waited_for = [users[seat] for seat in acting if seat in users]
        notices.turn_came(table, match_id, seq, called, waited_for)
