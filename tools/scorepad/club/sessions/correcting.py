"""Decisions about the deals of a session: corrected, void, adjusted; and whether it counts.

Each is checked against all that stands: what the rule set cannot score is refused, and nothing is
kept then.
"""

import re

from firmware.scoring.deal import BadDeal
from firmware.scoring.notation import parse, to_text
from firmware.session import Session
from scorepad import rule_sets
from scorepad.club.database.rows import Rows
from scorepad.club.decisions import scores
from scorepad.club.decisions.finding import session_meant
from scorepad.club.history import VOID_TEXT, OfSession, SessionHistory, deal_text
from scorepad.club.log import Entry, Signature, decide, undo
from scorepad.club.sessions.kinds import AdjustDeal, CorrectDeal, LeaveOut, OfDeal
from scorepad.errors import UserError, remedy
from scorepad.language import Text, text

_DEALS = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4}))?")


def find_history(rows: Rows, given: str) -> SessionHistory:
    """Return the session that is meant. Raise UserError, also for one that is damaged."""
    history = SessionHistory.load(rows, session_meant(rows, given))
    if history.recorded.fault:
        about = {"session": history.id}
        damaged = text("Session {session} is damaged; its deals cannot be changed.", **about)
        raise UserError(damaged, "session")
    return history


def check_deals(history: SessionHistory, first: int, last: int) -> None:
    """Raise UserError unless a session has these deals."""
    most = len(history.session.deals)
    if not 1 <= first <= last <= most:
        which = str(first) if first == last else f"{first}-{last}"
        about = {"session": history.id, "deals": which, "number": most}
        lacking = text("Session {session} has {number} deals, and no deal {deals}.", **about)
        raise UserError(lacking, "deal" if first == last else "deals")


def find_deals(history: SessionHistory, given: str) -> tuple[int, int]:
    """Return the first and the last deal of `3` or `3-5`. Raise UserError.

    Only boards are compared one by one.
    """
    if not rule_sets.has_boards(history.session.sheet):
        about = {"session": history.id, "rules": history.session.rules}
        whole = text(
            "The deals of session {session} ({rules}) belong together; only the whole session can "
            "be changed so.",
            **about,
        )
        raise UserError(whole, "deals")
    found = _DEALS.fullmatch(given)
    if not found:
        wrong = text("{given}: write a deal as 3, and several as 3-5.", given=repr(given))
        raise UserError(wrong, "deals")
    first, last = int(found[1]), int(found[2] or found[1])
    check_deals(history, first, last)
    return first, last


def describe(history: SessionHistory, entry: Entry) -> Text:
    """Return what was decided about a session, for whoever has just done it."""
    assert isinstance(entry.decision, OfSession)
    about = {"session": history.id, "what": entry.decision.describe(), "number": entry.number}
    return text("Session {session}: {what} (decision {number}).", **about)


def correct(
    rows: Rows, given: str, deal: int, said: str | None, board: int | None, by: Signature
) -> Text:
    """Correct a deal, or its board. Return what was done. Raise UserError.

    `said`: as notation has it, None: the result is right; `board`: None: the board is right, where
    the notation has none either.
    """
    history = find_history(rows, given)
    check_deals(history, deal, deal)
    return _correct(rows, history, deal, _correct_deal(history.session, deal, said, board), by)


def _correct_deal(session: Session, deal: int, said: str | None, board: int | None) -> str:
    packed, place = session.deals[deal - 1], session.places[deal - 1]
    if said is not None:
        try:
            packed, there = parse(said)
        except BadDeal as wrong:
            about = {"given": repr(said), "reason": str(wrong)}
            raise UserError(text("{given} is no result: {reason}", **about), "result") from None
        place = there or place
    elif packed < 0:
        raise UserError(text("Deal {deal} is void; enter what it was.", deal=deal), "result")
    if board is not None:
        if not rule_sets.has_boards(session.sheet):
            raise UserError(text("There are no boards in {rules}.", rules=session.rules), "board")
        place = board
    return to_text(packed, place)


def void(rows: Rows, given: str, deal: int, by: Signature) -> Text:
    """Void a deal, so that it does not count. Return what was done. Raise UserError."""
    history = find_history(rows, given)
    check_deals(history, deal, deal)
    return _correct(rows, history, deal, VOID_TEXT, by)


def _correct(rows: Rows, history: SessionHistory, deal: int, now: str, by: Signature) -> Text:
    was, records = _find_result(history, deal), history.recorded.records
    return _change(rows, history, CorrectDeal(history.id, deal, was, now, records), by)


def adjust(rows: Rows, given: str, deal: int, said: str, by: Signature) -> Text:
    """Give a deal of duplicate an adjusted score (scores.in_words).

    Return what was done. Raise UserError.
    """
    history = find_history(rows, given)
    find_deals(history, str(deal))
    was = _find_result(history, deal)
    return _change(rows, history, AdjustDeal(history.id, deal, was, said), by)


def _find_result(history: SessionHistory, deal: int) -> str:
    """Return a deal as it counts, or the adjusted score that it has instead."""
    adjusted = history.adjusted.get(deal)
    return scores.in_words(adjusted) if adjusted else deal_text(history.session, deal)


def _change(rows: Rows, history: SessionHistory, decision: OfDeal, by: Signature) -> Text:
    """Decide what a deal counts as. Return what was done. Raise UserError if it does already."""
    if decision.now == decision.was:
        about = {"deal": decision.deal, "session": history.id, "result": decision.was}
        raise UserError(text("Deal {deal} of {session} is {result} already.", **about), "deal")
    return describe(history, decide(rows, history, decision, by))


def leave_out(rows: Rows, given: str, by: Signature) -> Text:
    """Leave a session out, so that it counts nowhere. Return what was done. Raise UserError."""
    history = find_history(rows, given)
    if history.left_out:
        already = text("Session {session} is left out already.", session=history.id)
        back = remedy("club leave-out", session=history.id, back=True)
        raise UserError(already, "session", [back])
    return describe(history, decide(rows, history, LeaveOut(history.id), by))


def count_again(rows: Rows, given: str, by: Signature) -> Text:
    """Let a session that was left out count again. Return what was done. Raise UserError."""
    history = SessionHistory.load(rows, session_meant(rows, given))
    found = [entry for entry in history.counting if isinstance(entry.decision, LeaveOut)]
    if not found:
        counts = text("Session {session} is not left out by a decision.", session=history.id)
        raise UserError(counts, "session")
    return undo(rows, found[-1].number, by)
