"""A knock-out of the club: drawn once, and what has become of it since."""

import difflib
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session as Rows

from scorepad.club import wording
from scorepad.club.finding import player_meant, same
from scorepad.club.knockout import draw
from scorepad.club.knockout.bracket import Match, best_beaten, rounds
from scorepad.club.knockout.director import Director
from scorepad.club.knockout.pairs_file import Row
from scorepad.club.people import Person, people
from scorepad.club.roster_file import GRADES
from scorepad.club.schema import CompetitionRow, EntryRow, PlayerRow
from scorepad.club.seating import merged, next_number, person
from scorepad.errors import UserError

BEST_OF = ("junior", "intermediate")  # the grades whose best pair is named
_LONGEST = 100  # characters of a name
_NEAR = 3  # names in an error


@dataclass(frozen=True)
class Entrant:
    """A pair; `place`: in the bracket; `seed`: from 1, 0 for one that is not seeded.

    `players`: the persons they are now; `grade`, `area`: as they were drawn (draw.py).
    """

    place: int
    seed: int
    players: tuple[int, int]
    name: str
    grade: str
    area: str


@dataclass(frozen=True)
class Competition:
    """As it stands; `entrants` by their places; `notes`: what people should know."""

    id: int
    name: str
    made: datetime
    seed: int
    deals: int
    entrants: dict[int, Entrant]
    rounds: list[list[Match]]
    notes: list[str]

    @property
    def matches(self) -> list[Match]:
        """Of all rounds, in the order of their numbers."""
        return [match for matches in self.rounds for match in matches]

    @property
    def final(self) -> Match:
        """The last match."""
        return self.rounds[-1][0]

    def best(self, grade: str) -> list[Entrant]:
        """The best of this grade that were not in the final, once that is decided."""
        if self.final.through is None:
            return []
        among = {place for place, pair in self.entrants.items() if pair.grade == grade}
        return [self.entrants[place] for place in best_beaten(self.rounds, among)]


def draw_up(
    rows: Rows, name: str, listed: list[Row], seed: int, deals: int, keep: bool
) -> Competition:
    """Draws a new competition, and adds it unless `keep` is false. Raises UserError."""
    _check_name(rows, name)
    bracket = draw.places(_pairs(rows, listed), seed)
    number, made = next_number(rows, CompetitionRow), datetime.now(UTC)
    drawn = CompetitionRow(id=number, made=made, name=name, seed=seed, deals=deals)
    entries = [_entry(number, place, pair) for place, pair in enumerate(bracket) if pair]
    if keep:
        rows.add_all([drawn, *entries])
        rows.flush()
    return _as_it_stands(rows, drawn, entries)


def competition(rows: Rows, name: str) -> Competition:
    """The competition of this name. Raises UserError."""
    every = list(rows.scalars(select(CompetitionRow).order_by(CompetitionRow.id)))
    for drawn in every:
        if same(drawn.name) == same(name):
            mine = select(EntryRow).where(EntryRow.competition == drawn.id)
            return _as_it_stands(rows, drawn, list(rows.scalars(mine.order_by(EntryRow.place))))
    raise UserError(f"the club has no knock-out {name!r}; {_near(name, every)}")


def _near(name: str, every: list[CompetitionRow]) -> str:
    if not every:
        return "`scorepad club knockout draw` makes one"
    names = [drawn.name for drawn in every]
    near = difflib.get_close_matches(name, names, _NEAR) or names[: -_NEAR - 1 : -1]
    return f"there are {', '.join(map(repr, near))}"


def _check_name(rows: Rows, name: str) -> None:
    """Raises UserError for one that is taken, or that nobody could read."""
    if not name.strip() or len(name) > _LONGEST or wording.UNSEEN.search(name):
        raise UserError(f"{name[:_LONGEST]!r} is no name: it has 1 to {_LONGEST} characters")
    for taken in rows.scalars(select(CompetitionRow.name)):
        if same(taken) == same(name):
            raise UserError(f"{taken!r} is drawn already; give the new one another name")


def _pairs(rows: Rows, listed: list[Row]) -> list[draw.Pair]:
    """Who enters, as the roster knows them. Raises UserError."""
    known, seen = people(rows), dict[int, str]()
    pairs = []
    for row in listed:
        one, other = (known[_player(rows, row.where, given, seen)] for given in row.players)
        pairs.append(_pair(one, other))
    if len(pairs) < 2:
        raise UserError(f"a knock-out takes two pairs at least; there are {len(pairs)}")
    return pairs


def _player(rows: Rows, where: str, given: str, seen: dict[int, str]) -> int:
    """The id of the player who is meant, for the first time. Raises UserError."""
    try:
        player = player_meant(rows, given).id
    except UserError as error:
        raise UserError(f"{where}: {error}") from error
    if player in seen:
        raise UserError(f"{where}: {given!r} is in a pair already, at {seen[player]}")
    seen[player] = where
    return player


def _pair(one: Person, other: Person) -> draw.Pair:
    grades = sorted((one.grade, other.grade), key=GRADES.index)
    return draw.Pair(
        players=(one.id, other.id),
        rating=one.rating + other.rating,
        grade=grades[1] if all(grades) else "",
        area=one.area if same(one.area) == same(other.area) else "",
    )


def _entry(number: int, place: int, pair: draw.Pair) -> EntryRow:
    player, partner = pair.players
    told = {"rating": pair.rating, "grade": pair.grade, "area": pair.area}
    return EntryRow(competition=number, place=place, player=player, partner=partner, **told)


def _as_it_stands(rows: Rows, drawn: CompetitionRow, entries: list[EntryRow]) -> Competition:
    entrants = _entrants(rows, entries)
    director = Director(
        rows, drawn, {place: frozenset(pair.players) for place, pair in entrants.items()}
    )
    said = drawn.id, drawn.name, drawn.made, drawn.seed, drawn.deals
    played = rounds(set(entrants), draw.size(len(entries)), director.decide)
    return Competition(*said, entrants, played, director.notes)


def _entrants(rows: Rows, entries: list[EntryRow]) -> dict[int, Entrant]:
    """The pairs by their places; merged players are the persons that they are now."""
    steps = merged(rows)
    names = {player.id: player.name for player in rows.scalars(select(PlayerRow))}
    seeds = draw.order(draw.size(len(entries)) // 2)
    found = {}
    for row in entries:
        one, other = person(steps, row.player), person(steps, row.partner)
        name = f"{wording.player(names[one])} – {wording.player(names[other])}"
        seed = 0 if row.place % 2 else seeds[row.place // 2] + 1
        found[row.place] = Entrant(row.place, seed, (one, other), name, row.grade, row.area)
    return found
