"""Text that somebody types is text everywhere: on pages, in JSON, in files.

The fields are those of the pages themselves, so a new form is tried as soon as there is one.
"""

import csv
import io
import json
import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from pypdf import PdfReader

from scorepad.web.pages.field import DATE, NUMBER, TEXT, TIME, field
from scorepad.web.pages.page import Form, Page
from scorepad.web.pages.table import PAGES
from support.web import full_club
from support.web.forms import Forms, form_of, looked
from support.web.served import Reply, Served, serving

TAG = "xss-mark"
HOSTILE = (f"=1+1<{TAG}>\"'", f'"><{TAG} onfocus=a autofocus>{{{{7*7}}}}', f"@x'<{TAG}>&lt;\t-1")
MOST_PAGES = 150
# What a command takes, so that it comes to the field that is hostile.
TAKEN = {
    **{"deal": "1", "result": "4S N =", "score": "A+", "seat": "North", "per_100": "1"},
    **{"player": "id=1", "pair": "id=1", "amount": "10%", "players": "id=1", "into": "id=2"},
    **{"ns": "id=2", "ew": "id=10", "board": "3", "name": "Another", "rules": "chicago"},
    **{"--evening": full_club.EVENING, "--date": "2026-02-02", "which": "1", "match": "1"},
    **{"--movement": "howell --pairs 4", "session": full_club.SHEET, "one": "id=1"},
    **{"--number": "77", "--area": "Hill", "--author": "Dora", "--reason": "so"},
}
TYPED = (TEXT, DATE, NUMBER, TIME)


class Elements(HTMLParser):
    """All tags of a page, and those of their attributes that are scripts."""

    def __init__(self, body: str):
        super().__init__()
        self.tags: set[str] = set()
        self.scripts: list[str] = []
        self.links: set[str] = set()
        self.feed(body)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            said = (value or "").strip().lower()
            if name.startswith("on") or said.startswith(("javascript:", "data:")):
                self.scripts.append(f"{tag} {name}={value}")
            if name == "href" and said.startswith("/"):
                self.links.add(urlsplit(value or "").path)
        if tag == "script" and not str(dict(attrs).get("src", "")).startswith("/static/"):
            self.scripts.append(tag)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    file = tmp_path_factory.mktemp("club") / "club.db"
    full_club.fill(str(file))
    with serving(file) as served:
        served.enter()
        fill(served)
        yield served


@pytest.fixture(scope="module")
def found(served: Served) -> dict[str, Reply]:
    return crawled(served)


def crawled(served: Served) -> dict[str, Reply]:
    """Every page and file that links lead to, by its path."""
    found: dict[str, Reply] = {}
    left = [page.path for page in PAGES if "{" not in page.path] + ["/room", "/room/read"]
    while left and len(found) < MOST_PAGES:
        path = left.pop(0)
        if path in found:
            continue
        found[path] = served.get(path)
        if found[path].headers.get("content-type", "").startswith("text/html"):
            # The tablet knows nothing of the club, and has scripts.
            left += sorted(Elements(found[path].body).links - {"/tablet/", *found})
    return found


def fill(served: Served) -> None:
    """Sends every form of every page with every field of text hostile, one after the other."""
    for path, page in each_page(crawled(served)):
        for form in page.forms:
            for name in form.fields:
                if field(form.command, name).kind in TYPED:
                    _send(served, path, form, name)


def each_page(replies: dict[str, Reply]) -> Iterator[tuple[str, Page]]:
    """One place of each page that there is."""
    found = [path for path, reply in replies.items() if reply.status == 200]
    for page in PAGES:
        where = re.compile(re.sub(r"\\{[^}]*\\}", "[^/]+", re.escape(page.path)))
        yield from ((path, page) for path in [path for path in found if where.fullmatch(path)][:1])


def _send(served: Served, path: str, form: Form, hostile: str) -> None:
    for text in HOSTILE[:2] if hostile in ("name", "--name", "--reason") else HOSTILE[:1]:
        page = served.get(path)
        there = Forms(page.body).forms.get(form.name)
        if there is None:  # what the page is about is gone
            return
        usual = {name: TAKEN.get(name, "") for name in form.fields}
        typed = {**there, **{name: said for name, said in usual.items() if said}, hostile: text}
        reply = served.post(path, typed)
        assert reply.status in (200, 303, 404, 409, 422), (path, form.name, hostile, reply.body)
        clean(path, reply)
        if "draft=" in reply.headers.get("location", ""):
            page, draft = looked(served, reply)
            clean(path, page)
            clean(path, served.post(path, {"confirmed": draft}))


def clean(path: str, reply: Reply) -> None:
    """What was answered has nothing hostile that works."""
    kind = reply.headers.get("content-type", "")
    assert reply.headers["x-content-type-options"] == "nosniff"
    if "html" in kind:
        page = Elements(reply.body)
        assert TAG not in page.tags and not page.scripts, (path, page.scripts)
    elif "json" in kind:
        json.loads(reply.body)
    elif path.endswith(".csv"):  # one for a spreadsheet; others are for a program that reads names
        cells = [cell for row in csv.reader(io.StringIO(reply.body)) for cell in row]
        assert not [cell for cell in cells if cell.startswith(("=", "+1", "@", "\t"))], path
    elif "pdf" in kind:
        text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(reply.raw)).pages)
        assert text


def test_what_was_typed_is_text_on_every_page(found: dict[str, Reply]) -> None:
    for path, reply in found.items():
        assert reply.status in (200, 303, 404), (path, reply.status)
        clean(path, reply)
    bodies = [unescape(reply.body) for reply in found.values()]
    assert sum(f"<{TAG}" in body for body in bodies) > 10  # it is there, as text


def test_every_file_of_a_page_has_it_as_text(served: Served, found: dict[str, Reply]) -> None:
    for path, page in each_page(found):
        for kind in ("json", *page.files):
            reply = served.get(f"{path}.{kind}")
            if reply.status == 200:
                clean(f"{path}.{kind}", reply)


def test_what_is_asked_for_is_text_too(served: Served) -> None:
    for page in PAGES:
        path = re.sub(r"\{[^}]*\}", "%3Cxss-mark%3E", page.path)
        query = "&".join(f"{name}=%3D1%22%3E%3C{TAG}%3E" for name in (*page.asked, "x"))
        for where in (f"{path}?{query}", f"{path}.json?{query}", f"{path}.%3C{TAG}%3E"):
            clean(where, served.get(where))


@pytest.mark.parametrize("end", ["%0d%0aSet-Cookie:%20scorepad=x", "%0aX-Mark:%201", "%00"])
def test_no_path_or_field_is_a_header(served: Served, end: str) -> None:
    form = form_of(served, "/players", "club-players-add")
    for path in (f"/players?x={end}", f"/players/id=1{end}", f"/static/{end}"):
        for reply in (served.get(path), served.post(path, {**form, "name": "A\r\nX-Mark: 1"})):
            assert reply.status < 500
            assert "x-mark" not in reply.headers
            assert "scorepad=x" not in reply.headers.get("set-cookie", "")
