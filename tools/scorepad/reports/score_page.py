"""What `scorepad score` prints for people."""

from itertools import chain

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from firmware.session import Session
from scorepad import wording
from scorepad.reports.content.explain import explained
from scorepad.reports.drawing.terminal_sheet import scores


def page(sessions: list[Session], explain: bool) -> RenderableType:
    """The sheets, or `explain`: each deal in words; with their numbers if there are several."""
    sheet = _in_words if explain else scores
    if len(sessions) == 1:
        return sheet(sessions[0])
    titles = [Text(f"Session {number}\n", "bold") for number, _ in enumerate(sessions, 1)]
    parts = [
        (title, sheet(session), Text()) for title, session in zip(titles, sessions, strict=True)
    ]
    return Group(*chain.from_iterable(parts))


def _in_words(session: Session) -> RenderableType:
    """A paragraph per deal, and who won."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    for number, text in explained(session):
        table.add_row(f"{number}." if number else "", Text(text))
    table.add_row("", Text(wording.outcome(session), "bold"))
    return table
