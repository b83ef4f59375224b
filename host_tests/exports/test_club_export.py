"""What the club has reaches people and programs whole, and nothing in a name does any harm."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from firmware.session import fold
from scorepad import wording
from scorepad.cli import output
from scorepad.club.records.session_list import ListedSession
from scorepad.club.records.store import ClubSession
from scorepad.exports.formats import export_sessions
from scorepad.exports.scored import as_dict
from scorepad.exports.sessions import as_export
from scorepad.reports.content import score_sheet, session_list
from scorepad.reports.content.report import Report
from support.club.club_sessions import complete, played, stopped
from support.club.exported import GAMES, Event, as_html, club_session, club_sessions
from support.zones import in_zone

pytestmark = pytest.mark.usefixtures("utc")

NAMES = (
    *("Zoë O’Brien", "<script>alert('1NT')</script> & \"Co\""),
    *("\x1b[31m[red]Red[/red] :smile:\x07\u202e", "山田 太郎"),
)


def taken(events: list[Event], number: int = 1) -> ClubSession:
    return club_session(events, (None,) * 4, number, (0, 0, 0, 0))


def printed(report: Report, capsysbinary: pytest.CaptureFixture[bytes]) -> str:
    output.show(report)
    return capsysbinary.readouterr().out.decode()


def shown(session: ClubSession, capsysbinary: pytest.CaptureFixture[bytes]) -> list[str]:
    return printed(score_sheet.report(session), capsysbinary).splitlines()


# JSON


def test_an_export_has_where_when_who_and_the_whole_score():
    played_out = complete(played())
    export = as_export(club_session(played_out, ("Ann", "Bo", None, None), ids=(1, 2, 9, 0)))
    named = [
        {"seat": seat, "name": name}
        for seat, name in zip("NESW", ("Ann", "Bo", None, None), strict=True)
    ]
    assert export == {
        **{"id": "02005c0e9ad0-1", "tablet": "02005c0e9ad0", "table": 3, "players": named},
        **{"state": "complete", "started": "2026-01-17T21:20:00Z", "decisions": []},
        **as_dict(fold(played_out)),
    }
    assert as_export(taken(played((), begun=0)))["started"] is None


# The terminal


@pytest.mark.parametrize(
    ("events", "words"),
    [
        (played(()), "No deals."),
        (played(("pass",)), "the sides are level."),
        (played(("4S N =",)), "N-S are ahead by 120 points."),
        (played(("4S N =",), options={"settle": "100s"}), "N-S are ahead by 120 points."),
        (played(("3N N = hcp=23", "pass"), "russian"), "N-S are ahead by 7 IMPs."),
        (stopped(played(("1S N -1", "1S E -1"))), "A tie."),
        (
            complete(played(("4S N =", "6N N ="), options={"settle": "100s"})),
            "N-S win by 1760 points, settled as 1800.",
        ),
        (stopped(played(("4S N =", "2H W +1"), "rubber")), "N-S win by 230 points."),
        (stopped(played(("4S N =",), "rubber")), "unfinished game    300"),
        (played((), options={"honours": "on"}), "international, honours on"),
        (played(("pass",), "pirate"), "the best are level."),
        (played(("3H N/E =",), "pirate"), "the best are level."),
        (played(("3N N/E =", "3N N/S ="), "pirate"), "N wins by 130 points."),
        (stopped(played(("b1 4S N =", "b2 pass"), "duplicate")), "2 boards."),
    ],
)
def test_every_stage_of_a_game_has_a_sheet(capsysbinary, events, words):
    session = taken(events)
    assert words in "\n".join(shown(session, capsysbinary))
    Reader().feed(as_html([session]))


def words(lines: list[str]) -> list[list[str]]:
    """The words of each line that is not drawn."""
    return [line.split() for line in lines if not re.search("[─━═]", line)]


SUMMARY = "# Board Vul. Contract By Result N-S E-W N-S total E-W total"
MATCH = ("2H N +1", "3N E =", "4S E =", "pass", "2C S =")  # a rubber, and 100 for the part-score


def test_a_match_has_a_summary_with_running_totals(capsysbinary):
    lines = shown(taken(played(MATCH, "nz-match", options={"deals": 5})), capsysbinary)[3:]
    assert words(lines) == [
        SUMMARY.replace("Board", "Dealer").split(),
        ["1", "N", "none", "2♥", "N", "+1", "90", "90", "0"],
        ["2", "E", "none", "3NT", "E", "=", "100", "90", "100"],
        ["3", "S", "E-W", "4♠", "E", "=", "820", "90", "920"],
        ["4", "W", "none", "passed", "90", "920"],
        ["5", "N", "none", "2♣", "S", "=", "140", "230", "920"],
        [],
        ["Deal", "5:", "100", "unfinished", "part-score", "(N-S)."],
        ["E-W", "win", "by", "690", "points."],
    ]
    others = shown(taken(GAMES["chicago"], 2), capsysbinary)[4:]
    assert [at for at, line in enumerate(others) if "─" in line] == [0, 6]
    ruled = [at for at, line in enumerate(lines) if "─" in line]
    assert ruled == [1, 5]  # beneath the heads, and beneath the rubber but not its games


def test_a_summary_says_what_is_withdrawn(capsysbinary):
    tie = ("1C N =", "1H N =", "2D N -3", "pass", "pass")
    going_on = shown(taken(played(tie, "nz-match", options={"deals": 4}), 2), capsysbinary)
    assert going_on[-3:] == [
        "Deal 4: 100 unfinished part-score (N-S).",
        "Deal 5: -100 unfinished part-score withdrawn (N-S).",
        "Not finished: E-W are ahead by 100 points.",
    ]


def test_boards_are_named_and_the_two_sides_are_each_other_s_negative(capsysbinary):
    deals = ("b7 4S N +1", "4H E -1 vul=EW", "b8 pass")
    session = taken(played(deals, "duplicate"))
    assert words(shown(session, capsysbinary)[3:]) == [
        SUMMARY.split(),
        ["1", "7", "both", "4♠", "N", "+1", "650", "-650", "650", "-650"],
        ["2", "E-W", "4♥", "E", "-1", "100", "-100", "750", "-750"],
        ["3", "8", "none", "passed", "750", "-750"],
        [],
        ["3", "boards."],
    ]
    assert read(as_html([session])).rows[2] == (
        ["2", "", "E-W", "4♥", "E", "−1", "100", "−100", "750", "−750"]
    )


def test_pirates_have_a_column_each(capsysbinary):
    lines = shown(taken(GAMES["pirate"]), capsysbinary)[3:]
    columns = [[cell.strip() for cell in line.split("┃")] for line in lines if "┃" in line]
    assert columns == [
        ["N", "E", "S", "W"],
        ["", "", "50 game #4", ""],
        ["", "", "30 accepting #4", ""],
        ["", "", "100 undertricks #3", "50 game #2"],
        ["", "", "50 game #2", "50 overtricks #2"],
        ["", "100 undertricks #3", "50 overtricks #2", "50 insult #2"],
        ["50 game #4", "24 accepting #1", "50 insult #2", "54 accepting #2"],
        ["24 tricks #1", "", "54 tricks #2", ""],
        ["30 tricks #4", "", "", ""],
        ["104 total", "124 total", "384 total", "204 total"],
    ]
    assert "Not finished: S is ahead by 180 points." in lines
    deals = [line for line in lines if "/" in line]
    assert [line.split()[3:6] for line in deals] == [
        ["3♥", "N/E", "="],
        ["2♠×", "S/W", "+1"],
        ["4♠", "W/N", "-2"],
        ["3NULLO", "N/S", "="],
    ]


def test_names_do_not_command_the_terminal(capsysbinary):
    lines = shown(club_session(played(), NAMES), capsysbinary)
    text = " ".join(lines)
    assert NAMES[0] in text and NAMES[3] in text
    assert "[red]Red[/red] :smile:" in text
    assert not re.search("[\x00-\x1f\u202e]", text)


# HTML

PAGE = {"html", "head", "meta", "title", "style", "body", "article", "header", "section"}
TEXT = {"h1", "p", "ul", "li", "b", "small", "span"}
TABLE = {"table", "thead", "tbody", "tfoot", "tr", "th", "td"}

ATTRIBUTES = {"class", "lang", "charset", "name", "content", "data-head"}


class Reader(HTMLParser):
    """Reads a page strictly: every element is known and closed; keeps rows and text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.rows: list[list[str]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in PAGE | TEXT | TABLE, tag
        assert {name for name, _ in attrs} <= ATTRIBUTES
        if tag != "meta":  # which has no end
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if {"td", "th"} & set(self.open):
            self.rows[-1][-1] += data


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


def test_the_page_has_the_sheet_and_the_deals_and_needs_nothing_else():
    page = as_html([taken(complete(played()))])
    assert not re.search(r"https?:|//|url\(|@import|<link|<img|<script|src=", page)
    assert "size: A4" in page and page.count("{") == page.count("}")
    assert read(page).rows == [
        ["We (N-S)", "They (E-W)"],
        ["", "500rubber #5"],
        ["200undertricks #3", "750slam #5"],
        ["100tricks #1", ""],
        ["", "60tricks #2"],
        ["", "120tricks #4"],
        ["", "190tricks #5"],
        ["300total", "1620total"],
        ["#", "Dealer", "Vul.", "Contract", "By", "Result", "N-S", "E-W", "Why"],
        ["1", "N", "none", "3NT", "N", "=", "100", "", "100 tricks"],
        ["2", "E", "N-S", "2♥", "E", "=", "", "60", "60 tricks"],
        ["3", "S", "N-S", "2♥××", "W", "−1", "200", "", "200 undertricks"],
        ["4", "W", "N-S", "4♠", "E", "=", "", "120", "120 tricks"],
        ["5", "N", "both", "6NT", "E", "=", "", "1440", "190 tricks, 750 slam, 500 rubber"],
    ]


def test_names_are_text_on_the_page():
    page = as_html([club_session(played(), NAMES)])
    text = read(page).text
    assert "<script" not in page
    assert all(NAMES[player] in text for player in (0, 1, 3))
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", page)


# When it was played: people read the clock on the wall, programs UTC, files the evening

# All sessions began on 2026-01-17 at 21:20 UTC.
PLACES = [
    ("UTC", "2026-01-17 21:20 UTC", (2026, 1, 17)),
    ("Pacific/Auckland", "2026-01-18 10:20 NZDT", (2026, 1, 18)),
    ("Asia/Kolkata", "2026-01-18 02:50 IST", (2026, 1, 17)),  # before six: the evening before
]


@pytest.fixture(params=PLACES, ids=[zone for zone, *_ in PLACES])
def place(request) -> Iterator[tuple[str, str, tuple[int, int, int]]]:
    """A zone that the machine is in, the time there and the evening."""
    with in_zone(request.param[0]):
        yield request.param


def test_files_have_the_date_of_the_evening(place):
    year, month, day = place[2]
    duplicate = club_sessions("duplicate")
    root = ElementTree.fromstring(export_sessions("usebio", duplicate))
    assert root.findtext(".//DATE") == f"{day:02}/{month:02}/{year}"
    said = f"#Date\t{day:02}/{month:02}/{year}\r\n"
    assert said in export_sessions("bridgewebs", [club_session(played())])
    assert f'[Date "{year}.{month:02}.{day:02}"]' in export_sessions("pbn", duplicate)


def test_people_read_the_time_of_the_machine_and_its_zone_and_programs_utc(place, capsysbinary):
    sessions = club_sessions("rubber")
    for text in (as_html(sessions), printed(score_sheet.report(sessions[0]), capsysbinary)):
        assert place[1] in text
    assert as_export(sessions[0])["started"] == "2026-01-17T21:20:00Z"
    began = sessions[0].session.started
    row = ListedSession("x", "", 1, 1, "rubber", "open", 1, 0, began, "", 0, {})
    day, clock, zone = place[1].split()
    listed = printed(session_list.report([row], {}), capsysbinary)
    assert f"Began ({zone})" in listed and f"{day} {clock}" in listed


def test_the_end_of_the_calendar_has_a_time(place):
    last = wording.minutes(datetime.max.replace(tzinfo=UTC))
    assert wording.when(last).startswith("9999-12-31 ")
    assert "9999" in as_html([club_session(played(begun=last))])
