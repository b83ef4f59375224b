"""The pages of duplicate: an evening, an event, a season, and movements."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from scorepad.exports.formats import list_formats
from scorepad.language import marked, text
from scorepad.reports.content.report import Link, Report, Section, Table, layout
from scorepad.web.forms.field import field, group_fields, parameters
from scorepad.web.operating import Parts
from scorepad.web.pages.page import (
    BY_WHOM,
    OF_EVENT,
    PRINT,
    Fixed,
    Form,
    Next,
    Page,
    form_at,
)
from scorepad.web.pages.room import RELEASE, RELEASE_EVENT
from scorepad.web.site import Site

MOVEMENTS = "/movements"
_KINDS = ("mitchell", "howell")
_OF = ("evening", "event")
_DUPLICATE_FORMS = (
    Form("club adjust-board", marked("Adjust a board")),
    Form("club fouled", marked("A board was fouled")),
    Form("club penalty", marked("Penalty or bonus")),
    Form("club carry-over", marked("Carry-over")),
    Form("club withdraw", marked("A pair withdraws")),
    RELEASE,
    RELEASE_EVENT,
)


_OF_GROUP = group_fields("event new", "movement")
_TABLES = "movement.tables"  # twice as many pairs say the same
_MOVEMENT = (*(name for name in _OF_GROUP if name != _TABLES), "movement")
_PLAN = (
    *("name", "date", "scoring"),
    *_MOVEMENT,
    *("compare", "pairs", *BY_WHOM),
)
_EVENT: Fixed = (("event", "event"),)
_WHO = Form(
    "event pair",
    marked("Who a pair is"),
    ("pair", "players", "round", *BY_WHOM),
    _EVENT,
    needed=("pair", "players"),
)
_EVENT_FORMS = (
    _WHO,
    Form(
        "event pair",
        marked("Pairs from a file"),
        ("file", "round", *BY_WHOM),
        _EVENT,
        needed=("file",),
        key="file",
    ),
    Form("event leave", marked("A pair leaves"), fixed=_EVENT),
    Form(
        "event movement",
        marked("Another movement"),
        (*_MOVEMENT, *BY_WHOM),
        _EVENT,
    ),
    Form(
        "event send",
        marked("Send it to the tablets now"),
        ("port", "table", "again", "take_away"),
        _EVENT,
        about=False,
        long=True,
    ),
    Form("event drop", marked("Drop this event"), fixed=_EVENT, leads="/events"),
)


def _new_event(given: Mapping[str, Any], event: Any) -> list[Next]:
    page = f"/events/id={event['id']}"
    found = [(marked("Its movement, its pairs and its tablets"), page)]
    if not any(pair["players"] for pair in event["pairs"]):
        found.append((marked("No pair has a name yet: say who they are"), form_at(page, _WHO, {})))
    return found


def _this_year(site: Site) -> str:
    """Return the first day of the year of the latest evening of duplicate, or ""."""
    newest = "SELECT max(started) FROM sessions WHERE rules = 'duplicate'"
    [[started]] = site.club.ask(newest, {})
    evening = None if started is None else site.club.evenings.of(started)
    return str(evening.replace(month=1, day=1)) if evening else ""


def _movements(site: Site, asked: Mapping[str, str]) -> Parts:
    """Return the kinds of movements."""
    kinds = dict(field("event new", "movement.kind").choices)
    rows = [[Link(kinds[kind], f"{MOVEMENTS}/{kind}")] for kind in _KINDS]
    return [Report("", [Section(table=Table(layout(text("Movement")), rows))])]


def _kind(kind: str) -> Page:
    return Page(
        f"{MOVEMENTS}/{kind}",
        marked("Movement"),
        f"movement {kind}",
        tuple(name for name in parameters(f"movement {kind}") if name != "tables"),
        usual=(("pairs", "10"),),
        menu=False,
    )


PAGES = (
    Page(
        "/duplicate",
        marked("Duplicate"),
        "club duplicate",
        (*_OF, "scoring", "winners", "travellers", "without"),
        _DUPLICATE_FORMS,
        said=(("doubts", True),),
    ),
    Page(
        "/events",
        marked("Events"),
        "event list",
        related=((marked("Movements"), MOVEMENTS),),
        forms=(Form("event new", asks=_PLAN, then=_new_event),),
    ),
    Page(
        "/events/{event}",
        marked("Event"),
        "event show",
        forms=_EVENT_FORMS,
        fixed=_EVENT,
        files=(*PRINT, *OF_EVENT),
        menu=False,
        saves="club export",
        saved=(("event", "event"),),
        suited=lambda site, asked: [
            *(*PRINT, "json"),
            *site.club.read(partial(list_formats, event=asked["event"])),
        ],
        related=((marked("Standings"), "/duplicate?event={event}"),),
    ),
    Page(
        "/season",
        marked("Season"),
        "club season",
        ("from_", "until", "by", "best", "least", "scoring"),
        usual=(("from_", _this_year),),
    ),
    Page(
        MOVEMENTS,
        marked("Movements"),
        forms=(
            Form(
                "movement check",
                marked("Look at a movement from a file"),
                shows=True,
            ),
        ),
        show=_movements,
        menu=False,
    ),
    *map(_kind, _KINDS),
)
