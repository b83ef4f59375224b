"""What a director can decide, and the words in which it is kept (DecisionRow)."""

import re

from scorepad.club.database.schema import DecisionRow
from scorepad.club.log import Signature
from scorepad.language import marked, say

ADJUST = "adjust"  # `said`: an adjusted score (scores.py); `who`: the pairs
PENALTY = "penalty"  # `said`: "-10%" of a top, or "-3 IMPs"; a bonus has the other sign
CARRY_OVER = "carry-over"  # `said`: matchpoints or IMPs that the pair brings with it
WITHDRAW = "withdraw"  # the pair plays no more
FOULED = "fouled"  # `said`: the tables that had a board in another form, "4-6 | 9" in two others
RELEASE = "release"  # the room may see the evening, or the event
UNDO = "undo"  # `said`: the name of the decision that does not count any more (standing.py)

NUMBER = "#"  # before the number that a pair has in an event

AGAINST = marked(" against ")  # between the two pairs of a board (`who`, `was`)


def decision(by: Signature, kind: str, **about: str | int) -> DecisionRow:
    """A row of this kind; `about`: the columns that say something."""
    columns: dict[str, str | int] = dict.fromkeys(("event", "board"), 0)
    columns |= dict.fromkeys(("evening", "who", "said", "was"), "")
    return DecisionRow(kind=kind, **vars(by), **{**columns, **about})


def read_forms(said: str) -> dict[int, int]:
    """Return by table in which changed form, from 1, it had a board: `4-6, 8 | 9`.

    Of what nobody can read in a row of the database nothing is taken.
    """
    forms = dict[int, int]()
    for form, tables in enumerate(said.split("|"), 1):
        for first, last in re.findall(r"\b([0-9]{1,3})(?:-([0-9]{1,3}))?\b", tables):
            forms |= dict.fromkeys(range(int(first), int(last or first) + 1), form)
    return forms


def pairs_of(row: DecisionRow) -> str:
    """Whom a decision about a board or a pair of an evening is about."""
    return say(AGAINST).join(row.was.split(AGAINST))
