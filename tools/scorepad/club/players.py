"""The club's roster: who is in it, who is new, which two entries are one person."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session as Rows

from scorepad.club import wording
from scorepad.club.finding import merged_meant, player_meant, same
from scorepad.club.roster_file import Enrolment
from scorepad.club.schema import PlayerRow, ReseatingRow, SeatRow, SessionRow
from scorepad.club.seating import merge, merged, person
from scorepad.errors import UserError

_HIGHEST_ID = (1 << 32) - 1  # a tablet has 32 bits for it
_LONGEST = 20  # bytes of a name on a tablet


@dataclass(frozen=True)
class Listed:
    """A player in the list. `same_as`: the id of the person that a merged entry counts for."""

    id: int
    name: str
    number: str
    grade: str
    rating: int
    area: str
    sessions: int
    same_as: int | None


def listed(rows: Rows) -> list[Listed]:
    """All entries by name."""
    steps = merged(rows)
    played = _sessions(rows)
    every = rows.scalars(select(PlayerRow).order_by(PlayerRow.id))
    entries = [_listed(player, played[player.id], steps) for player in every]
    return sorted(entries, key=lambda entry: (same(entry.name), entry.id))


def _listed(player: PlayerRow, sessions: int, steps: dict[int, int]) -> Listed:
    same_as = person(steps, player.id) if player.id in steps else None
    said = (player.name, player.number, player.grade, player.rating, player.area)
    return Listed(player.id, *said, sessions, same_as)


def _sessions(rows: Rows) -> Counter[int]:
    """In how many sessions each player sat."""
    seats = rows.execute(select(SeatRow.player, SeatRow.session).distinct())
    return Counter(player for player, _ in seats)


def for_tablets(rows: Rows) -> list[tuple[int, str]]:
    """(id, name) of everybody who is to stand on a tablet: who played last comes first.

    Names are cut to what a tablet can show, between two characters; merged entries are left out.
    They may be more than a tablet has room for.
    """
    last = dict(rows.execute(_last_played).all())
    steps = merged(rows)
    people = [p for p in rows.scalars(select(PlayerRow)) if p.id not in steps]
    people.sort(key=lambda p: (-last.get(p.id, -1), same(p.name), p.id))
    return [(player.id, short(player.name)) for player in people]


_last_played = (
    select(SeatRow.player, func.max(SessionRow.started))
    .join(SessionRow, SessionRow.id == SeatRow.session)
    .group_by(SeatRow.player)
)


def short(name: str) -> str:
    """As much of a name as a tablet can show."""
    return name.encode()[:_LONGEST].decode(errors="ignore").rstrip()


def enrol(rows: Rows, enrolments: list[Enrolment], keep: bool = True) -> Counter[str]:
    """Takes the players of a file into the roster; how many are new, changed, the same.

    Not if `keep` is false: then it only counts. Raises UserError, and has changed nothing.
    """
    found = _found(rows, enrolments)
    outcomes = Counter(_outcome(one, player) for one, player in found)
    ids = _free_ids(rows)
    for one, player in found if keep else ():
        _set(player or _newcomer(rows, next(ids)), _news(one, player))
    return outcomes


def _outcome(one: Enrolment, player: PlayerRow | None) -> str:
    if player is None:
        return "new"
    return "changed" if _news(one, player) else "same"


def _news(one: Enrolment, player: PlayerRow | None) -> dict[str, Any]:
    """What a row says and the roster does not; a number is never taken away."""
    said = {column: value for column, value in one.said.items() if (column, value) != _NO_NUMBER}
    return {
        column: value for column, value in said.items() if getattr(player, column, None) != value
    }


_NO_NUMBER = ("number", "")


def _newcomer(rows: Rows, number: int) -> PlayerRow:
    player = PlayerRow(id=number, name="", number="")
    rows.add(player)
    return player


def _set(player: PlayerRow, news: dict[str, Any]) -> None:
    for column, value in news.items():
        setattr(player, column, value)


def _found(rows: Rows, enrolments: list[Enrolment]) -> list[tuple[Enrolment, PlayerRow | None]]:
    """Each row with the entry that the club has of the person. Raises UserError."""
    known = _Known(rows)
    found = [(one, known.match(one)) for one in enrolments]
    first: dict[int, Enrolment] = {}
    for one, player in found:
        if player and first.setdefault(player.id, one) is not one:
            raise UserError(
                f"{one.where}: {one.name} is the person of {first[player.id].where}: the club "
                f"has one entry for both, id={player.id}; leave one row out"
            )
    return found


class _Known:
    """The roster, by numbers in the federation and by names."""

    def __init__(self, rows: Rows):
        self._steps = merged(rows)
        self._numbers: dict[str, PlayerRow] = {}
        self._names = defaultdict[str, list[PlayerRow]](list)
        for player in rows.scalars(select(PlayerRow).order_by(PlayerRow.id)):
            self._names[same(player.name)].append(player)
            if player.number:
                self._numbers[same(player.number)] = player

    def match(self, one: Enrolment) -> PlayerRow | None:
        """By number; by name where the file or the club has no number. Raises UserError."""
        if one.number and same(one.number) in self._numbers:
            return self._numbers[same(one.number)]
        named = self._names[same(one.name)]
        if one.number:
            named = [player for player in named if not player.number]
        people = {person(self._steps, player.id): player for player in named}
        if len(people) > 1:
            ids = ", ".join(f"id={number}" for number in sorted(people))
            raise UserError(
                f"{one.where}: the club has several players called {one.name} ({ids}); "
                "give the number of this one, or merge them"
            )
        return next(iter(people.values()), None)


def _free_ids(rows: Rows) -> Iterator[int]:
    """Ids for new players: none that anybody has or had, nor one that a tablet has entered.

    Raises UserError when there are no more.
    """
    used = {*rows.scalars(select(SeatRow.entered)), *rows.scalars(select(ReseatingRow.player))}
    for number in count((rows.scalar(select(func.max(PlayerRow.id))) or 0) + 1):
        if number > _HIGHEST_ID:
            raise UserError(f"no id is left for a new player: tablets have {_HIGHEST_ID} of them")
        if number not in used:
            yield number


def join(rows: Rows, one: str, into: str, reason: str) -> str:
    """Makes two entries one person: the seats of the first count for the second.

    Says what was done. Raises UserError.
    """
    first, second = player_meant(rows, one), player_meant(rows, into)
    if first.id == second.id:
        raise UserError(f"{one!r} and {into!r} are one person already: {named(first)}")
    together = _together(rows, first.id, second.id)
    if together:
        raise UserError(
            f"{named(first)} and {named(second)} sat at one table in session {together}, so they "
            "are two; if a seat is wrong there, correct it first: `scorepad club seat`"
        )
    merge(rows, first.id, second.id, reason)
    return f"{named(first)} counts for {named(second)} from now on."


def _together(rows: Rows, one: int, other: int) -> str | None:
    """A session in which both sat."""
    with_other = select(SeatRow.session).where(SeatRow.player == other)
    both = select(SeatRow.session).where(SeatRow.player == one, SeatRow.session.in_(with_other))
    return rows.scalar(both.order_by(SeatRow.session).limit(1))


def split(rows: Rows, given: str, reason: str) -> str:
    """Takes a merge back: the entry is a person of its own again.

    Says what was done. Raises UserError.
    """
    player = merged_meant(rows, given)
    merge(rows, player.id, 0, reason)
    return f"{named(player)} is a person of its own again."


def named(player: PlayerRow) -> str:
    """A player as an error or an answer names him."""
    return f"{wording.player(player.name)} (id={player.id})"
