"""The club's roster as a list, by name."""

from dataclasses import asdict
from typing import Any

from rich.console import RenderableType

from scorepad import wording
from scorepad.club.players.editing import Told
from scorepad.club.players.roster import Listed
from scorepad.reports.drawing.terminal_table import Table

_HEADS = ("Id", "Player", "Number", "Grade", "Rating", "Area", "Sessions")
_NUMBERS = ("Id", "Rating", "Sessions")


def as_table(listed: list[Listed]) -> Table:
    """For people."""
    table = Table()
    for head in _HEADS:
        justify: Any = "right" if head in _NUMBERS else "left"
        table.add_column(head, justify=justify, overflow="fold", no_wrap=head == "Rating")
    for entry in listed:
        table.add_row(*_cells(entry))
    return table


def of_one(told: Told) -> list[RenderableType]:
    """For people: one player, with what was decided about the entry."""
    decided: list[RenderableType] = [
        f"{one.made:%Y-%m-%d %H:%M} UTC: {one.what}"
        + (f": {wording.visible(one.why)}" if one.why else "")
        for one in told.decisions
    ]
    return [as_table([told.entry, *told.merged]), *([""] if decided else []), *decided]


def one_for_programs(told: Told) -> dict[str, Any]:
    """The same."""
    every = asdict(told)
    return {**every.pop("entry"), **every}


def _cells(entry: Listed) -> list[str]:
    """A merged entry says for whom it counts, instead of how often it has played."""
    played = str(entry.sessions) if entry.same_as is None else f"is id={entry.same_as}"
    rating = str(entry.rating or "")
    texts = (entry.name, entry.number, entry.grade, rating, entry.area)
    return [str(entry.id), *(wording.visible(text) for text in texts), played]


def for_programs(listed: list[Listed]) -> list[dict[str, Any]]:
    """The same."""
    return [asdict(entry) for entry in listed]
