"""The club's roster as a list, by name."""

import json
from dataclasses import asdict

from rich import box
from rich.table import Table

from scorepad.club import wording
from scorepad.club.players import Listed

_HEADS = ("Id", "Player", "Number", "Grade", "Rating", "Area", "Sessions")
_NUMBERS = ("Id", "Rating", "Sessions")


def as_table(listed: list[Listed]) -> Table:
    """For people."""
    table = Table(box=box.HORIZONTALS, show_edge=False, pad_edge=False)
    for head in _HEADS:
        table.add_column(head, justify="right" if head in _NUMBERS else "left", overflow="fold")
    for entry in listed:
        table.add_row(*_cells(entry))
    return table


def _cells(entry: Listed) -> list[str]:
    """A merged entry says for whom it counts, instead of how often it has played."""
    played = str(entry.sessions) if entry.same_as is None else f"is id={entry.same_as}"
    rating = str(entry.rating or "")
    texts = (entry.name, entry.number, entry.grade, rating, entry.area)
    return [str(entry.id), *(wording.visible(text) for text in texts), played]


def as_json(listed: list[Listed]) -> str:
    """For programs."""
    return json.dumps([asdict(entry) for entry in listed], ensure_ascii=False, indent=2) + "\n"
