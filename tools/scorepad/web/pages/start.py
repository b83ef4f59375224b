"""The first steps of a club: its name, its players, its first tablet."""

from collections.abc import Mapping

from scorepad.club.records.store import Club
from scorepad.club.settings.current import current
from scorepad.language import marked, text, text_counted
from scorepad.reports.content.report import Link, Report, Section, Table, layout
from scorepad.web.operating import Parts
from scorepad.web.pages.club import set_settings
from scorepad.web.pages.evening import TABLE, tablets
from scorepad.web.pages.keeping import RESTORE, count_rows
from scorepad.web.pages.page import Page
from scorepad.web.pages.players import ADD, IMPORT
from scorepad.web.site import Site

START = "/start"

_TO_DO = marked("to do")


def is_new(club: Club) -> bool:
    """Return True if nothing was played yet, and it has no name or no players."""
    played = club.ask("SELECT 1 FROM sessions LIMIT 1", {})
    return not played and not (current(club.ask).name and count_rows(club, "players"))


def start(site: Site, asked: Mapping[str, str]) -> Parts:
    """Return the steps with their states; tablets appear when they are connected."""
    name, players = current(site.club.ask).name, count_rows(site.club, "players")
    enrolled = text_counted(players, "{number} player", "{number} players")
    rows = [
        ["1", text("The name of the club, its language and its paper"), name or text(_TO_DO)],
        [
            "2",
            text("Its players, from a file or one by one"),
            enrolled if players else text(_TO_DO),
        ],
        ["3", text("The first tablet: plug it in, and it shows itself here"), ""],
        ["", Link(text("Ready: to the evening"), "/evening"), ""],
    ]
    number = text("Step")
    table = Table(layout(number, text("What"), text("State"), numbers=(number,)), rows)
    shown = tablets(site)
    if not site.tablets.list_connected():
        shown.append(
            text(
                "None yet? It is built of parts that cost little. Whoever has installed Scorepad "
                "can also start it with an evening of simulated ones."
            )
        )
    return [Report("", [Section(table=table)]), *shown]


PAGES = (
    Page(
        START,
        marked("First steps"),
        "club settings",
        forms=(set_settings("name", "language", "paper"), IMPORT, ADD, TABLE),
        menu=False,
        show=start,
        related=((marked("Restore a backup"), RESTORE), (marked("Phones"), "/phones")),
        unfolded=True,
    ),
)
