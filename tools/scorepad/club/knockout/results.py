"""Results of a knock-out that are entered by hand.

What is entered is only added; of two entries for the same match the later one counts.
"""

import re

from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import MatchResultRow
from scorepad.club.decisions.adding import add
from scorepad.club.decisions.finding import player_meant
from scorepad.club.knockout.bracket import Match
from scorepad.club.knockout.competition import Competition, Entrant, competition_named
from scorepad.errors import UserError
from scorepad.language import say

_TOTAL = re.compile("[0-9]{1,6}")  # far more than thirty deals can bring


def points(given: str) -> int:
    """A total. Raises UserError."""
    if not _TOTAL.fullmatch(given):
        raise UserError(f"{given!r} is no total: it is a whole number of at most six digits")
    return int(given)


def enter(
    rows: Rows, name: str, totals: tuple[tuple[str, int], tuple[str, int]], reason: str
) -> str:
    """Takes the totals of a match, each with one of the pair who scored it.

    Says what was done. Raises UserError, also for pairs that do not meet.
    """
    competition = competition_named(rows, name)
    (first, won), (second, lost) = totals
    one, other = pair_meant(rows, competition, first), pair_meant(rows, competition, second)
    match = _between(competition, one, other)
    if won == lost:
        raise UserError(f"both have {won}: level totals are played off, two deals at a time")
    row = _row(competition, match, one, reason)
    row.points, row.opponent, row.opponent_points = won, other.place, lost
    add(rows, row)
    through = one if won > lost else other
    return say(
        "{pair} {won}, {other} {lost}: {winner} are through.",
        **{"pair": one.name, "won": won, "other": other.name, "lost": lost},
        winner=through.name,
    )


def withdraw(rows: Rows, name: str, given: str, reason: str) -> str:
    """The pair of this player plays no more: who meets them is through.

    Says what was done. Raises UserError if they are out, or have won.
    """
    competition = competition_named(rows, name)
    pair = pair_meant(rows, competition, given)
    add(rows, _row(competition, _next_of(competition, pair), pair, reason))
    return say("{pair} withdrew: whoever meets them is through.", pair=pair.name)


def pair_meant(rows: Rows, competition: Competition, given: str) -> Entrant:
    """The pair in which a player is. Raises UserError."""
    player = player_meant(rows, given).id
    found = [pair for pair in competition.entrants.values() if player in pair.players]
    if len(found) == 1:
        return found[0]
    if found:
        names = " and ".join(pair.name for pair in found)
        raise UserError(f"{given!r} is in two pairs, {names}: name the partner")
    raise UserError(f"{given!r} is in no pair of {competition.name}")


def _between(competition: Competition, one: Entrant, other: Entrant) -> Match:
    for match in competition.matches:
        if set(match.pairs) == {one.place, other.place}:
            return match
    raise UserError(
        f"{one.name} and {other.name} do not meet, as it stands; "
        "`scorepad club knockout show` shows who meets whom"
    )


def _next_of(competition: Competition, pair: Entrant) -> Match:
    for match in competition.matches:
        if pair.place in match.pairs and not match.bye and not match.outcome:
            return match
    if any(match.out == pair.place for match in competition.matches):
        raise UserError(f"{pair.name} are out already")
    raise UserError(f"{pair.name} have no match left to play")


def _row(competition: Competition, match: Match, pair: Entrant, reason: str) -> MatchResultRow:
    about = {"competition": competition.id, "round": match.round, "entry": pair.place}
    return MatchResultRow(**about, reason=reason)
