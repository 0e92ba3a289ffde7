"""Refusals of rated play, each with a code and one sentence. Friendly tables stay open to all."""

from django.urls import reverse

from refusals import Refusal, gettext_noop


class BotsPlayFriendly(Refusal):
    """For bot accounts, which programs play from."""

    code = "friendly-only"
    sentence = gettext_noop("Bot accounts play friendly matches only, and this table is rated.")


class GuestsPlayFriendly(Refusal):
    """For guests, who have no account."""

    code = "guests-play-friendly"
    sentence = gettext_noop("Rated matches take an account of your own. Friendly tables are open.")
    link_words = gettext_noop("Sign up and keep your matches")

    def __init__(self) -> None:
        super().__init__()
        self.link = reverse("account_signup")


class ProgramsPlayFriendly(Refusal):
    """For whoever shows a token instead of signing in."""

    code = "programs-play-friendly"
    sentence = gettext_noop(
        "A rated match is played by hand: a program that shows your token plays friendly ones only."
    )


class AddressNotConfirmed(Refusal):
    code = "address-not-confirmed"
    sentence = gettext_noop(
        "Rated tables ask for a confirmed e-mail address. Friendly tables are open."
    )
    link_words = gettext_noop("Confirm your address")

    def __init__(self) -> None:
        super().__init__()
        self.link = reverse("account_email")


class CoolingDown(Refusal):
    """Somebody left too often."""

    code = "cooling-down"
    sentence = gettext_noop(
        "You left %(left)d matches within a week, so rated tables wait for you another %(wait)s. "
        "Friendly tables are open."
    )
    link_words = gettext_noop("Your karma")

    def __init__(self, left: int, wait: str) -> None:
        super().__init__(left=left, wait=wait)
        self.link = reverse("karma:mine")
