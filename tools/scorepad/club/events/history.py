"""An event as its decisions have made it, and the kinds of decisions about it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import names_of
from scorepad.club.decisions.seating import merged, person
from scorepad.club.log import Decision, Entry, Names, Subject, load_subject
from scorepad.errors import Remedy, UserError, remedy
from scorepad.language import Text, joined, marked, text
from scorepad.movement.model import MOST_ROUNDS, Meeting, Movement

# In the order of their numbers on a tablet.
SCORINGS = (
    *(marked("matchpoints"), marked("cross-imps"), marked("butler")),
    *(marked("cross-imps-mean"), marked("butler-trimmed")),
)
HIGHEST = (1 << 30) - 1  # number of an event: what a tablet takes in without going to its heap

Who = tuple[int, str]  # id in the roster; 0, and the name of a guest


class EventHistory(Subject):
    """An event after all decisions about it that count (rulings.py says what follows from it).

    planned: as it began; None without a plan that can be read
    sections: movements that it plays now; replanned: whether they were others before
    entered: who a pair is, by its number and the round from which they play
    leaving: what says from which round on a pair is not there, by its number
    dropped: what says that it does not count
    directed: what was decided about its boards and pairs, in order
    """

    def __init__(self, entries: Iterable[Entry]):
        self.planned: Entry | None = None
        self.sections = list[Movement]()
        self.replanned = False
        self.entered = dict[int, dict[int, tuple[Who, Who]]]()
        self.leaving = dict[int, Entry]()
        self.dropped: Entry | None = None
        self.directed = list[Entry]()
        super().__init__(entries)

    @property
    def pairs(self) -> set[int]:
        """Return the numbers of its pairs."""
        return {pair for movement in self.sections for pair in movement.pairs}

    @property
    def seating(self) -> tuple[object, ...]:
        """Return all from which it follows who sits where."""
        return self.sections, self.entered, self.leaving, self.dropped is None


@dataclass(frozen=True)
class OfEvent(Decision[EventHistory]):
    """Base of decisions about an event. `event`: its number on the tablets."""

    event: int

    @property
    def subject(self) -> str:
        """Return the event."""
        return f"event:{self.event}"


@dataclass(frozen=True)
class PlanEvent(OfEvent, kind="plan event"):
    """The plan of an event. `date`: as 2026-11-20; `sections`: as `write_section` makes them.

    `across`: boards of one number are compared over all sections, else in each by itself.
    """

    name: str
    date: str
    scoring: str
    across: bool
    sections: list[dict[str, Any]]
    instead = "event drop"

    def __post_init__(self) -> None:
        if str(date.fromisoformat(self.date)) != self.date:  # which takes other ways too
            raise ValueError
        if self.scoring not in SCORINGS or not 0 < self.event <= HIGHEST:
            raise ValueError

    def remedies(self) -> list[Remedy]:
        """Return to drop it."""
        return [remedy(self.instead, event=f"id={self.event}")]

    def apply(self, state: EventHistory) -> None:
        """Give the event its plan. Raise UserError for one that makes no sense."""
        state.sections, state.planned = read_sections(self.sections), state.applying

    def describe(self, names: Names) -> Text:
        """Return that it is planned."""
        return text("planned")


@dataclass(frozen=True)
class ReplaceMovement(OfEvent, kind="replace movement"):
    """A new movement: the event has these sections from now on, with the same pairs."""

    sections: list[dict[str, Any]]

    def apply(self, state: EventHistory) -> None:
        """Replace the sections. Raise UserError where a pair has been entered that is not there,
        or has left.
        """
        sections = read_sections(self.sections)
        there = {pair for movement in sections for pair in movement.pairs}
        for pair in sorted({*state.entered, *state.leaving} - there):
            missing = text("pair {pair} is not in the new movement", pair=pair)
            raise UserError(missing, "movement")
        state.sections, state.replanned = sections, True

    def describe(self, names: Names) -> Text:
        """Return that it is another movement."""
        return text("another movement")


@dataclass(frozen=True)
class NamePairs(OfEvent, kind="name pairs"):
    """The players of pairs from the round `since` on, each pair at most once.

    `pairs`: the number of each, then of both players the id, 0 = a guest, and the guest's name
    """

    since: int
    pairs: list[list[Any]]

    def __post_init__(self) -> None:
        if any(list(map(type, row)) != [int, int, str, int, str] for row in self.pairs):
            raise ValueError

    def apply(self, state: EventHistory) -> None:
        """Enter the players. Raise UserError for a pair that the event does not have."""
        for pair, *_ in self.pairs:
            _check_pair(state, pair)
        for pair, *who in self.pairs:
            state.entered.setdefault(pair, {})[self.since] = tuple(who[:2]), tuple(who[2:])

    @property
    def players(self) -> set[int]:
        """Return the ids of all players that it names."""
        return {number for _, *who in self.pairs for number in who[::2] if number}

    def describe(self, names: Names) -> Text:
        """Return who they are."""
        steps, known = names.find(merged), names.find(names_of)

        def call(player: int, guest: str) -> str:
            now = person(steps, player)
            return wording.player(known.get(now, guest), now)

        said = [
            text(
                "pair {pair}: {names}",
                pair=pair,
                names=joined((call(*who[:2]), call(*who[2:])), " & "),
            )
            for pair, *who in self.pairs
        ]
        if self.since == 1:
            return joined(said, "; ")
        about = {"number": self.since, "pairs": joined(said, "; ")}
        return text("from round {number} on: {pairs}", **about)


@dataclass(frozen=True)
class LeaveEvent(OfEvent, kind="pair leaves"):
    """The withdrawal of a pair from the round `since` on."""

    pair: int
    since: int

    def check(self, state: EventHistory) -> None:
        """Raise UserError if it has left from that round on already."""
        left = state.leaving.get(self.pair)
        if left and left.decision.since == self.since:
            about = {"pair": self.pair, "round": self.since}
            already = text("pair {pair} has left from round {round} on already", **about)
            raise UserError(already, "round")

    def apply(self, state: EventHistory) -> None:
        """Let it leave. Raise UserError for a pair that the event does not have."""
        _check_pair(state, self.pair)
        state.leaving[self.pair] = state.applying

    def describe(self, names: Names) -> Text:
        """Return which pair leaves, and when."""
        about = {"pair": self.pair, "number": self.since}
        return text("pair {pair} leaves from round {number} on", **about)


@dataclass(frozen=True)
class DropEvent(OfEvent, kind="drop event"):
    """The event does not count any more, and its name is free."""

    def apply(self, state: EventHistory) -> None:
        """Drop it."""
        state.dropped = state.applying

    def describe(self, names: Names) -> Text:
        """Return that it is dropped."""
        return text("dropped")


def _check_pair(state: EventHistory, pair: int) -> None:
    if pair not in state.pairs:
        raise UserError(text("the event has no pair {number}", number=pair), "pair")


def write_section(movement: Movement) -> dict[str, Any]:
    """Return a section as it is kept: each meeting as round, table, pairs N-S and E-W, boards.

    In one text: that is read fast where only the name of the event is asked for.
    """
    meetings = (
        " ".join(map(str, (meeting.round, meeting.table, *meeting.pairs, *meeting.boards)))
        for meeting in movement.schedule
    )
    return {
        "kind": movement.kind,
        "name": movement.name,
        "may_meet_again": movement.may_meet_again,
        "meetings": ", ".join(meetings),
    }


def read_sections(written: list[dict[str, Any]]) -> list[Movement]:
    """Return the sections that were kept. Raise UserError for what nobody can play."""
    try:
        found = [_read_section(**section) for section in written]
    except (TypeError, ValueError, AttributeError):
        found = []
    if not found:
        raise UserError(text("the plan of the event makes no sense"), "movement")
    return found


def _read_section(kind: str, name: str, may_meet_again: bool, meetings: str) -> Movement:
    schedule = tuple(map(_read_meeting, meetings.split(",")))
    movement = Movement(kind, name, schedule, (), may_meet_again)
    if not isinstance(kind + name, str):
        raise ValueError
    return replace(movement, shares=movement.together)


def _read_meeting(written: str) -> Meeting:
    round, table, ns, ew, *boards = map(int, written.split())
    numbers = round, table, *boards
    if not boards or min(*numbers, ns, ew) < 1 or max(numbers) > MOST_ROUNDS:
        raise ValueError  # as no plan has: what counts rounds would never end
    return Meeting(round, table, ns, ew, tuple(boards))


def load_history(rows: Rows, number: int) -> EventHistory:
    """Return the event that tablets know by this number, with all that was decided about it."""
    history = load_subject(rows, f"event:{number}")
    assert isinstance(history, EventHistory)
    return history
