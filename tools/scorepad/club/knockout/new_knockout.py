"""Draws a new knock-out of the club, from who enters and what the roster says of them."""

from dataclasses import replace
from typing import NamedTuple

from sqlalchemy.orm import Session as Rows

from scorepad import wording
from scorepad.club.database.schema import CompetitionRow, EntryRow
from scorepad.club.decisions.adding import numbered
from scorepad.club.decisions.finding import Players, name_key
from scorepad.club.events.entering import NamedPair
from scorepad.club.knockout import draw
from scorepad.club.knockout.competition import Competition, live, standing
from scorepad.club.players.people import Person, people
from scorepad.club.players.roster_file import GRADES
from scorepad.errors import UserError
from scorepad.language import say

_LONGEST = 100  # characters of a name


class _Lacking(NamedTuple):
    """The pairs of which a player, or both, have no grade, or no rating."""

    grade: list[str]
    rating: list[str]

    def note(self, one: Person, other: Person) -> None:
        """Looks at a pair."""
        name = f"{wording.player(one.name)} – {wording.player(other.name)}"
        if not (one.grade and other.grade):
            self.grade.append(name)
        if not (one.rating and other.rating):
            self.rating.append(name)


def draw_up(
    rows: Rows, name: str, listed: list[NamedPair], seed: int, deals: int, keep: bool
) -> Competition:
    """Draws a new competition, and adds it unless `keep` is false. Raises UserError.

    In its notes are also the pairs of which the roster does not say all that decides the draw.
    """
    _check_name(rows, name)
    pairs, lacking = _pairs(rows, listed)
    bracket = draw.places(pairs, seed)
    drawn = numbered(rows, CompetitionRow(name=name, seed=seed, deals=deals))
    entries = [_entry(drawn.id, place, pair) for place, pair in enumerate(bracket) if pair]
    if keep:
        rows.add_all([drawn, *entries])
        rows.flush()
    competition = standing(rows, [(drawn, entries)])[0]
    return replace(competition, notes=[*_lacks(lacking, len(pairs)), *competition.notes])


def _check_name(rows: Rows, name: str) -> None:
    """Raises UserError for one that is taken, or that nobody could read."""
    if not name.strip() or len(name) > _LONGEST or wording.UNSEEN.search(name):
        raise UserError(f"{name[:_LONGEST]!r} is no name: it has 1 to {_LONGEST} characters")
    for taken in live(rows):
        if name_key(taken.name) == name_key(name):
            raise UserError(f"{taken.name!r} is drawn already; give the new one another name")


def _pairs(rows: Rows, listed: list[NamedPair]) -> tuple[list[draw.DrawnPair], _Lacking]:
    """Who enters, as the roster knows them, and who lacks what. Raises UserError."""
    known, seen = people(rows), dict[int, str]()
    roster, pairs, lacking = Players(rows), [], _Lacking([], [])
    for row in listed:
        one, other = (known[_player(roster, row.where, given, seen)] for given in row.players)
        pairs.append(_pair(one, other))
        lacking.note(one, other)
    if len(pairs) < 2:
        raise UserError(f"a knock-out takes two pairs at least; there are {len(pairs)}")
    return pairs, lacking


def _lacks(lacking: _Lacking, pairs: int) -> list[str]:
    """What people should know before they believe the draw."""
    notes = []
    if lacking.grade:
        which = _which(lacking.grade, pairs)
        notes.append(say("No grade: {pairs}; seeded after all pairs that have one.", pairs=which))
    if lacking.rating:
        which = _which(lacking.rating, pairs)
        notes.append(say("No rating: {pairs}; who has none counts as 0.", pairs=which))
    return notes


def _which(names: list[str], pairs: int) -> str:
    return say("all pairs") if len(names) == pairs else ", ".join(names)


def _player(roster: Players, where: str, given: str, seen: dict[int, str]) -> int:
    """The id of the player who is meant, for the first time. Raises UserError."""
    try:
        player = roster.meant(given).id
    except UserError as error:
        raise UserError(f"{where}: {error}") from error
    if player in seen:
        raise UserError(f"{where}: {given!r} is in a pair already, at {seen[player]}")
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


def _entry(number: int, place: int, pair: draw.DrawnPair) -> EntryRow:
    player, partner = pair.players
    known = {"rating": pair.rating, "grade": pair.grade, "area": pair.area}
    return EntryRow(competition=number, place=place, player=player, partner=partner, **known)
