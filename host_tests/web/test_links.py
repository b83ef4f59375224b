"""What a page names leads to the page of it, and a new club, alone, to its first steps."""

import re
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from scorepad.cli import main
from scorepad.operations.duplicate.common import _sort_key
from support.commands import scorepad
from support.web import full_club
from support.web.forms import fill, forms_of
from support.web.served import Served

NAMED = {
    "/sessions": f"/sessions/{full_club.SHEET}", "/ranking": "/players/id=2",
    "/players": "/players/id=2", "/money": "/players/id=2",
    "/decisions": f"/sessions/{full_club.SHEET}", "/events": "/events/id=1",
    "/knockouts": "/knockouts/Cup%202026/", "/season": "/players/id=2",
    "/house-rules": "/house-rules/chicago",
    f"/sessions/{full_club.SHEET}": f"/decisions?session={full_club.SHEET}",
    "/events/id=1": "/duplicate?event=id=1",
}  # fmt: skip


@pytest.fixture(scope="module")
def served(full: Served) -> Served:
    # A fifth at the table of the rubbers, so that somebody is ranked.
    assert main(["club", "seat", full_club.SHEET, "W", "id=9", "--db", full.database]) == 0
    return full


def links(body: str) -> set[str]:
    return {unescape(address) for address in re.findall(r'<a href="(/[^"]*)"', body)}


@pytest.fixture(scope="module")
def bodies(served: Served) -> dict[str, str]:
    return {page: served.get(page).body for page in (*NAMED, "/duplicate")}


def test_what_is_named_leads_to_its_page(bodies: dict[str, str]) -> None:
    for page, there in NAMED.items():
        assert there in links(bodies[page]), page


def test_a_doubt_leads_to_the_form_filled_in(served: Served, bodies: dict[str, str]) -> None:
    ways = [address for address in links(bodies["/duplicate"]) if "form=club-correct" in address]
    deal = parse_qs(urlsplit(ways[0]).query)["deal"]
    body = served.get(ways[0]).body
    assert forms_of(body)["club-correct"]["deal"] == deal[0]
    assert re.search(r'<details id="club-correct" open>', body)
    assert re.search(r'<input[^>]*name="result"[^>]* autofocus', body)


def test_sessions_are_called_by_table_players_and_time(bodies: dict[str, str]) -> None:
    for page in ("/sessions", "/decisions", "/duplicate"):
        found = re.findall(r'<a href="/sessions/[^"?]*"[^>]*>([^<]*)</a>', bodies[page])
        assert found and not any(re.search("[0-9a-f]{8}-", address) for address in found), page
    assert f'title="{full_club.SHEET}">Table 5, Wilhelmina' in bodies["/sessions"]


def test_deals_are_corrected_and_decisions_undone(served: Served, bodies: dict[str, str]) -> None:
    body = bodies[f"/sessions/{full_club.SHEET}"]
    assert [f"Correct deal {n}" in body for n in range(1, 7)] == [True] * 5 + [False]
    assert '* deal 2: 2<span class="red">♥</span> E = -&gt; 2' in body
    assert "Who sat where" in body and "(id=" not in body
    taken_back = links(bodies["/decisions"])
    assert "/decisions?form=club-undo&number=2" in taken_back
    assert "/decisions?form=club-undo&number=1" not in taken_back
    of_one = links(served.get(f"/decisions?session={full_club.SHEET}").body)
    assert any(f"&session={full_club.SHEET}&number=" in address for address in of_one)


def test_a_page_that_cannot_be_shown_names_what_was_chosen_as_it_does(served: Served) -> None:
    body = served.get("/season?best=x").body
    assert "Best evenings x" in body
    body = served.get("/ranking?until=yesterday").body  # it can be asked for again
    assert 'name="until"' in body and "Wellington" not in body


def test_a_refusal_stands_in_its_form_at_the_field(served: Served) -> None:
    page = f"/sessions/{full_club.SHEET}"
    filled = {**forms_of(served.get(page).body)["club-correct"], "deal": "3", "result": "9Z W"}
    body = served.post(page, filled).body
    form = body.partition('<details id="club-correct" open>')[2].partition("</details>")[0]
    assert 'id="refused" role="alert"' in form and "9Z" in form
    assert re.search(r'name="result"[^>]*refused[^>]* aria-invalid="true" autofocus', form)
    assert '<option value="3" selected>' in form


def test_forms_offer_what_there_is_to_choose(served: Served, bodies: dict[str, str]) -> None:
    offered = {
        f"/sessions/{full_club.SHEET}": ("club-correct", "deal", "2"),
        "/decisions": ("club-undo", "number", "7"),
        "/events/id=1": ("event-leave", "pair", "8"),
        "/duplicate": ("club-penalty", "pair", "Zoë Lund"),
        "/house-rules": ("club-rules-remove", "name", "Tuesday"),
    }
    assert "Zoë" not in served.get("/choices/players?find=zo", Cookie="").body
    assert '<option value="Zoë Lund">' in served.get("/choices/players?find=zo%C3%AB").body
    for page, (form, field, value) in offered.items():
        body = bodies[page].partition(f'id="{form}"')[2]
        listed = body.partition(f'<select id="{form}{field}"')[2].partition("</select>")[0]
        assert re.search(f'<option value="[^"]*{value}"', listed), page


def test_pairs_are_in_the_order_in_which_people_count() -> None:
    assert sorted(["10 NS", "2 NS", "2 EW"], key=_sort_key) == ["2 EW", "2 NS", "10 NS"]


def test_sheets_made_by_commands_have_no_links(served: Served, tmp_path: Path) -> None:
    page = tmp_path / "ranking.html"
    scorepad("club", "ranking", "--format", "html", "--output", page, "--db", served.database)
    assert "<a " not in page.read_text()


# ---- first steps

START = "/start"


def begins_at(served: Served) -> str:
    return served.get("/").headers["location"]


def menu(served: Served) -> str:
    return served.get("/evening").body.partition("</nav>")[0]


def test_a_new_club_is_led_through_its_first_steps(new: Served) -> None:
    assert begins_at(new) == START
    body = new.get(START).body
    assert body.count("to do") == 2 and 'href="/evening"' in body
    assert f'href="{START}"' in menu(new)
    assert {"club-settings-set", "club-players-import", "club-players-add"} <= {*forms_of(body)}
    assert new.post(START, {"form": "club-players-add", "name": "Ann"}).status == 303
    assert begins_at(new) == START and "1 player" in new.get(START).body
    named = {"name": "Harbour Bridge Club", "language": "de"}
    reply = fill(new, START, "club-settings-set", named)
    assert reply.headers["location"].startswith(START)
    assert begins_at(new) == "/evening"
    assert START not in menu(new)
    assert START in new.get("/settings").body
    shown = new.command("club", "settings", "--json")
    assert '"name": "Harbour Bridge Club"' in shown and '"language": "de"' in shown
    assert '"paper"' in shown and shown.count('"setting"') == 2


def test_a_club_that_has_something_never_sees_them(full: Served) -> None:
    assert begins_at(full) == "/evening"
    assert START not in menu(full)


def test_a_stranger_is_not_told_whether_the_club_is_new(new: Served) -> None:
    new.cookie = ""
    assert begins_at(new) == "/evening"
    assert new.get(START).status in (303, 403)
