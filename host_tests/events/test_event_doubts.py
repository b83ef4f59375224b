"""What an event has planned and is missing, and what was played otherwise, is asked."""

import json
import shlex
from functools import partial
from pathlib import Path

import pytest

from firmware.session import UNPLAYED
from scorepad.club.decisions.adding import Signature
from scorepad.club.events.rulings import leave
from scorepad.club.records.store import Club
from scorepad.movement.model import Meeting
from support.club.club_sessions import Event, stopped
from support.club.planned import (
    at_table,
    begun,
    deal,
    entered,
    known_as,
    planned,
    round_begins,
    take,
)
from support.commands import scorepad

NUMBER = 70001  # of the event


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the club is."""
    return tmp_path / "club.db"


def doubts(
    path: Path, *left: int, log: list[Event], late: int = 0
) -> list[tuple[str, int, int, str]]:
    """Kind, table, board and what is said, if table 2 has this.

    `left`: pairs, from round 3 on; `late`: one that comes for round 2.
    """
    with Club(str(path)) as club:
        event = known_as(club, planned(club), NUMBER)
        if late:
            event = entered(club, event, {late: ("guest", "guest:Tom")}, since=2)
        for pair in left:
            club.write(partial(leave, event=event, pair=str(pair), since=3, by=Signature()))
        take(club, {table: at_table(event, table) for table in (1, 3)})
        if log:
            take(club, {2: log})
    made = json.loads(scorepad("club", "duplicate", "--json", "--db", path).stdout)
    assert all(one["remedy"] for one in made["doubts"])
    return [
        (one["kind"], one["table"], one["board"], one["what"])
        for one in made["doubts"]
        if one["kind"] not in ("tricks", "both-sides")
    ]


def log(*steps: str) -> list[Event]:
    """Table 2 as its tablet has it: `2:5 3-4` is the next round, `r1 2:5 3-4!` one overruled."""
    made, deals, turn = begun(NUMBER, 2), 0, 0
    for step in steps:
        if step.startswith("b"):
            deals += 1
            made.append(deal(deals, step))
        elif step.startswith("out"):
            made.append((UNPLAYED, int(step[4:]), deals, 0))
        else:
            *said, pairs, boards = step.split()
            turn = int(said[0][1:]) if said else turn + 1
            ns, ew = map(int, pairs.split(":"))
            first, last = map(int, boards.rstrip("!").split("-"))
            meeting = Meeting(turn, 2, ns, ew, tuple(range(first, last + 1)))
            made.append(round_begins(meeting, step.endswith("!")))
    return made


ONE = ("2:5 3-4", "b3 pass", "b4 pass")
TWO = ("r2 2:4 5-6", "b5 pass", "b6 pass")
THREE = ("r3 2:6 1-2", "b1 pass", "b2 pass")


def test_what_is_played_by_the_plan_is_not_asked_about(path):
    assert doubts(path, log=stopped(log(*ONE, *TWO, *THREE))) == []


def test_a_board_that_its_round_lacks_is_missing(path):
    assert doubts(path, log=stopped(log(*ONE[:2], *TWO, *THREE))) == [
        ("missing", 2, 4, "is missing; round 1, pairs 2 and 5"),
    ]


def test_a_round_that_is_not_over_lacks_nothing(path):
    assert doubts(path, log=log(*ONE, *TWO[:2])) == []
    assert doubts(path.with_name("other.db"), log=log(*ONE)) == []


def test_a_round_that_was_passed_over_lacks_all(path):
    assert doubts(path, log=log(*ONE, *THREE)) == [
        ("missing", 2, 5, "is missing; round 2, pairs 2 and 4"),
        ("missing", 2, 6, "is missing; round 2, pairs 2 and 4"),
    ]


def test_what_is_left_when_a_table_has_ended_is_missing(path):
    assert doubts(path, log=stopped(log(*ONE, *TWO))) == [
        ("missing", 2, 1, "is missing; round 3, pairs 2 and 6"),
        ("missing", 2, 2, "is missing; round 3, pairs 2 and 6"),
    ]


def test_nobody_misses_a_pair_that_has_left(path):
    assert doubts(path, 6, log=stopped(log(*ONE, *TWO))) == []
    alone = log(*ONE, *TWO, "2:0 1-2")
    assert doubts(path.with_name("other.db"), 6, log=stopped(alone)) == []


def test_a_table_that_has_sent_nothing_is_named(path):
    assert doubts(path, log=[]) == [("no-session", 2, 0, "no session of this table has come in")]
    said = scorepad("club", "duplicate", "--doubts", "--db", path).stdout
    assert "Table 2: no session of this table has come in; sync its tablet.\n" in said


def test_a_board_that_was_not_played_is_told(path):
    assert doubts(path, log=stopped(log(*ONE[:2], "out 4", *TWO, *THREE))) == [
        ("not-played", 2, 4, "was not played, as the table says; round 1, pairs 2 and 5"),
    ]


def remedies(path: Path, kind: str) -> list[str]:
    """Those of the doubts of a kind."""
    made = json.loads(scorepad("club", "duplicate", "--json", "--db", path).stdout)
    return [one["remedy"] for one in made["doubts"] if one["kind"] == kind]


@pytest.mark.parametrize("left_out", [(), ("out 4",)])
def test_a_board_that_is_missing_comes_in_on_the_tablet_or_by_a_decision(path, left_out):
    kind = "not-played" if left_out else "missing"
    doubts(path, log=log(*ONE[:2], *left_out, *TWO))
    assert ["boards to play" in one for one in remedies(path, kind)] == [True]
    with Club(str(path)) as club:
        take(club, {2: stopped(log(*ONE[:2], *left_out, *TWO, *THREE))})
    (remedy,) = remedies(path, kind)
    command = shlex.split(remedy.split("`")[1].replace("RESULT", '"3N N ="'))
    assert command[1:6] == ["club", "adjust-board", "4", "2", "5"]
    scorepad(*command[1:], "--db", path)
    assert remedies(path, kind) == []


def test_a_tablet_takes_no_board_of_a_round_that_it_has_passed_over(path):
    doubts(path, log=log(*ONE, *THREE))
    assert ["`scorepad club adjust-board" in one for one in remedies(path, "missing")] == [
        True
    ] * 2


def test_a_late_board_is_played_in_its_round(path):
    late = log(*ONE[:2], "out 4", *TWO, *THREE, "r1 2:5 3-4", "b4 pass")
    assert doubts(path, log=stopped(late)) == []


def test_an_overruled_round_is_told(path):
    found = doubts(path, log=stopped(log(*ONE, "2:6 5-6!", *TWO[1:], *THREE)))
    said = "round 2: pairs 2 and 6, boards 5-6; planned: pairs 2 and 4, boards 5-6"
    assert found[0] == ("overruled", 2, 0, said)
    assert {kind for kind, *_ in found[1:]} == {"again"}  # pair 6 plays them at table 3 too


def test_of_a_round_that_was_begun_twice_the_last_counts(path):
    found = doubts(path, log=stopped(log(*ONE, *TWO[:1], "r2 2:4 7-8!", "b7 pass", *THREE)))
    assert [one[:3] for one in found] == [("overruled", 2, 0), ("missing", 2, 8)]


def test_a_round_more_than_was_planned_is_told(path):
    found = doubts(path, log=stopped(log(*ONE, *TWO, *THREE, "2:5 7-8!", "b7 pass")))
    said = "round 4: pairs 2 and 5, boards 7-8; planned: nobody"
    assert found == [
        ("overruled", 2, 0, said),
        ("missing", 2, 8, "is missing; round 4, pairs 2 and 5"),
    ]


def test_a_table_that_the_event_does_not_have_is_looked_at_too(path):
    elsewhere = log("2:5 3-4", "b3 pass", "b4 pass", "b9 pass")
    elsewhere[0] = (*elsewhere[0][:2], elsewhere[0][2] + 5, elsewhere[0][3])
    found = doubts(path, log=elsewhere)
    assert [one[:3] for one in found] == [
        ("no-session", 2, 0),
        ("other-plan", 7, 0),
        ("other-board", 7, 9),
    ]


def test_another_plan_on_the_tablet_is_told(path):
    said = "round 1: pairs 2 and 6, boards 3-4; planned: pairs 2 and 5, boards 3-4"
    assert doubts(path, log=log("2:6 3-4")) == [("other-plan", 2, 0, said)]


def test_a_board_of_another_round_is_told(path):
    assert doubts(path, log=log(*ONE[:2], "b9 pass", *TWO)) == [
        ("missing", 2, 4, "is missing; round 1, pairs 2 and 5"),
        ("other-board", 2, 9, "was played in round 1, in which the table had boards 3-4"),
    ]


def test_a_deal_before_any_round_is_told(path):
    assert [one[:3] for one in doubts(path, log=log("b3 pass"))] == [("no-pair", 2, 0)] * 2


def test_a_round_in_which_nobody_sits_there_is_no_doubt(path):
    """The tablet says that nobody sits there; nor does the plan, where both have left."""
    assert doubts(path, 2, 6, log=stopped(log(*ONE, *TWO, "0:0 1-6"))) == []


@pytest.mark.parametrize("first", ["2:0 3-4", "0:0 3-4", ""])
def test_nobody_misses_a_pair_before_it_came(path, first):
    """The table had nobody there in round 1, or was not begun before round 2."""
    rounds = [first or TWO[0], *TWO[first == "" :], *THREE]
    assert doubts(path, late=5, log=stopped(log(*rounds))) == []
    other = path.with_name("other.db")
    found = doubts(other, late=4, log=stopped(log(*rounds)))
    wanted = ["other-plan"] if first else ["missing"] * 2
    assert [kind for kind, *_ in found] == wanted


def test_a_finished_session_with_another_plan_needs_nothing_sent(path: Path) -> None:
    """It was played before the pair was said to have left."""
    with Club(str(path)) as club:
        event = known_as(club, planned(club), NUMBER)
        take(club, {table: at_table(event, table) for table in (1, 2, 3)})
        club.write(partial(leave, event=event, pair="4", since=3, by=Signature()))
    made = json.loads(scorepad("club", "duplicate", "--json", "--db", path).stdout)
    remedies = {one["remedy"] for one in made["doubts"] if one["kind"] == "other-plan"}
    assert remedies == {"ask the table; nothing is to be done if it was so"}
