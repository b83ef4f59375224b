"""What was decided about an evening of duplicate itself, and the field with it.

A board between two pairs can have an adjusted score without any deal; a pair can have penalties,
bonuses and what it carries over, and can withdraw.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from firmware.scoring.deal import SIDES
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import DecisionRow, EventRulingRow
from scorepad.club.decisions import kinds
from scorepad.club.decisions.in_words import of_pairs_signed, signature
from scorepad.club.decisions.scores import NONE, Artificial, Scores, scores
from scorepad.club.decisions.seating import merged, person
from scorepad.club.decisions.standing import standing
from scorepad.club.duplicate.amounts import Amount, amount
from scorepad.club.duplicate.field import (
    NOT_PLAYED,
    Field,
    Pair,
    Result,
    field_from,
    pair_of,
    results_in,
)
from scorepad.club.events.event import Event
from scorepad.club.events.loading import leaving
from scorepad.club.records.store import ClubSession
from scorepad.language import text
from scorepad.movement.model import Movement


@dataclass(frozen=True)
class Directed:
    """The decisions that stand about an evening, in order; `steps`: who was merged into whom.

    Of an event: `movements`: its sections, or the one that is scored; `leaving`: of each pair that
    has left, what says so.
    """

    rows: Sequence[DecisionRow] = ()
    steps: Mapping[int, int] = field(default_factory=dict)
    event: Event | None = None
    movements: Sequence[Movement] = ()
    leaving: Mapping[int, EventRulingRow] = field(default_factory=dict)

    def of_section(self, movement: Movement) -> "Directed":
        """What of an event is about one of its sections."""
        theirs, tables = {f"{kinds.NUMBER}{pair}" for pair in movement.pairs}, {*movement.tables}
        rows = [
            row
            for row in self.rows
            if theirs & {*row.who.split(kinds.AGAINST)}
            or (row.kind == kinds.FOULED and kinds.read_forms(row.said).keys() & tables)
        ]
        return replace(self, movements=[movement], rows=rows)

    @property
    def pairs(self) -> dict[int, Pair]:
        """Those of the event, by their numbers."""
        event = self.event
        here = (pair for movement in self.movements for pair in movement.pairs)
        return {pair: pair_of(event.pairs[pair]) for pair in here} if event else {}


UNDIRECTED = Directed()


def directed_in(rows: Rows, evening: date) -> Directed:
    about = DecisionRow.evening == evening.isoformat(), DecisionRow.event == 0
    found = standing(rows, DecisionRow, *about, DecisionRow.kind != kinds.RELEASE)
    return Directed(found, merged(rows)) if found else UNDIRECTED


def directed_of_event(rows: Rows, event: Event) -> Directed:
    about = DecisionRow.event == event.id, DecisionRow.kind != kinds.RELEASE
    found = standing(rows, DecisionRow, *about)
    return Directed(found, merged(rows), event, event.sections, leaving(rows, event.id))


def directed_field(sessions: Sequence[ClubSession], directed: Directed) -> Field:
    """What was played in these sessions, with what was decided about the evening."""
    results = results_in(sessions)
    if not directed.rows and not directed.leaving:
        return field_from(results)
    return _Director(directed, results).field()


def key_of(pair: Pair) -> str:
    """How a pair is kept in a decision: by its players' ids, with a guest also by its seats."""
    ids = "+".join(map(str, pair.players))
    return ids if all(pair.players) else f"{ids}@{pair.table}.{pair.tablet}.{SIDES[pair.side]}"


