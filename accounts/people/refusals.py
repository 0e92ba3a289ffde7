"""Refusals to guests, each with a code and one sentence."""

from django.urls import reverse

from refusals import Refusal, gettext_noop


class BadName(Refusal):
    """The reason comes from the rules for names."""

    code = "bad-name"


class AccountNeeded(Refusal):
    """What a guest may not do, a member may: each says what, and leads to the sign-up."""

    code = "account-needed"
    status = 403
    sentence = gettext_noop(
        "That takes an account of your own. As a guest you can sign up for one."
    )
    link_words = gettext_noop("Sign up and keep your matches")

    def __init__(self) -> None:
        super().__init__()
        self.link = reverse("account_signup")


class GuestsBarred(Refusal):
    """Somebody was banned who came from the same browser or address."""

    code = "guests-barred"
    status = 403
    sentence = gettext_noop(
        "Somebody who came from here is banned, so guests are not let in from here now. "
        "With an account of your own you are."
    )
    link_words = gettext_noop("Sign up")

    def __init__(self) -> None:
        super().__init__()
        self.link = reverse("account_signup")
