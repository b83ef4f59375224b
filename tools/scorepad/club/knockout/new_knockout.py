"""Draws a new knock-out of the club, from who enters and what the roster says of them."""

from collections.abc import Iterator
from dataclasses import asdict, replace

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import Players, name_key
from scorepad.club.events.entering import NamedPair
from scorepad.club.knockout import draw
from scorepad.club.knockout.competition import Competition, standing
from scorepad.club.knockout.deciding import DecidedKnockout
from scorepad.club.knockout.kinds import Draw, Knockout
from scorepad.club.log import Signature, decide, next_number
from scorepad.club.players.people import Person, people
from scorepad.club.players.roster_file import GRADES
from scorepad.errors import UserError
from scorepad.language import Text, joined, marked, text

_LACKING = {  # by what a player lacks; people should know it before they believe the draw
    "grade": marked("No grade: {pairs}; seeded after all pairs that have one."),
    "rating": marked("No rating: {pairs}; who has none counts as 0."),
}


def draw_up(
    rows: Rows, name: str, listed: list[NamedPair], seed: int, deals: int, by: Signature
) -> Competition:
    """Draws a new competition, and adds it. Raises UserError.

    In its notes are also the pairs of which the roster does not say all that decides the draw.
    """
    couples = _couples(rows, listed)
    bracket = draw.places([_pair(*couple) for couple in couples], seed)
    pairs = [asdict(pair) if pair else None for pair in bracket]
    drawn = Draw(next_number(rows), name, seed, deals, pairs)
    entry = decide(rows, DecidedKnockout([]), drawn, by)
    competition = standing(rows, [Knockout([entry])])[0]
    return replace(competition, notes=[*_lacks(couples), *competition.notes])


def _couples(rows: Rows, listed: list[NamedPair]) -> list[tuple[Person, Person]]:
    """Return the entering pairs as the roster knows them. Raise UserError."""
    known, roster, seen = people(rows), Players(rows), dict[int, str]()
    found = list[tuple[Person, Person]]()
    for row in listed:
        one, other = (known[_player(roster, row.where, given, seen)] for given in row.players)
        found.append((one, other))
    if len(found) < 2:
        few = text("A knock-out takes two pairs at least; there are {number}.", number=len(found))
        raise UserError(few, "file")
    return found


def _lacks(couples: list[tuple[Person, Person]]) -> Iterator[Text]:
    """The pairs of which a player, or both, lack what decides the draw."""
    for column, said in _LACKING.items():
        lacking = [two for two in couples if not all(getattr(player, column) for player in two)]
        names = (" – ".join(wording.player(player.name) for player in two) for two in lacking)
        if lacking:
            every = len(lacking) == len(couples)
            yield text(said, pairs=text("all pairs") if every else joined(names))


def _player(roster: Players, where: str, given: str, seen: dict[int, str]) -> int:
    """The id of the player who is meant, for the first time. Raises UserError."""
    try:
        player = roster.find(given).id
    except UserError as error:
        at = text("{where}: {what}", where=where, what=error.said)
        raise UserError(at, "file", error.remedies) from error
    if player in seen:
        about = {"where": where, "given": repr(given), "before": seen[player]}
        twice = text("{where}: {given} is in a pair already, at {before}", **about)
        raise UserError(twice, "file")
    seen[player] = where
    return player


def _pair(one: Person, other: Person) -> draw.DrawnPair:
    grades = sorted((one.grade, other.grade), key=GRADES.index)
    return draw.DrawnPair(
        players=(one.id, other.id),
        rating=one.rating + other.rating,
        grade=grades[1] if all(grades) else "",
        area=one.area if name_key(one.area) == name_key(other.area) else "",
    )
