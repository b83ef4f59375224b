"""Takes the players of a file into the club's roster: who is known, who is new."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, NamedTuple

from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import Player, name_key, person_key, roster
from scorepad.club.decisions.seating import merged, person
from scorepad.club.players.people import Person, people
from scorepad.club.players.roster_file import Enrolment
from scorepad.errors import UserError, remedy
from scorepad.language import text
from scorepad.steps import Steps, show_nothing

_TAKING_IN = text("taking the players in")
_HIGHEST_ID = (1 << 32) - 1  # a tablet has 32 bits for it


class _Found(NamedTuple):
    """A row and the entry that it changes, None for a new one; `person`: whom that counts for.

    None also for an entry that counts for another one, which has a row of its own.
    """

    one: Enrolment
    entry: Player | None
    person: Person | None


@dataclass(frozen=True)
class Change:
    """A change by a row. `id`: of the entry, 0 = a new one; `what`: by column."""

    id: int
    name: str
    what: dict[str, tuple[str | int, str | int]]  # from what, to what


def changes(rows: Rows, enrolments: list[Enrolment]) -> list[Change]:
    """Return the changes that the file would make, in its order. Raise UserError."""
    found = [(each, _news(each)) for each in _found(rows, enrolments)]
    return [
        Change(
            each.entry.id if each.entry else 0,
            each.one.name,
            {column: (getattr(each.entry, column, ""), value) for column, value in news.items()},
        )
        for each, news in found
        if news
    ]


def enrol(rows: Rows, enrolments: list[Enrolment], steps: Steps = show_nothing) -> Counter[str]:
    """Takes the players of a file into the roster; how many are new, changed, the same.

    Raises UserError, and has changed nothing.
    """
    found = _found(rows, enrolments)
    outcomes = Counter(
        ("changed" if _news(one) else "same") if one.entry else "new" for one in found
    )
    ids, new = free_ids(rows), list[Player]()
    for each in steps(found, len(found), _TAKING_IN):
        if each.entry is None:
            new.append(make_player(next(ids), _news(each)))
        else:
            change_player(rows, each.entry, _news(each))
    add_players(rows, new)
    changed = [one.entry.id for one in found if one.entry and _news(one)]
    rows.touch("players", *(f"player:{id}" for id in changed))
    return outcomes


def make_player(number: int, said: Mapping[str, Any]) -> Player:
    """Return a new entry of the roster, with what is said of it."""
    return Player(number, "", "", "", 0, "")._replace(**said)


def add_players(rows: Rows, entries: Sequence[Player]) -> None:
    """Add entries to the roster."""
    rows.insert("players", [entry._asdict() for entry in entries])


def change_player(rows: Rows, entry: Player, said: Mapping[str, Any]) -> Player:
    """Change what an entry of the roster says. Return it as it is then."""
    if said:
        columns = ", ".join(f"{column} = :{column}" for column in said)
        rows.run(f"UPDATE players SET {columns} WHERE id = :id", id=entry.id, **said)
    return entry._replace(**said)


def _news(found: _Found) -> dict[str, Any]:
    """Return what a row says and the club does not know; a number is never removed.

    Nor does the spelling of a merged entry come back as the name of the person.
    """
    one, entry, known = found
    said = {column: value for column, value in one.said.items() if value or column != "number"}
    if known and known.merged and person_key(one.name) in known.names:
        del said["name"]
    return {
        column: value
        for column, value in said.items()
        if value not in (getattr(entry, column, None), getattr(known, column, None))
    }


def _found(rows: Rows, enrolments: list[Enrolment]) -> list[_Found]:
    known = _Known(rows)
    entries = [known.match(one) for one in enrolments]
    own = {entry.id for entry in entries if entry}
    found = [known.found(*each, own) for each in zip(enrolments, entries, strict=True)]
    first: dict[int, Enrolment] = {}
    for one, entry, _ in found:
        if entry and first.setdefault(entry.id, one) is not one:
            raise _clash(entry, first[entry.id], one)
    return found


def _clash(entry: Player, one: Enrolment, other: Enrolment) -> UserError:
    """Return why two rows cannot both be for an entry, and what to do."""
    said = f"{other.where}: {other.name} is the person of {one.where}: the club has one entry for"
    if entry.number or not (one.number and other.number):
        return UserError(f"{said} both, id={entry.id}; leave one row out")
    numbers = [each.number for each in (one, other)]
    return UserError(
        f"{said} {entry.name}, id={entry.id}, without a number; say which one it is",
        remedies=[remedy("club players edit", player=f"id={entry.id}", number=n) for n in numbers],
    )


class _Known:
    def __init__(self, rows: Rows):
        self._steps, self._people = merged(rows), people(rows)
        self._entries: dict[int, Player] = {}
        self._numbers: dict[str, Player] = {}
        self._names = defaultdict[str, list[Player]](list)
        for player in roster(rows).values():
            self._entries[player.id] = player
            self._names[person_key(player.name)].append(player)
            if player.number:
                self._numbers[name_key(player.number)] = player

    def match(self, one: Enrolment) -> Player | None:
        """Return the entry by number, or by name if either has no number. Raise UserError."""
        if one.number and name_key(one.number) in self._numbers:
            return self._numbers[name_key(one.number)]
        named = self._names[person_key(one.name)]
        if one.number:
            named = [entry for entry in named if not self._person(entry).number]
        meant = {self._person(entry).id: entry for entry in named}
        if len(meant) > 1:
            ids = ", ".join(f"id={number}" for number in sorted(meant))
            raise UserError(
                f"{one.where}: the club has several players called {one.name} ({ids}); "
                "give the number of this one, in the file and here, or merge them",
                remedies=[remedy("club players edit"), remedy("club players merge")],
            )
        return next((self._entries[number] for number in meant), None)

    def found(self, one: Enrolment, entry: Player | None, own: set[int]) -> _Found:
        """`own`: the entries that have rows. A merged one changes the entry that counts."""
        if entry is None:
            return _Found(one, None, None)
        known = self._person(entry)
        if entry.id != known.id and known.id in own:
            return _Found(one, entry, None)
        return _Found(one, self._entries[known.id], known)

    def _person(self, entry: Player) -> Person:
        return self._people[person(self._steps, entry.id)]


def free_ids(rows: Rows) -> Iterator[int]:
    """Ids for new players: none that anybody has or had, nor one that a tablet has entered.

    Raises UserError when there are no more.
    """
    entered = rows.all("SELECT entered FROM seats UNION SELECT decided FROM seats")
    used = {row.entered for row in entered}
    for number in count((rows.value("SELECT max(id) FROM players") or 0) + 1):
        if number > _HIGHEST_ID:
            raise UserError(f"no id is left for a new player: tablets have {_HIGHEST_ID} of them")
        if number not in used:
            yield number
