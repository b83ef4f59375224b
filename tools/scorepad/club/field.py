"""Sessions of duplicate as one event: the pairs, the travellers and how the pairs compare."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from firmware.scoring.comparing import matchpoints
from firmware.scoring.deal import EW, NS
from scorepad.club import wording
from scorepad.club.store import Evening

Names = tuple[str | None, str | None]
Who = TypeVar("Who", bound=Hashable)


@dataclass(frozen=True)
class Line:
    """A line of a traveller. `score`: points of N-S; `won`: of N-S, and `top`, in matchpoints."""

    pairs: tuple[int, int]
    deal: int
    score: int
    won: int = 0
    top: int = 0


class Field:
    """`pairs`: names by number; `boards`: lines by number of the board, in order.

    Who sit together at several tables are one pair; with a guest a pair is another at each table.
    """

    def __init__(self, evenings: list[Evening]):
        self._numbers: dict[tuple[object, ...], int] = {}
        self.pairs: dict[int, Names] = {}
        travellers: dict[int, list[Line]] = defaultdict(list)
        for evening in evenings:
            for board, line in self._lines(evening):
                travellers[board].append(line)
        self.boards = {board: _compared(travellers[board]) for board in sorted(travellers)}

    def percentages(self) -> dict[int, float]:
        """Of the matchpoints that a pair could have won, by its number; none where none could."""
        won: Counter[int] = Counter()
        top: Counter[int] = Counter()
        for line in (line for lines in self.boards.values() for line in lines):
            for pair, points in zip(line.pairs, (line.won, line.top - line.won), strict=True):
                won[pair] += points
                top[pair] += line.top
        return {pair: 100 * won[pair] / top[pair] for pair in self.pairs if top[pair]}

    def _lines(self, evening: Evening) -> Iterator[tuple[int, Line]]:
        pairs = self._pair(evening, NS), self._pair(evening, EW)
        for number, deal, board, _, _, postings, _ in evening.session.rows():
            if number:
                yield board, Line(pairs, deal, wording.scores(postings, 2)[NS])

    def _pair(self, evening: Evening, side: int) -> int:
        """The number of the pair; a new one if they have not sat together before."""
        ids = sorted(evening.session.players[side::2])
        key = tuple(ids) if all(ids) else (evening.id, side)
        number = self._numbers.setdefault(key, len(self._numbers) + 1)
        first, second = evening.players[side::2]
        self.pairs.setdefault(number, (first, second))
        return number


def _compared(lines: list[Line]) -> list[Line]:
    won = matchpoints([line.score for line in lines])
    top = 2 * len(lines) - 2
    return [replace(line, won=points, top=top) for line, points in zip(lines, won, strict=True)]


def places(scores: Mapping[Who, float]) -> dict[Who, str]:
    """The places of the best and all others, as 1, 2= and 2=."""
    ordered = sorted(scores.values(), reverse=True)
    first = {score: ordered.index(score) + 1 for score in ordered}
    shared = Counter(ordered)
    return {who: f"{first[n]}{'=' if shared[n] > 1 else ''}" for who, n in scores.items()}
