"""View of the statistics: what chance gave so far."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from archive.charts import bar_chart
from archive.statistics import samples


@require_GET
def chance_statistics(request: HttpRequest) -> HttpResponse:
    """What chance gave in all finished matches, and whether it looks like chance."""
    games = [
        (info, [(sample, bar_chart(sample.bars)) for sample in found])
        for info, found in samples.by_game()
    ]
    context = {"games": games, "reading": samples.reading()}
    return render(request, "archive/statistics.html", context)
