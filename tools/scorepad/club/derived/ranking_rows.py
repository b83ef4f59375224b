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

from sqlalchemy import ColumnElement, Select, and_, func, select
from sqlalchemy.orm import aliased

from scorepad.club.database.rows import AT_ONCE, Rows
from scorepad.club.database.schema import IN_ORDER, RankingRow, SeatRow, SessionRow, table_of
from scorepad.club.derived.ranking import Ranking, counts

SPAN = 30 * 24 * 60  # minutes: what a reader replays at most, and there are few rows of a player


class Charge(NamedTuple):
    """What a session changes. `imps`: of N-S on each deal that counts."""

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
    """Keeps what is missing, of all spans before that of the last session."""
    rows.flush()
    ranking, since = _kept(rows)
    last = rows.scalar(select(func.max(SessionRow.started))) or 0
    over = _charges(rows, since, before=_end(last) - SPAN)
    for until, charges in groupby(over, key=lambda charge: _end(charge.started)):
        players = set[int]()
        for charge in charges:
            ranking.add(charge.seats, *charge.imps)
            players.update(charge.seats)
        rows.insert("rankings", list(_rows(ranking, until, players)))


def _end(started: int) -> int:
    """Of the span of a session."""
    return (started // SPAN + 1) * SPAN


def standings(rows: Rows, before: int | None = None, without: Collection[str] = ()) -> Ranking:
    """Where every player stands, of those sessions only that began before this minute.

    `without`: these sessions; all since the first of them are replayed.
    """
    which = SessionRow.id.not_in(without)
    first = rows.scalar(select(func.min(SessionRow.started)).where(~which)) if without else None
    ranking, since = _kept(rows, before if first is None else min(first, before or first))
    for charge in _charges(rows, since, before, which):
        ranking.add(charge.seats, *charge.imps)
    return ranking


class Standing(NamedTuple):
    """Where a player stood at a minute, after so many deals."""

    at: int
    ranking: int
    deals: int


def course(rows: Rows, player: int) -> list[Standing]:
    """Where a player stood: at the end of each span, then after each session."""
    kept = select(RankingRow).where(RankingRow.player == player).order_by(RankingRow.until)
    found = [Standing(row.until - 1, row.ranking, row.deals) for row in rows.scalars(kept)]
    ranking, since = _kept(rows)
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


def _kept(rows: Rows, before: int | None = None) -> tuple[Ranking, int]:
    """The same as far as it is in the database, and from when on it is missing."""
    kept = select(RankingRow.player, func.max(RankingRow.until).label("until"))
    if before is not None:
        kept = kept.where(RankingRow.until <= before)
    last = kept.group_by(RankingRow.player).subquery()
    same = and_(RankingRow.player == last.c.player, RankingRow.until == last.c.until)
    ranking, since = Ranking(), 0
    for row in rows.execute(select(*table_of(RankingRow).columns).join(last, same)):
        ranking.rankings[row.player], ranking.deals[row.player] = row.ranking, row.deals
        since = max(since, row.until)
    return ranking, since


def _charges(
    rows: Rows, since: int, before: int | None = None, *which: ColumnElement[bool]
) -> Iterator[Charge]:
    """Those of the sessions that count, in order, which began from `since` on."""
    charged = _charged().where(SessionRow.started >= since, *which)
    if before is not None:
        charged = charged.where(SessionRow.started < before)
    found = rows.execute(charged, execution_options={"yield_per": AT_ONCE})
    for started, won, north, east, south, west in found:
        seats = (north, east, south, west)
        if won and counts(seats):
            yield Charge(started, seats, array("b", won))


def _charged() -> Select[*tuple[Any, ...]]:
    """All sessions of which deals count, in order: when it began, IMPs, its four players."""
    seats = [aliased(SeatRow) for _ in range(4)]
    query: Select[*tuple[Any, ...]] = select(
        SessionRow.started, SessionRow.won, *[seat.player for seat in seats]
    )
    for number, seat in enumerate(seats):
        query = query.join(seat, and_(seat.session == SessionRow.id, seat.seat == number))
    return query.where(SessionRow.won.is_not(None)).order_by(*IN_ORDER)
