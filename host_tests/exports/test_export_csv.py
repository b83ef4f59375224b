"""The table for spreadsheets: a row per deal, and no name is computed."""

import csv
import io
import re

import pytest

from firmware.scoring.rules import NAMES
from scorepad.club.records.store import ClubSession
from scorepad.exports.scored import as_dict
from scorepad.exports.spreadsheet import as_csv
from support.club.exported import GAMES, HOSTILE, club_session, club_sessions


def rows(sessions: list[ClubSession]) -> list[dict[str, str]]:
    """What a program that follows RFC 4180 reads, after the mark of UTF-8."""
    text = as_csv(sessions).encode().decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


@pytest.mark.parametrize("rules", NAMES)
def test_a_row_has_what_the_deal_scored(rules):
    (session,) = club_sessions(rules)
    score = as_dict(session.session)
    read = [row for row in rows([session]) if row["deal"]]
    assert [int(row["deal"]) for row in read] == [deal["n"] for deal in score["deals"]]
    for row, deal in zip(read, score["deals"], strict=True):
        assert (row["rules"], row["dealer"]) == (rules, deal["dealer"])
        for account, points in deal["score"].items():
            assert int(row[f"points_{account.lower()}"]) == points
    sheet = session.session.sheet
    for account, total in zip(sheet.accounts, sheet.totals, strict=True):
        cells = [row[f"points_{account.lower()}"] for row in rows([session])]
        assert sum(int(cell) for cell in cells) == total


def test_a_deal_is_in_letters_and_numbers():
    shown = ("board", "vulnerable", "contract", "declarer", "acceptor", "tricks", "over", "hcp")
    read = [[row[head] for head in shown] for row in rows(club_sessions("duplicate", "russian"))]
    assert read == [
        ["7", "both", "4S", "N", "", "11", "1", ""],
        ["2", "NS", "4HX", "E", "", "9", "-1", ""],
        ["8", "none", "Pass", "", "", "", "", ""],
        ["", "none", "3NT", "N", "", "9", "0", "23"],
        ["", "NS", "Pass", "", "", "", "", ""],
        ["", "NS", "7CXX", "E", "", "0", "-13", "40"],
    ]
    pirate = rows(club_sessions("pirate"))[3]
    assert [pirate[head] for head in shown[2:]] == ["3NULLO", "N", "S", "4", "0", ""]


def test_what_players_get_who_stop_early_is_a_row_without_a_deal():
    stopped = rows(club_sessions("nz-match"))[-1]
    assert (stopped["deal"], stopped["contract"]) == ("", "")
    assert (stopped["points_ns"], stopped["reasons"]) == ("100", "100 unfinished part-score")


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("Zoë O'Brien", "Zoë O'Brien"), ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"), ("  =1", "'  =1"), ("＝1", "'＝1"), ("a;=1", "a;'=1"),
        ('a;b, "c"', 'a;b, "c"'), ("Jean-Paul", "Jean-Paul"), ("", ""),
    ],
)  # fmt: skip
def test_no_name_is_a_formula(name, cell):
    session = club_session(GAMES["international"], (name, None, None, None))
    assert {row["north"] for row in rows([session])} == {cell}


def test_no_cell_of_any_export_is_a_formula():
    for row in rows(club_sessions()):
        for cell in row.values():
            assert not re.match("[=+@\t\r]|-(?![0-9]+$)", cell), cell


def test_lines_end_as_the_standard_says_and_a_spreadsheet_knows_the_letters():
    text = as_csv(club_sessions())
    assert text.startswith("\ufeffsession,")
    assert text.count("\n") == text.count("\r\n") == len(rows(club_sessions())) + 1
    assert HOSTILE[3] in text
    assert rows([]) == [] and as_csv([]).count("\n") == 1
