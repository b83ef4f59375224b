"""Pages are saved as the files that the commands make, under names that no file system minds."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from scorepad.club.records.store import Club
from scorepad.web.downloading import disposition, file_name
from scorepad.web.forms.filled import safe_name
from scorepad.web.pages.page import EXPORTED, OF_EVENT
from support.club.club_sessions import raw
from support.club.mitchell import tablet
from support.club.planned import DATE, at_table, planned
from support.commands import scorepad
from support.web import full_club
from support.web.served import Served

OF_EVENING = ("csv", "usebio", "bridgewebs")  # of all kinds, which the exports' tests have
HOSTILE = (
    *('"; x="', "../../etc", "D:x.csv", "..\\boot.ini", "a\r\nSet-Cookie: x=1", "\x00"),
    *("ü 山\u202e", "x" * 500, "", "..."),
)


@pytest.mark.parametrize("kind", OF_EVENING)
def test_an_evening_is_saved_as_it_is_exported(full: Served, tmp_path: Path, kind: str) -> None:
    reply = full.get(f"/evening.{kind}?evening={full_club.EVENING}")
    made = tmp_path / "made"
    words = ("club", "export", "--evening", full_club.EVENING, "--format", kind)
    assert scorepad(*words, "--output", made, "--db", full.database).returncode == 0
    assert reply.raw == made.read_bytes()
    assert f'filename="evening-{full_club.EVENING}.' in reply.headers["content-disposition"]


def test_reports_are_saved_as_pages_to_print(new: Served) -> None:
    assert new.post("/players", {"form": "club-players-add", "name": "Ann"}).status == 303
    pdf = new.get("/players.pdf")
    assert pdf.raw.startswith(b"%PDF") and pdf.headers["content-type"] == "application/pdf"
    assert pdf.headers["content-disposition"].startswith('inline; filename="players.pdf"')
    assert new.get("/players.html").headers["content-disposition"].startswith("attachment")
    assert new.get("/players.exe").status == 404


def test_files_are_called_as_their_pages(full: Served) -> None:
    for path, name in (
        ("/players.html", "players.html"),
        ("/players/id=13.html", "player-id=13.html"),
        ("/house-rules/rubber.html", "house-rules-rubber.html"),
        ("/money.html?player=id%3D13", "money-id=13.html"),
        ("/duplicate.html?travellers=yes", "duplicate-travellers.html"),
    ):
        assert f'filename="{name}"' in full.get(path).headers["content-disposition"]


def test_a_page_without_a_report_is_saved_as_what_it_says_and_nothing_is_not(new: Served) -> None:
    for path in ("/released", "/players", "/tokens"):
        body = new.get(path + ".html").body
        assert re.search(r"<p>No[a-z]* [^<]*</p>", body), path
        assert "&lt;" not in body and "--lan" not in body, path
    for path in ("/evening", "/evening?evening=none", "/duplicate", "/season"):
        reply = new.get(path)
        assert (reply.status, 'class="files"' in reply.body) == (200, False), path
        assert new.get(path.partition("?")[0] + ".pdf").status == 404


def offered(served: Served, page: str) -> set[str]:
    """The kinds of files that a page has links to; none of them is refused."""
    files = served.get(page).body.partition('class="files"')[2].partition("</span>")[0]
    path, _, asked = page.partition("?")
    kinds = {*re.findall(r"\.(\w+)[?\"]", files)}
    for kind in EXPORTED:
        status = served.get(f"{path}.{kind}?{asked}").status
        assert (status == 200) == (kind in kinds), kind
    return kinds


def test_a_session_offers_the_files_that_it_has(full: Served) -> None:
    duplicate = next(iter(re.findall(r"/sessions/[0-9a-f]+-\d+", full.get("/duplicate").body)))
    assert offered(full, duplicate) == {*EXPORTED} - {"bridgewebs"}
    page = f"/sessions/{full_club.SHEET}"
    assert offered(full, page) == {*EXPORTED} - {"usebio"}
    assert full.get(f"{page}.csv").headers["content-type"].startswith("text/csv")


def test_an_event_has_its_own_files_where_its_evening_has_two(new: Served) -> None:
    with Club(str(new.database)) as club:
        for place in range(3):
            event = planned(club, name=f"Event {place}")
            for table in (1, 2, 3) if place else ():
                there = tablet(10 * place + table)
                club.take(there, 1, raw(1, at_table(event, table), there), "port")
    assert offered(new, f"/evening?evening={DATE}") == {*EXPORTED} - {*OF_EVENT}
    assert not {*OF_EVENT} & offered(new, "/events/id=1")
    for event in (2, 3):
        assert {*OF_EVENT} <= offered(new, f"/events/id={event}")
    said = new.get("/events/id=3.usebio").body
    assert "<EVENT_DESCRIPTION>Event 2</EVENT_DESCRIPTION>" in said


def test_no_name_of_a_file_is_more_than_a_name() -> None:
    for name in HOSTILE:
        for called in (file_name(name, kind="pdf"), safe_name(name)):
            assert called and not {*"/\\:\r\n\0"} & {*called}
            assert called.strip(".") and len(called.encode()) <= 120
        said = disposition(file_name(name, kind="pdf"), "pdf")
        said.encode("latin-1")
        assert said.count('"') == 2 and "\n" not in said


@pytest.mark.full
def test_without_the_libraries_of_pdf_nobody_is_offered_one() -> None:
    program = """
import sys
sys.modules["fpdf"] = None
from scorepad.web.forms.field import field
from scorepad.web.pages.table import PAGES
print({kind for page in PAGES for kind in page.files})
print([title for page in PAGES for title in page.related if title[1].endswith(".pdf")])
print(dict(field("club export", "format").choices).keys())
"""
    shown = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    assert "html" in shown and "pdf" not in shown
