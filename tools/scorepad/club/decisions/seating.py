"""Who sat where: the person that whoever was entered turned out to be.

Merges are only added; the players in the seats follow from them and from what was decided.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import selectinload

from scorepad.club.database import schema
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.adding import add
from scorepad.club.decisions.standing import standing
from scorepad.club.derived.ranking_rows import catch_up, forget


def merged(rows: Rows) -> dict[int, int]:
    """The players who were merged, and into whom, one step."""
    last = {row.player: row.same_as for row in standing(rows, schema.MergeRow)}
    return {player: same_as for player, same_as in last.items() if same_as}


def person(steps: Mapping[int, int], player: int) -> int:
    """The player who counts for this one, after all steps of `merged`."""
    for _ in steps:  # and no further, should the rows of a file lead in a circle
        if player not in steps:
            break
        player = steps[player]
    return player


def twice(players: Iterable[int]) -> bool:
    """Whether somebody has two of these seats; guests may."""
    return any(number > 1 for player, number in Counter(players).items() if player)


def merge(rows: Rows, player: int, same_as: int, reason: str) -> None:
    """From now on `player` is the person `same_as`; 0: a person of its own."""
    before = person(merged(rows), player)
    add(rows, schema.MergeRow(player=player, same_as=same_as, reason=reason))
    theirs = select(schema.SeatRow.session).where(
        schema.SeatRow.player == before
    )  # with all seats of `player`
    seat_rounds_anew(rows, [before])
    seat_anew(rows, schema.SessionRow.id.in_(theirs))


def seat_rounds_anew(rows: Rows, players: Iterable[int]) -> None:
    """Puts those into the rounds of events who are these players now."""
    steps = merged(rows)
    for seat in rows.scalars(
        select(schema.RoundSeatRow).where(schema.RoundSeatRow.player.in_(players))
    ):
        seat.player = person(steps, seat.entered)


def seat_anew(rows: Rows, which: ColumnElement[bool]) -> None:
    """Puts the right persons into the seats of these sessions, with all that follows."""
    forget(rows, which)
    steps = merged(rows)
    wanted = select(schema.SessionRow).where(which).options(selectinload(schema.SessionRow.seats))
    for session in rows.scalars(wanted.where(schema.SessionRow.fault == "")):
        for seat in session.seats:
            seat.player = person(steps, seat.decided)
        session.twice = twice(seat.player for seat in session.seats)
    catch_up(rows)
