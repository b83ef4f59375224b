"""What the club knows of a person, from all entries of the roster that are one.

An entry keeps what it says when it is merged into another one. A person is known by what the entry
says that counts and, where this says nothing, by what the others say. It is put together whenever
somebody asks, so a merge that is taken back leaves nothing behind.
"""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import Player, person_key, roster
from scorepad.club.decisions.seating import merged, person


@dataclass(frozen=True)
class Person:
    """`id`, `name`: of the entry that counts; the other fields as of a Player.

    `names`: how all entries are called, as `same` has it; `merged`: the ids of those that do not
    count, in order.
    """

    id: int
    name: str
    number: str
    grade: str
    rating: int
    area: str
    names: frozenset[str]
    merged: tuple[int, ...]


def people(rows: Rows, ids: Collection[int] | None = None) -> dict[int, Person]:
    """Everybody, or some, by the ids of the entries that count."""
    steps = merged(rows)
    entries = defaultdict[int, list[Player]](list)
    theirs = None if ids is None else {*ids, *(n for n in steps if person(steps, n) in ids)}
    for entry in roster(rows, theirs).values():
        number = person(steps, entry.id)
        if ids is None or number in ids:
            entries[number].append(entry)
    return {number: _person(number, theirs) for number, theirs in entries.items()}


def _person(number: int, entries: list[Player]) -> Person:
    ordered = sorted(entries, key=lambda entry: entry.id != number)  # its own comes first
    return Person(
        id=number,
        name=ordered[0].name,
        number=next((entry.number for entry in ordered if entry.number), ""),
        grade=next((entry.grade for entry in ordered if entry.grade), ""),
        rating=next((entry.rating for entry in ordered if entry.rating), 0),
        area=next((entry.area for entry in ordered if entry.area), ""),
        names=frozenset(person_key(entry.name) for entry in entries),
        merged=tuple(entry.id for entry in ordered[1:]),
    )
