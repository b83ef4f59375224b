"""The club's roster: who is in it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import Player, keys, name_key, roster
from scorepad.club.decisions.seating import merged, person
from scorepad.club.players.people import Person, people

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


def find_ids(rows: Rows, find: str = "") -> list[int]:
    """The ids of all entries by name; or of those whose name or number has `find` in it."""
    key = name_key(find)
    every = [
        (name_key(entry.name), entry.id)
        for entry in roster(rows).values()
        if any(key in each for each in keys(entry))
    ]
    return [number for _, number in sorted(every)]


def listed(rows: Rows, ids: Sequence[int] | None = None) -> list[RosterEntry]:
    """Return all entries by name, or those with these ids, in their order."""
    wanted = find_ids(rows) if ids is None else ids
    steps, played, every = merged(rows), _sessions(rows, ids), roster(rows, ids)
    known = people(rows, ids and {person(steps, number) for number in wanted})
    return [_describe_entry(known.get(n, every[n]), played[n], steps) for n in wanted]


def _describe_entry(player: Player | Person, sessions: int, steps: dict[int, int]) -> RosterEntry:
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


def named(player: Player) -> str:
    """A player as an error or an answer names him."""
    return wording.player(player.name) + f" (id={player.id})"
