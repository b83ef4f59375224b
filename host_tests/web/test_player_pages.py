"""Players are searched for, and each has a page with the course of the ranking and the ledger."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from scorepad.club.derived.ranking_rows import SPAN, course
from scorepad.club.records.store import Club
from scorepad.reports.content.report import Curve
from scorepad.reports.drawing import curve
from support.club.club_sessions import BEGUN, TABLET, played, raw
from support.commands import scorepad
from support.databases import enrol
from support.web.forms import fill, said
from support.web.served import Served

NAMES = ("Ann Reid", "Zoë Lund", "Bo Ek", '<b>Tom</b> & "Ed"', "Eva Moss")
DAY = 24 * 60
EVENINGS = 12


@pytest.fixture(scope="module")
def club_file(club_file: Path) -> Path:
    """A club whose four have played an evening a week, over three spans of the ranking."""
    with Club(str(club_file)) as club:
        club.begin()
    enrol(club_file, NAMES)
    with Club(str(club_file)) as club:
        for number in range(1, EVENINGS + 1):
            deals = ("3N N +1", "4S E -2") if number % 3 else ("1N S -4",)
            begun = BEGUN + 7 * DAY * number
            events = played(deals, "chicago", 1, begun, None, (1, 2, 3, 4))
            club.take(TABLET, number, raw(number, events), "port")
        club.catch_up()
    return club_file


def test_the_course_is_that_of_a_replay_until_each_evening(club_file: Path) -> None:
    told = json.loads(
        scorepad("club", "players", "show", "id=2", "--json", "--db", club_file).stdout
    )
    for point in told["course"]:
        until = ("--until", point["evening"], "--json", "--db", club_file)
        ranking = json.loads(scorepad("club", "ranking", *until).stdout)
        then = next(each for each in ranking if each["id"] == 2)
        assert (then["ranking"], then["deals"]) == (point["ranking"], point["deals"])


def test_the_spans_of_the_past_are_one_point_each(club_file: Path) -> None:
    with Club(str(club_file)) as club:
        listed = club.read(lambda rows: course(rows, 1))
    kept = [point for point in listed if (point.at + 1) % SPAN == 0]
    assert 1 <= len(kept) < len(listed) < EVENINGS


def test_a_player_has_a_page_with_curve_and_ledger(served: Served) -> None:
    body = served.get("/players/id=1").body
    found = re.search(r"<svg.*?</svg>", body, re.DOTALL)
    assert found
    picture = ElementTree.fromstring(found[0])
    assert picture.get("role") == "img"
    named = (picture.get("aria-labelledby") or "").split()
    texts = {element.get("id"): element.text for element in picture.iter() if element.get("id")}
    assert all(texts[name] for name in named)
    assert "style=" not in found[0]
    assert "Money" in body
    assert "<svg" not in served.get("/players/id=5").body  # who has not played


def test_who_is_not_there_has_no_page(served: Served) -> None:
    for player in ("id=99", "nobody", "%3Cscript%3E", "..", "%00", "id=1'--"):
        reply = served.get(f"/players/{player}")
        assert reply.status == 404 and "<script>" not in reply.body, player


def test_players_are_searched_for_and_listed_in_part(served: Served, club_file: Path) -> None:
    body = served.get("/players?find=LUND").body
    listed = body.partition("data-live")[2].partition("</table>")[0]
    assert "Zoë Lund" in listed and "Ann Reid" not in listed
    assert "<table" not in served.get("/players?find=%25").body
    assert "3 more" in served.get("/players?limit=2").body
    shown = scorepad("club", "players", "--limit", "2", "--db", club_file)
    assert ("Ann Reid" in shown.stdout, "Zoë" in shown.stdout) == (True, False)
    assert scorepad("club", "players", "--limit", "0", "--db", club_file).returncode == 2


def test_two_entries_are_merged_into_the_one_that_is_named(new: Served) -> None:
    enrol(new.database, ("Eva Mos", "Eva Moss"))
    reply = fill(new, "/players/id=1", "club-players-merge", {"into": "Eva Moss"})
    assert reply.status == 303
    assert "counts for Eva Moss" in said(new.get(reply.headers["location"]).body)[0]


def test_a_curve_stays_in_its_picture() -> None:
    for values in ([5000, 5000], [1, 10000], [4990, 5010, 5003], [5000, 4999]):
        drawn = curve.render_curve(Curve("R", list(enumerate(values, 738_000))))
        picture = ElementTree.fromstring(re.sub("</?figure.*?>", "", drawn))
        _, _, wide, high = map(float, picture.get("viewBox", "").split())
        line = next(element for element in picture.iter() if element.tag == "polyline")
        for point in (line.get("points") or "").split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= wide and 0 <= y <= high, values
