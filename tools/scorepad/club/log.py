"""The log of decisions: one table, one class for each kind, one way to take a decision back.

A subject is what decisions are about: "session:02005c0e9ad0-7", "event:12", "players". Its state is
the fold of its decisions in their order, without those that are undone. Nothing in the log is ever
changed or deleted.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib import import_module
from typing import Any, ClassVar, Generic, Self, TypeVar

from scorepad.club.database.rows import Rows
from scorepad.errors import Unknown, UserError, remedy
from scorepad.language import Text, text

_KINDS = "scorepad.club.kinds"  # imports the module of every kind
_COLUMNS = "number, made, author, reason, kind, subject, body"

State = TypeVar("State")


@dataclass(frozen=True)
class Signature:
    """Who decides, why and when; "" where nobody has said it."""

    author: str = ""
    reason: str = ""
    made: datetime = field(default_factory=lambda: datetime.now(UTC))


class Decision(Generic[State]):
    """Base of all kinds of decisions: a frozen dataclass, whose fields are the body in the log.

    kind: its name in the log
    KINDS: all of them, by their names
    """

    kind: ClassVar[str]
    KINDS: ClassVar[dict[str, type["Decision[Any]"]]] = {}

    def __init_subclass__(cls, kind: str = "", **more: Any) -> None:
        super().__init_subclass__(**more)
        if kind:
            cls.kind = kind
            cls.KINDS[kind] = cls

    @property
    def subject(self) -> str:
        """Return what it is about."""
        raise NotImplementedError

    def check(self, state: State) -> None:
        """Raise UserError if it must not be decided as things stand; not called for old ones."""

    def apply(self, state: State) -> None:
        """Put it into the state. Raise UserError if it does not fit."""
        raise NotImplementedError

    def words(self) -> Text:
        """Return what people read of it."""
        raise NotImplementedError


@dataclass(frozen=True)
class Undo(Decision[Any], kind="undo"):
    """Another decision of the same subject does not count. An undoing can be undone too."""

    number: int
    of: str

    @property
    def subject(self) -> str:
        """Return the subject of the decision that is undone: they are loaded together."""
        return self.of

    def words(self) -> Text:
        """Return which decision does not count."""
        return text("Decision {number} does not count", number=self.number)


@dataclass(frozen=True)
class Unreadable(Decision[Any]):
    """A decision that this program cannot read: a newer one has made it. It stays in the log."""

    of: str
    said: str

    @property
    def subject(self) -> str:
        """Return what it is about."""
        return self.of

    def apply(self, state: Any) -> None:
        """Raise UserError."""
        raise UserError(self.words())

    def words(self) -> Text:
        """Return what kind it is."""
        return text("a decision that this version cannot read ({kind})", kind=self.said)


@dataclass(frozen=True)
class Entry:
    """A decision as it stands in the log."""

    number: int
    made: datetime
    author: str
    reason: str
    decision: Decision[Any]


class Subject:
    """What decisions are about, after all that count.

    entries: all that were decided about it, in order
    faults: why a decision cannot be put in, by its number
    """

    def __init__(self, entries: Iterable[Entry]):
        self.entries, self.faults = tuple(entries), dict[int, UserError]()
        for entry in drop_undone(self.entries):
            try:
                entry.decision.apply(self)
            except UserError as fault:
                self.faults[entry.number] = fault

    def with_entries(self, entries: Sequence[Entry]) -> Self:
        """Return the same subject after these decisions; nothing is read again."""
        raise NotImplementedError

    def derive(self, rows: Rows, before: Self) -> None:
        """Bring the tables that follow from it up to date; `before`: as they are."""


def drop_undone(entries: Iterable[Entry]) -> list[Entry]:
    """Return the decisions that count, in order, without undoings."""
    return [entry for entry in _find_counting(entries) if not isinstance(entry.decision, Undo)]


def find_undoings(entries: Iterable[Entry]) -> dict[int, Entry]:
    """Return the undoings that count, by the numbers of what they undo."""
    return {
        entry.decision.number: entry
        for entry in _find_counting(entries)
        if isinstance(entry.decision, Undo)
    }


def _find_counting(entries: Iterable[Entry]) -> list[Entry]:
    """Return the decisions and undoings that count. An older one never undoes a newer one."""
    undone, found = set[int](), list[Entry]()
    for entry in reversed(list(entries)):
        if entry.number not in undone:
            found.append(entry)
            if isinstance(entry.decision, Undo):
                undone.add(entry.decision.number)
    return found[::-1]


def load_entries(rows: Rows, subject: str) -> list[Entry]:
    """Return all decisions about a subject; of "event:*" about all that begin so."""
    found = rows.all(
        f"SELECT {_COLUMNS} FROM decision_log WHERE subject LIKE :subject ORDER BY number",
        subject=subject.replace("*", "%"),  # nothing else in a subject means anything to LIKE
    )
    return [_read(*row) for row in found]


def find_entry(rows: Rows, number: int) -> Entry:
    """Return one decision. Raise Unknown."""
    row = rows.first(f"SELECT {_COLUMNS} FROM decision_log WHERE number = :number", number=number)
    if row is None:
        missing = text("there is no decision {number}", number=number)
        raise Unknown(missing, "number", [remedy("club decisions")])
    return _read(*row)


def _read(
    number: int, made: str, author: str, reason: str, kind: str, subject: str, body: str
) -> Entry:
    import_module(_KINDS)
    decision: Decision[Any]
    try:
        decision = Decision.KINDS[kind](**json.loads(body))
    except (KeyError, TypeError, ValueError, RecursionError):
        decision = Unreadable(subject, kind)
    return Entry(number, datetime.fromisoformat(made), author, reason, decision)


def decide(rows: Rows, state: Subject, decision: Decision[Any], by: Signature) -> Entry:
    """Check a decision, append it to the log, and update what follows from it.

    This is the only way in which something is decided. `state`: of its subject, as it is now.
    Raise UserError if the decision, or another one because of it, does not fit.
    """
    decision.check(state)
    last = rows.value("SELECT coalesce(max(number), 0) FROM decision_log")
    entry = Entry(last + 1, by.made, by.author, by.reason, decision)
    after = state.with_entries((*state.entries, entry))
    for number in sorted(after.faults.keys() - state.faults.keys()):
        raise _explain_fault(state, after, number, entry)
    body: Any = decision
    row = {
        "number": entry.number,
        "made": entry.made,
        "author": entry.author,
        "reason": entry.reason,
        "kind": decision.kind,
        "subject": decision.subject,
        "body": json.dumps(asdict(body), ensure_ascii=False),
    }
    rows.insert("decision_log", [row])
    rows.touch(decision.subject)
    after.derive(rows, state)
    return entry


def _explain_fault(state: Subject, after: Subject, number: int, entry: Entry) -> UserError:
    fault = after.faults[number]
    if number == entry.number:
        return fault
    stands = number in {one.number for one in drop_undone(state.entries)}  # else it came back
    first = [remedy("club undo", number=number)] if stands else []
    about = {"number": number, "fault": fault.said}
    return UserError(text("decision {number} would not fit: {fault}", **about), "", first)


Loader = Callable[[Rows, str], Subject]
LOADERS: dict[str, Loader] = {}  # what loads a subject, by how it begins: "session"


def load_subject(rows: Rows, subject: str) -> Subject:
    """Return what decisions are about, whatever it is."""
    import_module(_KINDS)
    return LOADERS[subject.partition(":")[0]](rows, subject)


def undo(rows: Rows, number: int, by: Signature) -> Entry:
    """Take a decision back. Raise UserError if another one cannot stand without it."""
    entry = find_entry(rows, number)
    state = load_subject(rows, entry.decision.subject)
    if number not in {one.number for one in _find_counting(state.entries)}:
        undoing = find_undoings(state.entries).get(number)
        again = [remedy("club undo", number=undoing.number)] if undoing else []
        raise UserError(
            text("decision {number} is undone already", number=number), "number", again
        )
    return decide(rows, state, Undo(number, entry.decision.subject), by)
