"""The pages of the phones that are tablets: the codes of the tables, and what waits of phones."""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from scorepad import wording
from scorepad.club.codes import Codes
from scorepad.club.waiting import count
from scorepad.language import marked, text, text_counted
from scorepad.reports.content.report import Link, Report
from scorepad.web.door.names import AUTHORITY, TABLET
from scorepad.web.door.table_links import TABLES
from scorepad.web.html import Html
from scorepad.web.operating import Parts, show
from scorepad.web.pages.page import Form, Page, form_at, with_column
from scorepad.web.site import Site

PATH, WAITING = "/phones", "/waiting"
TRUST = PATH + "/trust.svg"
_AT_ONCE = 20  # tables; the others are folded away
_SAID = marked(
    "A phone becomes the tablet of a table: with its camera on the code of that table, or by the "
    "link. What is played on it arrives here by itself, deal by deal. Print this page and cut it "
    "up. The codes are valid until {until}, as long as the address of this PC stays the same."
)
_NONE = marked(
    "No codes are valid now, so no phone can become a tablet. Give out new ones below: they are "
    "valid until the evening ends, and for at least six hours."
)
_ALONE = marked(
    "Phones cannot reach this PC yet. End Scorepad in the window in which you have started it "
    "(Ctrl-C), and start it there like this. It asks for a password once, and this page then has "
    "a code for each table."
)
_TRUST = marked(
    "A phone warns that the connection is not private. Continue all the same, or scan this code "
    "first and let the phone trust the certificate. Its SHA-256 fingerprint is {digest}."
)
_TRUSTED = (
    '<details><summary>{summary}</summary><p>{text}</p><p><a href="{address}">'
    '<img src="{code}" alt="{summary}" width="160" height="160"></a></p></details>'
)
_TYPED = Html('<pre class="typed">scorepad serve --lan</pre>')
_LINK = '<p class="address"><a href="{address}">{text}</a></p>'
_CODES = '<ul class="codes">{codes}</ul>'
_CODE = (
    '<li><a href="{address}"><img src="/phones/{table}.svg" alt="" width="160" height="160" '
    'loading="{loading}"><strong>{text}</strong></a></li>'
)
_MORE = "<details><summary>{summary}</summary>{codes}</details>"


def phones(site: Site, asked: Mapping[str, str]) -> Parts:
    """The codes of all tables; where no phone reaches this machine, how one can."""
    trying = Html(_LINK, address=TABLET, text=text("Try a tablet in this browser"))
    if not site.names.asks:
        return [text(_ALONE), _TYPED, trying]
    trust = [_trust(site.https.authority)] if site.https else []
    codes = site.codes
    if codes is None:
        return [text(_NONE), *trust, trying]
    first, *others = [TABLES[begin : begin + _AT_ONCE] for begin in range(0, 99, _AT_ONCE)]
    return [
        text(_SAID, until=wording.local(codes.until)),
        _draw_codes(site, codes, first, "eager"),
        *(_more(site, codes, tables) for tables in others),
        *trust,
        trying,
    ]


def _trust(certificate: bytes) -> Html:
    digest = sha256(certificate).digest().hex(":").upper()
    summary, said = text("The certificate of this PC"), text(_TRUST, digest=digest)
    return Html(_TRUSTED, summary=summary, text=said, address=AUTHORITY, code=TRUST)


def _more(site: Site, codes: Codes, tables: range) -> Html:
    summary = text("Tables {first} to {last}", first=tables[0], last=tables[-1])
    return Html(_MORE, summary=summary, codes=_draw_codes(site, codes, tables, "lazy"))


def _draw_codes(site: Site, codes: Codes, tables: Sequence[int], loading: str) -> Html:
    """`loading`: "lazy" where a browser need not draw what is folded away."""
    links = zip(tables, site.links_of(codes, tables), strict=True)
    return Html(_CODES, codes=[_code(*link, loading) for link in links])


def _code(table: int, address: str, loading: str) -> Html:
    named = text("Table {table}", table=table)
    return Html(_CODE, address=address, table=table, text=named, loading=loading)


def waiting(site: Site, asked: Mapping[str, str]) -> Parts:
    shown = show(site.club, "club waiting", dismissed="dismissed" in asked)
    return [
        with_column(one, text("Session"), _taking) if isinstance(one, Report) else one
        for one in shown
    ]


def _taking(row: Sequence[str]) -> str:
    return Link(text("What it would change"), form_at(WAITING, _TAKE, {"waiting": row[0]}))


def notice(site: Site) -> Parts:
    """Return a link to what waits, nothing if nothing does."""
    number = site.club.read(count)
    said = text_counted(
        number, "{number} session of a phone waits", "{number} sessions of phones wait"
    )
    return [Html(_LINK, address=WAITING, text=said)] if number else []


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
