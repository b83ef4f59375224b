"""The ranking in the database: after each session, what its four players have then.

The rows there are those of all sessions up to some point in the order in which they count, and are
what a replay of these sessions gives. Whatever changes a session takes away its rows and all later
ones. Whoever reads the ranking replays what is missing, and changes nothing; what has come in is
kept once for all of it, so it costs little in whatever order the tablets of an evening come.
"""

from collections.abc import Iterator
from itertools import groupby, islice
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    and_,
    delete,
    exists,
    func,
    insert,
    select,
    tuple_,
)
from sqlalchemy.orm import Session as Rows
from sqlalchemy.orm import aliased

from scorepad.club.database.schema import IN_ORDER, DealRow, RankingRow, SeatRow, SessionRow
from scorepad.club.derived.ranking import Ranking, counts
from scorepad.rule_sets import having

_AT_ONCE = 10_000  # rows: a club may have more than fit into the memory


class Charge(NamedTuple):
    """What a session changes. `imps`: of N-S on each deal that counts."""

    session: str
    started: int
    seats: tuple[int, int, int, int]
    imps: list[int]


def forget(rows: Rows, *which: ColumnElement[bool]) -> None:
    """Takes away what follows from the first of these sessions and from all later ones."""
    rows.flush()
    first = rows.execute(select(*IN_ORDER).where(*which).order_by(*IN_ORDER).limit(1)).first()
    if first:
        later = select(SessionRow.id).where(tuple_(*IN_ORDER) >= tuple_(*first))
        rows.execute(delete(RankingRow).where(RankingRow.session.in_(later)))


def catch_up(rows: Rows) -> None:
    """Keeps what is missing."""
    rows.flush()
    added = _added(rows)
    while some := list(islice(added, _AT_ONCE)):
        rows.execute(insert(RankingRow), some)


def standings(rows: Rows, before: int | None = None) -> Ranking:
    """Where every player stands, of those sessions only that began before this minute."""
    ranking = _kept(rows, before)
    for charge in _missing(rows, before):
        _add(ranking, charge)
    return ranking


def _add(ranking: Ranking, charge: Charge) -> None:
    for won in charge.imps:
        ranking.add(charge.seats, won)


def _kept(rows: Rows, before: int | None = None) -> Ranking:
    """The same, as far as it is in the database."""
    counted = select(RankingRow.player, func.max(RankingRow.deals).label("deals"))
    if before is not None:
        counted = counted.where(RankingRow.started < before)
    last = counted.group_by(RankingRow.player).subquery()
    same = and_(RankingRow.player == last.c.player, RankingRow.deals == last.c.deals)
    ranking = Ranking()
    wanted = select(RankingRow.player, RankingRow.ranking, RankingRow.deals).join(last, same)
    for player, points, deals in rows.execute(wanted):
        ranking.rankings[player], ranking.deals[player] = points, deals
    return ranking


def _added(rows: Rows) -> Iterator[dict[str, Any]]:
    """The rows that are missing."""
    ranking = _kept(rows)
    for charge in _missing(rows):
        _add(ranking, charge)
        for player in charge.seats:
            yield {
                "session": charge.session,
                "player": player,
                "started": charge.started,
                "ranking": ranking.rankings[player],
                "deals": ranking.deals[player],
            }


def _missing(rows: Rows, before: int | None = None) -> Iterator[Charge]:
    """The sessions after the last one that has rows, if they count."""
    last = _last(rows)
    charged = _charged()
    if last:
        charged = charged.where(tuple_(*IN_ORDER) > tuple_(*last))
    if before is not None:
        charged = charged.where(SessionRow.started < before)
    found = rows.execute(charged, execution_options={"yield_per": _AT_ONCE})
    for (session, started, *seats), deals in groupby(found, key=lambda row: row[:-1]):
        north, east, south, west = seats
        charge = Charge(session, started, (north, east, south, west), [deal.won for deal in deals])
        if counts(charge.seats):
            yield charge


def _last(rows: Rows) -> Row[int, str, int] | None:
    """The place in the order of the last session that has rows."""
    has_rows = exists().where(RankingRow.session == SessionRow.id)
    backwards = [column.desc() for column in IN_ORDER]
    return rows.execute(select(*IN_ORDER).where(has_rows).order_by(*backwards).limit(1)).first()


def _charged() -> Select[*tuple[Any, ...]]:
    """All deals that count, in order: session, when it began, its four players, IMPs."""
    seats = [aliased(SeatRow) for _ in range(4)]
    players = [seat.player for seat in seats]
    query: Select[*tuple[Any, ...]] = select(
        SessionRow.id, SessionRow.started, *players, DealRow.won
    )
    for number, seat in enumerate(seats):
        query = query.join(seat, and_(seat.session == SessionRow.id, seat.seat == number))
    query = query.join(DealRow, DealRow.session == SessionRow.id)
    ranked = having(lambda rules: rules.ranked)
    query = query.where(SessionRow.rules.in_(ranked), DealRow.won.is_not(None))
    return query.order_by(*IN_ORDER, DealRow.number)
