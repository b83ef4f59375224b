"""What the summary sheet of a knock-out says, for a terminal, a page and a PDF alike."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.club.knockout.bracket import Match, Outcome
from scorepad.club.knockout.competition import BEST_OF, Competition
from scorepad.wording import local, visible

HEADS = ("Match", "Pair", "Points", "Points", "Pair", "Decided")
NUMBERS = (0, 2, 3)  # the columns that have numbers
_ROUNDS = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}  # by how many matches they have


@dataclass(frozen=True)
class Round:
    """`rows`: a match each, with a cell under each of HEADS."""

    name: str
    rows: list[list[str]]


def heading(held: Competition) -> str:
    """What everybody can repeat the draw from, and how long a match is."""
    pairs, drawn = len(held.entrants), local(held.made)
    return f"{pairs} pairs · {held.deals} deals a match · drawn {drawn} by lot {held.seed}"


def rounds(held: Competition) -> Iterator[Round]:
    """All rounds; the seeds have their numbers behind their names."""
    numbers = {id(match): number for number, match in enumerate(held.matches, 1)}
    before: list[Match] = []
    for number, matches in enumerate(held.rounds, 1):
        rows = []
        for at, match in enumerate(matches):
            feeding = [numbers[id(fed)] for fed in before[2 * at : 2 * at + 2]]
            rows.append([str(numbers[id(match)]), *_cells(held, match, feeding)])
        yield Round(_called(number, matches), rows)
        before = matches


def _called(number: int, matches: list[Match]) -> str:
    """A round, by how many matches it has."""
    return _ROUNDS.get(len(matches), f"Round {number}")


def reached(held: Competition) -> str:
    """The round that is played now, or has ended it all."""
    return _called(held.reached, held.rounds[held.reached - 1])


def _cells(held: Competition, match: Match, feeding: list[int]) -> list[str]:
    """All of a match but its number; `feeding`: the numbers of the two that lead to it."""
    points = match.outcome.points if match.outcome else None
    one, other = map(str, points) if points else ("", "")
    first, second = (_pair(held, match, side, feeding) for side in (0, 1))
    return [first, one, other, second, _decided(held, match)]


def _pair(held: Competition, match: Match, side: int, feeding: list[int]) -> str:
    place = match.pairs[side]
    if place is None:
        return "bye" if match.bye else f"winner of match {feeding[side]}"
    pair = held.entrants[place]
    return f"{pair.name} ({pair.seed})" if pair.seed else pair.name


def _decided(held: Competition, match: Match) -> str:
    """Where, or by whom."""
    outcome = match.outcome
    if not outcome:
        return ""
    if outcome.session:
        return outcome.session
    how = "by hand" if outcome.points else f"{_loser(held, match, outcome)} withdrew"
    return f"{how}: {visible(outcome.reason)}" if outcome.reason else how


def _loser(held: Competition, match: Match, outcome: Outcome) -> str:
    place = match.pairs[1 - outcome.winner]
    assert place is not None  # only a pair that is known can withdraw
    return held.entrants[place].name


def result(held: Competition) -> list[str]:
    """Who has won, and who was best of the rest; nothing as long as the final is to be played."""
    winner, second = held.final.through, held.final.out
    if winner is None or second is None:
        return []
    lines = [f"Winners: {held.entrants[winner].name}", f"Runners-up: {held.entrants[second].name}"]
    for grade in BEST_OF:
        names = " and ".join(pair.name for pair in held.best(grade))
        lines += [f"Best {grade} pair not in the final: {names}"] if names else []
    return lines
