"""Quick phrases of the chat, and the house's own. Stored as a key, told in any language."""

from django.utils.translation import gettext_lazy as _

REACTIONS = {
    "clap": "👏",
    "laugh": "😄",
    "wow": "😮",
    "tears": "😢",
    "fire": "🔥",
    "shake": "🤝",
}
"""One press at the table; they are phrases like the others."""

PHRASES = {
    "hello": _("Hello!"),
    "luck": _("Good luck!"),
    "well": _("Well played!"),
    "thanks": _("Thanks!"),
    "moment": _("One moment, please."),
    "oops": _("Oops!"),
    "close": _("That was close."),
    "again": _("Another one?"),
    "bye": _("I have to go. Goodbye!"),
} | REACTIONS

SYSTEM_PHRASES = {
    "friendly": _("A bot joined, so this table is friendly now. Say again that you are ready."),
    "bot-sat-down": _("A bot took the chair of somebody who did not come: this match is friendly."),
    "bots-joined": _("Nobody else came, so bots have joined: with them the match is friendly."),
    "always-friendly": _("Such a match is friendly now. Say again that you are ready."),
}


def phrase_text(key: str) -> str:
    """A phrase in the reader's language; one that is no longer known says nothing."""
    return str(PHRASES.get(key) or SYSTEM_PHRASES.get(key) or "")
