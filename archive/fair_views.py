"""Doors to the pages about chance: how it is made, and what it gave so far."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from archive import statistics
from archive.fair import example
from archive.statistics_chart import chart


@require_GET
def fair(request: HttpRequest) -> HttpResponse:
    """Why nobody chooses the cards, in five sentences, with an example to check."""
    return render(request, "archive/fair.html", {"example": example()})


@require_GET
def chance_statistics(request: HttpRequest) -> HttpResponse:
    """What chance gave in all finished matches, and whether it looks like chance."""
    games = [
        (info, [(sample, chart(sample.bars)) for sample in samples])
        for info, samples in statistics.by_game()
    ]
    context = {"games": games, "reading": statistics.reading(), "seldom": statistics.SELDOM}
    return render(request, "archive/statistics.html", context)
