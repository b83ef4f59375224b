"""Takes a decision of any kind back; the undoing is a decision too, and can be undone."""

import re
from collections.abc import Iterable, Mapping
from functools import partial

from sqlalchemy import select

from scorepad.club import house, log
from scorepad.club.database import schema
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import Decision, DecisionRow, SeatRow, SessionRow
from scorepad.club.decisions import kinds
from scorepad.club.decisions.adding import add, subject_of
from scorepad.club.decisions.consequences import derive_anew, refuse_faults
from scorepad.club.decisions.corrections import Corrections
from scorepad.club.decisions.finding import name_key, session_meant
from scorepad.club.decisions.seating import merged, person, seat_anew, seat_rounds_anew
from scorepad.club.decisions.standing import TABLES, name_of, standing, undone
from scorepad.club.derived.replay import kept, replay
from scorepad.club.events.rulings import refuse_in_two_seats
from scorepad.club.events.seating import seat_session_anew
from scorepad.club.knockout.competition import live
from scorepad.club.log import Signature
from scorepad.errors import Unknown, UserError, remedy
from scorepad.language import Text, joined, marked, text

# Of these only the last one counts, so that another one takes it back.
_OTHERWISE: dict[type[Decision], str] = {
    schema.SettingRow: "club settings set",
}
_AGAIN = marked("Decision {name} counts again (decision {number}).")
_NO_MORE = marked("Decision {name} does not count any more (decision {number}).")
_NAME = re.compile(r"(|[a-z]+-)([1-9][0-9]{0,8})")


def decision_meant(rows: Rows, which: str) -> Decision:
    """Return the decision of this name (standing.name_of). Raise Unknown."""
    found = _NAME.fullmatch(which.lower())
    kind = {begin: kind for kind, begin in TABLES.items()}.get(found[1]) if found else None
    row = rows.get(kind, int(found[2])) if found and kind else None
    if row is None:
        unknown = text("There is no decision {given}.", given=repr(which))
        raise Unknown(unknown, "which", [remedy("club decisions")])
    return row


def undo(rows: Rows, which: str, by: Signature) -> Text:
    """Take a decision back; of an undoing: what it took back counts again.

    Return what was done. Raise UserError.
    """
    if which.isdecimal() and rows.get(DecisionRow, int(which)) is None:
        return log.undo(rows, int(which), by)
    row = decision_meant(rows, which)
    if error := refusal(rows, row, undone(rows)):
        raise error
    name = name_of(row)
    new = kinds.decision(by, kinds.UNDO, session=str(getattr(row, "session", "")), said=name)
    target = _target(rows, row)
    kept = _is_carried(rows, row)
    _apply(rows, target, partial(add, rows, new))
    rows.touch(subject_of(target))
    gone = name_of(target) in undone(rows)
    said = text(_NO_MORE if gone else _AGAIN, name=name_of(target), number=new.id)
    carried = text("The tablet has it too, so the deal stays as it is.")
    return joined([said, carried], " ") if kept else said


def refusal(rows: Rows, row: Decision, gone: Mapping[str, Decision]) -> UserError | None:
    """Return why a decision cannot be undone, whatever else was decided; None if it can.

    `gone`: those that are undone (standing.undone).
    """
    name = name_of(row)
    if type(row) in _OTHERWISE:
        instead = text("{name} cannot be undone; decide otherwise instead.", name=name)
        return UserError(instead, "which", [remedy(_OTHERWISE[type(row)])])
    if isinstance(row, DecisionRow) and row.kind == kinds.TAKE_IN:
        taken_in = text("{name} cannot be undone, but the session can be left out.", name=name)
        return UserError(taken_in, "which", [remedy("club leave-out", session=row.session)])
    if name in gone:
        already = text("{name} is undone already; undo that to have it back.", name=name)
        return UserError(already, "which", [remedy("club undo", which=name_of(gone[name]))])
    replaced = "SELECT 1 FROM set_aside WHERE replacement = :id LIMIT 1"
    if isinstance(row, schema.ReplacementRow) and rows.value(replaced, id=row.id):
        needed = text(
            "{name}: the damaged copy was replaced, and the good one is needed.", name=name
        )
        return UserError(needed, "which")
    return None


