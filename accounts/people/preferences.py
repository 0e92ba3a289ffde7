"""Preferences of a reader: from their account, or a visitor's cookie, or the defaults."""

from dataclasses import dataclass

from django.http import HttpRequest

from accounts.models import Deck, Speed, Theme

THEME_COOKIE = "theme"


@dataclass(frozen=True)
class Prefs:
    language: str = ""
    theme: str = Theme.AUTO.value
    deck: str = Deck.FOUR.value
    speed: str = Speed.NORMAL.value
    sound: bool = True
    confirm_moves: bool = False
    play_forced: bool = True
    big_cards: bool = False


def prefs_for(request: HttpRequest) -> Prefs:
    user = request.user
    if user.is_authenticated:
        return Prefs(
            language=user.language,
            theme=user.theme,
            deck=user.deck,
            speed=user.speed,
            sound=user.sound,
            confirm_moves=user.confirm_moves,
            play_forced=user.play_forced,
            big_cards=user.big_cards,
        )
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return Prefs(theme=theme if theme in Theme.values else Theme.AUTO.value)
