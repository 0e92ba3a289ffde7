"""Refusals of push subscriptions."""

from refusals import Refusal, gettext_noop


class BadSubscription(Refusal):
    code = "bad-subscription"
    sentence = gettext_noop("Your browser gave no address that we can send messages to.")


class NoPush(Refusal):
    code = "no-push"
    sentence = gettext_noop("This site sends no push messages.")
