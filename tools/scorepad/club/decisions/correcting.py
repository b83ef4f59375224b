"""Decisions about the deals of a session: corrected, void, in other seats, left out.

Each is checked against all that stands: what the rule set cannot score is refused, and nothing is
kept then.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from firmware.scoring.deal import MAX_BOARD, SEATS, BadDeal
from firmware.scoring.notation import parse, to_text
from firmware.session import Session
from scorepad import rule_sets
from scorepad.club.database.rows import Rows
from scorepad.club.decisions import kinds, scores
from scorepad.club.decisions.adding import Signature, add
from scorepad.club.decisions.consequences import derive_anew, refuse_faults
from scorepad.club.decisions.corrections import VOID_TEXT, Corrections, Effect, deal_text
from scorepad.club.decisions.decided import Decided
from scorepad.club.decisions.finding import session_meant
from scorepad.club.decisions.in_words import in_full
from scorepad.club.decisions.seating import Seating, merged
from scorepad.club.derived.replay import Replay, kept, replay, rounds_of
from scorepad.errors import UserError
from scorepad.language import say

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
        """Raises UserError unless it has these deals."""
        most = len(self.session.deals)
        if not 1 <= first <= last <= most:
            which = str(first) if first == last else f"{first} to {last}"
            there = f"it has {most} deal{'s' * (most != 1)}"
            raise UserError(f"session {self.now.id} has no deal {which}: {there}")

    def counts_as(self, deal: int) -> str:
        """A deal of it, or the adjusted score that it has instead."""
        adjusted = Decided(self.effects).adjusted(deal)
        return scores.in_words(adjusted) if adjusted else deal_text(self.session, deal)


def session_decided(rows: Rows, given: str) -> DecidedSession:
    """The session that is meant. Raises UserError, also for one that is damaged."""
    name = session_meant(rows, given)
    recorded = replay(name, kept(rows, name))
    if recorded.fault:
        raise UserError(f"session {name} is damaged, and has no deals to decide about")
    corrections = Corrections(rows, name)
    effects = corrections.effects(recorded)
    return DecidedSession(recorded, corrections.applied(recorded), effects)


def deals_meant(given: str) -> tuple[int, int]:
    """`3` or `3-5`: the first and the last. Raises UserError."""
    found = _DEALS.fullmatch(given)
    if not found:
        raise UserError(f"{given!r}: a deal is its number, as 3; several are 3-5")
    return int(found[1]), int(found[2] or found[1])


def correct(
    rows: Rows, given: str, deal: int, said: str | None, board: int | None, by: Signature
) -> str:
    """From now on a deal is what is said, on the board that is said.

    `said`: as notation has it, None: the result is right; `board`: None: the board is right, where
    the notation has none either. Says what was done. Raises UserError.
    """
    meant = session_decided(rows, given)
    meant.check_deals(deal, deal)
    text = _corrected(meant.session, deal, said, board)
    return _change(rows, meant, by, kinds.CORRECT, deal, text)


def _corrected(session: Session, deal: int, said: str | None, board: int | None) -> str:
    packed, place = session.deals[deal - 1], session.places[deal - 1]
    if said is not None:
        try:
            packed, there = parse(said)
        except BadDeal as wrong:
            raise UserError(f"{said!r}: {wrong}") from None
        place = there or place
    elif packed < 0:
        raise UserError(f"deal {deal} is void: say what it was")
    if board is not None:
        if not rule_sets.has_boards(session.sheet):
            raise UserError(f"{session.rules} has no boards")
        if not 1 <= board <= MAX_BOARD:
            raise UserError(f"board {board}: boards are 1 to {MAX_BOARD}")
        place = board
    return to_text(packed, place)


def void(rows: Rows, given: str, deal: int, by: Signature) -> str:
    """From now on a deal does not count. Says what was done. Raises UserError."""
    meant = session_decided(rows, given)
    meant.check_deals(deal, deal)
    return _change(rows, meant, by, kinds.VOID, deal, VOID_TEXT)


def leave_out(rows: Rows, given: str, by: Signature) -> str:
    """From now on a session counts nowhere. Says what was done. Raises UserError."""
    meant = session_decided(rows, given)
    if meant.now.left_out:
        raise UserError(f"session {meant.now.id} is left out already")
    return _decide(rows, meant, by, kinds.LEAVE_OUT)


def swap(rows: Rows, given: str, deals: str | None, by: Signature) -> str:
    """N-S sat E-W and the other way round, in these deals or in all; says so. Raises UserError."""
    meant = session_decided(rows, given)
    first, last = _some_deals(meant, deals) if deals is not None else (0, 0)
    return _decide(rows, meant, by, kinds.SWAP, first, last)


def seat_for(
    rows: Rows, given: str, seat: str, player: int, name: str, deals: str, by: Signature
) -> str:
    """The player (0: a guest), called `name`, sat in a seat in these deals of duplicate.

    Says what was done. Raises UserError, also if he has another seat there.
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
        raise UserError(
            f"{name} sits {other} at deal {deal}; if that is wrong, make {other} a guest first"
        )


def pair_for(rows: Rows, given: str, side: str, number: int, deals: str, by: Signature) -> str:
    """The pair with this number in the event of the session sat on a side in these deals.

    Says what was done. Raises UserError.
    """
    meant = session_decided(rows, given)
    if not rounds_of(meant.session).event:
        raise UserError(f"session {meant.now.id} is of no event: name the players, seat by seat")
    first, last = _some_deals(meant, deals)
    who = {"who": side, "said": f"{kinds.NUMBER}{number}", "was": f"pair {number}"}
    return _decide(rows, meant, by, kinds.SEAT, first, last, **who)


def _some_deals(meant: DecidedSession, deals: str) -> tuple[int, int]:
    """The deals that are meant; only boards are compared one by one. Raises UserError."""
    if not rule_sets.has_boards(meant.session.sheet):
        raise UserError(
            f"session {meant.now.id} is {meant.session.rules}: its deals belong together, so say "
            "it of the whole session"
        )
    first, last = deals_meant(deals)
    meant.check_deals(first, last)
    return first, last


def adjust(rows: Rows, given: str, deal: int, said: str, by: Signature) -> str:
    """From now on a deal of duplicate counts as an adjusted score (scores.in_words).

    Says what was done. Raises UserError.
    """
    meant = session_decided(rows, given)
    _some_deals(meant, str(deal))
    return _change(rows, meant, by, kinds.ADJUST, deal, said)


def _change(
    rows: Rows, meant: DecidedSession, by: Signature, kind: str, deal: int, said: str
) -> str:
    """Decides what a deal counts as; says so. Raises UserError, also if it does already."""
    was = meant.counts_as(deal)
    if said == was:
        raise UserError(f"deal {deal} of {meant.now.id} is {was} already")
    return _decide(rows, meant, by, kind, deal, said=said, was=was)


def _decide(
    rows: Rows, meant: DecidedSession, by: Signature, kind: str, *deals: int, **said: str
) -> str:
    """Adds a decision about a deal, or from one to another, or about the whole session.

    Says what was decided. Raises UserError.
    """
    about = {"deal": min(deals, default=0), "last": max(deals, default=0)}
    about |= {"records": meant.now.records}
    row = kinds.decision(by, kind, session=meant.now.id, **about, **said)
    refuse_faults(rows, meant.recorded, partial(add, rows, row))
    derive_anew(rows, meant.now.id)
    return say("{what} (decision {number}).", what=in_full(row), number=row.id)
