"""What an event has planned and is missing, and what was played otherwise, is asked."""

import shlex
from dataclasses import replace

import pytest

from firmware.session import UNPLAYED
from scorepad.club.duplicate.against_plan import Doubt
from scorepad.club.duplicate.doubts import doubts
from scorepad.club.duplicate.field import field_from, results_in
from scorepad.club.events.event import GUESTS, Event, EventPair
from scorepad.movement.model import Meeting
from support.club.club_sessions import Event as Record
from support.club.club_sessions import stopped
from support.club.field_sessions import club_session
from support.club.planned import (
    DATE,
    TUESDAY,
    at_table,
    begun,
    deal,
    known_as,
    planned,
    round_begins,
    take,
)

NUMBER = 70001  # of the event


def event(*left: int, late: int = 0) -> Event:
    """TUESDAY. `left`: pairs, from round 3 on; `late`: one that comes for round 2."""
    pairs = {
        number: EventPair(number, {2: GUESTS} if number == late else {}, 3 * (number in left))
        for number in TUESDAY.pairs
    }
    return Event(1, NUMBER, "Tuesday", DATE, "matchpoints", True, [TUESDAY], pairs)


def listed(plan: Event, *logs: list[Record]) -> list[Doubt]:
    """All doubts about these tables, but for those about results."""
    sessions = [replace(club_session(log), event=plan) for log in logs if log]
    found = doubts(field_from(results_in(sessions)), sessions, plan, TUESDAY.tables)
    assert all(one.remedy for one in found)
    return [one for one in found if one.kind not in ("tricks", "both-sides")]


def asked(*left: int, log: list[Record], late: int = 0) -> list[tuple[str, int, int]]:
    """Kind, table and board of each doubt, if table 2 has this, and the others the plan."""
    plan = event(*left, late=late)
    found = listed(plan, at_table(plan, 1), log, at_table(plan, 3))
    return [(one.kind, one.table, one.board) for one in found]


def log(*steps: str) -> list[Record]:
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
ENDED = stopped(log(*ONE, *TWO, *THREE))
OTHERWISE = [("overruled", 2, 0), ("missing", 2, 8)]


@pytest.mark.parametrize(
    ("left", "played", "found"),
    [
        ((), ENDED, []),
        ((), stopped(log(*ONE[:2], *TWO, *THREE)), [("missing", 2, 4)]),
        ((), log(*ONE, *TWO[:2]), []),  # a round that is not over
        ((), log(*ONE), []),
        ((), log(*ONE, *THREE), [("missing", 2, 5), ("missing", 2, 6)]),  # it was passed over
        ((), stopped(log(*ONE, *TWO)), [("missing", 2, 1), ("missing", 2, 2)]),
        ((6,), stopped(log(*ONE, *TWO)), []),  # nobody misses a pair that has left
        ((6,), stopped(log(*ONE, *TWO, "2:0 1-2")), []),
        ((2, 6), stopped(log(*ONE, *TWO, "0:0 1-6")), []),  # nobody sits there, by the plan too
        ((), [], [("no-session", 2, 0)]),
        ((), stopped(log(*ONE[:2], "out 4", *TWO, *THREE)), [("not-played", 2, 4)]),
        # A late board is played in its round.
        ((), stopped(log(*ONE[:2], "out 4", *TWO, *THREE, "r1 2:5 3-4", "b4 pass")), []),
        # Of a round that was begun twice the last counts.
        ((), stopped(log(*ONE, *TWO[:1], "r2 2:4 7-8!", "b7 pass", *THREE)), OTHERWISE),
        ((), stopped(log(*ONE, *TWO, *THREE, "2:5 7-8!", "b7 pass")), OTHERWISE),  # a round more
        ((), log("2:6 3-4"), [("other-plan", 2, 0)]),
        ((), log(*ONE[:2], "b9 pass", *TWO), [("missing", 2, 4), ("other-board", 2, 9)]),
        ((), log("b3 pass"), [("no-pair", 2, 0)] * 2),  # before any round
        ((), log("2:99 3-4!", *TWO[:1]), [("overruled", 2, 0)]),  # nobody lacks its boards
    ],
)
def test_what_is_missing_or_was_played_otherwise_is_asked(left, played, found):
    assert asked(*left, log=played) == found


@pytest.mark.parametrize(("steps", "tables"), [(ONE, []), ((*ONE, TWO[0]), [1, 3])])
def test_a_table_that_has_not_begun_is_asked_for_when_others_have_gone_on(steps, tables):
    found = listed(event(), log(*steps))
    assert [(one.kind, one.table) for one in found] == [("no-session", one) for one in tables]


def test_a_table_that_the_event_does_not_have_is_looked_at_too():
    elsewhere = log("2:5 3-4", "b3 pass", "b4 pass", "b9 pass")
    elsewhere[0] = (*elsewhere[0][:2], elsewhere[0][2] + 5, elsewhere[0][3])
    assert asked(log=elsewhere) == [
        ("no-session", 2, 0),
        ("other-plan", 7, 0),
        ("other-board", 7, 9),
    ]


@pytest.mark.parametrize("first", ["2:0 3-4", "0:0 3-4", ""])
def test_nobody_misses_a_pair_before_it_came(first):
    """The table had nobody there in round 1, or was not begun before round 2."""
    rounds = stopped(log(first or TWO[0], *TWO[first == "" :], *THREE))
    assert asked(late=5, log=rounds) == []
    wanted = ["other-plan"] if first else ["missing"] * 2
    assert [kind for kind, *_ in asked(late=4, log=rounds)] == wanted


def test_a_finished_session_with_another_plan_needs_nothing_sent():
    """It was played before the pair was said to have left."""
    logs = [at_table(event(), table) for table in TUESDAY.tables]
    (as_played,) = {one.remedy for one in listed(event(4), *logs) if one.kind == "other-plan"}
    logs = [at_table(event(), 1), log("2:6 3-4"), at_table(event(), 3)]
    (to_send,) = [one.remedy for one in listed(event(), *logs) if one.kind == "other-plan"]
    assert as_played != to_send


def test_a_tablet_takes_no_board_of_a_round_that_it_has_passed_over():
    plan = event()
    found = listed(plan, at_table(plan, 1), log(*ONE, *THREE), at_table(plan, 3))
    assert ["`scorepad club adjust-board" in one.remedy for one in found] == [True] * 2
    found = listed(plan, at_table(plan, 1), log(*ONE[:2], *TWO), at_table(plan, 3))
    assert ["`scorepad" in one.remedy for one in found] == [False]  # but one of round 1


@pytest.mark.parametrize("left_out", [(), ("out 4",)])
def test_a_board_that_is_missing_comes_in_by_the_decision_named(club, new, left_out):
    plan = known_as(club, planned(club), NUMBER)
    played = stopped(log(*ONE[:2], *left_out, *TWO, *THREE))
    take(club, {1: at_table(plan, 1), 2: played, 3: at_table(plan, 3)})

    def remedies() -> list[str]:
        kind = "not-played" if left_out else "missing"
        found = new.told("club", "duplicate")["doubts"]
        return [one["remedy"] for one in found if one["kind"] == kind]

    (remedy,) = remedies()
    command = shlex.split(remedy.split("`")[1].replace("SCORE", '"3N N ="'))
    assert command[1:6] == ["club", "adjust-board", "4", "2", "5"]
    new.run(*command[1:])
    assert remedies() == []
