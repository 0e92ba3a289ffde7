"""Teams of two: one names the partner, who then joins too. Until then a team forms.

Whoever is asked may say yes to one of those who ask, or name somebody else. Called with the series
locked.
"""

from accounts.models import User
from lobby.services.talk import check_may_invite
from series import notices, refusals
from series.models import Entrant, Member, Series
from series.services.terms import in_teams


def team_that_asks(series: Series, user: User, name: str) -> Entrant | None:
    """The team that waits for this person: of the partner they name, else the first."""
    waiting = series.entrants.filter(invited=user, status=Entrant.Status.FORMING)
    if name.strip():
        waiting = waiting.filter(members__user__username__iexact=name.strip())
    return waiting.first()


def partner_called(series: Series, user: User, name: str) -> User:
    """Whom somebody may ask to be their partner."""
    if not name.strip():
        raise refusals.InTeams
    rows = User.objects.filter(username__iexact=name.strip(), is_active=True, is_bot=False)
    other = rows.exclude(pk=user.pk).first()
    if other is None:
        raise refusals.NoPartner
    if Member.objects.filter(series=series, user=other).exists():
        raise refusals.PartnerTaken(name=other.username)
    check_may_invite(user, other)
    return other


def is_complete(series: Series, entrant: Entrant) -> bool:
    return not in_teams(series.item) or entrant.members.count() == 2


def drop_forming(series: Series) -> None:
    """It begins: whose partner has not joined is not in it, and may join late with another."""
    for team in series.entrants.filter(status=Entrant.Status.FORMING).select_related("invited"):
        notices.partner_missed(series, team)
        team.delete()
