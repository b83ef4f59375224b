"""The pages of the phones that are tablets: the codes of the tables, and what waits of phones."""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from markupsafe import Markup

from scorepad import wording
from scorepad.club.codes import Codes
from scorepad.club.waiting import count
from scorepad.language import counted, marked, say
from scorepad.reports.content.report import Link, Report
from scorepad.web.door.names import AUTHORITY, TABLET
from scorepad.web.door.table_links import TABLES
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
_TRUSTED = Markup(
    '<details><summary>{summary}</summary><p>{text}</p><p><a href="{address}">'
    '<img src="{code}" alt="{summary}" width="160" height="160"></a></p></details>'
)
_TYPED = Markup('<pre class="typed">scorepad serve --lan</pre>')
_TRY = Markup('<p class="address"><a href="{address}">{text}</a></p>')
_CODES = Markup('<ul class="codes">{codes}</ul>')
_CODE = Markup(
    '<li><a href="{address}"><img src="/phones/{table}.svg" alt="" width="160" height="160" '
    'loading="{loading}"><strong>{text}</strong></a></li>'
)
_WAITS = Markup('<p class="address"><a href="{path}">{text}</a></p>')
_MORE = Markup("<details><summary>{summary}</summary>{codes}</details>")


def phones(site: Site, asked: Mapping[str, str]) -> Parts:
    """The codes of all tables; where no phone reaches this machine, how one can."""
    trying = _TRY.format(address=TABLET, text=say("Try a tablet in this browser"))
    if not site.names.asks:
        return [say(_ALONE), _TYPED, trying]
    trust = [_trust(site.https.authority)] if site.https else []
    codes = site.codes
    if codes is None:
        return [say(_NONE), *trust, trying]
    first, *others = [TABLES[begin : begin + _AT_ONCE] for begin in range(0, 99, _AT_ONCE)]
    return [
        say(_SAID, until=wording.local(codes.until)),
        _draw_codes(site, codes, first, "eager"),
        *(_more(site, codes, tables) for tables in others),
        *trust,
        trying,
    ]


def _trust(certificate: bytes) -> Markup:
    digest = sha256(certificate).digest().hex(":").upper()
    summary, text = say("The certificate of this PC"), say(_TRUST, digest=digest)
    return _TRUSTED.format(summary=summary, text=text, address=AUTHORITY, code=TRUST)


def _more(site: Site, codes: Codes, tables: range) -> Markup:
    summary = say("Tables {first} to {last}", first=tables[0], last=tables[-1])
    return _MORE.format(summary=summary, codes=_draw_codes(site, codes, tables, "lazy"))


def _draw_codes(site: Site, codes: Codes, tables: Sequence[int], loading: str) -> Markup:
    """`loading`: "lazy" where a browser need not draw what is folded away."""
    links = zip(tables, site.links_of(codes, tables), strict=True)
    return _CODES.format(codes=Markup("").join(_code(*link, loading) for link in links))


def _code(table: int, address: str, loading: str) -> Markup:
    text = say("Table {table}", table=table)
    return _CODE.format(address=address, table=table, text=text, loading=loading)


def waiting(site: Site, asked: Mapping[str, str]) -> Parts:
    shown = show(site.club, "club waiting", dismissed="dismissed" in asked)
    return [
        with_column(one, say("Session"), _taking) if isinstance(one, Report) else one
        for one in shown
    ]


def _taking(row: Sequence[str]) -> str:
    return Link(say("What it would change"), form_at(WAITING, _TAKE, {"waiting": row[0]}))


def notice(site: Site) -> Parts:
    """Return a link to what waits, nothing if nothing does."""
    number = site.club.read(count)
    said = counted(number, "{number} session of a phone waits", "{number} sessions of phones wait")
    return [_WAITS.format(path=WAITING, text=said)] if number else []


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
