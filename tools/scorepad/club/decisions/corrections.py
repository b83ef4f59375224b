"""What the club has decided about the deals of sessions, put into what their records say.

The records stay as they are. A tablet may send more of a session later, and may then have changed
the same deal itself: what the club has decided counts all the same, until it is undone, because
somebody has looked at it and given a reason. That they disagree is told.
"""

from collections import defaultdict
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace

from firmware import session as log
from firmware.scoring.deal import SEATS, SIDES
from firmware.scoring.notation import parse, to_text
from firmware.session import Session
from firmware.storage import record
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import DecisionRow
from scorepad.club.decisions import kinds
from scorepad.club.decisions.scores import scores
from scorepad.club.decisions.standing import standing
from scorepad.club.derived.replay import Replay, tablet_and_number
from scorepad.errors import UserError
from scorepad.language import marked

VOID_TEXT = marked("void")  # instead of a deal

_CHANGES = (log.CORRECT, log.VOID, log.CLAIM)  # events that say something else of a deal

Event = tuple[int, int, int, int]


@dataclass(frozen=True)
class Effect:
    """A decision about a session, and what has become of it.

    `fault`: why it cannot be put in; "" if it is. `tablet`: what the tablet has said of the deal
    since, "" if nothing; `carried`: it was the same.
    """

    row: DecisionRow
    fault: str = ""
    tablet: str = ""
    carried: bool = False


class Corrections:
    """The decisions that stand about all sessions, or about this one."""

    def __init__(self, rows: Rows, session: str | None = None):
        which = [DecisionRow.kind.in_(kinds.OF_SESSIONS), DecisionRow.session != ""]
        which += [] if session is None else [DecisionRow.session == session]
        self._of = defaultdict[str, list[DecisionRow]](list)
        for row in standing(rows, DecisionRow, *which):
            self._of[row.session].append(row)

    @property
    def sessions(self) -> list[str]:
        """About which anything was decided."""
        return sorted(self._of)

    def applied(self, replayed: Replay) -> Replay:
        """A session with what was decided about it."""
        mine = self._of.get(replayed.id)
        if not mine or replayed.fault:
            return replayed
        left_out = any(row.kind == kinds.LEAVE_OUT for row in mine)
        session, _ = _put_in(replayed, mine)
        session.complete |= any(row.kind == kinds.TAKEN_OVER for row in mine)
        return replace(replayed, session=session, original=replayed.session, left_out=left_out)

    def effects(self, replayed: Replay) -> list[Effect]:
        """What has become of each decision, in their order; `replayed`: as its records say."""
        return _put_in(replayed, self._of.get(replayed.id, []))[1]


def _put_in(replayed: Replay, decided: Sequence[DecisionRow]) -> tuple[Session, list[Effect]]:
    """The session as it is after these decisions, and what has become of each."""
    session = copy(replayed.session)  # a change makes new deals, and leaves the old ones
    return session, [_effect(session, replayed, row) for row in decided]


def _effect(session: Session, replayed: Replay, row: DecisionRow) -> Effect:
    if row.kind not in (kinds.CORRECT, kinds.VOID) or replayed.fault:
        return Effect(row, replayed.fault or _unreadable(row))
    try:
        # The tablet may have done it already, and a deal is not void twice.
        void = row.kind == kinds.VOID and 0 < row.deal <= len(session.deals)
        if not (void and session.deals[row.deal - 1] < 0):
            session.apply(*event(row))
    except ValueError as wrong:
        return Effect(row, str(wrong))
    if row.deal not in _changed_since(replayed, row.records):
        return Effect(row)
    theirs = deal_text(replayed.session, row.deal)
    return Effect(row, tablet=theirs, carried=theirs == deal_text(session, row.deal))


def _unreadable(row: DecisionRow) -> str:
    """Why nobody can read what was decided, as a newer program may have kept it; "" if one can."""
    if row.kind == kinds.SEAT:
        whole = row.who in SIDES and row.said.startswith(kinds.NUMBER)
        known = whole or row.who in tuple(SEATS)
        return (
            "" if known and row.said.removeprefix(kinds.NUMBER).isdecimal() else f"{row.said!r}?"
        )
    try:
        if row.kind == kinds.ADJUST:
            scores(row.said)
    except UserError as wrong:
        return str(wrong)
    return ""


def event(row: DecisionRow) -> Event:
    """What a tablet would have in its log for a correction or a void. Raises BadDeal."""
    if row.kind == kinds.VOID:
        return log.VOID, 0, row.deal, 0
    deal, place = parse(row.said)
    return log.CORRECT, place, row.deal, deal


def _changed_since(replayed: Replay, records: int) -> set[int]:
    """The deals that the tablet has changed in the records after so many."""
    key = record.session_key(*tablet_and_number(replayed.id))
    later = record.events(key, replayed.raw[records * record.SIZE :], records)
    return {number for kind, _, number, _ in later if kind in _CHANGES}


def deal_text(session: Session, deal: int) -> str:
    """A deal of a session as people write it, or that it is void."""
    packed, place = session.deals[deal - 1], session.places[deal - 1]
    return to_text(packed, place) if packed >= 0 else VOID_TEXT