class _Director:
    def __init__(self, directed: Directed, results: list[Result]):
        self._directed, self._results = directed, results
        self._pairs = {key_of(pair): pair for one in results for pair in one.pairs}
        self._pairs |= {key_of(pair): pair for pair in directed.pairs.values()}
        self._notes: list[str] = []

    def field(self) -> Field:
        """The field; a decision that does not fit it any more is only noted."""
        amounts = defaultdict[Pair, list[Amount]](list)
        divided = {row.board: row for row in self._directed.rows if row.kind == kinds.FOULED}
        for row in self._directed.rows:
            if row.kind == kinds.FOULED:
                if divided[row.board] is row:  # the last one counts
                    self._divide(row)
                continue
            keys = row.who.split(kinds.AGAINST)
            pairs = [self._pair(key) for key in keys]
            here = [pair for pair in pairs if pair]
            if len(here) < len(keys):
                lost = text("{decision}; it does not count: a pair is not here")
                self._notes.append(lost.format(decision=of_pairs_signed(row)))
                continue
            self._notes.append(of_pairs_signed(row))
            if row.kind == kinds.ADJUST:
                self._adjust(row, here[0], here[1])
            elif row.kind in (kinds.PENALTY, kinds.CARRY_OVER):
                amounts[here[0]].append(amount(row.said))
            elif row.kind == kinds.WITHDRAW:
                self._withdraw(here[0])
        self._leave()
        found = field_from(self._results)
        return replace(found, amounts=amounts, notes=self._notes)

    def _pair(self, key: str) -> Pair | None:
        number = key.removeprefix(kinds.NUMBER)
        if number != key:
            return self._directed.pairs.get(int(number)) if number.isdecimal() else None
        players, at, seats = key.partition("@")
        ids = players.split("+")
        if not all(one.isdecimal() for one in ids):
            return None
        now = sorted(person(self._directed.steps, int(one)) for one in ids)
        return self._pairs.get("+".join(map(str, now)) + at + seats)

    def _adjust(self, row: DecisionRow, ns: Pair, ew: Pair) -> None:
        """The score of a board: instead of their result, if they have one."""
        given, mark = scores(row.said), of_pairs_signed(row)
        for at, one in enumerate(self._results):
            if one.board == row.board and set(one.pairs) == {ns, ew}:
                turned = given if one.pairs == (ns, ew) else given[::-1]
                self._results[at] = replace(one, adjusted=turned, marks=(*one.marks, mark))
                return
        self._results.append(self._unplayed(row.board, (ns, ew), given, mark))

    def _unplayed(self, board: int, pairs: tuple[Pair, Pair], given: Scores, mark: str) -> Result:
        """Scores without a deal; of an event in the round in which the plan has the board."""
        result = Result("", 0, 0, board, pairs, NOT_PLAYED, 0, given, (mark,))
        numbers = {pair.number for pair in pairs}
        schedule = (one for movement in self._directed.movements for one in movement.schedule)
        for one in schedule:
            if board in one.boards and {*one.pairs} == numbers:
                event = self._directed.event
                assert event
                ns, ew = (pair_of(event.pairs[pair.number].as_of(one.round)) for pair in pairs)
                return replace(result, round=one.round, seated=(ns, ew))
        return result

    def _divide(self, row: DecisionRow) -> None:
        """The results of a fouled board by the form in which their tables had it."""
        forms, mark = kinds.read_forms(row.said), of_pairs_signed(row)
        self._notes.append(mark)
        for at, one in enumerate(self._results):
            if one.board == row.board:
                form = forms.get(one.table, 0)
                marks = (*one.marks, mark) if form else one.marks
                self._results[at] = replace(one, form=form, marks=marks)

    def _withdraw(self, pair: Pair) -> None:
        """Before half of the boards that others have played its results go; after, they stay."""
        played = Counter(one for result in self._results for one in result.pairs)
        if 2 * played[pair] < max(played.values()):
            self._forget(pair)

    def _forget(self, pair: Pair) -> None:
        self._results = [one for one in self._results if pair not in one.pairs]

    def _leave(self) -> None:
        """What it means that pairs of the event have left, by its plan."""
        event, pairs = self._directed.event, self._directed.pairs
        for number, row in self._directed.leaving.items():
            if event and number in pairs:
                mark = f"{left(row, pairs[number])} ({signature(row)})"
                self._notes.append(mark)
                if event.keeps_results(number):
                    self._owe(event, number, mark)
        for number, pair in pairs.items():
            if event and number in self._directed.leaving and not event.keeps_results(number):
                self._forget(pair)

    def _owe(self, event: Event, number: int, mark: str) -> None:
        """Average plus to whom the pair was still to meet, and nothing to itself."""
        pairs, plus, nothing = self._directed.pairs, Artificial("A+"), Artificial(NONE)
        played = {(board.board, one.number) for board in self._results for one in board.pairs}
        for meeting in event.unmet(number):
            ns, ew = (pairs[one] for one in meeting.pairs)
            given = (nothing, plus) if meeting.ns == number else (plus, nothing)
            for board in meeting.boards:
                if (board, number) not in played:
                    self._results.append(self._unplayed(board, (ns, ew), given, mark))


def left(row: EventRulingRow, pair: Pair) -> str:
    """What was decided of a pair that has left an event."""
    return text("{pair}: leaves from round {number} on", pair=pair.name, number=row.round)
