"""Invented ratings for the invented matches, until `recompute_ratings` works them out."""

from accounts.ratings.models import Rating, RatingChange, Tally
from archive.seeding.bulk_sql import Progress, Sql, insert, run


def make_ratings(first: int, progress: Progress) -> None:
    """Numbers that grow with the matches played, up to what the strength is worth."""
    progress("ratings", 0, 4)
    run("ANALYZE games_match; ANALYZE games_seat; ANALYZE past_player")
    season = "(extract(year FROM m.finished_at) * 10 + extract(quarter FROM m.finished_at))::int"
    run(
        f"""
        CREATE TEMP TABLE past_rated AS
        SELECT s.user_id, s.match_id, m.game, s.place, m.finished_at AS at, {season} AS season,
               w.strength * 260 + 720 AS worth,
               (row_number() OVER (PARTITION BY s.user_id, m.game ORDER BY m.id))::int AS number,
               (row_number() OVER (PARTITION BY s.user_id, m.game, {season}
                                   ORDER BY m.id))::int AS in_season
          FROM games_seat s JOIN games_match m ON m.id = s.match_id
          JOIN past_player w ON w.user_id = s.user_id
         WHERE m.rated AND m.id > {first} AND m.venue LIKE 'past.%%'
        """
    )
    run("ANALYZE past_rated")
    progress("ratings", 1, 4)
    shown = "(1000 + worth * (1 - exp(-{n} / 12.0)) + 25 * sin({n} * 1.7 + user_id))::int"
    sigma = "(1.5 + 6.8333 * exp(-{n} / 12.0))"
    now, was = shown.format(n="number"), shown.format(n="(number - 1)")
    insert(
        RatingChange,
        "past_rated",
        {
            "user_id": Sql("user_id"),
            "match_id": Sql("match_id"),
            "game": Sql("game"),
            "season": Sql("season"),
            "number": Sql("number"),
            "place": Sql("place"),
            "at": Sql("at"),
            "sigma_before": Sql(sigma.format(n="(number - 1)")),
            "sigma": Sql(sigma.format(n="number")),
            "mu_before": Sql(f"({was} - 1000) / 40.0 + 3 * {sigma.format(n='(number - 1)')}"),
            "mu": Sql(f"({now} - 1000) / 40.0 + 3 * {sigma.format(n='number')}"),
            "shown_before": Sql(f"CASE WHEN number = 1 THEN 1000 ELSE {was} END"),
            "shown": Sql(now),
            "season_shown": Sql(shown.format(n="in_season")),
        },
    )
    progress("ratings", 2, 4)
    for term, count in (("0", "number"), ("season", "in_season")):
        _stand(term, count, shown.format(n="matches"), sigma.format(n="matches"))
    progress("ratings", 3, 4)
    counted = " UNION ALL ".join(
        f"SELECT game, season, '{measure}', {measure}, count(*) FROM ratings_rating"
        f" GROUP BY game, season, {measure}"
        for measure in Tally.Measure.values
    )
    run("DELETE FROM ratings_tally")
    run(f"INSERT INTO ratings_tally (game, season, measure, value, people) {counted}")
    run("DROP TABLE past_rated")
    progress("ratings", 4, 4)


def _stand(term: str, count: str, shown: str, sigma: str) -> None:
    """One standing for each person, game and term; a streak is a run of firsts."""
    run(
        f"""
        CREATE TEMP TABLE past_stand AS
        WITH runs AS (
          SELECT user_id, game, {term} AS term, place = 1 AS won, at, worth, {count} AS nth,
                 {count} - row_number() OVER (PARTITION BY user_id, game, {term}, place = 1
                                              ORDER BY {count}) AS run
            FROM past_rated),
        lengths AS (
          SELECT user_id, game, term, CASE WHEN won THEN count(*) ELSE 0 END AS size,
                 max(nth) AS last, max(at) AS at, max(worth) AS worth
            FROM runs GROUP BY user_id, game, term, won, run)
        SELECT user_id, game, term, max(size) AS best, sum(size) AS wins, max(last) AS matches,
               (array_agg(size ORDER BY last DESC))[1] AS streak, max(at) AS at,
               max(worth) AS worth
          FROM lengths GROUP BY user_id, game, term
        """
    )
    insert(
        Rating,
        "past_stand",
        {
            "user_id": Sql("user_id"),
            "game": Sql("game"),
            "season": Sql("term"),
            "mu": Sql(f"({shown} - 1000) / 40.0 + 3 * {sigma}"),
            "sigma": Sql(sigma),
            "shown": Sql(shown),
            "matches": Sql("matches"),
            "wins": Sql("wins"),
            "streak": Sql("streak"),
            "best_streak": Sql("best"),
            "last_played": Sql("at"),
        },
    )
    run("DROP TABLE past_stand")
