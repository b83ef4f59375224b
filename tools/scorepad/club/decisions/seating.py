"""Who sat where: as the tablet has it, as it was corrected, as the person it turned out to be.

Reseatings, swaps and merges are only added; the seats follow from them and from the records.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import selectinload

from scorepad import wording
from scorepad.club.database import schema
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.adding import add
from scorepad.club.decisions.kinds import SWAP
from scorepad.club.decisions.standing import standing, undone
from scorepad.club.derived.ranking_rows import catch_up, forget
from scorepad.club.derived.rows import twice
from scorepad.club.log import Decision, Entry, Names, Subject, load_entries
from scorepad.errors import UserError
from scorepad.language import Text, text

PLAYERS = "players"  # the subject of all merges

Sitting = TypeVar("Sitting")  # whatever says who sits there
Reseated = schema.ReseatingRow | schema.DecisionRow  # somebody in a seat, or N-S and E-W changed


class Merges(Subject):
    """Which entries of the roster are one person. `steps`: from each merged one to the next."""

    def __init__(self, entries: Iterable[Entry]):
        self.steps = dict[int, int]()
        super().__init__(entries)


@dataclass(frozen=True)
class Merge(Decision[Merges], kind="merge players"):
    """`player` is the same person as the player `same_as`."""

    subject = PLAYERS
    player: int
    same_as: int

    def apply(self, state: Merges) -> None:
        if self.player in state.steps or person(state.steps, self.same_as) == self.player:
            about = {"first": f"id={self.player}", "second": f"id={self.same_as}"}
            raise UserError(text("{first} and {second} would count for each other.", **about))
        state.steps[self.player] = self.same_as

    def describe(self, names: Names) -> Text:
        called = names.find(read_names)
        one, other = (wording.player(called.get(n), n) for n in (self.player, self.same_as))
        return text("{player} is {other}", player=one, other=other)


def read_names(rows: Rows) -> dict[int, str]:
    """Return the names of all entries of the roster, by their ids."""
    return dict(map(tuple, rows.all("SELECT id, name FROM players")))


def merged(rows: Rows) -> dict[int, int]:
    """The players who were merged, and into whom, one step."""
    return Merges(load_entries(rows, PLAYERS)).steps


def person(steps: Mapping[int, int], player: int) -> int:
    """The player who counts for this one, after all steps of `merged`."""
    for _ in steps:  # and no further, should the rows of a file lead in a circle
        if player not in steps:
            break
        player = steps[player]
    return player


class Seating:
    """Who the players in the seats really are."""

    def __init__(self, rows: Rows):
        rows.flush()
        gone = undone(rows)
        self._changes = reseated(rows, gone=gone)
        self._steps = merged(rows)

    def players(self, session: str, entered: Sequence[int]) -> list[int]:
        """Who sat there from North to West, where the tablet has `entered`."""
        seats = list(entered)
        for change in self._changes.get(session, ()):
            seats = after(change, seats)
        return [person(self._steps, player) for player in seats] if self._steps else seats


def reseated(
    rows: Rows, session: str | None = None, gone: Mapping[str, schema.DecisionRow] | None = None
) -> dict[str, list[Reseated]]:
    """What was changed in the seats of one session or each. `gone`: as `standing` takes it."""
    gone = undone(rows) if gone is None else gone
    whole = [schema.DecisionRow.kind == SWAP, schema.DecisionRow.deal == 0]
    mine = [] if session is None else [schema.ReseatingRow.session == session]
    found = defaultdict[str, list[Reseated]](list)
    for row in standing(rows, schema.ReseatingRow, *mine, gone=gone):
        found[row.session].append(row)
    for swap in standing(rows, schema.DecisionRow, *whole, gone=gone):
        if session in (None, swap.session):
            found[swap.session].append(swap)
            found[swap.session].sort(key=lambda change: change.made)
    return found


def after(change: Reseated, seats: Sequence[int]) -> list[int]:
    """Who sits from North to West after a change."""
    if isinstance(change, schema.DecisionRow):
        return swapped(seats)
    return [*seats[: change.seat], change.player, *seats[change.seat + 1 :]]


def swapped(seats: Sequence[Sitting]) -> list[Sitting]:
    """North and South in the seats of East and West, and the other way round."""
    return [seats[seat ^ 1] for seat in range(len(seats))]


def reseat(rows: Rows, session: str, seat: int, player: int, reason: str) -> None:
    """From now on `player` (0 = a guest) sat in this seat of the session."""
    add(rows, schema.ReseatingRow(session=session, seat=seat, player=player, reason=reason))
    seat_anew(rows, schema.SessionRow.id == session)


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
    seating = Seating(rows)
    wanted = select(schema.SessionRow).where(which).options(selectinload(schema.SessionRow.seats))
    for session in rows.scalars(wanted.where(schema.SessionRow.fault == "")):
        people = seating.players(session.id, [seat.entered for seat in session.seats])
        for seat, player in zip(session.seats, people, strict=True):
            seat.player = player
        session.twice = twice(people)
    catch_up(rows)
