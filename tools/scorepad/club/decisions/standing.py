"""Which decisions stand: all that were made, but for those that a later one has undone.

What is undone is not taken away. The undoing is a decision too, and can be undone itself.
"""

from collections.abc import Mapping
from typing import TypeVar

from sqlalchemy import ColumnElement, select

from scorepad.club.database import schema
from scorepad.club.database.rows import Rows
from scorepad.club.database.schema import Decision, DecisionRow
from scorepad.club.decisions.kinds import UNDO
from scorepad.club.log import Entry

Kind = TypeVar("Kind", bound=Decision)

TABLES: dict[type[Decision], str] = {  # with what the names of their decisions begin
    DecisionRow: "",
    schema.MergeRow: "merge-",
    schema.ReseatingRow: "seat-",
    schema.StakeRow: "stake-",
    schema.HouseRulesRow: "rules-",
    schema.CompetitionRow: "draw-",
    schema.MatchResultRow: "result-",
    schema.RulingRow: "ruling-",
    schema.ReplacementRow: "replace-",
    schema.SettingRow: "setting-",
}


def name_of(decision: Decision | Entry) -> str:
    """How people name it, as `12` or `merge-3`."""
    if isinstance(decision, Entry):
        return str(decision.number)
    return f"{TABLES[type(decision)]}{decision.id}"


def undone(rows: Rows) -> Mapping[str, DecisionRow]:
    """What is undone, by its name, and by which decision."""
    rows.flush()
    newest = select(DecisionRow).where(DecisionRow.kind == UNDO).order_by(DecisionRow.id.desc())
    found: dict[str, DecisionRow] = {}
    for row in rows.scalars(newest):  # none is undone by an earlier one
        if name_of(row) not in found:
            found[row.said] = row
    return found


def standing(
    rows: Rows,
    kind: type[Kind],
    *which: ColumnElement[bool],
    gone: Mapping[str, DecisionRow] | None = None,
) -> list[Kind]:
    """The decisions of a table that stand, in the order in which they were made.

    `gone`: what is undone, where that was asked before.
    """
    gone = undone(rows) if gone is None else gone
    every = rows.scalars(select(kind).where(*which).order_by(kind.id))
    return [row for row in every if name_of(row) not in gone]
