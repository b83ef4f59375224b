"""A knock-out of the club: drawn once, and what has become of it since."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import name_key, names_of
from scorepad.club.decisions.seating import merged, person
from scorepad.club.knockout import draw
from scorepad.club.knockout.bracket import Match, best_beaten, rounds
from scorepad.club.knockout.director import Director, Knockouts
from scorepad.club.knockout.kinds import Knockout, load_live
from scorepad.club.knockout.sessions import load_complete
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
    """A knock-out now. `entrants`: by place; `notes`: what people should know.

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
    sessions: dict[str, str]

    @property
    def matches(self) -> list[Match]:
        """The matches of all rounds, in the order of their numbers."""
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
    """Return all knock-outs that were drawn and not dropped, in the order of their draws."""
    return standing(rows, load_live(rows))


def standing(rows: Rows, every: list[Knockout]) -> list[Competition]:
    """Return the state of each of these knock-outs beside the others."""
    knockouts = Knockouts(rows, load_complete(rows), every)
    steps, names = merged(rows), names_of(rows)
    fields = [(drawn, _entrants(drawn, steps, names)) for drawn in every]
    takers = defaultdict[str, list[str]](list)  # of each session, if there were no other one
    for drawn, field in fields:
        for session in _competition(knockouts, drawn, field, {})[1].claimed:
            takers[session].append(drawn.name)
    disputed = {session: names for session, names in takers.items() if len(names) > 1}
    return [_competition(knockouts, drawn, field, disputed)[0] for drawn, field in fields]


def _competition(
    knockouts: Knockouts,
    drawn: Knockout,
    entrants: dict[int, Entrant],
    disputed: Mapping[str, list[str]],
) -> tuple[Competition, Director]:
    sides = {place: frozenset(pair.players) for place, pair in entrants.items()}
    director = Director(knockouts, drawn, sides, disputed)
    said = drawn.number, drawn.name, drawn.made, drawn.seed, drawn.deals
    played = rounds(set(entrants), draw.size(len(entrants)), director.decide)
    return Competition(*said, entrants, played, director.notes, director.sessions), director


def _entrants(
    drawn: Knockout, steps: Mapping[int, int], names: Mapping[int, str]
) -> dict[int, Entrant]:
    """The pairs by their places; merged players are the persons that they are now."""
    seeds = draw.order(draw.size(len(drawn.pairs)) // 2)
    found = {}
    for place, pair in drawn.pairs.items():
        one, other = (person(steps, player) for player in pair["players"])
        name = " – ".join(wording.player(names.get(player), player) for player in (one, other))
        seed = 0 if place % 2 else seeds[place // 2] + 1
        found[place] = Entrant(place, seed, (one, other), name, pair["grade"], pair["area"])
    return found
