"""The club's roster: who is in it, and which two entries are one person."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import PlayerRow
from scorepad.club.decisions.finding import keys, merged_meant, name_key, player_meant, roster
from scorepad.club.decisions.seating import merge, merged, person
from scorepad.club.players.people import Person, people
from scorepad.errors import UserError, remedy
from scorepad.language import marked, text

_COUNTS_FOR = marked("{player} counts for {other} from now on.")
_SOME = 500  # ids that a question may have
_SEATED = (  # sessions of each player: those with seats, less seats that are more, and of rounds
    "SELECT player, count(*) FROM seats WHERE {some} GROUP BY player",
    """\
SELECT player, count(DISTINCT session) - count(*) FROM seats
WHERE {some} AND session IN (SELECT id FROM sessions WHERE twice = 1) GROUP BY player
""",
    """\
SELECT player, count(DISTINCT session) FROM round_seats AS sat WHERE {some} AND NOT EXISTS
(SELECT 1 FROM seats WHERE seats.session = sat.session AND seats.player = sat.player)
GROUP BY player
""",
)
_AT_ONE_TABLE = """\
SELECT min(one.session) FROM seats AS one JOIN seats AS two ON two.session = one.session
WHERE one.player = :one AND two.player = :other
"""
_IN_ONE_ROUND = """\
SELECT min(one.session) FROM round_seats AS one
JOIN round_seats AS two ON two.session = one.session AND two.turn = one.turn
WHERE one.player = :one AND two.player = :other
"""


@dataclass(frozen=True)
class RosterEntry:
    """A player in the list, with what is known of the person (people.py).

    `same_as`: the id of the person that a merged entry counts for; it has what it says itself.
    """

    id: int
    name: str
    number: str
    grade: str
    rating: int
    area: str
    sessions: int
    same_as: int | None


def found(rows: Rows, find: str = "") -> list[int]:
    """The ids of all entries by name; or of those whose name or number has `find` in it."""
    key = name_key(find)
    every = [
        (name_key(entry.name), entry.id)
        for entry in roster(rows).values()
        if any(key in each for each in keys(entry))
    ]
    return [number for _, number in sorted(every)]


def listed(rows: Rows, ids: Sequence[int] | None = None) -> list[RosterEntry]:
    """All entries by name; or those with these ids, in their order."""
    wanted = found(rows) if ids is None else ids
    steps, played, every = merged(rows), _sessions(rows, ids), roster(rows, ids)
    known = people(rows, ids and {person(steps, number) for number in wanted})
    return [_listed(known.get(n, every[n]), played[n], steps) for n in wanted]


def _listed(player: Row[Any] | Person, sessions: int, steps: dict[int, int]) -> RosterEntry:
    same_as = person(steps, player.id) if player.id in steps else None
    said = (player.name, player.number, player.grade, player.rating, player.area)
    return RosterEntry(player.id, *said, sessions, same_as)


def _sessions(rows: Rows, ids: Sequence[int] | None) -> Counter[int]:
    few = ids is not None and len(ids) <= _SOME
    some, given = ("player IN :ids", {"ids": ids}) if few else ("player > 0", {})
    found = Counter[int]()
    for asked in _SEATED:
        for player, sat in rows.all(asked.format(some=some), **given):
            found[player] += sat
    return found


def join(rows: Rows, one: str, into: str, reason: str, other_number: bool = False) -> str:
    """Makes two entries one person: the seats of the first count for the second.

    `other_number`: although they have different numbers in the federation. Says what was done.
    Raises UserError.
    """
    first, second = player_meant(rows, one, True), player_meant(rows, into, True)
    if first.id == second.id:
        raise UserError(f"{one!r} and {into!r} are one person already: {named(first)}")
    if not other_number:
        _refuse_numbers(rows, first, second)
    together = _together(rows, first.id, second.id)
    if together:
        raise UserError(
            f"{named(first)} and {named(second)} sat at one table in session {together}, so they "
            "are two; if a seat is wrong there, correct it first",
            remedies=[remedy("club seat", session=together)],
        )
    merge(rows, first.id, second.id, reason)
    return text(_COUNTS_FOR, player=named(first), other=named(second))


def _refuse_numbers(rows: Rows, first: PlayerRow, second: PlayerRow) -> None:
    known = people(rows)
    one, other = known[first.id].number, known[second.id].number
    if one and other and name_key(one) != name_key(other):
        raise UserError(
            f"{named(first)} has the number {one} and {named(second)} {other}, so they may be two",
            "other_number",
            [
                remedy(
                    "club players merge",
                    one=f"id={first.id}",
                    into=f"id={second.id}",
                    other_number=True,
                )
            ],
        )


def _together(rows: Rows, one: int, other: int) -> str | None:
    """A session, or one of an event in one round of which both sat."""
    found = (rows.value(asked, one=one, other=other) for asked in (_AT_ONE_TABLE, _IN_ONE_ROUND))
    return next(filter(None, found), None)


def split(rows: Rows, given: str, reason: str) -> str:
    """Takes a merge back: the entry is a person of its own again; says so. Raises UserError."""
    player = merged_meant(rows, given)
    merge(rows, player.id, 0, reason)
    return text("{player} is a person of its own again.", player=named(player))


def named(player: PlayerRow) -> str:
    """A player as an error or an answer names him."""
    return wording.player(player.name) + f" (id={player.id})"
