"""Who sat where: as the tablet has it, as it was corrected, as the person it turned out to be.

Reseatings and merges are only added; the seats follow from them and from the records.
"""

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session as Rows

from scorepad.club.database.schema import MergeRow, ReseatingRow, SeatRow, SessionRow
from scorepad.club.decisions.adding import add
from scorepad.club.derived.ranking_rows import catch_up, forget


def merged(rows: Rows) -> dict[int, int]:
    """The players who were merged, and into whom, one step."""
    last = {
        row.player: row.same_as for row in rows.scalars(select(MergeRow).order_by(MergeRow.id))
    }
    return {player: same_as for player, same_as in last.items() if same_as}


def person(steps: dict[int, int], player: int) -> int:
    """The player who counts for this one, after all steps of `merged`."""
    while player in steps:
        player = steps[player]
    return player


def seat_players(rows: Rows, *which: ColumnElement[bool]) -> None:
    """Puts the right persons into these seats; without a condition, into all."""
    rows.flush()
    steps, corrected = merged(rows), _corrected(rows)
    for row in rows.scalars(select(SeatRow).where(*which)):
        entered = corrected.get((row.session, row.seat), row.entered)
        row.player = person(steps, entered)
    rows.flush()


def _corrected(rows: Rows) -> dict[tuple[str, int], int]:
    """The players of the seats that were corrected."""
    every = rows.scalars(select(ReseatingRow).order_by(ReseatingRow.id))
    return {(row.session, row.seat): row.player for row in every}


def reseat(rows: Rows, session: str, seat: int, player: int, reason: str) -> None:
    """From now on `player` (0 = a guest) sat in this seat of the session."""
    add(rows, ReseatingRow(session=session, seat=seat, player=player, reason=reason))
    forget(rows, SessionRow.id == session)
    seat_players(rows, SeatRow.session == session)
    catch_up(rows)


def merge(rows: Rows, player: int, same_as: int, reason: str) -> None:
    """From now on `player` is the person `same_as`; 0: a person of its own."""
    before = person(merged(rows), player)
    add(rows, MergeRow(player=player, same_as=same_as, reason=reason))
    theirs = SeatRow.player == before  # among them are all seats of `player`
    forget(rows, SessionRow.id.in_(select(SeatRow.session).where(theirs)))
    seat_players(rows, theirs)
    catch_up(rows)
