"""All that was decided in the club, of whatever kind, in the order in which it was decided."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from scorepad import wording
from scorepad.club.database import schema
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import Decision, DecisionRow
from scorepad.club.decisions import kinds
from scorepad.club.decisions.corrections import Corrections
from scorepad.club.decisions.finding import names_of, session_meant
from scorepad.club.decisions.in_words import note, what
from scorepad.club.decisions.standing import TABLES, name_of, undone
from scorepad.club.derived.replay import kept, replay
from scorepad.club.log import Names, find_undoings, load_family, load_subject, refuse_undo
from scorepad.club.undoing import refusal
from scorepad.language import say


@dataclass(frozen=True)
class ListedDecision:
    """A decision as it is shown. `author`: "" where none was kept.

    `session`: "" if it is about none. `undone`: by which decision, None if it stands; `undoable`:
    whether it can be. `note`: what somebody should know of it.
    """

    number: int | str  # a name, where a kind of decisions has a table of its own
    made: datetime
    author: str
    session: str
    what: str
    reason: str
    undone: int | str | None
    undoable: bool
    note: str


def listed(rows: Rows, given: str | None = None) -> list[ListedDecision]:
    """All of the club, or those about the session that is meant; the newest last.

    Raises UserError for a session that there is not.
    """
    session = None if given is None else session_meant(rows, given)
    said, gone, notes = _InWords(rows), undone(rows), _notes(rows, session)
    found = [
        ListedDecision(
            row.id if isinstance(row, DecisionRow) else name_of(row),
            row.made,
            str(getattr(row, "author", "")),
            _session(row),
            said.of(row),
            str(getattr(row, "reason", "")),
            gone[name_of(row)].id if name_of(row) in gone else None,
            refusal(rows, row, gone) is None,
            notes.get(name_of(row), ""),
        )
        for kind in TABLES
        for row in rows.scalars(select(kind).order_by(kind.id))
        if session in (None, _session(row)) and said.of(row)
    ]
    logged = _list_logged(rows, session)
    return sorted([*found, *logged], key=lambda one: one.made)


def _list_logged(rows: Rows, session: str | None) -> list[ListedDecision]:
    """Return the decisions in the log, of all subjects or of one session."""
    names, found = Names(rows), list[ListedDecision]()
    for subject, entries in load_family(rows).items():
        kind, _, which = subject.partition(":")
        here = which if kind == "session" else ""
        if session not in (None, here):
            continue
        state, undoings = load_subject(rows, subject), find_undoings(entries)
        about = "" if here else names.subject(subject)
        for entry in entries:
            said = [str(part) for part in (about, entry.decision.describe(names)) if part]
            undoing = undoings.get(entry.number)
            found.append(
                ListedDecision(
                    entry.number,
                    entry.made,
                    entry.author,
                    here,
                    wording.visible(": ".join(said)),
                    entry.reason,
                    undoing.number if undoing else None,
                    refuse_undo(entry, entries) is None,
                    str(state.note(entry.number)),
                )
            )
    return found


def _session(row: Decision) -> str:
    return str(getattr(row, "session", ""))


def _notes(rows: Rows, session: str | None) -> dict[str, str]:
    """What has become of those about sessions, by their names."""
    corrections = Corrections(rows, session)
    return {
        name_of(effect.row): note(effect)
        for name in corrections.sessions
        for effect in corrections.effects(replay(name, kept(rows, name)))
    }


class _InWords:
    def __init__(self, rows: Rows):
        self._players = names_of(rows)
        self._kinds: dict[type[Decision], Callable[..., str]] = {
            DecisionRow: self._decision,
            schema.ReseatingRow: lambda row: (
                f"{wording.seat(row.seat)}: {self._player(row.player)}"
            ),
            schema.ReplacementRow: _replacement,
        }

    def of(self, row: Decision) -> str:
        """In less than a sentence; "" for what comes with another decision."""
        return self._kinds[type(row)](row)

    def _player(self, player: int) -> str:
        return wording.player(self._players.get(player), player)

    def _decision(self, row: DecisionRow) -> str:
        if row.kind == kinds.UNDO:
            return say("{name} does not count", name=row.said)
        return what(row)


def _replacement(row: schema.ReplacementRow) -> str:
    if row.allowed:
        return say("the damaged copy may be replaced")
    return say("the damaged copy may not be replaced")
