"""All that was decided in the club, of whatever kind, in the order in which it was decided."""

from dataclasses import dataclass
from datetime import datetime

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import session_meant
from scorepad.club.log import (
    Names,
    load_each,
    load_family,
    load_subjects,
    refuse_undo,
)
from scorepad.language import joined


@dataclass(frozen=True)
class ListedDecision:
    """A decision as it is shown. `author`: "" where nobody said it.

    `session`: "" if it is about none. `undone`: by which decision, None if it stands; `undoable`:
    whether it can be. `note`: what somebody should know of it.
    """

    number: int
    made: datetime
    author: str
    session: str
    what: str
    reason: str
    undone: int | None
    undoable: bool
    note: str


def list_decisions(rows: Rows, given: str | None = None) -> list[ListedDecision]:
    """Return all of the club, or those about the session that is meant; the newest last.

    Raise UserError for a session that there is not.
    """
    if given is None:
        family = load_family(rows)
    elif not (family := load_each(rows, [f"session:{given.lower()}"])):  # it may be forgotten
        family = load_each(rows, [f"session:{session_meant(rows, given)}"])
    names, states, found = Names(rows), load_subjects(rows, family), list[ListedDecision]()
    for subject, entries in family.items():
        kind, _, which = subject.partition(":")
        here = which if kind == "session" else ""
        state = states[subject]
        about = "" if here else names.subject(subject)
        for entry in entries:
            said = joined(filter(None, (about, entry.decision.describe(names))), ": ")
            undoing = state.undone.get(entry.number)
            found.append(
                ListedDecision(
                    entry.number,
                    entry.made,
                    entry.author,
                    here,
                    wording.visible(said),
                    entry.reason,
                    undoing.number if undoing else None,
                    refuse_undo(names, state, entry) is None,
                    state.note(entry.number),
                )
            )
    return sorted(found, key=lambda one: one.number)
