"""Results of a knock-out that are entered by hand.

Of two results for the same match the later one counts.
"""

import re

from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import player_meant
from scorepad.club.knockout.bracket import Match
from scorepad.club.knockout.competition import Competition, Entrant, competition_named
from scorepad.club.knockout.deciding import DecidedKnockout
from scorepad.club.knockout.kinds import MatchResult, Withdrawal
from scorepad.club.log import Signature, decide
from scorepad.errors import UserError, remedy
from scorepad.language import Text, joined, text

_TOTAL = re.compile("[0-9]{1,6}")  # far more than thirty deals can bring


def points(given: str) -> int:
    """A total. Raises UserError."""
    if not _TOTAL.fullmatch(given):
        about = {"given": repr(given)}
        wrong = text("{given} is no total: it is a whole number of at most six digits.", **about)
        raise UserError(wrong, "totals")
    return int(given)


def enter(
    rows: Rows, name: str, totals: tuple[tuple[str, int], tuple[str, int]], by: Signature
) -> Text:
    """Takes the totals of a match, each with one of the pair who scored it.

    Says what was done. Raises UserError, also for pairs that do not meet.
    """
    competition = competition_named(rows, name)
    (first, won), (second, lost) = totals
    one, other = (pair_meant(rows, competition, each, "totals") for each in (first, second))
    match = _between(competition, one, other)
    if won == lost:
        had = {"points": won}
        level = text(
            "Both have {points}: level totals are played off, two deals at a time.", **had
        )
        raise UserError(level, "totals")
    result = MatchResult(competition.id, match.round, one.place, won, other.place, lost)
    decide(rows, DecidedKnockout.load(rows, competition.id), result, by)
    through = one if won > lost else other
    return text(
        "{pair} {won}, {other} {lost}: {winner} are through.",
        **{"pair": one.name, "won": won, "other": other.name, "lost": lost},
        winner=through.name,
    )


def withdraw(rows: Rows, name: str, given: str, by: Signature) -> Text:
    """The pair of this player plays no more: who meets them is through.

    Says what was done. Raises UserError if they are out, or have won.
    """
    competition = competition_named(rows, name)
    pair = pair_meant(rows, competition, given, "withdraw")
    withdrawal = Withdrawal(competition.id, _next_of(competition, pair).round, pair.place)
    decide(rows, DecidedKnockout.load(rows, competition.id), withdrawal, by)
    return text("{pair} withdrew: whoever meets them is through.", pair=pair.name)


def pair_meant(rows: Rows, competition: Competition, given: str, field: str) -> Entrant:
    """The pair in which a player is. Raises UserError about this field."""
    try:
        player = player_meant(rows, given).id
    except UserError as error:
        raise error.at(field) from None
    about: dict[str, object] = {"given": repr(given), "name": competition.name}
    found = [pair for pair in competition.entrants.values() if player in pair.players]
    if len(found) == 1:
        return found[0]
    if found:
        about["names"] = joined((pair.name for pair in found), " / ")
        raise UserError(
            text("{given} is in two pairs, {names}: name the partner.", **about), field
        )
    raise UserError(text("{given} is in no pair of {name}.", **about), field)


def _between(competition: Competition, one: Entrant, other: Entrant) -> Match:
    for match in competition.matches:
        if set(match.pairs) == {one.place, other.place}:
            return match
    said = text("{one} and {other} do not meet, as it stands.", one=one.name, other=other.name)
    raise UserError(said, "totals", [remedy("club knockout show", name=competition.name)])


def _next_of(competition: Competition, pair: Entrant) -> Match:
    for match in competition.matches:
        if pair.place in match.pairs and not match.bye and not match.outcome:
            return match
    if any(match.out == pair.place for match in competition.matches):
        raise UserError(text("{pair} are out already.", pair=pair.name), "withdraw")
    raise UserError(text("{pair} have no match left to play.", pair=pair.name), "withdraw")
