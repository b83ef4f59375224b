"""What was played otherwise than an event has planned it, and what of the plan is missing.

A round that a tablet has begun counts as its log says. One that it has passed over, or all of
those that are left when the session is complete, count as they are planned.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from scorepad.club.duplicate.field import Field, Result, results_of
from scorepad.club.events.event import NOBODY, Event
from scorepad.club.records.store import ClubSession
from scorepad.errors import remedy
from scorepad.language import marked, text
from scorepad.movement.model import MOST_ROUNDS, Meeting
from scorepad.wording import both, ranges

MISSING, NOT_PLAYED, NO_SESSION, OVERRULED, OTHER_PLAN, OTHER_BOARD, NO_PAIR = (
    "missing", "not-played", "no-session", "overruled", "other-plan", "other-board", "no-pair",
)  # fmt: skip

_WHY = {
    MISSING: marked("is missing; round {number}, pairs {pairs}"),
    NOT_PLAYED: marked("was not played, as the table says; round {number}, pairs {pairs}"),
}


_ENTER = marked(
    "if it was played, enter it on the table's tablet, which has it among its boards to play"
)
_DECIDE = marked("if it was played, {remedy}")


@dataclass(frozen=True)
class Doubt:
    """`kind`: what is doubtful; `board`: 0 if it is about none; `session`: "" if there is none.

    `remedy`: what to do, "" until that is said if it is the same for all of this kind; `deal`: its
    number in the session, 0 if it is about none.
    """

    kind: str
    table: int
    session: str
    board: int
    what: str
    remedy: str = ""
    deal: int = 0


class _Begun(NamedTuple):
    tablet: str
    session: str
    meeting: Meeting
    overruled: bool


def findings(
    event: Event, field: Field, sessions: list[ClubSession], tables: Iterable[int]
) -> Iterator[Doubt]:
    """Yield all deviations, table by table. `tables`: those of the event that should be there.

    As long as all are in the first round, a table of which nothing has come has not begun yet.
    """
    later = [session for session in sessions if any(at.round > 1 for at in session.rounds.listed)]
    begun = later or any(session.session.complete for session in sessions)
    given = (result for results in field.boards.values() for result in results if result.adjusted)
    played = {(_numbers(one), one.board) for one in given}
    played |= {play for session in sessions for play in _plays(session)}
    for table in dict.fromkeys((*tables, *(session.session.table for session in sessions))):
        theirs = [session for session in sessions if session.session.table == table]
        theirs.sort(key=lambda one: [at.round for at in one.rounds.listed[:1]])  # one took over
        if theirs:
            yield from _Table(event, table, theirs, played).findings()
        elif begun:
            yield Doubt(NO_SESSION, table, "", 0, text("no session of this table has come in"))


_Play = tuple[frozenset[int], int]  # two pairs, and a board


def _plays(one: ClubSession) -> Iterator[_Play]:
    """Yield each play for the pairs that sat there, and for the pairs the tablet expected."""
    for result in results_of(one):
        yield _numbers(result), result.board
        turn = one.rounds.of(result.number)
        if turn >= 0:
            at = one.rounds.listed[turn]
            yield frozenset((at.ns, at.ew)), result.board


def _numbers(result: Result) -> frozenset[int]:
    return frozenset(pair.number for pair in result.pairs)


class _Table:
    def __init__(self, event: Event, table: int, sessions: list[ClubSession], played: set[_Play]):
        self._event, self._table, self._sessions = event, table, sessions
        self._played = played
        self._begun: dict[int, list[_Begun]] = {}
        self._left_out = set[_Play]()
        for session in sessions:
            self._read(session)

    def _read(self, one: ClubSession) -> None:
        rounds = one.rounds
        for at in rounds.listed:
            boards = {*range(at.first, at.last + 1)}
            before = self._begun.setdefault(at.round, [])
            for other in before[-1:]:  # a tablet that takes over has the boards that are left
                as_planned = not at.overruled and not other.overruled
                same = as_planned and other.meeting.pairs == (at.ns, at.ew)
                if same and other.tablet != one.tablet:
                    boards |= {*other.meeting.boards}
            meeting = Meeting(at.round, self._table, at.ns, at.ew, tuple(sorted(boards)))
            before.append(_Begun(one.tablet, one.id, meeting, at.overruled))
        for turn, board in rounds.unplayed:
            at = rounds.listed[turn]
            self._left_out.add((frozenset((at.ns, at.ew)), board))

    def findings(self) -> Iterator[Doubt]:
        for number in range(1, max(self._event.rounds, *self._begun, 0) + 1):
            yield from self._otherwise(number)
            if number < self._reached:
                yield from self._missing(number)
        yield from self._boards()

    @property
    def _reached(self) -> int:
        """The round that they are in; after the last one if they have ended."""
        ended = all(session.session.complete for session in self._sessions)
        return MOST_ROUNDS + 1 if ended else max(self._begun, default=0)

    def _otherwise(self, number: int) -> Iterator[Doubt]:
        plan = self._event.meetings.get((number, self._table))
        nobody = plan is None or not self._can_meet(plan)
        for _, session, meeting, overruled in dict.fromkeys(self._begun.get(number, ())):
            if meeting != plan and not (nobody and NOBODY in meeting.pairs):
                kind = OVERRULED if overruled else OTHER_PLAN
                what = text(
                    "round {number}: {meeting}; planned: {plan}",
                    number=number,
                    meeting=_format_meeting(meeting),
                    plan=_format_meeting(plan),
                )
                yield Doubt(kind, self._table, session, 0, what)

    def _missing(self, number: int) -> Iterator[Doubt]:
        """Boards of a round that is over, as it was begun last."""
        begun = self._begun.get(number)
        plan = self._event.meetings.get((number, self._table))
        meeting = begun[-1].meeting if begun else plan
        there = self._event.pairs.keys()
        if meeting and (begun or self._can_meet(meeting)):
            for board in meeting.boards:
                play = frozenset(meeting.pairs), board
                if play not in self._played and play[0] <= there and len(play[0]) == 2:
                    left_out = play in self._left_out
                    kind = NOT_PLAYED if left_out else MISSING
                    pairs = both(map(str, meeting.pairs))
                    what = text(_WHY[kind], number=number, pairs=pairs)
                    where = self._table, self._sessions[-1].id, board
                    remedy = self._remedy(meeting, board, begun)
                    yield Doubt(kind, *where, what, remedy=remedy)

    def _remedy(self, meeting: Meeting, board: int, begun: list[_Begun] | None) -> str:
        """Say how a missing board comes in: a tablet takes none of a round it has not begun."""
        last = self._sessions[-1]
        if begun and begun[-1].session == last.id and not last.session.complete:
            return text(_ENTER)
        pairs = {"ns": meeting.ns, "ew": meeting.ew}
        event = f"id={self._event.id}"
        decide = remedy("club adjust-board", board=board, **pairs, score=..., event=event)
        return text(_DECIDE, remedy=decide)

    def _can_meet(self, plan: Meeting) -> bool:
        """Return True if both pairs took part in the round."""
        pairs = [self._event.pairs[pair] for pair in plan.pairs if pair != NOBODY]
        return len(pairs) == 2 and all(pair.has_come(plan.round) for pair in pairs)

    def _boards(self) -> Iterator[Doubt]:
        for session in self._sessions:
            for result in results_of(session):
                turn = session.rounds.of(result.number)
                at = session.rounds.listed[turn] if turn >= 0 else None
                if at and result.board and not at.first <= result.board <= at.last:
                    what = text(
                        "was played in round {number}, in which the table had boards {boards}",
                        number=at.round,
                        boards=ranges(range(at.first, at.last + 1)),
                    )
                    where = self._table, session.id, result.board
                    yield Doubt(OTHER_BOARD, *where, what, deal=result.number)


def _format_meeting(meeting: Meeting | None) -> str:
    if meeting is None:
        return text("nobody")
    pairs = both(str(pair) if pair else text("nobody") for pair in meeting.pairs)
    return text("pairs {pairs}, boards {boards}", pairs=pairs, boards=ranges(meeting.boards))
