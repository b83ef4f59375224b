"""The ranking in the database: at the end of each span of time, of those who have played in it.

The rows there are those of all spans up to some point, and are what a replay of the sessions until
then gives. Whatever changes a session takes away the rows of its span and of all later ones.
Whoever reads the ranking replays what is missing, and changes nothing. The last span has no rows
yet: sessions still come, in whatever order the tablets of an evening do.
"""

from array import array
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from scorepad.club.database.rows import Rows
from scorepad.club.derived.ranking import Ranking, counts

_NEWEST = """\
SELECT rankings.player, rankings.until, ranking, deals FROM rankings
JOIN (SELECT player, max(until) AS until FROM rankings {some} GROUP BY player) AS newest
ON newest.player = rankings.player AND newest.until = rankings.until
"""
_CHARGED = """\
SELECT started, won, north.player, east.player, south.player, west.player FROM sessions
JOIN seats AS north ON north.session = id AND north.seat = 0
JOIN seats AS east ON east.session = id AND east.seat = 1
JOIN seats AS south ON south.session = id AND south.seat = 2
JOIN seats AS west ON west.session = id AND west.seat = 3
WHERE won IS NOT NULL AND {which} ORDER BY started, tablet, number
"""
SPAN = 30 * 24 * 60  # minutes: what a reader replays at most, and there are few rows of a player


class Charge(NamedTuple):
    """The effect of a session. `imps`: of N-S on each deal that counts."""

    started: int
    seats: tuple[int, int, int, int]
    imps: Sequence[int]


def forget(rows: Rows, which: str, **values: Any) -> bool:
    """Take away what follows from sessions since the first of those that `which`, SQL, means.

    Return whether there was any.
    """
    first = rows.value(f"SELECT min(started) FROM sessions WHERE {which}", **values)
    return first is not None and forget_from(rows, first)


def forget_from(rows: Rows, started: int) -> bool:
    """Take away what follows from sessions since this minute; return whether there was any."""
    return rows.run("DELETE FROM rankings WHERE until > :started", started=started) > 0


def catch_up(rows: Rows) -> None:
    """Keep what is missing, of all spans before that of the last session."""
    ranking, since = _load_standings(rows)
    last = rows.value("SELECT max(started) FROM sessions") or 0
    over = _charges(rows, since, before=_end(last) - SPAN)
    for until, charges in groupby(over, key=lambda charge: _end(charge.started)):
        players = set[int]()
        for charge in charges:
            ranking.add(charge.seats, *charge.imps)
            players.update(charge.seats)
        rows.insert("rankings", list(_rows(ranking, until, players)))


def _end(started: int) -> int:
    """Return the end of the span of a session."""
    return (started // SPAN + 1) * SPAN


def standings(rows: Rows, before: int | None = None, without: Collection[str] = ()) -> Ranking:
    """Return every player's standing after the sessions that began before this minute.

    `without`: these sessions; all since the first of them are replayed.
    """
    begun = "SELECT min(started) FROM sessions WHERE id IN :without"
    first = rows.value(begun, without=[*without]) if without else None
    ranking, since = _load_standings(
        rows, before if first is None else min(first, before or first)
    )
    for charge in _charges(rows, since, before, without):
        ranking.add(charge.seats, *charge.imps)
    return ranking


class Standing(NamedTuple):
    """The rating of a player at a minute, after so many deals."""

    at: int
    ranking: int
    deals: int


def course(rows: Rows, player: int) -> list[Standing]:
    """Return a player's standings: at the end of each span, then after each session."""
    kept = "SELECT until, ranking, deals FROM rankings WHERE player = :player ORDER BY until"
    found = [Standing(until - 1, *rest) for until, *rest in rows.all(kept, player=player)]
    ranking, since = _load_standings(rows)
    for charge in _charges(rows, since):
        ranking.add(charge.seats, *charge.imps)
        if player in charge.seats:
            now = ranking.rankings[player], ranking.deals[player]
            found.append(Standing(charge.started, *now))
    return found


def _rows(ranking: Ranking, until: int, players: set[int]) -> Iterator[dict[str, Any]]:
    for player in sorted(players):
        points, deals = ranking.rankings[player], ranking.deals[player]
        yield {"player": player, "until": until, "ranking": points, "deals": deals}


def _load_standings(rows: Rows, before: int | None = None) -> tuple[Ranking, int]:
    """The same as far as it is in the database, and from when on it is missing."""
    some, which = ("", {}) if before is None else ("WHERE until <= :before", {"before": before})
    ranking, since = Ranking(), 0
    for row in rows.all(_NEWEST.format(some=some), **which):
        ranking.rankings[row.player], ranking.deals[row.player] = row.ranking, row.deals
        since = max(since, row.until)
    return ranking, since


def _charges(
    rows: Rows, since: int, before: int | None = None, without: Collection[str] = ()
) -> Iterator[Charge]:
    """Yield those of the sessions that count, in order, which began from `since` on."""
    which, values = "started >= :since", dict[str, Any](since=since)
    if before is not None:
        which, values = f"{which} AND started < :before", {**values, "before": before}
    if without:
        which, values = f"{which} AND NOT id IN :without", {**values, "without": [*without]}
    for started, won, *players in rows.each(_CHARGED.format(which=which), **values):
        seats = tuple(players)
        if won and counts(seats):
            yield Charge(started, seats, array("b", won))
