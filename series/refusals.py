"""Refusals of series, each with a code and one sentence."""

from refusals import Refusal, gettext_noop


class NoSuchSeries(Refusal):
    code = "no-such-series"
    status = 404
    sentence = gettext_noop("There is no evening or tournament with this code.")


class NoName(Refusal):
    code = "no-name"
    sentence = gettext_noop("Give it a name of at most 60 characters.")


class NoSuchKind(Refusal):
    code = "no-such-kind"
    sentence = gettext_noop("Choose an arena, Swiss or a knock-out.")


class EmptyProgramme(Refusal):
    code = "empty-programme"
    sentence = gettext_noop("Choose at least one game, and at most %(most)d.")


class ProgrammeChanged(Refusal):
    code = "programme-changed"
    status = 409
    sentence = gettext_noop("The programme has changed meanwhile. Look at it again.")


class LastGame(Refusal):
    code = "last-game"
    status = 409
    sentence = gettext_noop("That is the last game. Add another first, or end the night.")


class NoTeamsAtNight(Refusal):
    code = "no-teams-at-night"
    sentence = gettext_noop(
        "At a night everybody plays for themselves: choose the game without teams."
    )


class LiveClockOnly(Refusal):
    code = "live-clock-only"
    sentence = gettext_noop(
        "Everybody plays at the same time here: choose a turn clock in seconds."
    )


class NoHostedGames(Refusal):
    code = "no-hosted-games"
    sentence = gettext_noop("A game with a host has no place here: the host could not play.")


class WrongSize(Refusal):
    code = "wrong-size"
    sentence = gettext_noop("This game is not played by that many at a table.")


class WrongNumber(Refusal):
    code = "wrong-number"
    sentence = gettext_noop("%(what)s must be between %(least)d and %(most)d.")


class NotInThePast(Refusal):
    code = "not-in-the-past"
    sentence = gettext_noop("Choose a start in the future, within %(days)d days.")


class KarmaForMakers(Refusal):
    code = "karma-for-makers"
    sentence = gettext_noop(
        "Who makes a tournament needs a karma of at least %(least)d. Yours is %(yours)d."
    )


class StaffOnly(Refusal):
    code = "staff-only"
    status = 403
    sentence = gettext_noop("Only the staff can plan that: %(what)s.")


class TooManySeries(Refusal):
    code = "too-many-series"
    sentence = gettext_noop("You have planned %(most)d already. Wait until one is over.")


class PrivateIsFriendly(Refusal):
    code = "private-is-friendly"
    sentence = gettext_noop("By link alone it cannot be rated: nobody chooses whom to win from.")


class GuestsPlayNights(Refusal):
    code = "guests-play-nights"
    status = 403
    sentence = gettext_noop(
        "Tournaments are for people with an account. Make one: it takes a minute."
    )


class EntryClosed(Refusal):
    code = "entry-closed"
    status = 409
    sentence = gettext_noop("It is too late to join: it has gone too far.")


class IsOver(Refusal):
    code = "series-over"
    status = 409
    sentence = gettext_noop("It is over.")


class NotRunning(Refusal):
    code = "not-running"
    status = 409
    sentence = gettext_noop("It is not running.")


class NoClock(Refusal):
    code = "no-clock"
    status = 409
    sentence = gettext_noop("No clock of it runs now: its tables play by their own.")


class HasBegun(Refusal):
    code = "has-begun"
    status = 409
    sentence = gettext_noop("It has begun already.")


class IsFull(Refusal):
    code = "series-full"
    status = 409
    sentence = gettext_noop("All %(most)d places are taken.")


class NoProgramsHere(Refusal):
    code = "no-programs-here"
    status = 403
    sentence = gettext_noop("Only people play here; whoever made it lets no programs in.")


class ConfirmFirst(Refusal):
    code = "confirm-first"
    status = 403
    sentence = gettext_noop("Confirm your e-mail address first: that is asked of everybody here.")


class KarmaTooLow(Refusal):
    code = "karma-too-low"
    status = 403
    sentence = gettext_noop("A karma of at least %(least)d is asked here. Yours is %(yours)d.")


class RatingOutOfRange(Refusal):
    code = "rating-out-of-range"
    status = 403
    sentence = gettext_noop("This one is for ratings %(range)s. Yours is %(yours)d.")


class NoRatingYet(Refusal):
    code = "no-rating-yet"
    status = 403
    sentence = gettext_noop("This one is for ratings %(range)s. You have none in this game yet.")


class Removed(Refusal):
    code = "removed-from-series"
    status = 403
    sentence = gettext_noop("You were removed from this one and cannot join it again.")


class InTeams(Refusal):
    code = "in-teams"
    sentence = gettext_noop("This one is played in teams of two. Name your partner.")


class NoPartner(Refusal):
    code = "no-partner"
    sentence = gettext_noop("There is nobody of this name who could be your partner.")


class PartnerTaken(Refusal):
    code = "partner-taken"
    status = 409
    sentence = gettext_noop("%(name)s is in another team already.")


class NotIn(Refusal):
    code = "not-in-series"
    status = 409
    sentence = gettext_noop("You are not in this one.")


class HostOnly(Refusal):
    code = "host-only"
    status = 403
    sentence = gettext_noop("Only the host can do that.")


class NobodyThere(Refusal):
    code = "nobody-there"
    status = 409
    sentence = gettext_noop("Nobody has joined yet.")


class NothingPlayed(Refusal):
    code = "nothing-played"
    status = 409
    sentence = gettext_noop("No game has been played yet.")


class NoSuchEntrant(Refusal):
    code = "no-such-entrant"
    status = 404
    sentence = gettext_noop("Nobody of this name is in it.")


class NoSuchMatch(Refusal):
    code = "no-such-match-here"
    status = 404
    sentence = gettext_noop("This match is not one of its matches.")
