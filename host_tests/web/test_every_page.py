"""Every page answers, its links lead somewhere, and what somebody has typed is text everywhere.

The fields are those of the pages themselves, so a new form is tried as soon as there is one.
"""

import csv
import io
import json
import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from pypdf import PdfReader

from scorepad.web.forms.field import DATE, NUMBER, TEXT, TIME, field
from scorepad.web.pages.page import Form
from scorepad.web.pages.table import PAGES
from support.depth import FULL, sampled
from support.web import full_club
from support.web.browsing import kind
from support.web.forms import form_of, forms_of, looked, tags
from support.web.places import pages, paths
from support.web.served import Reply, Served

pytestmark = pytest.mark.slow

TAG = "xss-mark"
HOSTILE = (f"=1+1<{TAG}>\"'", f'"><{TAG} onfocus=a autofocus>{{{{7*7}}}}', f"@x'<{TAG}>&lt; -1")
FREE = ("author", "reason", "name", "number", "area", "grade")
# What a command takes, so that it comes to the field that is hostile.
TAKEN = {
    **{"deal": "1", "result": "4S N =", "score": "A+", "seat": "N", "per_100": "1"},
    **{"player": "id=1", "pair": "id=1", "amount": "10%", "players": "id=1", "into": "id=2"},
    **{"ns": "id=2", "ew": "id=10", "board": "3", "name": "Another", "rules": "chicago"},
    **{"evening": full_club.EVENING, "date": "2026-02-02", "number": "1"},
    **{"movement": "howell --pairs 4", "session": full_club.SHEET, "one": "id=1"},
    **{"number": "77", "area": "Hill", "author": "Dora", "reason": "so"},
}
ALIKE = 2 if FULL else 1  # pages that differ in their last part only
TYPED = (TEXT, DATE, NUMBER, TIME)
FOR_PROGRAMS = "/tokens"  # which says what to type
NO_PAGES = re.compile(r"^/(static|api|tablet)/|\.\w+$")


def links(body: str) -> set[str]:
    leads = [of.get("href", "") for _, of in tags(body)]
    return {lead.partition("#")[0] for lead in leads if lead.startswith("/")}


def scripts(body: str) -> list[str]:
    """What is a script in a page, but for those of our own files."""
    sources = [of.get("src", "") for tag, of in tags(body) if tag == "script"]
    found = [source or "inline" for source in sources if not source.startswith("/static/")]
    return found + [
        f"{tag} {name}={value}"
        for tag, of in tags(body)
        for name, value in of.items()
        if name.startswith("on") or value.strip().lower().startswith(("javascript:", "data:"))
    ]


@pytest.fixture(scope="module")
def served(full: Served) -> Served:
    """A club into which somebody hostile has typed wherever anything may be said."""
    for path, page in pages().items():
        there = dict[str, dict[str, str]]()
        # By those that lead elsewhere the page would be gone.
        forms = [one for one in page.forms if {*FREE} & {*one.fields} and not one.leads]
        for form in forms[: None if FULL else 2]:
            free = {name: HOSTILE[len(path) % 2] for name in form.fields if name in FREE}
            there = there or forms_of(full.get(path).body)
            if send(full, path, form, free, there):
                there = {}
    assert full.post("/players", {"form": "club-players-add", "name": HOSTILE[2]}).status == 303
    return full


@pytest.fixture(scope="module")
def found(served: Served) -> dict[str, Reply]:
    found = dict[str, Reply]()
    kinds: list[str] = []
    waiting = ["/evening", "/room", "/room/read"]
    while waiting:
        path = waiting.pop(0)
        found[path] = served.get(path)
        new = links(found[path].body) - {*found, *waiting}
        for link in sorted(href for href in new if not NO_PAGES.search(urlsplit(href).path)):
            alike = kind(urlsplit(link).path) + str(sorted(parse_qs(urlsplit(link).query)))
            if kinds.count(alike) < (1 if "?" in link else ALIKE):
                kinds.append(alike)
                waiting.append(link)
    return found


