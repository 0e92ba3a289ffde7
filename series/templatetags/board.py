"""Template tag of a series' page: `{% part board "series/bracket.html" %}`, rendered for all."""

from django import template
from django.utils.safestring import SafeString

from series.board import Board

register = template.Library()


@register.simple_tag
def part(board: Board, name: str) -> SafeString:
    return board.html(name)