def _is_carried(rows: Rows, row: Decision) -> bool:
    """Whether the log of the tablet says what was decided."""
    if not isinstance(row, DecisionRow) or not row.session:
        return False
    recorded = replay(row.session, kept(rows, row.session))
    effects = Corrections(rows, row.session).effects(recorded)
    return any(one.carried for one in effects if one.row.id == row.id)


def _target(rows: Rows, row: Decision) -> Decision:
    """What an undoing was about, however often it was undone."""
    while isinstance(row, DecisionRow) and row.kind == kinds.UNDO:
        undoing, row = row, decision_meant(rows, row.said)
        if isinstance(row, DecisionRow) and row.id >= undoing.id:  # the rows of a file may be odd
            about = {"number": undoing.id, "later": row.id}
            raise UserError(
                text("Decision {number} undoes a later one, {later}.", **about), "which"
            )
    return row


def _apply(rows: Rows, target: Decision, work: "partial[None]") -> None:
    """Does `work`, which undoes or brings back a decision, with all that follows from it.

    Raises UserError if then something else cannot stand.
    """
    if isinstance(target, DecisionRow) and target.session:
        _of_session(rows, target.session, work)
    elif isinstance(target, schema.MergeRow):
        _of_merge(rows, target, work)
    else:
        work()
    if isinstance(target, schema.ReseatingRow):
        seat_anew(rows, SessionRow.id == target.session)
    elif isinstance(target, schema.CompetitionRow | schema.RulingRow):
        _refuse_twice(one.name for one in live(rows))
    elif isinstance(target, schema.HouseRulesRow) and len(house.listed(rows)) > house.MOST:
        too_many = text(
            "The club would have more than {most} house rules; remove one first.", most=house.MOST
        )
        raise UserError(too_many, "which", [remedy("club rules remove")])


def _of_session(rows: Rows, session: str, work: "partial[None]") -> None:
    recorded = replay(session, kept(rows, session))
    refuse_faults(rows, recorded, work)
    derive_anew(rows, session)
    seat_session_anew(rows, session)


def _of_merge(rows: Rows, merge: schema.MergeRow, work: "partial[None]") -> None:
    """Whoever counted for the player before, or does now, gets other seats."""
    before = person(merged(rows), merge.player)
    work()
    _refuse_circles(merged(rows))
    refuse_in_two_seats(rows, person(merged(rows), merge.player))
    theirs = select(SeatRow.session).where(SeatRow.player.in_({before, merge.player}))
    seat_rounds_anew(rows, {before, merge.player})
    seat_anew(rows, SessionRow.id.in_(theirs))


def _refuse_circles(steps: dict[int, int]) -> None:
    """Raise UserError where two entries would count for each other."""
    for first in steps:
        player, seen = first, set[int]()
        while player in steps:
            seen.add(player)
            player = steps[player]
            if player in seen:
                about = {"first": f"id={first}", "second": f"id={player}"}
                circle = text("{first} and {second} would count for each other.", **about)
                raise UserError(circle, "which")


def _refuse_twice(names: Iterable[str]) -> None:
    """Raise UserError where two knock-outs would have one name."""
    seen = set[str]()
    for name in names:
        if (key := name_key(name)) in seen:
            twice = text("There would be two called {name}; drop one first.", name=repr(name))
            raise UserError(twice, "which")
        seen.add(key)


def take_back(rows: Rows, given: str, by: Signature) -> Text:
    """Let a session that was left out count again. Return what was done. Raise UserError."""
    session = session_meant(rows, given)
    about = DecisionRow.session == session, DecisionRow.kind == kinds.LEAVE_OUT
    found = standing(rows, DecisionRow, *about)
    if not found:
        counts = text("Session {session} is not left out by a decision.", session=session)
        raise UserError(counts, "session")
    return undo(rows, name_of(found[-1]), by)
