"""Adjusted scores, penalties and withdrawals as a director types them, worked by hand."""

import json
from typing import Any

import pytest

from support.club import mitchell
from support.databases import filled_by
from support.in_process import Commands

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("utc")]

FIRST = "02005c0e9a01-1"  # table 1, round 1: boards 1 and 2, Ann & Bob against Ida & Jan


filled = filled_by(mitchell.make)  # twelve matchpoints a round; the top is 6


@pytest.fixture
def club(filled: str, commands: Commands) -> Commands:
    return commands


def evening(club: Commands, *words: str) -> Any:
    return json.loads(club.run("duplicate", "--json", *words))


def percentages(evening: Any) -> dict[str, int]:
    return {one["pair"]: one["percentage_hundredths"] for one in evening["ranking"]}


def board(evening: Any, number: int) -> dict[str, dict[str, Any]]:
    (found,) = [one for one in evening["travellers"] if one["board"] == number]
    return {one["pairs"]["NS"]["pair"]: one for one in found["results"]}


def missing(club: Commands) -> list[int]:
    return [one["board"] for one in evening(club)["doubts"] if one["kind"] == "missing"]


def test_an_artificial_score_by_hand(club):
    # Board 1 had 3, 6, 3, 0. Ann & Bob get 60 %, Ida & Jan 40 % of 6; the three others are
    # factored: 4, 2 and 0 of 4 matchpoints become 17/3, 3 and 1/3.
    club.run("adjust", FIRST, "1", "A+", "A-", "--reason", "fouled", "--author", "Carla")
    made = evening(club)
    found = board(made, 1)
    points = {pair: one["points_hundredths"]["NS"] for pair, one in found.items()}
    assert points == {
        "Cleo & Dan": 567,
        "Ann & Bob": 360,
        "Eva & Finn": 300,
        "Grete & Hugo": 33,
    }
    ours = found["Ann & Bob"]
    assert ours["adjusted"] == {"NS": "A+", "EW": "A-"} and ours["deal"] == "4S N ="
    assert ours["points_hundredths"]["EW"] == 240
    said = "deal 1: board 1, 4♠ N = -> A+ | A- (decision 1 by Carla: fouled)"
    assert ours["decisions"] == [said]
    assert made["decisions"] == [f"Session {FIRST}, {said}"]
    # 28 - 3 + 3.6 of 48
    assert percentages(made)["Ann & Bob"] == 5958
    printed = club.run("duplicate", "--travellers")
    line = next(one for one in printed.splitlines() if one.startswith("Ann & Bob     Ida & Jan"))
    assert line.split()[-5:] == ["adjusted*", "A+", "A-", "3.60", "2.40"]
    assert "Decisions of the director\n" in printed
    club.run("undo", "1")
    assert percentages(evening(club))["Ann & Bob"] == 5833


def test_a_later_correction_is_the_result_again(club):
    club.run("adjust", FIRST, "1", "A+")
    club.run("correct", FIRST, "1", "4S N +1")
    assert board(evening(club), 1)["Ann & Bob"]["adjusted"] is None


def test_what_a_deal_counts_as_is_what_a_decision_changes(club):
    club.run("adjust", FIRST, "1", "A+", "A-")
    assert "is A+ | A- already" in club.refused("adjust", FIRST, "1", "A+", "A-")
    said = club.run("correct", FIRST, "1", "4S N =")  # as the tablet has it
    assert said == f"Session {FIRST}, deal 1: A+ | A- -> board 1, 4♠ N = (decision 2).\n"
    club.run("void", FIRST, "1")
    club.run("adjust", FIRST, "1", "A")
    assert board(evening(club), 1)["Ann & Bob"]["adjusted"] == {"NS": "A", "EW": "A"}
    said = club.run("void", FIRST, "1")
    assert said == f"Session {FIRST}, deal 1: A -> void (decision 5).\n"
    assert "Ann & Bob" not in board(evening(club), 1)
    assert "is void already" in club.refused("void", FIRST, "1")


@pytest.mark.each_database
def test_a_board_of_two_pairs(club):
    said = club.run("adjust-board", "5", "ann", "Mia & Nils", "60% 6S S =, 40% 6S S -1")
    assert said.startswith("Board 5, Ann & Bob against Mia & Nils: 60% 6S S =, 40% 6S S -1")
    club.run("adjust-board", "12", "Ann", "Ida", "A", "--evening", "2026-01-17")
    made = evening(club)
    points = {p: one["points_hundredths"]["NS"] for p, one in board(made, 5).items()}
    assert points == {"Ann & Bob": 400, "Cleo & Dan": 380, "Eva & Finn": 40, "Grete & Hugo": 380}
    new = board(made, 12)["Ann & Bob"]
    assert (new["deal"], new["session"], new["score"]) == (None, None, None)


def test_penalties_by_hand(club):
    club.run("penalty", "Ann", "10%", "--reason", "late")
    club.run("penalty", "Cleo", "3 IMPs", "--bonus")
    club.run("carry-over", "Eva", "2.5 MP")
    made = evening(club)
    assert {pair: mark for pair, mark in percentages(made).items() if pair[0] in "ACE"} == {
        "Ann & Bob": 5708,  # 28 - 0.6 of 48
        "Cleo & Dan": 6375,  # 30 + 0.6
        "Eva & Finn": 4479,  # 19 + 2.5
    }
    given = {place["pair"]: place["given_hundredths"] for place in made["ranking"]}
    assert given["Ann & Bob"] == -60 and given["Ida & Jan"] == 0
    printed = club.run("duplicate")
    assert "   2  Ann & Bob          8  -0.60        27.40  57.08\n" in printed
    assert "Ann & Bob: penalty -10% (decision 1 by" in printed
    assert "Eva & Finn: +2.50 MP" in club.refused("duplicate", "--scoring", "butler")


def test_a_board_that_has_a_score_is_not_missing(database, commands):
    mitchell.make(database, mitchell.SLIPS)
    assert missing(commands) == [6, 8]
    commands.run("adjust-board", "8", "Grete", "Ida", "A+", "A")
    assert missing(commands) == [6]


REFUSED = (
    (("penalty", "Ann", "10"), "10%"),
    (("penalty", "Ann", "0%"), "over 0"),
    (("penalty", "Ann & Cleo", "10%"), "2026-01-17"),
    (("penalty", "Zoe", "10%"), "'Zoe'"),
    (("penalty", "Ann", "10%", "--evening", "2026-01-18"), "duplicate"),
    (("adjust-board", "0", "Ann", "Ida", "A"), "1 to 250"),
    (("adjust-board", "1", "Ann", "Bob", "A"), "cannot meet"),
    (("adjust-board", "1", "Ann", "Ida", "B+"), "'B+'"),
    (("adjust-board", "12", "Ida", "Ann", "A"), "Ann & Bob"),
    (("adjust-board", "1", "Ann", "Ida", "8S N ="), "1 to 7"),
)


def test_what_cannot_be_is_refused_and_nothing_is_kept(club):
    for words, why in REFUSED:
        assert why in club.refused(*words), words
