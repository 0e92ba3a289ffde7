"""Share images of a game and of the house."""

from django.utils.translation import gettext as _

from games import registry
from games.page.introduction import minutes_line, players_line
from sharing.pictures.house import GamePicture, HousePicture


def game_picture(key: str) -> GamePicture:
    game = registry.game(key)
    info = game.info
    facts = (players_line(info), minutes_line(info))
    return GamePicture(_(info.name), _(info.blurb), facts, game.emblem)


def house_picture() -> HousePicture:
    slogan = _("Live table games with friends, strangers and friendly bots.")
    return HousePicture(slogan, tuple(game.emblem for game in registry.games()))
