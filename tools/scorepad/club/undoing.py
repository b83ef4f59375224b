"""Takes a decision of any kind back; the undoing is a decision too, and can be undone."""

import re
from collections.abc import Iterable, Mapping
from functools import partial

from sqlalchemy import select
from sqlalchemy.orm import Session as Rows

from scorepad.club import house
from scorepad.club.database import schema
from scorepad.club.database.schema import Decision, DecisionRow, SeatRow, SessionRow, SetAsideRow
from scorepad.club.decisions import kinds
from scorepad.club.decisions.adding import Signature, add
from scorepad.club.decisions.consequences import derive_anew, refuse_faults
from scorepad.club.decisions.corrections import Corrections
from scorepad.club.decisions.finding import name_key, session_meant
from scorepad.club.decisions.seating import merged, person, seat_anew, seat_rounds_anew
from scorepad.club.decisions.standing import TABLES, name_of, standing, undone
from scorepad.club.derived.replay import kept, replay
from scorepad.club.events import loading
from scorepad.club.events.rulings import refuse_in_two_seats, refuse_undone
from scorepad.club.events.seating import seat_session_anew
from scorepad.club.knockout.competition import live
from scorepad.errors import UserError
from scorepad.language import marked, say

# Of these only the last one counts, so that another one takes it back.
_OTHERWISE: dict[type[Decision], str] = {
    schema.EventRow: "`scorepad event drop` takes an event back",
    schema.EventPlanRow: "`scorepad event movement` gives an event another movement",
    schema.EventPairRow: "`scorepad event pair` says who a pair is",
    schema.SettingRow: "`scorepad club settings set` changes it",
}
_AGAIN = marked("Decision {name} counts again (decision {number})")
_NO_MORE = marked("Decision {name} does not count any more (decision {number})")
_CARRIED = marked("the tablet has it too, so the deal stays as it is")
_NAME = re.compile(r"(|[a-z]+-)([1-9][0-9]{0,8})")


def decision_meant(rows: Rows, which: str) -> Decision:
    """The decision of this name (standing.name_of). Raises UserError."""
    found = _NAME.fullmatch(which.lower())
    kind = {begin: kind for kind, begin in TABLES.items()}.get(found[1]) if found else None
    row = rows.get(kind, int(found[2])) if found and kind else None
    if row is None:
        raise UserError(f"there is no decision {which!r}; `scorepad club decisions` shows all")
    return row


def undo(rows: Rows, which: str, by: Signature) -> str:
    """From now on a decision does not count; of an undoing: what it took back counts again.

    Says so. Raises UserError.
    """
    row = decision_meant(rows, which)
    if refusal := refused(rows, row, undone(rows)):
        raise UserError(refusal)
    name = name_of(row)
    new = kinds.decision(by, kinds.UNDO, session=str(getattr(row, "session", "")), said=name)
    target = _target(rows, row)
    kept = _is_carried(rows, row)
    _apply(rows, target, partial(add, rows, new))
    gone = name_of(target) in undone(rows)
    said = say(_NO_MORE if gone else _AGAIN, name=name_of(target), number=new.id)
    return said + (f"; {say(_CARRIED)}." if kept else ".")


def refused(rows: Rows, row: Decision, gone: Mapping[str, Decision]) -> str:
    """Why a decision cannot be undone, whatever else was decided; "" if it can.

    `gone`: those that are undone (standing.undone).
    """
    name = name_of(row)
    if type(row) in _OTHERWISE:
        return f"{name} is not undone: {_OTHERWISE[type(row)]}"
    if isinstance(row, DecisionRow) and row.kind == kinds.TAKE_IN:
        return f"{name} is not undone: `scorepad club leave-out` lets the session count nowhere"
    if name in gone:
        return f"{name} is undone already; to have it back, undo {name_of(gone[name])}"
    replaced = select(SetAsideRow).where(SetAsideRow.replacement == row.id).limit(1)
    if isinstance(row, schema.ReplacementRow) and rows.scalar(replaced):
        return f"{name}: the damaged copy was replaced, and the good one is needed"
    return ""


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
            raise UserError(f"decision {undoing.id} undoes one that was made after it: {row.id}")
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
    elif isinstance(target, schema.EventRulingRow):
        _refuse_twice((one.name, f" of {one.date}") for one in loading.live(rows))
        refuse_undone(rows, target)
    elif isinstance(target, schema.CompetitionRow | schema.RulingRow):
        _refuse_twice((one.name, "") for one in live(rows))
    elif isinstance(target, schema.HouseRulesRow) and len(house.listed(rows)) > house.MOST:
        raise UserError(
            f"the club would have more than {house.MOST} house rules: remove one first"
        )


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
    """Raises UserError where two entries would count for each other."""
    for first in steps:
        player, seen = first, set[int]()
        while player in steps:
            seen.add(player)
            player = steps[player]
            if player in seen:
                raise UserError(f"the entries {first} and {player} would count for each other")


def _refuse_twice(names: Iterable[tuple[str, str]]) -> None:
    """Raises UserError where two knock-outs, or two events of one date, would have one name."""
    seen = set[tuple[str, str]]()
    for name, date in names:
        if (key := (name_key(name), date)) in seen:
            raise UserError(f"{name!r}{date} would be there twice: drop one first")
        seen.add(key)


def take_back(rows: Rows, given: str, by: Signature) -> str:
    """A session that was left out counts again; says so. Raises UserError."""
    session = session_meant(rows, given)
    about = DecisionRow.session == session, DecisionRow.kind == kinds.LEAVE_OUT
    found = standing(rows, DecisionRow, *about)
    if not found:
        raise UserError(f"session {session} is not left out by a decision")
    return undo(rows, name_of(found[-1]), by)
