"""What was decided about an evening of duplicate itself, and the field with it.

A board between two pairs can have an adjusted score without any deal; a pair can have penalties,
bonuses and what it carries over, and can withdraw.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from sqlalchemy.orm import Session as Rows

from firmware.scoring.deal import EW, NS, SIDES
from scorepad import wording
from scorepad.club.database.schema import DecisionRow
from scorepad.club.decisions.kinds import ADJUST, CARRY_OVER, NUMBER, PENALTY, SEAT, WITHDRAW
from scorepad.club.decisions.scores import NONE, Artificial, scores
from scorepad.club.decisions.seating import merged, person
from scorepad.club.decisions.standing import standing
from scorepad.club.duplicate.amounts import Amount, amount
from scorepad.club.duplicate.field import (
    NOT_PLAYED,
    Field,
    Pair,
    Result,
    field_from,
    results_in,
)
from scorepad.club.records.store import ClubSession

AGAINST = " against "  # between the two pairs of a board, as they are kept

Meeting = tuple[Pair, Pair, Sequence[int]]  # N-S, E-W, the boards that they are to play


@dataclass(frozen=True)
class Directed:
    """The decisions that stand about an evening, in order; `steps`: who was merged into whom.

    `pairs`: of an event, by their numbers, and its `meetings`, if it has a plan.
    """

    rows: Sequence[DecisionRow] = ()
    steps: Mapping[int, int] = field(default_factory=dict)
    pairs: Mapping[int, Pair] = field(default_factory=dict)
    meetings: Sequence[Meeting] = ()


UNDIRECTED = Directed()


def directed_in(rows: Rows, evening: date) -> Directed:
    """What was decided about an evening."""
    about = DecisionRow.evening == evening.isoformat(), DecisionRow.event == 0
    found = standing(rows, DecisionRow, *about)
    return Directed(found, merged(rows)) if found else UNDIRECTED


def directed_of_event(
    rows: Rows, event: int, pairs: Mapping[int, Pair], meetings: Sequence[Meeting] = ()
) -> Directed:
    """What was decided about an event; `pairs`: by their numbers; `meetings`: its plan."""
    found = standing(rows, DecisionRow, DecisionRow.event == event)
    return Directed(found, merged(rows), pairs, meetings)


def directed_field(sessions: Sequence[ClubSession], directed: Directed) -> Field:
    """What was played in these sessions, with what was decided about the evening."""
    results = results_in(sessions)
    if directed.pairs:
        results = _renumbered(sessions, results, directed.pairs)
    if not directed.rows:
        return field_from(results)
    return _Director(directed, results).field()


def _renumbered(
    sessions: Sequence[ClubSession], results: list[Result], pairs: Mapping[int, Pair]
) -> list[Result]:
    """The results with the pairs of an event that really played them, where that was decided."""
    decided = {one.id: one.decided for one in sessions}
    found = []
    for result in results:
        sides = list(result.pairs)
        for effect in decided[result.session].about(result.number, SEAT):
            row = effect.row
            if row.who in SIDES and (pair := pairs.get(int(row.said.removeprefix(NUMBER)))):
                sides[SIDES.index(row.who)] = pair
        found.append(replace(result, pairs=(sides[NS], sides[EW])))
    return found


def key_of(pair: Pair) -> str:
    """How a pair is kept in a decision: by its players' ids, with a guest by its name."""
    return "+".join(map(str, pair.players)) if all(pair.players) else pair.name


class _Director:
    """Puts decisions into the results of an evening."""

    def __init__(self, directed: Directed, results: list[Result]):
        self._directed, self._results = directed, results
        self._pairs = {key_of(pair): pair for one in results for pair in one.pairs}
        self._pairs |= {key_of(pair): pair for pair in directed.pairs.values()}
        self._notes: list[str] = []

    def field(self) -> Field:
        """The field; a decision that does not fit it any more is only noted."""
        amounts = defaultdict[Pair, list[Amount]](list)
        for row in self._directed.rows:
            keys = row.who.split(AGAINST)
            pairs = [self._pair(key) for key in keys]
            here = [pair for pair in pairs if pair]
            lost = "" if len(here) == len(keys) else "; it does not count: a pair is not here"
            self._notes.append(f"{_signed(row)}{lost}")
            if lost:
                continue
            if row.kind == ADJUST:
                self._adjust(row, here[0], here[1])
            elif row.kind in (PENALTY, CARRY_OVER):
                amounts[here[0]].append(amount(row.said))
            elif row.kind == WITHDRAW:
                self._withdraw(row, here[0])
        found = field_from(self._results)
        return replace(found, amounts=amounts, notes=self._notes)

    def _pair(self, key: str) -> Pair | None:
        """The pair of today, if it has played."""
        number = key.removeprefix(NUMBER)
        if number != key:
            return self._directed.pairs.get(int(number)) if number.isdecimal() else None
        ids = key.split("+")
        if not all(one.isdecimal() for one in ids):
            return self._pairs.get(key)
        now = sorted(person(dict(self._directed.steps), int(one)) for one in ids)
        return self._pairs.get("+".join(map(str, now)))

    def _adjust(self, row: DecisionRow, ns: Pair, ew: Pair) -> None:
        """The score of a board: instead of their result, if they have one."""
        given, mark = scores(row.said), _signed(row)
        for at, one in enumerate(self._results):
            if one.board == row.board and set(one.pairs) == {ns, ew}:
                turned = given if one.pairs == (ns, ew) else given[::-1]
                self._results[at] = replace(one, adjusted=turned, marks=(*one.marks, mark))
                return
        where = "", 0, 0, row.board
        self._results.append(Result(*where, (ns, ew), NOT_PLAYED, 0, given, (mark,)))

    def _withdraw(self, row: DecisionRow, pair: Pair) -> None:
        """Before half of its boards its results go; after, they stay, and it owes the others."""
        played = Counter(one for result in self._results for one in result.pairs)
        planned = self._planned(pair) or max(played.values())
        if 2 * played[pair] < planned:
            self._results = [one for one in self._results if pair not in one.pairs]
            return
        have = {(board.board, one) for board in self._results for one in board.pairs}
        for ns, ew, boards in self._directed.meetings:
            if pair in (ns, ew):
                self._owe(row, pair, (ns, ew), [b for b in boards if (b, pair) not in have])

    def _owe(
        self, row: DecisionRow, pair: Pair, pairs: tuple[Pair, Pair], boards: list[int]
    ) -> None:
        """Average plus to whom the pair was to meet, and nothing to itself."""
        plus, nothing = Artificial("A+"), Artificial(NONE)
        given = (nothing, plus) if pairs[0] == pair else (plus, nothing)
        for board in boards:
            where = "", 0, 0, board
            self._results.append(Result(*where, pairs, NOT_PLAYED, 0, given, (_signed(row),)))

    def _planned(self, pair: Pair) -> int:
        """How many boards the pair was to play; 0 if there is no plan."""
        theirs = [len(boards) for ns, ew, boards in self._directed.meetings if pair in (ns, ew)]
        return sum(theirs)


def _signed(row: DecisionRow) -> str:
    """What was decided, by which decision, by whom, and why."""
    board = f"board {row.board}, " if row.board else ""
    why = f": {wording.visible(row.reason)}" if row.reason else ""
    said = f"{row.kind} {row.said}".strip()
    by = f"decision {row.id} by {wording.visible(row.author)}{why}"
    return f"{board}{wording.visible(row.was)}: {said} ({by})"
