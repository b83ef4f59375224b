"""The seats of a session as the club has corrected them, and how they came to be so."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from firmware.scoring.deal import SEATS, SIDES
from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import DecisionRow, MergeRow
from scorepad.club.decisions.correcting import pair_for, seat_for
from scorepad.club.decisions.finding import names_of, player_meant, session_meant
from scorepad.club.decisions.seating import after, person, reseat, reseated
from scorepad.club.decisions.standing import standing
from scorepad.club.decisions.twice import doubles
from scorepad.club.log import Signature
from scorepad.errors import UserError, remedy
from scorepad.language import Text, text

GUEST = "guest"


@dataclass(frozen=True)
class Change:
    """One line of the audit trail; `seat`: as "N"; `why`: "" if nobody has said it."""

    made: datetime
    seat: str
    before: str
    after: str
    why: str


class PlayerLabel(str):
    """A player of the roster in a sentence: the name, and the id, which tells two apart."""

    id: int
    name: str

    def __new__(cls, id: int, name: str) -> Self:
        made = super().__new__(cls, f"{name} (id={id})")
        made.id, made.name = id, name
        return made

    def __deepcopy__(self, _: object) -> Self:
        return self


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
    """Return the seats of the session that is meant. Raise UserError, also if it is damaged."""
    session = session_meant(rows, given)
    mine = _seats(rows, session)
    names = names_of(rows)
    trail = sorted(_changes(rows, session, mine, names), key=lambda change: change.made)
    note = doubles(rows, session).get(session, "")
    ids = tuple(seat.player for seat in mine)
    called = tuple(_label(names, player) for player in ids)
    return Seated(session, called, trail, note, ids, tuple(names.get(player) for player in ids))


def correct(rows: Rows, session: str, seat: str, player: str, reason: str) -> Text:
    """Put the player who is meant, or a guest, into a seat. Return what was done.

    Raise UserError, also if the player sits there already, or elsewhere at the table.
    """
    name = session_meant(rows, session)
    mine = _seats(rows, name)
    _refuse_event(rows, name)
    number = _seat(seat)
    names = names_of(rows)
    who = 0 if player.casefold() == GUEST else player_meant(rows, player).id
    before = mine[number].player
    _refuse_twice(name, [row.player for row in mine], number, who, names)
    reseat(rows, name, number, who, reason)
    return text(
        "{seat} of {session}: {before} -> {now}.",
        **{"seat": wording.seat(number), "session": name},
        **{"before": _label(names, before), "now": _label(names, who)},
    )


def _refuse_event(rows: Rows, session: str) -> None:
    """Raise UserError for a session in which no player has a seat of their own."""
    if rows.value("SELECT event FROM sessions WHERE id = :session", session=session):
        pairs = text(
            "Session {session} is part of an event, where the pairs say who sat there. Change "
            "who a pair is, or enter a side, the number of its pair, and the deals.",
            session=session,
        )
        raise UserError(pairs, "seat", [remedy("event pair")])


def correct_deals(
    rows: Rows, session: str, seat: str, player: str, deals: str, by: Signature
) -> Text:
    """Do so for some deals of duplicate; a side is for a pair of an event. Raise UserError."""
    name = session_meant(rows, session)
    if seat in SIDES:
        if not player.isdecimal():
            about = {"side": wording.account(seat), "given": repr(player)}
            no_pair = text("{given}: enter the number of the pair that sat {side}.", **about)
            raise UserError(no_pair, "player")
        return pair_for(rows, name, seat, int(player), deals, by)
    _refuse_event(rows, name)
    who = 0 if player.casefold() == GUEST else player_meant(rows, player).id
    called = _label(names_of(rows), who)
    letter = SEATS[_seat(seat)]
    return seat_for(rows, name, letter, who, called, deals, by)


def _seats(rows: Rows, session: str) -> list[Any]:
    mine = rows.all("SELECT * FROM seats WHERE session = :session ORDER BY seat", session=session)
    if not mine:
        damaged = text(
            "Session {session} is damaged; who sat there is not known.", session=session
        )
        raise UserError(damaged, "session")
    return mine


def _seat(given: str) -> int:
    if given not in tuple(SEATS):
        wrong = text("For the whole session enter a seat: {seats}.", seats=", ".join(SEATS))
        raise UserError(wrong, "seat")
    return SEATS.index(given)


def _refuse_twice(
    session: str, players: list[int], seat: int, player: int, names: Mapping[int, str]
) -> None:
    about = {"player": _label(names, player), "seat": wording.seat(seat)}
    if players[seat] == player:
        raise UserError(text("{seat} is {player} already.", **about), "player")
    if player and player in players:
        other = players.index(player)
        about["seat"] = wording.seat(other)
        free = remedy("club seat", session=session, seat=SEATS[other], player=GUEST)
        sits = text("{player} sits {seat}; make {seat} a guest first.", **about)
        raise UserError(sits, "player", [free])


def _changes(rows: Rows, session: str, mine: list[Any], names: Mapping[int, str]) -> list[Change]:
    """What was changed in the seats: by a correction, or by a merge of whoever sat there."""
    changes, seats = list[Change](), [seat.entered for seat in mine]
    for row in reseated(rows, session).get(session, ()):
        told = "all", "N-S", "E-W"
        if not isinstance(row, DecisionRow):
            before, now = _label(names, seats[row.seat]), _label(names, row.player)
            told = SEATS[row.seat], before, now
        changes.append(Change(row.made, *told, row.reason))
        seats = after(row, seats)
    for seat, player in zip(SEATS, seats, strict=True):
        changes += _merges(rows, seat, player, names)
    return changes


def _merges(rows: Rows, seat: str, entered: int, names: Mapping[int, str]) -> list[Change]:
    """The merges that have changed who the player is who sits there, and what took them back."""
    changes = []
    steps: dict[int, int] = {}
    for row in standing(rows, MergeRow):
        before = person(steps, entered)
        steps[row.player] = row.same_as
        if not row.same_as:
            del steps[row.player]
        now = person(steps, entered)
        if now != before:
            what = text("merged") if row.same_as else text("split again")
            why = f"{what}: {row.reason}" if row.reason else what
            told = _label(names, before), _label(names, now)
            changes.append(Change(row.made, seat, *told, why))
    return changes


def _label(names: Mapping[int, str], player: int) -> str:
    """Return the name with the id, because two may have one name; a guest has none."""
    called = wording.player(names.get(player), player)
    return PlayerLabel(player, called) if names.get(player) else called
