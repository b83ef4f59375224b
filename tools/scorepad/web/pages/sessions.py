"""The pages of an evening: its sessions, and what is decided about them."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from urllib.parse import quote

from scorepad.club.records.store import Damaged
from scorepad.exports.formats import list_formats
from scorepad.language import marked, text
from scorepad.reports.content.report import Link, Report
from scorepad.web.operating import Parts, show
from scorepad.web.pages.evening import RESCUE, TABLE, evening
from scorepad.web.pages.page import EXPORTED, Fixed, Form, Page, form_at, with_column
from scorepad.web.pages.room import RELEASE
from scorepad.web.site import Site

_IMPORT = Form("club import", long=True)
_SESSION: Fixed = (("session", "session"),)
_CORRECT = Form("club correct", fixed=_SESSION)
_SESSION_FORMS = (
    _CORRECT,
    Form("club void", marked("A deal does not count"), fixed=_SESSION),
    Form("club adjust", fixed=_SESSION),
    Form("club seat", marked("Who sat where"), fixed=_SESSION),
    Form("club swap", fixed=_SESSION),
    Form("club leave-out", marked("Leave this session out"), fixed=_SESSION),
    Form("club stake", marked("Stake of this session"), ("per_100",), _SESSION),
    Form("club replace", fixed=_SESSION),
)


def session(site: Site, asked: Mapping[str, str]) -> Parts:
    """Return the sheet of a session with seats that were decided; the damage of a damaged one."""
    which = asked["session"]
    try:
        sheet = show(site.club, "club show", id=which, original="original" in asked)
        seated = show(site.club, "club seats", session=which)
    except Damaged as damaged:
        return [str(damaged)]
    said = (part for part in seated if isinstance(part, Report))
    heading = text("Who sat where")
    sat = [replace(report, heading=heading) for report in said if report.notes or report.sections]
    return [*_correctable(sheet, which), *sat]


def _correctable(shown: Parts, session: str) -> Parts:
    """Return the parts with a link from each deal to its actions."""
    here = f"/sessions/{quote(session, safe='')}"
    return [
        with_column(part, "#", lambda row: _correcting(here, row[0].rstrip("*")))
        if isinstance(part, Report)
        else part
        for part in shown
    ]


def _correcting(here: str, deal: str) -> str:
    if not deal:
        return ""
    path = form_at(here, _CORRECT, {"deal": deal, "deals": deal})
    return Link(text("Correct deal {number}", number=deal), path)


PAGES = (
    Page(
        "/evening",
        marked("Evening"),
        "club list",
        ("evening",),
        (RELEASE, TABLE, RESCUE),
        files=EXPORTED,
        show=evening,
        saves="club export",
        suited=lambda site, asked: site.club.read(
            partial(list_formats, evening=asked.get("evening") or str(site.club.evenings.today()))
        ),
        related=(
            (marked("Tablets"), "/tablets"),
            (marked("A tablet at this computer"), "/cable"),
            (marked("Phones"), "/phones"),
        ),
    ),
    Page(
        "/sessions",
        marked("Sessions"),
        "club list",
        ("evening", "player", "rules", "limit"),
        (_IMPORT,),
        usual=(("limit", "100"),),
    ),
    Page(
        "/sessions/{session}",
        marked("Session"),
        "club show",
        ("original",),
        _SESSION_FORMS,
        (("id", "session"),),
        files=EXPORTED,
        menu=False,
        show=session,
        saves="club export",
        saved=(("ids", "session"),),
        suited=lambda site, asked: site.club.read(
            lambda rows: list_formats(rows, asked["session"])
        ),
        related=((marked("Decisions"), "/decisions?session={session}"),),
    ),
)
