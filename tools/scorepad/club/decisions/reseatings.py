"""The seats of a session as the club has corrected them, and how they came to be so."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session as Rows

from firmware.scoring.deal import SEATS
from scorepad import wording
from scorepad.club.database.schema import MergeRow, PlayerRow, ReseatingRow, SeatRow, SessionRow
from scorepad.club.decisions.finding import player_meant, session_meant
from scorepad.club.decisions.seating import person, reseat
from scorepad.club.decisions.twice import doubles
from scorepad.errors import UserError
from scorepad.language import say

GUEST = "guest"


@dataclass(frozen=True)
class Change:
    """One line of the audit trail; `seat`: as "N"; `why`: "" if nobody has said it."""

    made: datetime
    seat: str
    before: str
    after: str
    why: str


@dataclass(frozen=True)
class Seated:
    """Who sat in a session: the players from North to West, and what was changed, in order.

    `ids`: in the roster, 0 = a guest; `names`: None for a guest and for who is not in the roster.
    `note`: what is wrong if one of them has two seats, else "".
    """

    session: str
    players: tuple[str, ...]
    trail: list[Change]
    note: str
    ids: tuple[int, ...]
    names: tuple[str | None, ...]


def seated(rows: Rows, given: str) -> Seated:
    """The seats of the session that is meant. Raises UserError, also if it is damaged."""
    session = session_meant(rows, given)
    mine = _seats(rows, session)
    names = _Names(rows)
    trail = [change for seat in mine for change in _changes(rows, seat, names)]
    trail.sort(key=lambda change: change.made)
    note = doubles(rows, session).get(session, "")
    ids = tuple(seat.player for seat in mine)
    called = tuple(names.of(player) for player in ids)
    return Seated(session, called, trail, note, ids, tuple(names.bare(player) for player in ids))


def correct(rows: Rows, session: str, seat: str, player: str, reason: str) -> str:
    """Puts the player who is meant, or a guest, into a seat; says what was done.

    Raises UserError, also if he sits there already, or elsewhere at the table.
    """
    name = session_meant(rows, session)
    mine = _seats(rows, name)
    _refuse_event(rows, name)
    number = _seat(seat)
    names = _Names(rows)
    who = 0 if player.casefold() == GUEST else player_meant(rows, player).id
    before = mine[number].player
    _refuse_twice([row.player for row in mine], number, who, names)
    reseat(rows, name, number, who, reason)
    return f"{SEATS[number]} of {name}: {names.of(before)} -> {names.of(who)}."


def _refuse_event(rows: Rows, session: str) -> None:
    """Raises UserError for a session in which nobody has a seat of his own."""
    row = rows.get(SessionRow, session)
    if row and row.event:
        raise UserError(
            f"session {session} is of an event, where the pairs say who sat there: "
            "`scorepad event pair` changes them"
        )


def _seats(rows: Rows, session: str) -> list[SeatRow]:
    """From North to West. Raises UserError."""
    order = select(SeatRow).where(SeatRow.session == session).order_by(SeatRow.seat)
    mine = list(rows.scalars(order))
    if not mine:
        raise UserError(f"session {session} is damaged: nobody knows who sat there")
    return mine


def _seat(given: str) -> int:
    """The number of a seat. Raises UserError."""
    seat = given.upper()
    if seat not in tuple(SEATS):
        raise UserError(f"no seat is called {given!r}; there are {', '.join(SEATS)}")
    return SEATS.index(seat)


def _refuse_twice(players: list[int], seat: int, player: int, names: "_Names") -> None:
    """Raises UserError if the player sits there already, or in another seat of the table."""
    if players[seat] == player:
        raise UserError(f"{SEATS[seat]} is {names.of(player)} already")
    if player and player in players:
        other = SEATS[players.index(player)]
        raise UserError(
            f"{names.of(player)} sits {other}; if that is wrong, make {other} a guest first"
        )


def _changes(rows: Rows, seat: SeatRow, names: "_Names") -> list[Change]:
    """What was changed in one seat: by a correction, or by a merge of whoever sat there."""
    here = ReseatingRow.session == seat.session, ReseatingRow.seat == seat.seat
    changes, entered = [], seat.entered
    for row in rows.scalars(select(ReseatingRow).where(*here).order_by(ReseatingRow.id)):
        before, after = names.of(entered), names.of(row.player)
        changes.append(Change(row.made, SEATS[seat.seat], before, after, row.reason))
        entered = row.player
    return changes + _merges(rows, seat, entered, names)


def _merges(rows: Rows, seat: SeatRow, entered: int, names: "_Names") -> list[Change]:
    """The merges that have changed who the player is who sits there, and what took them back."""
    changes = []
    steps: dict[int, int] = {}
    for row in rows.scalars(select(MergeRow).order_by(MergeRow.id)):
        before = person(steps, entered)
        steps[row.player] = row.same_as
        if not row.same_as:
            del steps[row.player]
        after = person(steps, entered)
        if after != before:
            said = names.of(before), names.of(after), _why(row)
            changes.append(Change(row.made, SEATS[seat.seat], *said))
    return changes


def _why(row: MergeRow) -> str:
    what = say("merged") if row.same_as else say("split again")
    return f"{what}: {row.reason}" if row.reason else what


class _Names:
    """What the players of the roster are called."""

    def __init__(self, rows: Rows):
        self._names = {player.id: player.name for player in rows.scalars(select(PlayerRow))}

    def bare(self, player: int) -> str | None:
        """Only the name; None for a guest and for who is not in the roster."""
        return self._names.get(player)

    def of(self, player: int) -> str:
        """The name with the id, because two may have one name; a guest has none."""
        name = self._names.get(player)
        called = wording.player(name, player)
        return f"{called} (id={player})" if name else called
