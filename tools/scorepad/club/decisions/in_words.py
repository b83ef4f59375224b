"""What was decided about a session, as people read it."""

from sqlalchemy.orm import Session as Rows

from scorepad import wording
from scorepad.club.database.schema import DecisionRow
from scorepad.club.decisions import kinds
from scorepad.club.decisions.corrections import Corrections, Effect
from scorepad.club.derived.replay import replay
from scorepad.club.derived.rows import raw_of


def what(row: DecisionRow) -> str:
    """Which deals, and what of them, without the session."""
    said = {
        kinds.CORRECT: f"{row.was} -> {row.said}",
        kinds.VOID: f"{row.was} -> void",
        kinds.LEAVE_OUT: "left out",
        kinds.SWAP: "N-S and E-W changed",
        kinds.SEAT: f"{wording.visible(row.was)} sat {row.who}",
        kinds.ADJUST: f"{row.was} -> {row.said}",
    }.get(row.kind, row.said)
    return ": ".join([*kinds.deals_said(row), wording.visible(said)])


def in_full(row: DecisionRow) -> str:
    """The same with the session."""
    return (
        f"Session {row.session}, {what(row)}"
        if row.deal
        else f"Session {row.session}: {what(row)}"
    )


def note(effect: Effect) -> str:
    """What somebody should know of it; "" if nothing."""
    if effect.fault:
        return f"cannot be put in: {effect.fault}"
    if effect.carried:
        return "the tablet has it too"
    if effect.tablet:
        return f"the tablet says {effect.tablet} since then, and what the club has decided counts"
    return ""


def signed(effect: Effect) -> str:
    """What was decided, by which decision, by whom, and why."""
    row = effect.row
    why = f": {wording.visible(row.reason)}" if row.reason else ""
    by = f"decision {row.id} by {wording.visible(row.author)}{why}"
    said = note(effect)
    return f"{what(row)} ({by}){f'; {said}' if said else ''}"


def decided(rows: Rows) -> dict[str, str]:
    """All that was decided about each session, as `signed` says it."""
    corrections = Corrections(rows)
    return {
        name: "; ".join(map(signed, corrections.effects(replay(name, raw_of(rows, name)))))
        for name in corrections.sessions
    }
