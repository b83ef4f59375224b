"""Pages in three languages: chosen by a button, kept by the browser; English where it is so.

No page says in German what it says in English, but for names and for what is called alike.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from scorepad.context import login_name
from scorepad.language import languages, text
from scorepad.web.pages.table import PAGES
from support.web import full_club
from support.web.forms import forms_of, said
from support.web.places import pages, paths
from support.web.served import Served

READ = (
    "alt", "aria-label", "label",
    *(f"data-{name}" for name in ("head", "lost", "back", "one", "many")),
)  # fmt: skip
SAME = """
  A4 Board Boards BridgeWebs BRIDGEWEBS CSV Cross Deutsch Duplicate English Format Français HTML
  esp pico sh ssd
  Butler Howell IMP IMPs International JSON Letter MP Match Mitchell Movement Movements
  NT NULLO Name
  Options Option PBN PC PDF QR Scorepad Score Tablet Tablets USEBIO
  Chicago ACBL TGR Laws of Contract Bridge and
  Central Districts New Zealand Rubber Rules for National Competition NZ Nr
"""
_WORD = re.compile(r"[^\W\d_]{2,}")
_ADDRESS = re.compile(r"https?://\S+|/dev/\S+|`[^`]*`|\bid=\d+|\b\d[CDHSN]x*\b")


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
    said = (*full_club.COMMANDS, *full_club.PLANNED)
    return words(
        " ".join([*full_club.NAMES, *(word for command in said for word in command), login_name()])
    )


def in_language(served: Served, path: str, code: str) -> str:
    return served.get(path, Cookie=f"{served.cookie}; language={code}").body


def test_a_button_changes_the_language_and_the_page_stays(full: Served) -> None:
    at = f"http://{full.host}/players?find=Zo"
    reply = full.post("/language", {"language": "de"}, Referer=at)
    assert (reply.status, reply.headers["location"]) == (303, "/players?find=Zo")
    assert reply.headers["set-cookie"].startswith("language=de; HttpOnly; Max-Age=31536000")


def test_menus_are_in_the_language_that_was_chosen(full: Served) -> None:
    menus = set()
    for code in languages():
        body = in_language(full, "/evening", code)
        assert f'lang="{code}"' in body
        menus.add(tuple(re.findall(r'<a href="/\w[\w-]*"[^>]*>([^<]+)</a>', body)))
    assert len(menus) == len(languages())
    assert all(len(menu) >= sum(page.menu for page in PAGES) for menu in menus)
    assert 'lang="en"' in in_language(full, "/players", "xx")


def test_a_refusal_of_a_command_is_marked_as_english(full: Served) -> None:
    form = {"form": "club-players-add", "name": "Zoë Lund"}
    body = full.post("/players", form, Cookie=f"{full.cookie}; language=de").body
    assert 'lang="de"' in body
    alert = r'role="alert"[^>]*><strong>[^<]*</strong> <span lang="en">[^<]*Zoë Lund'
    assert re.search(alert, body)


def test_what_pages_say_themselves_is_in_that_language(full: Served) -> None:
    there_is_none = text("There is no such page.").in_language("de")
    assert there_is_none in full.get("/nothing", Cookie="language=de").body
    decided = in_language(full, "/decisions", "de")
    assert "24.01.2026" in decided and "Hand 2: 2" in decided


TAKEN = {  # by page and form: what is typed, and a word of what is told then
    ("/money", "club-stake-default"): ({"per_100": "0.75"}, "je 100 Punkte"),
    ("/settings", "club-settings-set"): ({"number": "NZ 43"}, "Nummer im Verband"),
    (f"/sessions/{full_club.SHEET}", "club-seat"): ({"seat": "N", "player": "id=6"}, "N ("),
    ("/players/id=2", "club-players-edit"): ({"area": "Harbour"}, "Ort Wellington"),
}


@pytest.mark.parametrize(("page", "form"), TAKEN)
def test_a_form_in_another_language_than_the_clubs_is_taken(full, page, form):
    typed, told = TAKEN[page, form]
    german = f"{full.cookie}; language=de"
    sent = {**forms_of(in_language(full, page, "de"))[form], **typed}
    done = full.post(page, sent, Cookie=german)
    assert done.status == 303
    assert told in said(full.get(done.headers["location"], Cookie=german).body)[0]
    again = full.post(page, sent, Cookie=german)
    assert again.status == 409 and "Jemand hat das geändert" in said(again.body)[0]


def test_what_forms_are_compared_by_is_alike_in_every_language(full: Served) -> None:
    for path in {place: page for place, page in pages().items() if page.forms}:
        hidden = re.compile('type="hidden" name="(?:seen|was:[^"]*)" value="([^"]*)"')
        found = {tuple(hidden.findall(in_language(full, path, code))) for code in languages()}
        assert len(found) == 1, path


def not_translated(served: Served, known: set[str]) -> Iterator[tuple[str, str]]:
    for path in paths():
        if (english := served.get(path)).status == 200:
            german = texts(in_language(served, path, "de"))
            for text in texts(english.body) & german:
                if words(text) - known:
                    yield path, text


@pytest.mark.full
def test_every_page_of_a_club_is_in_german(full: Served) -> None:
    assert set(not_translated(full, data() | words(SAME))) == set()


@pytest.mark.full
def test_every_page_of_a_new_club_is_in_german(new: Served) -> None:
    assert set(not_translated(new, words(SAME))) == set()
