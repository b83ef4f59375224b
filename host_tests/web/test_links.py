"""What a page names leads to the page of it."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from scorepad.cli import main
from support.commands import scorepad
from support.web import full_club
from support.web.served import Served, serving

NAMED = {
    "/sessions": f"/sessions/{full_club.SHEET}",
    "/ranking": "/players/id=2",
    "/players": "/players/id=2",
    "/money": "/players/id=2",
    "/decisions": f"/sessions/{full_club.SHEET}",
    "/events": "/events/id=1",
    "/knockouts": "/knockouts/Cup%202026/",
    "/season": "/players/id=2",
    "/house-rules": "/house-rules/chicago",
    f"/sessions/{full_club.SHEET}": f"/decisions?--session={full_club.SHEET}",
    "/events/id=1": "/duplicate?--event=id=1",
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    file = tmp_path_factory.mktemp("club") / "club.db"
    full_club.fill(str(file))
    # A fifth at the table of the rubbers, so that somebody is ranked.
    assert main(["club", "seat", full_club.SHEET, "W", "id=9", "--db", str(file)]) == 0
    with serving(file) as served:
        served.enter()
        yield served


def links(body: str) -> set[str]:
    return {unescape(one) for one in re.findall(r'<a href="(/[^"]*)"', body)}


@pytest.mark.parametrize("page", NAMED)
def test_what_is_named_leads_to_its_page(served: Served, page: str) -> None:
    assert NAMED[page] in links(served.get(page).body)


@pytest.mark.parametrize("page", [*NAMED, "/evening?--evening=2026-01-17", "/duplicate"])
def test_no_link_leads_nowhere(served: Served, page: str) -> None:
    for link in links(served.get(page).body):
        reply = served.get(link)
        assert reply.status == 200 or "does not suit" in reply.body, link


def test_what_is_asked_for_wrongly_can_be_asked_for_again(served: Served) -> None:
    body = served.get("/ranking?--until=yesterday").body
    assert "is no date" in body
    assert 'name="--until"' in body and "Wellington" not in body


def test_a_guest_has_no_page(served: Served) -> None:
    assert "/players/id=0" not in links(served.get("/money").body)


@pytest.mark.parametrize("name", ["A/B", "50% & more?", "../../x", '"><script>'])
def test_any_name_of_a_knock_out_has_a_page(tmp_path: Path, name: str) -> None:
    file, pairs = tmp_path / "club.db", tmp_path / "pairs.csv"
    full_club.fill(str(file))
    pairs.write_text("player,partner\nid=1,id=2\nid=3,id=4\n")
    assert scorepad("club", "knockout", "draw", name, pairs, "--db", file).returncode == 0
    with serving(file) as served:
        served.enter()
        listed = links(served.get("/knockouts").body)
        for link in listed:
            assert served.get(link).status == 200, link
        assert "<script>" not in served.get("/knockouts").body.replace("<script src", "")


def test_sheets_made_by_commands_have_no_links(tmp_path: Path) -> None:
    file, page = tmp_path / "club.db", tmp_path / "ranking.html"
    full_club.fill(str(file))
    scorepad("club", "ranking", "--format", "html", "--output", page, "--db", file)
    assert "<a " not in page.read_text()
