"""Adjusted scores, penalties, withdrawals and releases as a director types them, by hand."""

from dataclasses import replace
from typing import Any

import pytest

from scorepad.club.evenings import Evenings
from scorepad.club.records.store import Club
from support.club import mitchell
from support.club.planned import planned
from support.databases import filled_by
from support.in_process import Commands

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("utc")]

FIRST = "02005c0e9a01-1"  # table 1, round 1: boards 1 and 2, Ann & Bob against Ida & Jan

database = filled_by(mitchell.make)  # twelve matchpoints a round; the top is 6


def percentages(evening: Any) -> dict[str, int]:
    return {one["pair"]: one["percentage_hundredths"] for one in evening["ranking"]}


def board(evening: Any, number: int) -> dict[str, dict[str, Any]]:
    (found,) = [one for one in evening["travellers"] if one["board"] == number]
    return {one["pairs"]["NS"]["pair"]: one for one in found["results"]}


def missing(commands: Commands) -> list[int]:
    return [
        one["board"] for one in commands.told("duplicate")["doubts"] if one["kind"] == "missing"
    ]


def test_an_artificial_score_by_hand(commands):
    # Board 1 had 3, 6, 3, 0. Ann & Bob get 60 %, Ida & Jan 40 % of 6; the three others are
    # factored: 4, 2 and 0 of 4 matchpoints become 17/3, 3 and 1/3.
    commands.run("adjust", FIRST, "1", "A+", "A-", "--reason", "fouled", "--author", "Carla")
    made = commands.told("duplicate")
    found = board(made, 1)
    points = {pair[0]: one["points_hundredths"]["NS"] for pair, one in found.items()}
    assert points == {"C": 567, "A": 360, "E": 300, "G": 33}
    ours = found["Ann & Bob"]
    assert ours["adjusted"] == {"NS": "A+", "EW": "A-"} and ours["deal"] == "4S N ="
    assert ours["points_hundredths"]["EW"] == 240
    said = "deal 1: board 1, 4♠ N = -> A+ | A- (decision 1 by Carla: fouled)"
    assert ours["decisions"] == [said]
    assert made["decisions"] == [f"Session {FIRST}: {said}."]
    # 28 - 3 + 3.6 of 48
    assert percentages(made)["Ann & Bob"] == 5958
    printed = commands.run("duplicate", "--travellers")
    line = next(one for one in printed.splitlines() if one.startswith("Ann & Bob     Ida & Jan"))
    assert line.split()[-5:] == ["adjusted*", "A+", "A-", "3.60", "2.40"]
    assert "Decisions of the director\n" in printed
    commands.run("undo", "1")
    assert percentages(commands.told("duplicate"))["Ann & Bob"] == 5833


def test_what_a_deal_counts_as_is_what_a_decision_changes(commands):
    commands.run("adjust", FIRST, "1", "A+", "A-")
    assert "is A+ | A- already" in commands.refused("adjust", FIRST, "1", "A+", "A-")
    said = commands.run("correct", FIRST, "1", "4S N =")  # as the tablet has it
    assert said == f"Session {FIRST}: deal 1: A+ | A- -> board 1, 4♠ N = (decision 2).\n"
    assert board(commands.told("duplicate"), 1)["Ann & Bob"]["adjusted"] is None
    commands.run("void", FIRST, "1")
    assert f"club correct {FIRST} 1" in commands.refused("adjust", FIRST, "1", "A")
    commands.run("correct", FIRST, "1", "4S N =")
    commands.run("adjust", FIRST, "1", "A")
    assert board(commands.told("duplicate"), 1)["Ann & Bob"]["adjusted"] == {"NS": "A", "EW": "A"}
    said = commands.run("void", FIRST, "1")
    assert said == f"Session {FIRST}: deal 1: A -> void (decision 6).\n"
    assert "Ann & Bob" not in board(commands.told("duplicate"), 1)
    assert "is void already" in commands.refused("void", FIRST, "1")


@pytest.mark.each_database
def test_a_board_of_two_pairs(commands):
    said = commands.run("adjust-board", "5", "ann", "Mia & Nils", "60% 6S S =, 40% 6S S -1")
    assert said.startswith("Board 5, Ann & Bob against Mia & Nils: adjust 60% 6♠ S =, 40% 6♠ S -1")
    commands.run("adjust-board", "12", "Ann", "Ida", "A", "--evening", "2026-01-17")
    made = commands.told("duplicate")
    points = {p: one["points_hundredths"]["NS"] for p, one in board(made, 5).items()}
    assert points == {"Ann & Bob": 400, "Cleo & Dan": 380, "Eva & Finn": 40, "Grete & Hugo": 380}
    new = board(made, 12)["Ann & Bob"]
    assert (new["deal"], new["session"], new["score"]) == (None, None, None)


def test_penalties_by_hand(commands):
    commands.run("penalty", "Ann", "10%", "--reason", "late")
    commands.run("penalty", "Cleo", "3 IMPs", "--bonus")
    commands.run("carry-over", "Eva", "2,5 MP")
    made = commands.told("duplicate")
    assert {pair: mark for pair, mark in percentages(made).items() if pair[0] in "ACE"} == {
        "Ann & Bob": 5708,  # 28 - 0.6 of 48
        "Cleo & Dan": 6375,  # 30 + 0.6
        "Eva & Finn": 4479,  # 19 + 2.5
    }
    given = {place["pair"]: place["given_hundredths"] for place in made["ranking"]}
    assert given["Ann & Bob"] == -60 and given["Ida & Jan"] == 0
    printed = commands.run("duplicate")
    assert "   2  Ann & Bob          8  -0.60        27.40  57.08\n" in printed
    assert "Ann & Bob: penalty -10% (decision 1 by" in printed
    assert "Eva & Finn: +2.50 MP" in commands.refused("duplicate", "--scoring", "butler")


