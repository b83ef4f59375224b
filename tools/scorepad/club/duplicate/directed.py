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
from scorepad.club.decisions.scores import NONE, Artificial, Scores, scores
from scorepad.club.decisions.seating import merged, person
from scorepad.club.duplicate.amounts import Amount, amount
from scorepad.club.duplicate.decisions import (
    NUMBER,
    AdjustBoard,
    DivideBoard,
    EveningHistory,
    GivenToPair,
    WithdrawPair,
)
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
from scorepad.club.log import Entry
from scorepad.club.records.store import ClubSession
from scorepad.language import joined, text
from scorepad.movement.model import Movement


@dataclass(frozen=True)
class Directed:
    """The decisions that count about an evening, in order; `steps`: who was merged into whom.

    Of an event: `movements`: its sections, or the one that is scored; `leaving`: of each pair that
    has left, what says so.
    """

    entries: Sequence[Entry] = ()
    steps: Mapping[int, int] = field(default_factory=dict)
    event: Event | None = None
    movements: Sequence[Movement] = ()
    leaving: Mapping[int, Entry] = field(default_factory=dict)

    def of_section(self, movement: Movement) -> "Directed":
        """Return the part that concerns one section of the event."""
        theirs, tables = {f"{NUMBER}{pair}" for pair in movement.pairs}, {*movement.tables}
        entries = [
            entry
            for entry in self.entries
            if theirs & {*entry.decision.pairs}
            or (isinstance(entry.decision, DivideBoard) and entry.decision.forms.keys() & tables)
        ]
        return replace(self, movements=[movement], entries=entries)

    @property
    def pairs(self) -> dict[int, Pair]:
        """Return the pairs of the event by their numbers."""
        event = self.event
        here = (pair for movement in self.movements for pair in movement.pairs)
        return {pair: pair_of(event.pairs[pair]) for pair in here} if event else {}


UNDIRECTED = Directed()


def directed_in(rows: Rows, evening: date) -> Directed:
    found = EveningHistory.load(rows, str(evening)).directed
    return Directed(found, merged(rows)) if found else UNDIRECTED


def directed_of_event(rows: Rows, event: Event) -> Directed:
    history = event.history
    return Directed(history.directed, merged(rows), event, event.sections, history.leaving)


def directed_field(sessions: Sequence[ClubSession], directed: Directed) -> Field:
    """Return the results of these sessions with the decisions about the evening applied."""
    results = results_in(sessions)
    if not directed.entries and not directed.leaving:
        return field_from(results)
    return _Director(directed, results).field()


def key_of(pair: Pair) -> str:
    """Return a pair's key in decisions: its players' ids, with a guest also its seats."""
    ids = "+".join(map(str, pair.players))
    return ids if all(pair.players) else f"{ids}@{pair.table}.{pair.tablet}.{SIDES[pair.side]}"


class _Director:
    def __init__(self, directed: Directed, results: list[Result]):
        self._directed, self._results = directed, results
        self._pairs = {key_of(pair): pair for result in results for pair in result.pairs}
        self._pairs |= {key_of(pair): pair for pair in directed.pairs.values()}
        self._notes: list[str] = []

    def field(self) -> Field:
        """The field; a decision that does not fit it any more is only noted."""
        amounts = defaultdict[Pair, list[Amount]](list)
        decisions = [entry.decision for entry in self._directed.entries]
        divided = {one.board: one for one in decisions if isinstance(one, DivideBoard)}
        for entry, decision in zip(self._directed.entries, decisions, strict=True):
            mark = joined((decision.describe(None), " (", entry.signature, ")"), "")
            here = [pair for pair in map(self._pair, decision.pairs) if pair]
            if len(here) < len(decision.pairs):
                lost = text("{decision}; it does not count: a pair is not here", decision=mark)
                self._notes.append(lost)
                continue
            if isinstance(decision, DivideBoard):
                if divided[decision.board] is decision:  # the last one counts
                    self._notes.append(mark)
                    self._divide(decision, mark)
                continue
            self._notes.append(mark)
            if isinstance(decision, AdjustBoard):
                self._adjust(decision, mark, here[0], here[1])
            elif isinstance(decision, GivenToPair):
                amounts[here[0]].append(amount(decision.amount))
            elif isinstance(decision, WithdrawPair):
                self._withdraw(here[0])
        self._leave()
        found = field_from(self._results)
        return replace(found, amounts=amounts, notes=self._notes)

    def _pair(self, key: str) -> Pair | None:
        number = key.removeprefix(NUMBER)
        if number != key:
            return self._directed.pairs.get(int(number)) if number.isdecimal() else None
        players, at, seats = key.partition("@")
        ids = players.split("+")
        if not all(player_id.isdecimal() for player_id in ids):
            return None
        now = sorted(person(self._directed.steps, int(player_id)) for player_id in ids)
        return self._pairs.get("+".join(map(str, now)) + at + seats)

    def _adjust(self, decision: AdjustBoard, mark: str, ns: Pair, ew: Pair) -> None:
        """The score of a board: instead of their result, if they have one."""
        given, board = scores(decision.score), decision.board
        for at, one in enumerate(self._results):
            if one.board == board and set(one.pairs) == {ns, ew}:
                turned = given if one.pairs == (ns, ew) else given[::-1]
                self._results[at] = replace(one, adjusted=turned, marks=(*one.marks, mark))
                return
        self._results.append(self._unplayed(board, (ns, ew), given, mark))

    def _unplayed(self, board: int, pairs: tuple[Pair, Pair], given: Scores, mark: str) -> Result:
        """Scores without a deal; of an event in the round in which the plan has the board."""
        result = Result("", 0, 0, board, pairs, NOT_PLAYED, 0, given, (mark,))
        numbers = {pair.number for pair in pairs}
        schedule = (
            meeting for movement in self._directed.movements for meeting in movement.schedule
        )
        for meeting in schedule:
            if board in meeting.boards and {*meeting.pairs} == numbers:
                event = self._directed.event
                assert event
                ns, ew = (pair_of(event.pairs[pair.number].as_of(meeting.round)) for pair in pairs)
                return replace(result, round=meeting.round, seated=(ns, ew))
        return result

    def _divide(self, decision: DivideBoard, mark: str) -> None:
        """The results of a fouled board by the form in which their tables had it."""
        for at, one in enumerate(self._results):
            if one.board == decision.board:
                form = decision.forms.get(one.table, 0)
                marks = (*one.marks, mark) if form else one.marks
                self._results[at] = replace(one, form=form, marks=marks)

    def _withdraw(self, pair: Pair) -> None:
        """Remove the pair's results if it has played less than half of the boards."""
        played = Counter(one for result in self._results for one in result.pairs)
        if 2 * played[pair] < max(played.values()):
            self._forget(pair)

    def _forget(self, pair: Pair) -> None:
        self._results = [result for result in self._results if pair not in result.pairs]

    def _leave(self) -> None:
        """Apply the withdrawal of pairs from the event, by its plan."""
        event, pairs = self._directed.event, self._directed.pairs
        for number, entry in self._directed.leaving.items():
            if event and number in pairs:
                mark = joined(
                    (describe_withdrawal(event, pairs[number]), " (", entry.signature, ")"), ""
                )
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


def describe_withdrawal(event: Event, pair: Pair) -> str:
    """Return the decision about a pair that has left an event, in words."""
    return text(
        "{pair}: leaves from round {number} on",
        pair=pair.name,
        number=event.pairs[pair.number].left,
    )
