"""Prometheus metrics: the site statistics, asked of the database at each scrape.

So every web process gives the same answer, and none keeps a count of its own.
"""

from collections.abc import Iterable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET
from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from accounts.models import User
from games import registry as games
from moderation import site_stats
from moderation.models import Report


class SiteCollector(Collector):
    def collect(self) -> Iterable[Metric]:
        here = site_stats.current()
        matches = GaugeMetricFamily(
            "courtyard_matches_running", "Matches being played", labels=["game"]
        )
        for key in games.game_keys():
            matches.add_metric([key], here.matches.get(key, 0))
        yield matches
        tables = GaugeMetricFamily("courtyard_tables", "Tables not closed", None, ["status"])
        for status in ("open", "playing"):
            tables.add_metric([status], here.tables.get(status, 0))
        yield tables
        reports = GaugeMetricFamily("courtyard_reports_open", "Reports not closed", None, ["kind"])
        for kind in Report.Kind.values:
            reports.add_metric([kind], here.reports.get(kind, 0))
        yield reports
        yield gauge("courtyard_appeals_open", "Appeals not answered", here.appeals)
        yield gauge("courtyard_people_online", "People with a live connection", here.online)
        yield gauge("courtyard_visitors_online", "Connections without an account", here.visitors)
        yield gauge("courtyard_seats", "Seats of running matches", here.seats)
        yield gauge("courtyard_bot_seats", "Those of them that the house plays", here.bot_seats)
        if here.sweep_lag is not None:
            yield gauge(
                "courtyard_sweep_age_seconds",
                "Seconds since the clocks were last looked at",
                here.sweep_lag,
            )
        last = site_stats.recent(1)
        if last:
            moves = CounterMetricFamily(
                "courtyard_moves", "Moves, counted once a minute", labels=["by"]
            )
            moves.add_metric(["player"], last[0].total_moves)
            moves.add_metric(["bot"], last[0].total_bot_moves)
            yield moves


def gauge(name: str, words: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, words, value=value)


_registry = CollectorRegistry(auto_describe=False)
_registry.register(SiteCollector())


@never_cache
@require_GET
def metrics(request: HttpRequest) -> HttpResponse:
    """For whoever holds the token, and for staff who may see the dashboard. To all others it is
    not there."""
    if not may_read(request):
        return HttpResponse(status=404)
    return HttpResponse(generate_latest(_registry), content_type=CONTENT_TYPE_LATEST)


def may_read(request: HttpRequest) -> bool:
    given = request.headers.get("Authorization", "")
    token = settings.METRICS_TOKEN
    if token and constant_time_compare(given, f"Bearer {token}"):
        return True
    user = request.user
    return isinstance(user, User) and user.is_staff and user.has_perm("moderation.see_dashboard")