def send(
    served: Served,
    path: str,
    form: Form,
    hostile: dict[str, str],
    there: dict[str, dict[str, str]],
) -> bool:
    """Send a form, of those that are there, with these fields hostile; what it would do is
    confirmed. Return True if it has changed something."""
    if form.name not in there:  # what the page is about is gone
        return False
    usual = {name: TAKEN[name] for name in form.fields if name in TAKEN}
    reply = served.post(path, {**there[form.name], **usual, **hostile})
    assert reply.status in (200, 303, 404, 409, 422), (path, form.name, reply.body)
    clean(path, reply)
    if "draft=" in reply.headers.get("location", ""):
        page, draft = looked(served, reply)
        clean(path, page)
        clean(path, served.post(path, {"confirmed": draft}))
    return reply.status == 303


def clean(path: str, reply: Reply) -> None:
    """Fail if an answer has something hostile that works."""
    content = reply.headers.get("content-type", "")
    assert reply.headers["x-content-type-options"] == "nosniff"
    if "html" in content:
        assert TAG not in dict(tags(reply.body)) and not scripts(reply.body), path
    elif "json" in content:
        json.loads(reply.body)
    elif urlsplit(path).path.endswith(".csv"):  # others are for a program that reads names
        cells = [cell for row in csv.reader(io.StringIO(reply.body)) for cell in row]
        assert not [cell for cell in cells if cell.startswith(("=", "+1", "@", "\t"))], path
    elif "pdf" in content:
        text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(reply.raw)).pages)
        assert text


@sampled
def test_what_was_typed_is_text_on_every_page(found: dict[str, Reply]) -> None:
    for path, reply in found.items():
        clean(path, reply)
    bodies = [unescape(reply.body) for reply in found.values()]
    assert sum(f"<{TAG}" in body for body in bodies) > 10  # it is there, as text


@sampled
def test_every_link_leads_somewhere(found: dict[str, Reply]) -> None:
    assert {path: one.status for path, one in found.items() if one.status != 200} == {"/": 303}


def test_every_page_is_led_to(found: dict[str, Reply]) -> None:
    kinds = {kind(urlsplit(path).path) for path in found}
    assert {path for path in paths() if kind(path) not in kinds} == set()


@sampled
def test_no_page_says_what_to_type_in_a_terminal(served: Served, found: dict[str, Reply]) -> None:
    bodies = {path: reply.body for path, reply in found.items()}
    for path in ("/sessions/02-1", "/events/none", "/sessions?limit=x", "/nothing"):
        bodies[path] = served.get(path).body
    for path, body in bodies.items():
        shown = re.sub('<pre class="typed">[^<]*</pre>', "", body)
        assert path.startswith(FOR_PROGRAMS) or "scorepad " not in shown, path


@sampled
def test_the_files_of_pages_have_it_as_text(served: Served) -> None:
    some = {f"/evening.csv?evening={full_club.EVENING}", "/players.json"}
    every = {f"{path}.{kind}" for path, page in pages().items() for kind in {"json", *page.files}}
    every -= {path for path in every if path.endswith(".pdf") and path != "/ranking.pdf"}
    for path in some | every if FULL else some:
        reply = served.get(path)
        assert reply.status == 200 or path in every
        if reply.status == 200:
            clean(path, reply)


def test_what_is_asked_for_is_text_too(served: Served) -> None:
    for page in PAGES:
        path = re.sub(r"\{[^}]*\}", f"%3C{TAG}%3E", page.path)
        query = "&".join(f"{name}=%3D1%22%3E%3C{TAG}%3E" for name in (*page.asked, "x"))
        if page.asked or path != page.path:
            clean(path, served.get(f"{path}?{query}"))


@pytest.mark.full
def test_every_field_is_shown_again_as_text(served: Served) -> None:
    """One field after the other, as far as its command comes."""
    for path, page in pages().items():
        there = dict[str, dict[str, str]]()
        for form in page.forms:
            for name in form.fields:
                if field(form.command, name).kind in TYPED and (form.leads or name not in FREE):
                    there = there or forms_of(served.get(path).body)
                    if send(served, path, form, {name: HOSTILE[1]}, there):
                        there = {}


def test_no_path_or_field_is_a_header(served: Served) -> None:
    form = form_of(served, "/players", "club-players-add")
    for end in ("%0d%0aSet-Cookie:%20scorepad=x", "%0aX-Mark:%201", "%00"):
        for path in (f"/players?x={end}", f"/players/id=1{end}", f"/static/{end}"):
            for reply in (served.get(path), served.post(path, {**form, "name": "A\r\nX-Mark: 1"})):
                assert reply.status < 500
                assert "x-mark" not in reply.headers
                assert "scorepad=x" not in reply.headers.get("set-cookie", "")
