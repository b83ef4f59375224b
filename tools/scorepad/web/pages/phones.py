"""The page of the phones that are tablets: for each table a link, and its code for a camera."""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from markupsafe import Markup

from scorepad.language import marked, say
from scorepad.web.door.names import AUTHORITY, TABLET
from scorepad.web.door.table_links import TABLES
from scorepad.web.pages.page import Page, Parts
from scorepad.web.site import Site

PATH = "/phones"
TRUST = PATH + "/trust.svg"
_AT_ONCE = 20  # tables; the others are folded away
_SAID = marked(
    "A phone becomes the tablet of a table: with its camera on the code of that table, or by the "
    "link. What is played on it arrives here by itself, deal by deal. Print this page and cut it "
    "up: the codes hold as long as the address of this PC and the director's password do."
)
_ALONE = marked(
    "Phones cannot reach this PC yet. End Scorepad in the window in which you have started it "
    "(Ctrl-C), and start it there like this. It asks for a password once, and this page then has "
    "a code for each table."
)
_TRUST = marked(
    "A phone warns that it does not know this PC. Continue there all the same, or let the phone "
    "trust the certificate behind this code first. Its SHA-256 fingerprint is {digest}."
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
_MORE = Markup("<details><summary>{summary}</summary>{codes}</details>")


def phones(site: Site, asked: Mapping[str, str]) -> Parts:
    """The codes of all tables; where no phone reaches this machine, how one can."""
    trying = _TRY.format(address=TABLET, text=say("Try a tablet in this browser"))
    if not site.names.asks:
        return [say(_ALONE), _TYPED, trying]
    first, *others = [TABLES[begin : begin + _AT_ONCE] for begin in range(0, 99, _AT_ONCE)]
    return [
        say(_SAID),
        _codes(site, first, "eager"),
        *(_more(site, tables) for tables in others),
        *([_trust(site.https.authority())] if site.https else ()),
        trying,
    ]


def _trust(certificate: bytes) -> Markup:
    digest = sha256(certificate).digest().hex(":").upper()
    summary, text = say("The certificate of this PC"), say(_TRUST, digest=digest)
    return _TRUSTED.format(summary=summary, text=text, address=AUTHORITY, code=TRUST)


def _more(site: Site, tables: range) -> Markup:
    summary = say("Tables {first} to {last}", first=tables[0], last=tables[-1])
    return _MORE.format(summary=summary, codes=_codes(site, tables, "lazy"))


def _codes(site: Site, tables: Sequence[int], loading: str) -> Markup:
    """`loading`: "lazy" where a browser need not draw what is folded away."""
    links = zip(tables, site.links_of(tables), strict=True)
    return _CODES.format(codes=Markup("").join(_code(*link, loading) for link in links))


def _code(table: int, address: str, loading: str) -> Markup:
    text = say("Table {table}", table=table)
    return _CODE.format(address=address, table=table, text=text, loading=loading)


PAGES = (Page(PATH, marked("Phones"), show=phones),)
