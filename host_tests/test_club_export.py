"""What the club has reaches people and programs whole, and nothing in a name does any harm."""

import json
import re
import sqlite3
from datetime import datetime
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from club_sessions import TABLET, complete, example, played, raw, session_of, stopped

from firmware.session import fold
from scorepad.club import output
from scorepad.club.exports import as_export, as_json
from scorepad.club.page import as_html
from scorepad.club.sheets import score_sheet
from scorepad.club.store import Club, Evening
from scorepad.report import as_dict

NAMES = {
    1: "Zoë O’Brien",
    2: "<script>alert('1NT')</script> & \"Co\"",
    3: "\x1b[31m[red]Red[/red] :smile:\x07\u202e",
    4: "山田 太郎",
}
RUBBER = ("2H S +1", "pass", "1N W = hon=E4", "4S N = hon=N5", "3Dx E -2", "3N W +1", "5C S =")


@pytest.fixture
def club(tmp_path: Path):
    path = tmp_path / "club.db"
    with Club(str(path)) as opened:
        connection = sqlite3.connect(path)
        with connection:
            insert = "INSERT INTO players (id, name, number) VALUES (?, ?, '')"
            connection.executemany(insert, NAMES.items())
        connection.close()
        yield opened


def taken(club: Club, events: list[tuple[int, int, int, int]], number: int = 1) -> Evening:
    club.take(TABLET, number, raw(number, events), "port")
    return club.session(session_of(number))


def shown(evening: Evening, capsysbinary: pytest.CaptureFixture[bytes]) -> list[str]:
    """The lines that a person sees."""
    output.show(score_sheet(evening))
    return capsysbinary.readouterr().out.decode().splitlines()


# JSON


def test_an_export_has_where_when_who_and_the_whole_score(club):
    evening = taken(club, complete(played(players=(1, 2, 9))))
    export = as_export(evening)
    assert {name: export[name] for name in list(export)[:8]} == {
        "id": "02005c0e9ad0-1",
        "tablet": "02005c0e9ad0",
        "table": 3,
        "rules": "international",
        "options": fold(played()).sheet.options,
        "players": [
            {"seat": "N", "name": NAMES[1]},
            {"seat": "E", "name": NAMES[2]},
            {"seat": "S", "name": None},
            {"seat": "W", "name": None},
        ],
        "state": "complete",
        "started": "2026-01-17T21:20:00Z",
    }
    score = as_dict(fold(complete(played())))
    assert {name: export[name] for name in score} == score
    assert export["totals"] == {"NS": 300, "EW": 1620}


def test_json_is_a_list_that_reads_back(club):
    evening = taken(club, played(RUBBER, "rubber", players=(4, 3, 2, 1)))
    text = as_json([evening])
    assert json.loads(text) == [as_export(evening)]
    assert "山田 太郎" in text and "\x1b" not in text
    assert as_json([]) == "[]\n"


@pytest.mark.parametrize(
    ("minutes", "started"),
    [(0, None), (1, "2000-01-01T00:01:00Z"), ((1 << 32) - 1, None)],
)
def test_a_clock_that_is_wrong_does_no_harm(club, capsysbinary, minutes, started):
    evening = taken(club, played((), begun=minutes))
    assert as_export(evening)["started"] == started
    assert any("clock not set" in line for line in shown(evening, capsysbinary)) != bool(started)
    if started:
        datetime.fromisoformat(started)


# The terminal


def test_the_sheet_is_the_one_on_paper(club, capsysbinary):
    lines = shown(taken(club, complete(played())), capsysbinary)
    half = "{:>34} "
    assert lines[:17] == [
        "Session 02005c0e9ad0-1",
        "table 3 · international · 2026-01-17 21:20 UTC · complete",
        "",
        half.format("We (N-S)") + "┃ They (E-W)",
        half.format("") + "┃   500 rubber #5",
        half.format("undertricks #3    200") + "┃   750 slam #5",
        "━" * 35 + "╋" + "━" * 35,
        half.format("tricks #1    100") + "┃",
        "─" * 35 + "╂" + "─" * 35,
        half.format("") + "┃    60 tricks #2",
        half.format("") + "┃   120 tricks #4",
        "─" * 35 + "╂" + "─" * 35,
        half.format("") + "┃   190 tricks #5",
        "═" * 35 + "╬" + "═" * 35,
        half.format("total    300") + "┃  1620 total",
        "",
        "E-W win by 1320 points.",
    ]


