"""What was decided about boards and pairs of duplicate, as people read it."""

from scorepad import wording
from scorepad.club.database.schema import Authored, DecisionRow
from scorepad.club.decisions import kinds
from scorepad.club.decisions.standing import name_of
from scorepad.club.log import Entry
from scorepad.language import marked, say

_GIVEN = {
    kinds.ADJUST: marked("adjust"),
    kinds.PENALTY: marked("penalty"),
    kinds.CARRY_OVER: marked("carry-over"),
    kinds.WITHDRAW: marked("withdraw"),
}


def of_pairs(row: DecisionRow) -> str:
    """A decision about a board or a pair of an evening, without the evening."""
    if row.kind == kinds.FOULED:
        about = {"board": row.board, "tables": row.said}
        return say("board {board} fouled; tables with another form: {tables}", **about)
    board = f"{say('board {number}', number=row.board)}, " if row.board else ""
    given = say(_GIVEN[row.kind]) if row.kind in _GIVEN else row.kind
    said = f"{board}{kinds.pairs_of(row)}: {given} {wording.in_symbols(row.said)}"
    return wording.visible(said.rstrip())


def of_pairs_signed(row: DecisionRow) -> str:
    """The same with by which decision, by whom, and why."""
    return f"{of_pairs(row)} ({signature(row)})"


def signature(row: DecisionRow | Authored | Entry) -> str:
    """By which decision, by whom, and why."""
    name = row.number if isinstance(row, Entry) else name_of(row)
    by = say("decision {name} by {who}", name=name, who=wording.visible(row.author))
    return f"{by}: {wording.visible(row.reason)}" if row.reason else by
