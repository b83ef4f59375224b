"""The pages of the phones that are tablets: the codes of the tables, and what waits of phones."""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from scorepad import wording
from scorepad.club.waiting import count
from scorepad.language import marked, text, text_counted
from scorepad.reports.content.report import Link, Report
from scorepad.web.authentication.names import AUTHORITY
from scorepad.web.authentication.table_links import TABLES
from scorepad.web.html import fill_html
from scorepad.web.operating import Parts, show
from scorepad.web.pages.page import Form, Page, form_at, with_column
from scorepad.web.site import Site

PATH, WAITING = "/phones", "/waiting"
TRUST = PATH + "/trust.svg"
_AT_ONCE = 20  # tables; the others are folded away
_WAITS = '<p class="address"><a href="{path}">{said}</a></p>'


def phones(site: Site, asked: Mapping[str, str]) -> Parts:
    """Return the codes of all tables or, if no phone reaches this machine, how one can."""
    codes = site.codes if site.names.asks else None
    links = [*zip(TABLES, site.links_of(codes, TABLES), strict=True)] if codes else []
    return [
        site.part(
            "phones.html",
            reached=site.names.asks,
            groups=[links[begin : begin + _AT_ONCE] for begin in range(0, len(links), _AT_ONCE)],
            until=wording.local(codes.until) if codes else "",
            digest=sha256(site.https.authority).digest().hex(":").upper() if site.https else "",
            authority=AUTHORITY,
        )
    ]


def waiting(site: Site, asked: Mapping[str, str]) -> Parts:
    shown = show(site.club, "club waiting", dismissed="dismissed" in asked)
    return [
        with_column(part, text("Session"), _taking) if isinstance(part, Report) else part
        for part in shown
    ]


def _taking(row: Sequence[str]) -> str:
    return Link(text("What it would change"), form_at(WAITING, _TAKE, {"waiting": row[0]}))


def notice(site: Site) -> Parts:
    """Return a link to what waits, nothing if nothing does."""
    number = site.club.read(count)
    said = text_counted(
        number, "{number} session of a phone waits", "{number} sessions of phones wait"
    )
    return [fill_html(_WAITS, path=WAITING, said=said)] if number else []


_TAKE = Form("club waiting take")
PAGES = (
    Page(
        PATH,
        marked("Phones"),
        forms=(Form("club codes new"),),
        show=phones,
        unfolded=True,
        related=((marked("Waiting sessions"), WAITING),),
    ),
    Page(
        WAITING,
        marked("Waiting sessions"),
        "club waiting",
        ("dismissed",),
        (_TAKE, Form("club waiting dismiss")),
        menu=False,
        show=waiting,
        related=((marked("Phones"), PATH),),
    ),
)
