"""Decisions about the deals of a session: corrected, void, in other seats, left out.

Each is checked against all that stands: what the rule set cannot score is refused, and nothing is
kept then.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from firmware.scoring.deal import SEATS, BadDeal
from firmware.scoring.notation import parse, to_text
from firmware.session import Session
from scorepad import rule_sets
from scorepad.club.database.rows import Rows
from scorepad.club.decisions import kinds, scores
from scorepad.club.decisions.adding import add
from scorepad.club.decisions.consequences import derive_anew, refuse_faults
from scorepad.club.decisions.corrections import VOID_TEXT, Corrections, Effect, deal_text
from scorepad.club.decisions.decided import Decided
from scorepad.club.decisions.finding import session_meant
from scorepad.club.decisions.in_words import in_full
from scorepad.club.decisions.seating import Seating, merged
from scorepad.club.derived.replay import Replay, kept, replay, rounds_of
from scorepad.club.log import Signature
from scorepad.errors import UserError, remedy
from scorepad.language import Text, text

_DEALS = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4}))?")


@dataclass(frozen=True)
class DecidedSession:
    """A session that is not damaged, as its records say and with what was decided about it."""

    recorded: Replay
    now: Replay
    effects: Sequence[Effect]

    @property
    def session(self) -> Session:
        """With what was decided."""
        return self.now.session

    def check_deals(self, first: int, last: int) -> None:
        """Raise UserError unless it has these deals."""
        most = len(self.session.deals)
        if not 1 <= first <= last <= most:
            which = str(first) if first == last else f"{first}-{last}"
            about = {"session": self.now.id, "deals": which, "number": most}
            lacking = text("Session {session} has {number} deals, and no deal {deals}.", **about)
            raise UserError(lacking, "deal" if first == last else "deals")

    def counts_as(self, deal: int) -> str:
        """A deal of it, or the adjusted score that it has instead."""
        adjusted = Decided(self.effects).adjusted(deal)
        return scores.in_words(adjusted) if adjusted else deal_text(self.session, deal)


def session_decided(rows: Rows, given: str) -> DecidedSession:
    """Return the session that is meant. Raise UserError, also for one that is damaged."""
    name = session_meant(rows, given)
    recorded = replay(name, kept(rows, name))
    if recorded.fault:
        damaged = text("Session {session} is damaged; its deals cannot be changed.", session=name)
        raise UserError(damaged, "session")
    corrections = Corrections(rows, name)
    effects = corrections.effects(recorded)
    return DecidedSession(recorded, corrections.applied(recorded), effects)


def deals_meant(given: str) -> tuple[int, int]:
    """Return the first and the last of `3` or `3-5`. Raise UserError."""
    found = _DEALS.fullmatch(given)
    if not found:
        wrong = text("{given}: write a deal as 3, and several as 3-5.", given=repr(given))
        raise UserError(wrong, "deals")
    return int(found[1]), int(found[2] or found[1])


def correct(
    rows: Rows, given: str, deal: int, said: str | None, board: int | None, by: Signature
) -> Text:
    """Correct a deal, or its board. Return what was done. Raise UserError.

    `said`: as notation has it, None: the result is right; `board`: None: the board is right, where
    the notation has none either.
    """
    meant = session_decided(rows, given)
    meant.check_deals(deal, deal)
    corrected = _corrected(meant.session, deal, said, board)
    return _change(rows, meant, by, kinds.CORRECT, deal, corrected)


def _corrected(session: Session, deal: int, said: str | None, board: int | None) -> str:
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
    meant = session_decided(rows, given)
    meant.check_deals(deal, deal)
    return _change(rows, meant, by, kinds.VOID, deal, VOID_TEXT)


def leave_out(rows: Rows, given: str, by: Signature) -> Text:
    """Leave a session out, so that it counts nowhere. Return what was done. Raise UserError."""
    meant = session_decided(rows, given)
    if meant.now.left_out:
        already = text("Session {session} is left out already.", session=meant.now.id)
        back = remedy("club leave-out", session=meant.now.id, back=True)
        raise UserError(already, "session", [back])
    return _decide(rows, meant, by, kinds.LEAVE_OUT)


def swap(rows: Rows, given: str, deals: str | None, by: Signature) -> Text:
    """Swap N-S and E-W in these deals, or in all. Return what was done. Raise UserError."""
    meant = session_decided(rows, given)
    first, last = _some_deals(meant, deals) if deals is not None else (0, 0)
    return _decide(rows, meant, by, kinds.SWAP, first, last)


def seat_for(
    rows: Rows, given: str, seat: str, player: int, name: str, deals: str, by: Signature
) -> Text:
    """Seat a player (0: a guest), called `name`, for these deals of duplicate.

    Return what was done. Raise UserError, also if the player has another seat there.
    """
    meant = session_decided(rows, given)
    first, last = _some_deals(meant, deals)
    for deal in range(first, last + 1):
        _refuse_other_seat(rows, meant, deal, seat, player, name)
    who = {"who": seat, "said": str(player), "was": name}
    return _decide(rows, meant, by, kinds.SEAT, first, last, **who)


def _refuse_other_seat(
    rows: Rows, meant: DecidedSession, deal: int, seat: str, player: int, name: str
) -> None:
    whole = Seating(rows).players(meant.now.id, meant.recorded.session.players)
    seats = Decided(meant.effects, steps=merged(rows)).seats(deal, whole)
    other = SEATS[seats.index(player)] if player in seats else seat
    if player and other != seat:
        about = {"player": name, "seat": other, "deal": deal}
        sits = text("{player} sits {seat} at deal {deal}; make {seat} a guest first.", **about)
        where = {"session": meant.now.id, "deals": str(deal)}
        free = remedy("club seat", seat=other, player="guest", **where)
        raise UserError(sits, "player", [free])


def pair_for(rows: Rows, given: str, side: str, number: int, deals: str, by: Signature) -> Text:
    """Seat a pair of the session's event, by its number, on a side for these deals.

    Return what was done. Raise UserError.
    """
    meant = session_decided(rows, given)
    if not rounds_of(meant.session).event:
        about = {"session": meant.now.id}
        no_event = text(
            "Session {session} is not part of an event; enter the players seat by seat.", **about
        )
        raise UserError(no_event, "seat")
    first, last = _some_deals(meant, deals)
    who = {"who": side, "said": f"{kinds.NUMBER}{number}", "was": f"pair {number}"}
    return _decide(rows, meant, by, kinds.SEAT, first, last, **who)


def _some_deals(meant: DecidedSession, deals: str) -> tuple[int, int]:
    """Return the deals that are meant; only boards are compared one by one. Raise UserError."""
    if not rule_sets.has_boards(meant.session.sheet):
        about = {"session": meant.now.id, "rules": meant.session.rules}
        whole = text(
            "The deals of session {session} ({rules}) belong together; only the whole session can "
            "be changed so.",
            **about,
        )
        raise UserError(whole, "deals")
    first, last = deals_meant(deals)
    meant.check_deals(first, last)
    return first, last


def adjust(rows: Rows, given: str, deal: int, said: str, by: Signature) -> Text:
    """Give a deal of duplicate an adjusted score (scores.in_words).

    Return what was done. Raise UserError.
    """
    meant = session_decided(rows, given)
    _some_deals(meant, str(deal))
    return _change(rows, meant, by, kinds.ADJUST, deal, said)


def _change(
    rows: Rows, meant: DecidedSession, by: Signature, kind: str, deal: int, said: str
) -> Text:
    """Decide what a deal counts as. Return what was done. Raise UserError if it does already."""
    was = meant.counts_as(deal)
    if said == was:
        about = {"deal": deal, "session": meant.now.id, "result": was}
        raise UserError(text("Deal {deal} of {session} is {result} already.", **about), "deal")
    return _decide(rows, meant, by, kind, deal, said=said, was=was)


def _decide(
    rows: Rows, meant: DecidedSession, by: Signature, kind: str, *deals: int, **said: str
) -> Text:
    """Add a decision about a deal, or from one to another, or about the whole session.

    Return what was decided. Raise UserError.
    """
    about = {"deal": min(deals, default=0), "last": max(deals, default=0)}
    about |= {"records": meant.now.records}
    row = kinds.decision(by, kind, session=meant.now.id, **about, **said)
    refuse_faults(rows, meant.recorded, partial(add, rows, row))
    derive_anew(rows, meant.now.id)
    return text("{what} (decision {number}).", what=in_full(row), number=row.id)
