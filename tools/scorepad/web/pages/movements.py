"""The pages of movements: each kind as it is drawn, and a movement from a file."""

from collections.abc import Mapping

from scorepad.language import marked, say
from scorepad.reports.content.report import Link, Report, Section, Table, layout
from scorepad.web.pages import words
from scorepad.web.pages.field import HOW, SIZE
from scorepad.web.pages.page import Form, Page, Parts
from scorepad.web.site import Site

MOVEMENTS = "/movements"


def _movements(site: Site, asked: Mapping[str, str]) -> Parts:
    """The kinds that there are."""
    rows = [[Link(say(what), f"{MOVEMENTS}/{kind}")] for kind, what in words.MOVEMENTS.items()]
    return [Report("", [Section(table=Table(layout(say("Movement")), rows))])]


def _kind(kind: str) -> Page:
    """The page of a kind: it is drawn as it is asked for."""
    return Page(
        f"{MOVEMENTS}/{kind}",
        marked("Movement"),
        f"movement {kind}",
        (*SIZE, *HOW[kind], "--no-sit-out", "--cards"),
        usual=(("--pairs", "10"),),
        menu=False,
    )


PAGES = (
    Page(
        MOVEMENTS,
        marked("Movements"),
        forms=(
            Form(
                marked("Look at a movement from a file"),
                "movement check",
                ("file", "--meet-again", "--cards"),
                shows=True,
            ),
        ),
        show=_movements,
        menu=False,
    ),
    *map(_kind, words.MOVEMENTS),
)
