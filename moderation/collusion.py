"""Signs of collusion and of second accounts: pairs of people with the evidence, for staff to judge.

One statement over the rated matches of two weeks and the sightings of devices that are kept. Each
sign alone has an innocent reason: siblings share a computer, friends play each other. So nothing
follows from a sign by itself, and nobody is ever banned by one.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import connection
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

DAYS = 14
NEWEST = 100_000
"""Matches that are looked at, the newest; no more than these are read however many there are."""

FEW = 3
"""Accounts at one device or address, up to which sharing it says something by itself. Two who met
in a rated match are listed however many others use their browser."""

OFTEN = 5
"""Matches with each other, from which on it is often."""

QUICK_MINUTES = 3
"""Whoever gives up sooner hardly played."""

LISTED = 200

PAIRS = """
WITH rated AS (
    SELECT id, started_at FROM games_match
     WHERE id > (SELECT coalesce(max(id), 0) - %(newest)s FROM games_match)
       AND rated AND status = 'finished'
       AND finished_at > statement_timestamp() - %(days)s * interval '1 day'
), sat AS (
    SELECT r.id, r.started_at, s.user_id, s.place, s.forfeited_at FROM rated r
      JOIN games_seat s ON s.match_id = r.id
      JOIN accounts_user u ON u.id = s.user_id AND NOT u.is_bot
     WHERE s.place IS NOT NULL
), played AS (
    SELECT user_id, count(*) AS matches FROM sat GROUP BY user_id
), met AS (
    SELECT a.user_id AS one, b.user_id AS two, count(*) AS together,
           count(*) FILTER (WHERE a.place < b.place) AS one_won,
           count(*) FILTER (WHERE b.place < a.place) AS two_won,
           count(*) FILTER (WHERE b.place < a.place AND a.forfeited_at
                            < a.started_at + %(quick)s * interval '1 minute') AS one_gave,
           count(*) FILTER (WHERE a.place < b.place AND b.forfeited_at
                            < b.started_at + %(quick)s * interval '1 minute') AS two_gave,
           (array_agg(a.id ORDER BY a.id DESC))[1:5] AS newest
      FROM sat a JOIN sat b ON b.id = a.id AND a.user_id < b.user_id
     GROUP BY 1, 2
), devices AS (
    SELECT device FROM devices_sighting WHERE device <> ''
     GROUP BY device HAVING count(DISTINCT user_id) BETWEEN 2 AND %(few)s
), addresses AS (
    SELECT address FROM devices_sighting
     GROUP BY address HAVING count(DISTINCT user_id) BETWEEN 2 AND %(few)s
), shared AS (
    SELECT one, two, max(device) AS device, max(address) AS address FROM (
        SELECT a.user_id AS one, b.user_id AS two, 1 AS device, 0 AS address
          FROM devices JOIN devices_sighting a USING (device)
          JOIN devices_sighting b ON b.device = a.device AND a.user_id < b.user_id
         UNION
        SELECT one, two, 1, 0
          FROM met JOIN devices_sighting a ON a.user_id = one AND a.device <> ''
          JOIN devices_sighting b ON b.user_id = two AND b.device = a.device
         UNION
        SELECT a.user_id, b.user_id, 0, 1
          FROM addresses JOIN devices_sighting a USING (address)
          JOIN devices_sighting b ON b.address = a.address AND a.user_id < b.user_id
    ) AS both_ways GROUP BY one, two
)
SELECT u.id, u.username, v.id, v.username, coalesce(p.matches, 0), coalesce(q.matches, 0),
       coalesce(m.together, 0), coalesce(m.one_won, 0), coalesce(m.two_won, 0),
       coalesce(m.one_gave, 0), coalesce(m.two_gave, 0), m.newest,
       coalesce(s.device, 0), coalesce(s.address, 0)
  FROM met m FULL JOIN shared s USING (one, two)
  JOIN accounts_user u ON u.id = one
  JOIN accounts_user v ON v.id = two
  LEFT JOIN played p ON p.user_id = one
  LEFT JOIN played q ON q.user_id = two
 WHERE s.device IS NOT NULL OR m.together >= %(often)s OR m.one_gave + m.two_gave >= 3
"""


@dataclass(frozen=True)
class Person:
    id: int
    name: str
    rated: int
    """Rated matches in the time looked at."""


@dataclass(frozen=True)
class Sign:
    """One piece of evidence, and how much it says."""

    weight: int
    words: str


@dataclass(frozen=True)
class Suspects:
    """Two accounts, what speaks for their being in league, and who would gain by it."""

    one: Person
    two: Person
    gainer: Person | None
    signs: tuple[Sign, ...]
    matches: tuple[int, ...]

    @property
    def weight(self) -> int:
        return sum(sign.weight for sign in self.signs)


@dataclass(frozen=True)
class Pair:
    """What the statement found about two accounts."""

    one: Person
    two: Person
    together: int
    won: tuple[int, int]
    given: tuple[int, int]
    """Matches that the first gave up at once to the second, and the other way round."""
    matches: tuple[int, ...]
    device: bool
    address: bool


ENOUGH = 3
"""From this weight on a pair is listed."""


def suspects() -> list[Suspects]:
    """The pairs with the most evidence first."""
    found = [_judged(pair) for pair in _pairs()]
    listed = [each for each in found if each.weight >= ENOUGH]
    return sorted(listed, key=lambda each: (-each.weight, each.one.id, each.two.id))[:LISTED]


def _pairs() -> Iterator[Pair]:
    values = {"newest": NEWEST, "days": DAYS, "quick": QUICK_MINUTES, "few": FEW, "often": OFTEN}
    with connection.cursor() as cursor:
        cursor.execute(PAIRS, values)
        rows = cursor.fetchall()
    for a, name_a, b, name_b, rated_a, rated_b, together, *rest in rows:
        one_won, two_won, one_gave, two_gave, newest, device, address = rest
        yield Pair(
            Person(a, name_a, rated_a),
            Person(b, name_b, rated_b),
            together,
            (one_won, two_won),
            (one_gave, two_gave),
            tuple(newest or ()),
            bool(device),
            bool(address),
        )


def _judged(pair: Pair) -> Suspects:
    gains = (pair.won[0] + pair.given[1], pair.won[1] + pair.given[0])
    gainer = None if gains[0] == gains[1] else pair.one if gains[0] > gains[1] else pair.two
    return Suspects(pair.one, pair.two, gainer, tuple(_signs(pair)), pair.matches)


def _signs(pair: Pair) -> Iterator[Sign]:
    if pair.device:
        yield Sign(3, _("They play from the same browser."))
    if pair.address:
        yield Sign(1, _("They play from the same address, and hardly anybody else does."))
    given, won = max(pair.given), max(pair.won)
    if given >= 3:
        words = ngettext(
            "%(n)d match was given up within minutes, always to the same one.",
            "%(n)d matches were given up within minutes, always to the same one.",
            given,
        )
        yield Sign(3, words % {"n": given})
    if pair.together < OFTEN:
        return
    for person in (pair.one, pair.two):
        if 2 * pair.together > person.rated:
            words = _("%(n)d of the %(all)d rated matches of %(name)s were with the other.")
            yield Sign(1, words % {"n": pair.together, "all": person.rated, "name": person.name})
    if won >= 0.9 * sum(pair.won) and won >= OFTEN:
        words = _("%(n)d of their %(all)d matches were won by the same one.")
        yield Sign(2, words % {"n": won, "all": pair.together})