def test_the_deals_stand_below_the_sheet(club, capsysbinary):
    lines = shown(taken(club, complete(played())), capsysbinary)[18:]
    assert [line.split() for line in lines if "─" not in line] == [
        ["#", "Dealer", "Vul.", "Contract", "By", "Result", "N-S", "E-W", "Why"],
        ["1", "N", "none", "3NT", "N", "=", "100", "100", "tricks"],
        ["2", "E", "N-S", "2♥", "E", "=", "60", "60", "tricks"],
        ["3", "S", "N-S", "2♥××", "W", "-1", "200", "200", "undertricks"],
        ["4", "W", "N-S", "4♠", "E", "=", "120", "120", "tricks"],
        ["5", "N", "both", "6NT", "E", "=", "1440", "190", "tricks,", "750", "slam,", "500"],
        ["rubber"],
    ]


@pytest.mark.parametrize(
    ("events", "words"),
    [
        (played(()), "No deals."),
        (played(("pass",)), "Not finished: the sides are level."),
        (played(("4S N =",)), "Not finished: N-S are ahead by 120 points."),
        (stopped(played(("1S N -1", "1S E -1"))), "A tie."),
        (
            complete(played(("4S N =", "6N N ="), options={"settle": "100s"})),
            "N-S win by 1760 points, settled as 1800.",
        ),
        (stopped(played(("4S N =", "2H W +1"), "rubber")), "N-S win by 230 points."),
        (stopped(played(("4S N =",), "rubber")), "unfinished game    300"),
        (played((), options={"honours": "on"}), "international, honours on"),
    ],
)
def test_every_stage_of_a_game_has_a_sheet(club, capsysbinary, events, words):
    evening = taken(club, events)
    assert words in "\n".join(shown(evening, capsysbinary))
    Reader().feed(as_html([evening]))


def test_a_sheet_fits_into_80_columns(club, capsysbinary, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    long_rubber = (*["7NTxx N -13", "7Cxx E -1", "pass"] * 4, *RUBBER)
    evening = taken(club, played(long_rubber, "rubber", players=(1, 2, 3, 4)))
    assert max(len(line) for line in shown(evening, capsysbinary)) <= 80


def test_names_do_not_command_the_terminal(club, capsysbinary):
    lines = shown(taken(club, played(players=(1, 2, 3, 4))), capsysbinary)
    text = " ".join(lines)
    assert NAMES[1] in text and NAMES[4] in text
    assert "[red]Red[/red] :smile:" in text
    assert not re.search("[\x00-\x1f\u202e]", text)


# HTML

ALONE = "meta"  # has no end
PAGE = {"html", "head", "meta", "title", "style", "body", "article", "header"}
TEXT = {"h1", "p", "ul", "li", "b", "small", "span"}
TABLE = {"table", "thead", "tbody", "tfoot", "tr", "th", "td"}


class Reader(HTMLParser):
    """Reads a page strictly: every element is known and closed; keeps rows and text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.rows: list[list[str]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in PAGE | TEXT | TABLE, tag
        assert {name for name, _ in attrs} <= {"class", "lang", "charset", "name", "content"}
        if tag != ALONE:
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


def test_the_page_has_the_sheet_and_the_deals(club):
    rows = read(as_html([taken(club, complete(played()))])).rows
    assert rows == [
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


def test_names_are_text_on_the_page(club):
    page = as_html([taken(club, played(players=(1, 2, 3, 4)))])
    text = read(page).text
    assert "<script" not in page
    assert all(NAMES[player] in text for player in (1, 2, 4))
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", page)


def test_the_page_needs_nothing_else(club):
    page = as_html([taken(club, complete(played()))])
    assert not re.search(r"https?:|//|url\(|@import|<link|<img|<script|src=", page)
    assert "size: A4" in page and page.count("{") == page.count("}")


def test_each_session_is_a_sheet_of_its_own(club):
    evenings = [
        taken(club, complete(played()), 1),
        taken(club, complete(played(RUBBER, "rubber")), 2),
    ]
    page = as_html(evenings)
    assert page.count("<article") == 2 and "break-after: page" in page
    ids = [page.index(session_of(1)), page.index(session_of(2))]
    assert all(first < second for first, second in pairwise(ids))
    assert "<title>Score sheets</title>" in page
    read(as_html([]))


def test_exports_follow_from_the_records_alone(club):
    club.take(TABLET, 1, example(), "one port")
    first = as_json([club.session(session_of(1))]), as_html([club.session(session_of(1))])
    club.take(TABLET, 1, example(), "another port")
    club.rebuild()
    assert first == (as_json([club.session("02")]), as_html([club.session("02")]))
