"""End of a series: with what was played, or called off before anything was."""

from contextlib import suppress

from games.engine.errors import GameOver
from games.services.judging import abort_match
from lobby.services import reserved
from series import notices
from series.models import Pod, Series
from series.services.calling import close, collect, copy_standings, open_pods
from series.services.locking import change, database_now


def end(series: Series) -> None:
    """The last numbers, the end of the clock, and everybody hears their place. Called with the
    series locked, as all of these."""
    copy_standings(series)
    change(
        series, status=Series.Status.OVER, deadline=None, paused_at=None, ended_at=database_now()
    )
    notices.over(series)


def end_now(series: Series, why: str) -> None:
    """What is open ends without a result; what was played to its end counts."""
    call_off_pods(series, why)
    series.rounds_made.filter(ended_at=None).update(ended_at=database_now())
    end(series)


def call_off(series: Series) -> None:
    """It does not begin. Everybody in it is told."""
    change(series, status=Series.Status.CALLED_OFF, deadline=None, ended_at=database_now())
    notices.called_off(series)


def call_off_pods(series: Series, why: str) -> None:
    """Whatever is open ends without a result: tables close, matches are aborted."""
    collect(series)
    while pods := open_pods(series):
        for pod in pods:
            if pod.match is not None:
                with suppress(GameOver):  # it ended meanwhile
                    abort_match(pod.match.pk, "called-off", why)
            elif reserved.call_off(pod.table_id):
                close(pod, Pod.Status.VOID)  # by us: nobody failed to come
        collect(series)
