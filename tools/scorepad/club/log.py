"""The log of decisions: one table, one class for each kind, one way to take a decision back.

A subject is what decisions are about: "session:02005c0e9ad0-7", "event:12", "players". Its state
is the fold of its decisions in their order, without those that are undone. Entries are only added,
never changed. The club numbers them itself, so that they keep their numbers in a backup.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime
from importlib import import_module
from itertools import chain
from types import UnionType
from typing import Any, ClassVar, Generic, Self, TypeVar, get_origin

from scorepad.club.database.connection import AT_ONCE
from scorepad.club.database.rows import Rows
from scorepad.errors import Remedy, Unknown, UserError, remedy
from scorepad.json_text import json_text
from scorepad.language import Text, joined, text
from scorepad.wording import visible

KINDS_MODULE = "scorepad.club.kinds"  # imports the modules of all kinds and subjects
_HIGH = 1 << 63  # beyond it a number is none for a database
SELECT_ENTRIES = (
    "SELECT number, made, author, reason, kind, subject, body FROM decisions "
    "WHERE {} ORDER BY number"
)

State = TypeVar("State")


@dataclass(frozen=True)
class Signature:
    """The author, reason and time of a decision; "" if not given."""

    author: str = ""
    reason: str = ""
    made: datetime = field(default_factory=lambda: datetime.now(UTC))


class Decision(Generic[State]):
    """Base of all kinds of decisions: a frozen dataclass, whose fields are the body in the log.

    The fields are strings, numbers, None, and lists and dictionaries of them. Bodies only gain
    fields, which have defaults. `__post_init__` may refuse values that make no sense, by a
    ValueError, a TypeError or a UserError: such a body cannot be read.

    kind: its name in the log
    instead: the operation that takes it back where undoing it would not, "" for none
    """

    kind: ClassVar[str]
    instead: ClassVar[str] = ""

    def __init_subclass__(cls, kind: str = "", **more: Any) -> None:
        super().__init_subclass__(**more)
        if kind:
            assert kind not in _kinds, kind
            cls.kind = kind
            _kinds[kind] = cls

    @property
    def subject(self) -> str:
        """Return what it is about."""
        raise NotImplementedError

    def list_related(self, rows: Rows, state: State) -> Sequence[str]:
        """Return other subjects that change for their readers if it counts, or no longer does."""
        return ()

    def check(self, state: State) -> None:
        """Raise UserError if it must not be decided as things stand; old ones are not checked."""

    def apply(self, state: State) -> None:
        """Put it into the state. Raise UserError if it does not fit."""
        raise NotImplementedError

    def describe(self, names: "Names") -> str:
        """Return what people read of it, in less than a sentence, without the subject."""
        raise NotImplementedError

    def remedies(self) -> Sequence[Remedy]:
        """Return what to use where it cannot be undone."""
        return [remedy(self.instead)] if self.instead else []


_kinds: dict[str, type[Decision[Any]]] = {}


@dataclass(frozen=True)
class Undo(Decision[Any], kind="undo"):
    """Another decision of the same subject does not count. An undoing can be undone too."""

    number: int
    about: str

    @property
    def subject(self) -> str:
        """Return the subject of the decision that is undone: they are loaded together."""
        return self.about

    def describe(self, names: "Names") -> Text:
        """Return which decision does not count."""
        return text("decision {number} does not count", number=self.number)


@dataclass(frozen=True)
class Unreadable(Decision[Any]):
    """A decision that this program cannot read: a newer one has made it. It stays in the log."""

    about: str
    unknown: str

    @property
    def subject(self) -> str:
        """Return what it is about."""
        return self.about

    def apply(self, state: Any) -> None:
        """Raise UserError."""
        raise UserError(self._said())

    def describe(self, names: "Names") -> Text:
        """Return what kind it is."""
        return self._said()

    def _said(self) -> Text:
        return text("a decision that this version cannot read ({kind})", kind=self.unknown)


@dataclass(frozen=True)
class Entry:
    """A decision as it stands in the log, of whatever kind."""

    number: int
    made: datetime
    author: str
    reason: str
    decision: Any

    @property
    def signature(self) -> Text:
        """Return by which decision, by whom, and why."""
        by = text("decision {number} by {who}", number=self.number, who=visible(self.author))
        return joined((by, visible(self.reason)), ": ") if self.reason else by


_subjects: "dict[str, type[Subject]]" = {}


class Subject:
    """The object of decisions, in its state after all of them that count.

    A subclass says how its subjects begin, `class Event(Subject, begin="event")` for "event:12"
    and so on; it sets its own attributes to what there was before any decision, then calls this.

    entries: all that were made about it, in order, also those that are undone
    numbered: the same by their numbers
    undone: the undoing of each decision, or undoing, that does not count, by its number
    counting: the decisions that count, in order, without undoings
    faults: why a decision that counts cannot be applied, by its number
    """

    begin: ClassVar[str] = ""

    def __init_subclass__(cls, begin: str = "", **more: Any) -> None:
        super().__init_subclass__(**more)
        if begin:
            assert begin not in _subjects, begin
            cls.begin = begin
            _subjects[begin] = cls

    @classmethod
    def load(cls, rows: Rows, which: str | int = "") -> Self:
        """Return the one that is called so after the colon, or the only one, as it is now."""
        subject = f"{cls.begin}:{which}" if which else cls.begin
        return cls.load_each(rows, {subject: load_entries(rows, subject)})[subject]

    @classmethod
    def load_each(cls, rows: Rows, found: Mapping[str, Sequence[Entry]]) -> dict[str, Self]:
        """Return those that these decisions are about, by subject."""
        return {subject: cls(entries) for subject, entries in found.items()}

    @classmethod
    def describe(cls, names: "Names", which: str) -> str:
        """Return what people call one, "" where its decisions say enough by themselves."""
        return ""

    def __init__(self, entries: Iterable[Entry]):
        self.entries, self.faults = tuple(entries), dict[int, UserError]()
        self.numbered = {entry.number: entry for entry in self.entries}
        self.undone = find_undone(self.entries)
        self.counting = drop_undone(self.entries)
        for entry in self.counting:
            self.applying = entry
            try:
                entry.decision.apply(self)
            except UserError as fault:
                self.faults[entry.number] = fault

    def with_entries(self, entries: Sequence[Entry]) -> Self:
        """Return the same subject after these decisions; nothing is read again."""
        return type(self)(entries)

    def derive(self, rows: Rows, before: Self) -> None:
        """Update the tables that follow from it; `before`: the subject as they have it.

        Raise UserError if it cannot be so beside other subjects; nothing is kept then.
        """

    def check_undo(self, names: "Names", entry: Entry) -> None:
        """Raise UserError if one of its decisions must not stop counting."""

    def explain_undo(self, number: int) -> str:
        """Return why nothing changes though a decision does not count any more, "" if it does."""
        return ""

    def note(self, number: int) -> str:
        """Return what people should know of a decision as things stand, "" for nothing."""
        fault = self.faults.get(number)
        return text("cannot be applied: {fault}", fault=fault.said) if fault else ""


class Names:
    """The names of what decisions are about, for their descriptions; each is read once."""

    def __init__(self, rows: Rows):
        self.rows = rows
        self._found = dict[Any, Any]()

    def find(self, read: "Callable[[Rows], Found]") -> "Found":
        """Return what a function reads; for each function it is read once."""
        if read not in self._found:
            self._found[read] = read(self.rows)
        found: Found = self._found[read]
        return found

    def subject(self, subject: str) -> str:
        """Return what people call a subject, "" where a description says enough by itself."""
        import_module(KINDS_MODULE)
        begin, _, which = subject.partition(":")
        return _subjects[begin].describe(self, which) if begin in _subjects else subject


Found = TypeVar("Found")
Kind = TypeVar("Kind", bound=Decision[Any])


def drop_undone(entries: Sequence[Entry]) -> list[Entry]:
    """Return the decisions that count, in order, without undoings."""
    undone = find_undone(entries)
    counting = (entry for entry in entries if entry.number not in undone)
    return [entry for entry in counting if not isinstance(entry.decision, Undo)]


def find_undone(entries: Sequence[Entry]) -> dict[int, Entry]:
    """Return the undoings of those that do not count, by the numbers of what they undo.

    From the newest to the oldest: nothing is undone by what was decided before it, nor by what is
    about another subject, nor where something else has to be done instead.
    """
    undoings, undone = dict[tuple[str, int], Entry](), dict[int, Entry]()
    for entry in reversed(entries):
        decision = entry.decision
        undoing = undoings.get((decision.subject, entry.number))
        if undoing and not decision.instead:
            undone[entry.number] = undoing
        elif isinstance(decision, Undo):
            undoings.setdefault((decision.subject, decision.number), entry)
    return undone


def pick_kind(entries: Iterable[Entry], kind: type[Kind]) -> list[tuple[Entry, Kind]]:
    """Return the entries that are of a kind, each with its decision."""
    return [(each, each.decision) for each in entries if isinstance(each.decision, kind)]


def load_entries(rows: Rows, subject: str) -> list[Entry]:
    """Return all decisions about a subject, in order, with those that are undone."""
    return _select(rows, "subject = :subject", subject=subject)


def load_each(rows: Rows, subjects: Sequence[str]) -> dict[str, list[Entry]]:
    """Return all decisions about these subjects; those about which there are none are left out."""
    return _group(
        entry
        for at in range(0, len(subjects), AT_ONCE)
        for entry in _select(rows, "subject IN :subjects", subjects=subjects[at : at + AT_ONCE])
    )


def load_family(rows: Rows, kind: str = "") -> dict[str, list[Entry]]:
    """Return all decisions about subjects of a kind ("event"), or about all, by their subjects."""
    # Not by its order, which in PostgreSQL need not be that of the characters.
    return _group(_select(rows, "subject LIKE :begin", begin=f"{kind}:%" if kind else "%"))


def _group(entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    family = dict[str, list[Entry]]()
    for entry in entries:
        family.setdefault(entry.decision.subject, []).append(entry)
    return family


def load_kind(rows: Rows, kind: type[Kind]) -> list[tuple[Entry, Kind]]:
    """Return the decisions of a kind that count, about whatever subject, in order."""
    entries = _select(rows, "kind IN :kinds", kinds=[kind.kind, Undo.kind])
    return pick_kind(drop_undone(entries), kind)


def find_entry(rows: Rows, number: int) -> Entry:
    """Return one decision. Raise Unknown."""
    found = _select(rows, "number = :number", number=number)
    if not found:
        missing = text("There is no decision {number}.", number=number)
        raise Unknown(missing, "number", [remedy("club decisions")])
    return found[0]


def _select(rows: Rows, which: str, **values: Any) -> list[Entry]:
    return list(map(read_entry, rows.all(SELECT_ENTRIES.format(which), **values)))


def read_entry(row: Sequence[Any]) -> Entry:
    """Return the entry of a row of SELECT_ENTRIES."""
    number, made, author, reason, kind, subject, body = row
    decision: Decision[Any]
    if kind not in _kinds:
        import_module(KINDS_MODULE)
    try:
        decision = _kinds[kind](**_read_body(body))
        if not _is_sound(decision, number) or decision.subject != subject:
            raise ValueError
    except (KeyError, TypeError, ValueError, RecursionError, UserError):
        decision = Unreadable(subject, kind)
    return Entry(number, datetime.fromisoformat(made), author, reason, decision)


def _read_body(body: str) -> dict[str, Any]:
    """Return the fields. Raise ValueError for half a character, which nothing could write."""
    found: dict[str, Any] = json.loads(body)
    if "\\u" in body:
        json_text(found).encode()
    return found


def _is_sound(decision: Any, number: int) -> bool:
    """Return whether the fields have their types; the rows of a restored file may be odd."""
    for each in fields(decision):
        origin = get_origin(each.type)
        kind: Any = each.type if origin in (None, UnionType) else origin
        value = getattr(decision, each.name)
        if not isinstance(value, kind) or not _has_sound_numbers(value):
            return False
    return not isinstance(decision, Undo) or decision.number < number


def _has_sound_numbers(value: Any) -> bool:
    """Return whether a database could take each whole number in the field of a body."""
    if isinstance(value, list | dict):
        inside = value.values() if isinstance(value, dict) else value
        return all(map(_has_sound_numbers, inside))
    return not isinstance(value, int) or -_HIGH <= value < _HIGH


def next_number(rows: Rows) -> int:
    """Return the number that the next decision has."""
    return int(rows.value("SELECT coalesce(max(number), 0) + 1 FROM decisions"))


def decide(rows: Rows, state: Subject, decision: Decision[Any], by: Signature) -> Entry:
    """Check a decision, append it to the log, and update what follows from it.

    This is the only way in which something is decided. `state`: its subject as it is now.
    Raise UserError if the decision, or an older one because of it, does not fit.
    """
    decision.check(state)
    entry = Entry(next_number(rows), by.made, by.author, by.reason, decision)
    after = state.with_entries((*state.entries, entry))
    for number in sorted(after.faults.keys() - state.faults.keys()):
        raise _explain_fault(state, after, number, entry)
    _append(rows, entry)
    counted, counts = ({each.number for each in one.counting} for one in (state, after))
    changed = [each.decision for each in after.entries if each.number in counted ^ counts]
    related = (each.list_related(rows, after) for each in changed)
    rows.touch(decision.subject, *chain.from_iterable(related))
    after.derive(rows, state)
    return entry


def _append(rows: Rows, entry: Entry) -> None:
    row = {
        "number": entry.number,
        "made": entry.made,
        "author": entry.author,
        "reason": entry.reason,
        "kind": entry.decision.kind,
        "subject": entry.decision.subject,
        "body": json_text(asdict(entry.decision), on_one_line=True),
    }
    rows.insert("decisions", [row])


def _explain_fault(state: Subject, after: Subject, number: int, entry: Entry) -> UserError:
    fault = after.faults[number]
    if number == entry.number:
        return fault
    target = _find_target(state, entry)
    others = [] if target.number in state.undone else target.decision.remedies()
    return explain_misfit(state, number, fault.said, others)


def explain_misfit(
    before: Subject, number: int, fault: str, others: Sequence[Remedy] = ()
) -> UserError:
    """Return why a decision stands in the way of another one; `others`: what else would help."""
    # What came back cannot be undone before it is there.
    first = [] if number in before.undone else [remedy("club undo", number=number)]
    said = text("Decision {number} would not fit then: {fault}", number=number, fault=fault)
    return UserError(said, "", [*first, *others])


def load_subject(rows: Rows, subject: str) -> Subject:
    """Return what decisions are about, as it is now."""
    return load_subjects(rows, {subject: load_entries(rows, subject)})[subject]


def load_subjects(rows: Rows, family: Mapping[str, Sequence[Entry]]) -> dict[str, Subject]:
    """Return what these decisions are about, by subject; those that begin alike at once."""
    import_module(KINDS_MODULE)
    kinds, found = dict[str, dict[str, Sequence[Entry]]](), dict[str, Subject]()
    for subject, entries in family.items():
        kinds.setdefault(subject.partition(":")[0], {})[subject] = entries
    for begin, mine in kinds.items():  # a newer program may know others
        found |= _subjects.get(begin, Subject).load_each(rows, mine)
    return found


def refuse_undo(names: Names, state: Subject, entry: Entry) -> UserError | None:
    """Return why an entry of a subject cannot be undone, whatever follows from it; else None."""
    number, decision = entry.number, entry.decision
    if decision.instead:
        kept = text("Decision {number} cannot be undone; decide otherwise instead.", number=number)
        return UserError(kept, "number", decision.remedies())
    if undoing := state.undone.get(number):
        undone = text(
            "Decision {number} is undone already; undo that to have it back.", number=number
        )
        return UserError(undone, "number", [remedy("club undo", number=undoing.number)])
    target = _find_target(state, entry)
    try:
        if target.number not in state.undone:
            state.check_undo(names, target)
    except UserError as error:
        return error
    return None


def _find_target(state: Subject, entry: Entry) -> Entry:
    """Return the decision that an undoing, or that of an undoing, is about; or just the entry."""
    while isinstance(entry.decision, Undo) and entry.decision.number in state.numbered:
        entry = state.numbered[entry.decision.number]
    return entry


def undo(rows: Rows, number: int, by: Signature) -> Text:
    """Take a decision back; of an undoing: what it took back counts again.

    Return what was done. Raise UserError if another decision cannot stand then.
    """
    entry = find_entry(rows, number)
    state = load_subject(rows, entry.decision.subject)
    if error := refuse_undo(Names(rows), state, entry):
        raise error
    target = _find_target(state, entry)
    undoing = decide(rows, state, Undo(number, entry.decision.subject), by)
    about = {"target": target.number, "number": undoing.number}
    if target.number in state.undone:
        return text("Decision {target} counts again (decision {number}).", **about)
    done = text("Decision {target} does not count any more (decision {number}).", **about)
    unchanged = state.explain_undo(target.number)
    return joined((done, unchanged), " ") if unchanged else done
