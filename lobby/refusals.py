"""Refusals of the lobby, each with a code and one sentence. Some show the way to another table."""

from django.urls import reverse

from accounts.people.refusals import AccountNeeded
from refusals import Refusal, gettext_noop
from refusals.wording import words

__all__ = ["words"]


class NoSuchTable(Refusal):
    code = "no-such-table"
    status = 404
    sentence = gettext_noop("There is no table with this code.")


class NoSuchGame(Refusal):
    code = "no-such-game"
    status = 404
    sentence = gettext_noop("This game is not played here.")


class TableFull(Refusal):
    code = "table-full"
    status = 409
    sentence = gettext_noop("Every chair at this table is taken.")


class TableClosed(Refusal):
    code = "table-closed"
    status = 409
    sentence = gettext_noop("This table is closed. Open it again to play here.")


class TableOpen(Refusal):
    code = "table-open"
    status = 409
    sentence = gettext_noop("This table is open already.")


class MatchRunning(Refusal):
    code = "match-running"
    status = 409
    sentence = gettext_noop("A match is being played here. Wait for its end.")


class Reserved(Refusal):
    """Its chairs were given out elsewhere, and the refusal leads there."""

    code = "reserved"
    status = 409
    sentence = gettext_noop("The chairs of this table are given out by a tournament or an evening.")
    link_words = gettext_noop("Look at it")

    def __init__(self, link: str) -> None:
        super().__init__()
        self.link = link


class StillPlaying(Refusal):
    code = "still-playing"
    status = 409
    sentence = gettext_noop("You are in the middle of a match. Give it up first, or play it out.")


class NotAtThisTable(Refusal):
    code = "not-at-this-table"
    status = 403
    sentence = gettext_noop("You do not sit at this table.")


class OwnerOnly(Refusal):
    code = "owner-only"
    status = 403
    sentence = gettext_noop("Only the owner of the table can do that.")


class NotYourself(Refusal):
    code = "not-yourself"
    sentence = gettext_noop("To get up yourself, leave the table.")


class EmptyChair(Refusal):
    code = "empty-chair"
    sentence = gettext_noop("Nobody sits in this chair.")


class NoSuchLevel(Refusal):
    code = "no-such-level"
    sentence = gettext_noop("There is no bot of this strength.")


class WrongNumber(Refusal):
    code = "wrong-number"
    sentence = gettext_noop("This game is not played by that many people.")


class NoGuestsHere(AccountNeeded):
    code = "no-guests-here"
    sentence = gettext_noop("The owner of this table lets only people with an account sit down.")


class GuestsHaveNoKarma(AccountNeeded):
    code = "guests-have-no-karma"
    sentence = gettext_noop("This table asks for karma, and a guest has none yet.")


class GuestsUsePhrases(AccountNeeded):
    code = "guests-use-phrases"
    sentence = gettext_noop("Guests talk in phrases and signs. Words of your own take an account.")


class GuestsInviteByLink(AccountNeeded):
    code = "guests-invite-by-link"
    sentence = gettext_noop("Guests invite with the table's link. By name takes an account.")


class NotInOneRoom(Refusal):
    code = "not-in-one-room"
    sentence = gettext_noop("This game is played with everybody at their own screen.")


class NameTooLong(Refusal):
    code = "name-too-long"
    sentence = gettext_noop("A name has at most 20 characters here.")


class NamesAlike(Refusal):
    code = "names-alike"
    sentence = gettext_noop("Two players have the same name. Tell them apart.")


class NoBotsHere(Refusal):
    code = "no-bots-here"
    sentence = gettext_noop("At a table with a host people answer aloud. Bots cannot.")


class NoBotsByThemselves(Refusal):
    code = "no-bots-by-themselves"
    sentence = gettext_noop(
        "Bots join by themselves only where all play and the clock is short. Wait for people here."
    )


class ChairTaken(Refusal):
    code = "chair-taken"
    sentence = gettext_noop("This chair is taken.")


class RatedMeansForfeit(Refusal):
    code = "rated-means-forfeit"
    sentence = gettext_noop("At a rated table, whoever leaves forfeits the match.")


class NoSuchLeaver(Refusal):
    code = "no-such-leaver"
    sentence = gettext_noop("Choose what happens when somebody leaves.")


class TooManyTables(Refusal):
    code = "too-many-tables"
    sentence = gettext_noop("You have three open tables already. Close one by leaving it.")


class KarmaTooLow(Refusal):
    code = "karma-too-low"
    sentence = gettext_noop(
        "This table asks for a karma of at least %(least)d. Yours is %(yours)d."
    )
    link_words = gettext_noop("Your karma")

    def __init__(self, least: int, yours: int) -> None:
        super().__init__(least=least, yours=yours)
        self.link = reverse("karma:mine")


class AsksTooMuch(KarmaTooLow):
    code = "asks-too-much"
    sentence = gettext_noop(
        "Your own karma is %(yours)d. A table cannot ask for more than its owner has."
    )


class NoSuchFloor(Refusal):
    code = "no-such-floor"
    sentence = gettext_noop("A table can ask for a karma between 0 and 100.")


class TooManyMatches(Refusal):
    code = "too-many-matches"
    sentence = gettext_noop(
        "You are playing %(most)d matches already. Finish one before you begin another."
    )


class NobodyToInvite(Refusal):
    code = "nobody-to-invite"
    sentence = gettext_noop("There is nobody of this name to invite.")


class SitsHereAlready(Refusal):
    code = "sits-here-already"
    sentence = gettext_noop("%(name)s sits at this table already.")

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class InvitedAlready(SitsHereAlready):
    code = "invited-already"
    sentence = gettext_noop("%(name)s was invited a moment ago. Wait for an answer.")


class TakesNoInvitations(SitsHereAlready):
    code = "takes-no-invitations"
    sentence = gettext_noop("%(name)s takes no invitations from you now.")


class TooManyInvitations(Refusal):
    code = "too-many-invitations"
    sentence = gettext_noop("That were many invitations. Wait a minute.")


class NothingToWatch(Refusal):
    code = "nothing-to-watch"
    sentence = gettext_noop("Watchers talk among themselves while a match is played.")


class PlayersDoNotWatch(Refusal):
    code = "players-do-not-watch"
    sentence = gettext_noop("You play here: what the watchers say you read after the match.")


class NobodyWatches(Refusal):
    code = "nobody-watches"
    sentence = gettext_noop("Nobody looks on at a private table.")


class NothingSaid(Refusal):
    code = "nothing-said"
    sentence = gettext_noop("There is nothing to send.")


class TooLong(Refusal):
    code = "too-long"
    sentence = gettext_noop("That is too long: at most 300 characters.")


class NobodyToMute(Refusal):
    code = "nobody-to-mute"
    sentence = gettext_noop("There is nobody of this name to mute.")


class Elsewhere(Refusal):
    """One's place is at another table, and the refusal leads there."""

    link_words = gettext_noop("Back to that table")

    def __init__(self, table_code: str) -> None:
        super().__init__(code=table_code)
        self.link = reverse("lobby:table", args=[table_code])


class PlayingElsewhere(Elsewhere):
    code = "playing-elsewhere"
    status = 409
    sentence = gettext_noop("You are playing at table %(code)s.")


class SeatedElsewhere(Elsewhere):
    code = "seated-elsewhere"
    status = 409
    sentence = gettext_noop(
        "You already wait at the rated table %(code)s. One rated seat at a time."
    )
