"""What a director can decide, and the words in which it is kept (DecisionRow)."""

from collections.abc import Iterator

from scorepad.club.database.schema import DecisionRow
from scorepad.club.log import Signature
from scorepad.language import say

CORRECT = "correct"  # `said`: what the deal is, as notation has it, with its place
VOID = "void"  # the deal does not count
LEAVE_OUT = "leave out"  # the session counts nowhere
TAKE_IN = "take in"  # the session of a phone counts, which has waited (club/waiting.py)
TAKEN_OVER = "taken over"  # `said`: the session of another tablet that goes on instead
SWAP = "swap"  # who is said to have sat N-S sat E-W; the contracts are right as they are
SEAT = "seat"  # `who`: a seat or a side; `said`: the id of who sat there, 0 = a guest; or "#4"
ADJUST = "adjust"  # `said`: an adjusted score (scores.py)
UNDO = "undo"  # `said`: the name of the decision that does not count any more (standing.py)

NUMBER = "#"  # before the number that a pair has in an event


OF_SESSIONS = (CORRECT, VOID, LEAVE_OUT, TAKEN_OVER, SWAP, SEAT, ADJUST)


def decision(by: Signature, kind: str, **about: str | int) -> DecisionRow:
    """A row of this kind; `about`: the columns that say something."""
    columns: dict[str, str | int] = dict.fromkeys(("deal", "last", "records", "event", "board"), 0)
    columns |= dict.fromkeys(("session", "evening", "who", "said", "was"), "")
    return DecisionRow(kind=kind, **vars(by), **{**columns, **about})


def covers(row: DecisionRow, deal: int) -> bool:
    """Whether a decision about a session is about this deal."""
    return not row.deal or row.deal <= deal <= row.last


def deals_said(row: DecisionRow) -> Iterator[str]:
    """About which deals it is, as `deal 3` or `deals 3 to 5`; nothing for a whole session."""
    if row.deal and row.deal == row.last:
        yield say("deal {number}", number=row.deal)
    elif row.deal:
        yield say("deals {first} to {last}", first=row.deal, last=row.last)
