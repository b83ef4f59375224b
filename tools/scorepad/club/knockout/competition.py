"""A knock-out of the club: drawn once, and what has become of it since."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches

from sqlalchemy import select

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import CompetitionRow, EntryRow
from scorepad.club.decisions.finding import name_key, names_of
from scorepad.club.decisions.seating import merged, person
from scorepad.club.decisions.standing import standing as decided
from scorepad.club.knockout import draw
from scorepad.club.knockout.bracket import Match, best_beaten, rounds
from scorepad.club.knockout.director import Director, Knockouts
from scorepad.club.knockout.rulings import Rulings
from scorepad.club.knockout.sessions import complete
from scorepad.errors import Unknown, UserError, remedy
from scorepad.language import Text, joined, text

BEST_OF = ("junior", "intermediate")  # the grades whose best pair is named
_NEAR = 3  # names, in an error
_NONE = text("The club has no knock-out.")


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
    """As it stands; `entrants` by their places; `notes`: what people should know.

    `sessions`: those of two pairs that meet, with why they cannot be their match, "" if they can.
    """

    id: int
    name: str
    made: datetime
    seed: int
    deals: int
    entrants: dict[int, Entrant]
    rounds: list[list[Match]]
    notes: list[Text]
    sessions: dict[str, Text | str]

    @property
    def matches(self) -> list[Match]:
        """Of all rounds, in the order of their numbers."""
        return [match for matches in self.rounds for match in matches]

    @property
    def final(self) -> Match:
        return self.rounds[-1][0]

    @property
    def reached(self) -> int:
        """The first round (from 1) that has a match to play; the last one if none has."""
        left = [match.round for match in self.matches if match.through is None]
        return min(left, default=len(self.rounds))

    def best(self, grade: str) -> list[Entrant]:
        """The best of this grade that were not in the final, once that is decided."""
        if self.final.through is None:
            return []
        among = {place for place, pair in self.entrants.items() if pair.grade == grade}
        return [self.entrants[place] for place in best_beaten(self.rounds, among)]


def competition_named(rows: Rows, name: str) -> Competition:
    every = competitions(rows)
    for competition in every:
        if name_key(competition.name) == name_key(name):
            return competition
    names = [competition.name for competition in reversed(every)]
    near = get_close_matches(name, names, _NEAR) or names[:_NEAR]
    listed = joined(map(repr, near))
    wrong = text("There is no knock-out {name}; there are {names}.", name=repr(name), names=listed)
    if near:
        raise Unknown(wrong, "name", [remedy("club knockout show", name=one) for one in near])
    raise Unknown(_NONE, "name", [remedy("club knockout draw")])


def only(rows: Rows) -> Competition:
    """The one that there is. Raises UserError if there are none, or several."""
    every = competitions(rows)
    if len(every) == 1:
        return every[0]
    if every:
        names = joined(repr(competition.name) for competition in every)
        several = text("The club has several knock-outs: {names}. Choose one.", names=names)
        raise UserError(several, "name")
    raise Unknown(_NONE, "name", [remedy("club knockout draw")])


def competitions(rows: Rows) -> list[Competition]:
    """All that were drawn and not dropped, in the order in which they were drawn."""
    entries = defaultdict[int, list[EntryRow]](list)
    for entry in rows.scalars(select(EntryRow).order_by(EntryRow.place)):
        entries[entry.competition].append(entry)
    return standing(rows, [(drawn, entries[drawn.id]) for drawn in live(rows)])


def live(rows: Rows) -> list[CompetitionRow]:
    """What was drawn and not dropped, in order."""
    dropped = Rulings(rows).dropped
    return [drawn for drawn in decided(rows, CompetitionRow) if drawn.id not in dropped]


Drawn = tuple[CompetitionRow, list[EntryRow]]


def standing(rows: Rows, every: list[Drawn]) -> list[Competition]:
    """How these stand, beside one another; entries in the order of their places."""
    knockouts = Knockouts(rows, complete(rows), [drawn for drawn, _ in every])
    fields = [(drawn, _entrants(rows, entries)) for drawn, entries in every]
    takers = defaultdict[str, list[str]](list)  # of each session, if there were no other one
    for drawn, field in fields:
        for session in _competition(knockouts, drawn, field, {})[1].claimed:
            takers[session].append(drawn.name)
    disputed = {session: names for session, names in takers.items() if len(names) > 1}
    return [_competition(knockouts, drawn, field, disputed)[0] for drawn, field in fields]


def _competition(
    knockouts: Knockouts,
    drawn: CompetitionRow,
    entrants: dict[int, Entrant],
    disputed: Mapping[str, list[str]],
) -> tuple[Competition, Director]:
    sides = {place: frozenset(pair.players) for place, pair in entrants.items()}
    director = Director(knockouts, drawn, sides, disputed)
    said = drawn.id, drawn.name, drawn.made, drawn.seed, drawn.deals
    played = rounds(set(entrants), draw.size(len(entrants)), director.decide)
    return Competition(*said, entrants, played, director.notes, director.sessions), director


def _entrants(rows: Rows, entries: list[EntryRow]) -> dict[int, Entrant]:
    """The pairs by their places; merged players are the persons that they are now."""
    steps = merged(rows)
    names = names_of(rows)
    seeds = draw.order(draw.size(len(entries)) // 2)
    found = {}
    for row in entries:
        one, other = person(steps, row.player), person(steps, row.partner)
        name = f"{wording.player(names[one])} – {wording.player(names[other])}"
        seed = 0 if row.place % 2 else seeds[row.place // 2] + 1
        found[row.place] = Entrant(row.place, seed, (one, other), name, row.grade, row.area)
    return found
