"""No page says in German what it says in English, but for names and for what is called alike."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from scorepad.cli.club_options import login
from support.web import full_club
from support.web.browsing import every_page
from support.web.served import NO_PORT, Served, serving

READ = (
    "alt",
    "aria-label",
    "data-head",
    "data-lost",
    "data-back",
    "data-one",
    "data-many",
    "label",
)
SAME = """
  A4 Board Boards BridgeWebs BRIDGEWEBS CSV Cross Deutsch Duplicate English Format Français HTML
  Butler Howell IMP IMPs International JSON Letter MP Match Mitchell Movement Movements
  NT NULLO Name
  Options Option PBN PC PDF QR Scorepad Score Tablet Tablets USEBIO
  Chicago ACBL TGR Laws of Contract Bridge and
  Central Districts New Zealand Rubber Rules for National Competition NZ Nr
"""
MADE = r"(?:adjustment|draw|event|merge|pair|rules|seat|setting|stake|entry)-\d+"  # decisions
_WORD = re.compile(r"[^\W\d_]{2,}")
_ADDRESS = re.compile(rf"https?://\S+|/dev/\S+|`[^`]*`|{MADE}|\bid=\d+|\b\d[CDHSN]x*\b")


class _Texts(HTMLParser):
    """What somebody reads or hears of a page; not what is said to be English."""

    def __init__(self) -> None:
        super().__init__()
        self.found = list[str]()
        self._open = list[bool]()  # of each element whether it is English

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.found += [value for name in READ if (value := told.get(name))]
        if tag not in ("meta", "link", "img", "input", "br", "option", "col"):
            self._open.append(
                tag in ("script", "style", "code", "pre") or told.get("lang") == "en"
            )

    def handle_endtag(self, tag: str) -> None:
        if self._open and tag != "option":
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if not any(self._open[1:]) and data.strip():
            self.found.append(" ".join(data.split()))


def words(text: str) -> set[str]:
    return set(_WORD.findall(_ADDRESS.sub("", text)))


def texts(page: str) -> set[str]:
    read = _Texts()
    read.feed(page)
    return set(read.found)


def data() -> set[str]:
    """The words that the club itself has written, and whose PC it is."""
    said = (*full_club.COMMANDS, *full_club.PLANNED)
    return words(" ".join([*full_club.NAMES, *(word for one in said for word in one), login()]))


def not_translated(served: Served, known: set[str]) -> Iterator[tuple[str, str]]:
    for path in [*every_page(served), "/start", "/restore"]:
        if not path.startswith("/api"):
            german = texts(served.get(path, Cookie=f"{served.cookie}; language=de").body)
            for text in texts(served.get(path).body) & german:
                if words(text) - known:
                    yield path, text


def test_every_page_of_a_club_is_in_german(full: Served) -> None:
    assert set(not_translated(full, data() | words(SAME))) == set()


def test_every_page_of_a_new_club_is_in_german(tmp_path: Path) -> None:
    with serving(tmp_path / "new.db", NO_PORT) as served:
        served.enter()
        assert set(not_translated(served, words(SAME))) == set()