def test_a_board_that_has_a_score_is_not_missing(another, commands):
    Club(another).close()
    mitchell.make(another, mitchell.SLIPS)
    slips = replace(commands, database=another)
    assert missing(slips) == [6, 8]
    slips.run("adjust-board", "8", "Grete", "Ida", "A+", "A")
    assert missing(slips) == [6]


def test_a_fouled_board_by_hand(commands):
    # Tables 1 and 4 have 420 and 170, tables 2 and 3 450 and 420. 2 and 0 of 2 matchpoints are
    # 5 and 1 of 6, where all four have been compared for 3, 0, 6 and 3.
    said = commands.run("fouled", "1", "2-3", "--reason", "two cards")
    assert said == "Board 1 fouled; tables with another form: 2-3 (decision 1).\n"
    made = commands.told("duplicate")
    results = sorted(board(made, 1).values(), key=lambda one: int(one["table"]))
    points = [(one.get("form", 0), one["points_hundredths"]["NS"]) for one in results]
    assert points == [(0, 500), (1, 500), (1, 100), (0, 100)]
    assert made["doubts"] == []
    printed = commands.run("duplicate", "--travellers").splitlines()
    heads = [line for line in printed if line.startswith("Board 1 ·")]
    assert heads[1:] == [f"{heads[0]} · tables 2-3"]
    commands.run("fouled", "1", "2")
    assert board(commands.told("duplicate"), 1)["Cleo & Dan"]["points_hundredths"]["NS"] == 300
    commands.run("undo", "2")
    commands.run("undo", "1")
    assert board(commands.told("duplicate"), 1)["Cleo & Dan"]["points_hundredths"]["NS"] == 600


REFUSED = (
    (("penalty", "Ann", "10"), "10%"), (("penalty", "Ann", "0%"), "over 0"),
    (("penalty", "Ann", "100.01%"), "at most"),
    (("penalty", "Ann", "31 IMPs", "--bonus"), "at most"),
    (("carry-over", "Ann", "5001%"), "at most"), (("penalty", "Ann & Cleo", "10%"), "2026-01-17"),
    (("penalty", "Zoe", "10%"), "'Zoe'"),
    (("penalty", "Ann", "10%", "--evening", "2026-01-18"), "duplicate"),
    (("fouled", "1", "9"), "table 9"), (("fouled", "1", "1-4"), "once"),
    (("fouled", "1", "2", "1,2"), "once"), (("fouled", "1", "3-2"), "once"),
    (("fouled", "1", "x"), "4-6"), (("adjust-board", "0", "Ann", "Ida", "A"), "1 to 250"),
    (("adjust-board", "1", "Ann", "Bob", "A"), "cannot meet"),
    (("adjust-board", "1", "Ann", "Ida", "B+"), "'B+'"),
    (("adjust-board", "12", "Ida", "Ann", "A"), "Ann & Bob"),
    (("adjust-board", "1", "Ann", "Ida", "8S N ="), "1 to 7"),
)  # fmt: skip


def test_what_cannot_be_is_refused_and_nothing_is_kept(commands):
    for words, why in REFUSED:
        assert why in commands.refused(*words), words


# What is released to the room, which changes no result

EVENING = "2026-01-17"


@pytest.fixture
def event(club: Club) -> None:
    planned(club)


def released(commands: Commands) -> list[tuple[str, str | None]]:
    return [(one["evening"], one["name"]) for one in commands.told("released")]


def test_an_evening_is_released_and_taken_back(commands):
    before = commands.run("duplicate", "--json")
    assert released(commands) == []
    assert "decision 1" in commands.run("release", "--evening", EVENING, "--author", "Dora")
    assert released(commands) == [(EVENING, None)]
    assert commands.run("duplicate", "--json") == before
    assert EVENING in commands.refused("release", "--evening", EVENING)
    commands.run("release", "--evening", EVENING, "--back")
    assert released(commands) == []
    assert EVENING in commands.refused("release", "--evening", EVENING, "--back")


def test_what_is_released_twice_by_undoing_goes_at_once(commands):
    for undone in ("1", "2"):  # a release, and that it was undone
        commands.run("release", "--evening", EVENING)
        commands.run("undo", undone)
    assert released(commands) == [(EVENING, None)]
    commands.run("release", "--evening", EVENING, "--back")
    assert released(commands) == []


def test_an_event_is_released_by_itself(event, commands):
    commands.run("release", "--event", "Tuesday")
    assert released(commands) == [(EVENING, "Tuesday")]
    commands.run("release", "--evening", EVENING)
    assert released(commands) == [(EVENING, None), (EVENING, "Tuesday")]
    commands.run("release", "--event", "Tuesday", "--back")
    assert released(commands) == [(EVENING, None)]
    assert "Friday" in commands.refused("release", "--event", "Friday")


@pytest.mark.each_database
def test_an_event_that_was_dropped_is_released_no_more(event, commands):
    commands.run("release", "--event", "Tuesday")
    replace(commands, group=("event",)).run("drop", "Tuesday")
    assert released(commands) == []


def test_without_a_date_it_is_this_evening(commands):
    before = Evenings().today()
    commands.run("release")
    assert released(commands) in ([(str(day), None)] for day in (before, Evenings().today()))
