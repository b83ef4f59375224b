"""What the pages of the club say of formulas and orders is what the program does."""

import csv
import io
import json
import re
from pathlib import Path

import pytest

from scorepad.club.derived.ranking import Ranking, speed
from scorepad.club.records.store import Club
from scorepad.exports.spreadsheet import as_csv
from support.club.club_sessions import BEGUN, TABLET, complete, played, raw, session_of, stopped
from support.club.exported import club_session
from support.club.mitchell import ended
from support.commands import scorepad
from support.databases import enrol
from support.pages.markdown_tables import prose, tables

SWEEP = ("3N N =", "3N N =")  # N-S 900
TABLE = (1, 2, 3, 4)


def rows_of(page: str, *head: str) -> list[list[str]]:
    """The rows of the table whose head begins so, without marks."""
    (found,) = (one for one in tables(page) if one.head[: len(head)] == head)
    return [[cell.strip("`").replace("−", "-") for cell in row] for row in found.rows]


# The ranking


def test_the_speeds_of_the_guide():
    rows = rows_of("club.md", "deals played before")
    limits = [int(re.findall(r"\d+", when)[0]) for when, _ in rows]
    ends = [*(limit - 1 for limit in limits[1:]), 10_000]
    for first, last, (when, fast) in zip(limits, ends, rows, strict=True):
        assert speed(first) == speed(last) == int(fast)
        assert when in (f"{first} to {last}", f"{first} and more")


@pytest.mark.parametrize("row", rows_of("club.md", "N", "E"))
def test_the_rankings_that_are_worked_in_the_guide(row):
    *before, deals, imps = map(int, row[:6])
    ranking = Ranking()
    ranking.rankings = dict(zip(TABLE, before, strict=True))
    ranking.deals = dict.fromkeys(TABLE, deals)
    ranking.add(TABLE, imps)
    moved = [ranking.rankings[who] - was for who, was in zip(TABLE, before, strict=True)]
    assert moved == [int(cell) for cell in row[6:]]
    assert set(ranking.deals.values()) == {deals + 1}


@pytest.mark.parametrize("deals", [0, 10, 40, 100, 300])
@pytest.mark.parametrize("imps", [0, 1, 9, 24])
@pytest.mark.parametrize("before", [(5000,) * 4, (7000, 3000, 6001, 4444), (1234, 9000, 77, 8000)])
def test_the_formula_of_the_guide(before, imps, deals):
    """As it is written there, with fractions for its divisions."""
    k = 4 * speed(deals)
    strengths = [max(pair) + 2 * min(pair) for pair in (before[::2], before[1::2])]
    f = min(900, abs(strengths[0] - strengths[1]) * 900 // 15000)
    if strengths[0] >= strengths[1]:
        gain = k * (8 + imps) * (1000 - f) // 4000
    else:
        gain = -(k * (8 + imps) * (1000 + f) // -4000)
    ranking = Ranking()
    ranking.rankings = dict(zip(TABLE, before, strict=True))
    ranking.deals = dict.fromkeys(TABLE, deals)
    ranking.add(TABLE, imps)
    won = sum(ranking.rankings[who] - before[who - 1] for who in (1, 3))
    assert won == (gain if imps else 0)


def test_sessions_of_the_same_minute_go_by_tablet_and_number(tmp_path):
    other = bytes.fromhex("02005c0e9a0a")
    with Club(str(tmp_path / "club.db")) as club:
        for tablet, number, begun in (
            *((TABLET, 10, BEGUN), (TABLET, 9, BEGUN), (other, 11, BEGUN)),
            *((TABLET, 1, BEGUN + 1), (TABLET, 12, 0)),
        ):
            club.take(tablet, number, raw(number, complete(played(begun=begun)), tablet), "port")
        assert club.ids() == [
            session_of(12),
            session_of(11, other),
            *map(session_of, (9, 10, 1)),
        ]


# Stakes and knock-outs


def played_for(where: Path) -> int:
    done = scorepad("club", "ledger", "--json", "--db", where)
    (session,) = json.loads(done.stdout)["sessions"]
    return int(session["per_100"])


def test_a_session_without_a_date_has_the_last_default_or_a_stake_of_its_own(tmp_path):
    where = tmp_path / "club.db"
    with Club(str(where)) as club:
        club.take(TABLET, 1, raw(1, complete(played(SWEEP, "rubber", begun=0))), "port")
    for words, per_100 in (
        (("1", "--default"), 100),
        (("2", "--default"), 200),
        (("3", "--evening", "2026-01-17"), 200),
        (("0.5", "--session", session_of(1)), 50),
        (("4", "--default"), 50),
    ):
        assert scorepad("club", "stake", *words, "--db", where).returncode == 0
        assert played_for(where) == per_100, words


@pytest.mark.parametrize(("deals", "counts"), [(1, False), (2, True), (3, True)])
def test_a_match_has_at_least_its_deals(tmp_path, deals, counts):
    where, pairs = tmp_path / "club.db", tmp_path / "pairs.csv"
    with Club(str(where)):
        enrol(where, ("Ann", "Ben", "Cy", "Di"))
    pairs.write_text("player,partner\nAnn,Cy\nBen,Di\n", encoding="utf-8")
    drawn = scorepad("club", "knockout", "draw", "Cup", pairs, "--deals", "2", "--db", where)
    assert drawn.returncode == 0, drawn.stderr
    entered = ("3N N =", "pass", "1N N =")[:deals]
    match = stopped(played(entered, "nz-match", begun=52_000_000, players=TABLE))
    with Club(str(where)) as club:
        club.take(TABLET, 1, raw(1, match), "port")
    told = json.loads(scorepad("club", "knockout", "show", "--json", "--db", where).stdout)
    assert (told["winner"] is not None) == counts


# Exports, and who is a pair


@pytest.mark.parametrize(
    "row", rows_of("exports.md", "deal", "`contract`"), ids=lambda row: row[0]
)
def test_the_rows_of_the_spreadsheet(row):
    deal, *cells, points = row
    text = as_csv([club_session(played((deal,), "pirate"))])
    (read,) = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
    heads = ("contract", "declarer", "acceptor", "tricks", "over")
    assert [read[head] for head in heads] == cells
    if points:
        assert [read[f"points_{seat}"] for seat in "nesw"] == ["0"] * 4


def test_a_guest_beside_a_player_is_the_pair_of_a_table_and_a_side(tmp_path):
    where = tmp_path / "club.db"
    seats = ((3, (1, 0, 0, 0)), (3, (0, 0, 1, 0)), (4, (1, 0, 0, 0)), (5, (1, 0, 2, 0)))
    with Club(str(where)) as club:
        for number, (at, players) in enumerate(seats, 1):
            deals = ended((f"b{number} 4S N =",), table=at, players=players)
            club.take(TABLET, number, raw(number, deals), "port")
    enrol(where, ("Ann", "Bob"))
    done = scorepad("club", "duplicate", *map(session_of, (1, 2, 3, 4)), "--json", "--db", where)
    names = {one["pair"]: one["boards"] for one in json.loads(done.stdout)["ranking"]}
    assert names == {
        "guest & Ann (table 3 N-S)": 2,
        "guest & Ann (table 4 N-S)": 1,
        "Ann & Bob": 1,
        "table 3 E-W": 2,
        "table 4 E-W": 1,
        "table 5 E-W": 1,
    }
    assert "`guest & Ann (table 3 N-S)`" in prose("duplicate.md")
