"""What a director decides about an event, beside its plan: pairs are named by number."""

import csv
import io
import json
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from scorepad.club.events.rulings import leave
from scorepad.club.log import Signature
from scorepad.club.records.store import Club
from support.club.planned import (
    NAMES,
    PAIRS,
    TUESDAY,
    at_table,
    entered,
    logged,
    planned,
    scored,
    session,
    take,
    two_sections,
)
from support.databases import dump, enrol, select
from support.depth import full
from support.in_process import Commands

pytestmark = pytest.mark.slow

BOARDS = 2  # a round
TABLES = (1, 2, 3)


def places(run: Commands) -> dict[int, dict[str, Any]]:
    """The places in the list by the pairs' numbers."""
    return {place["number"]: place for place in scored(run)["ranking"]}


def results(run: Commands, pair: int) -> list[dict[str, Any]]:
    every = (one for board in scored(run)["travellers"] for one in board["results"])
    return [one for one in every if pair in numbers(one).values()]


def numbers(result: dict[str, Any]) -> dict[str, int]:
    """Which pairs sat N-S and E-W."""
    return {side: pair["number"] for side, pair in result["pairs"].items()}


def decided(run: Commands) -> dict[str, str]:
    listed = run.told("club", "decisions")
    return {str(one["number"]): one["what"] for one in listed}


def left(run: Commands, since: int) -> None:
    """TUESDAY, where pair 6 leaves from a round on, as the tables then play it."""
    enrol(run.database, NAMES)
    with Club(run.database) as club:
        event = entered(club, planned(club), PAIRS)
        event = club.write(partial(leave, event=event, pair=6, since=since, by=Signature("Dora")))
        take(club, {table: at_table(event, table) for table in TABLES})


@pytest.mark.each_database
def test_a_penalty_and_an_adjusted_board_are_of_the_event(run):
    before = places(run)[4]["total_hundredths"]
    assert run.run("club", "penalty", "4", "10%", "--event", "Tuesday")
    now = places(run)[4]
    assert (now["given_hundredths"], now["total_hundredths"]) == (-40, before - 40)
    run.run("club", "adjust-board", "1", "1", "4", "A+", "A-")
    (one,) = [one for one in results(run, 1) if one["adjusted"]]
    assert one["adjusted"] == {"NS": "A+", "EW": "A-"}
    said = decided(run)
    assert said["3"] == "Tuesday, 2026-01-17: 4 Grete & Hugo: penalty -10%"
    assert said["4"] == (
        "Tuesday, 2026-01-17: board 1, 1 Ann & Bob against 4 Grete & Hugo: adjust A+ | A-"
    )
    assert "no pair 9" in run.refused("club", "penalty", "9", "10%")
    assert "no board 7" in run.refused("club", "adjust-board", "7", "1", "4", "A")
    assert "event leave id=1 1" in run.refused("club", "withdraw", "1")


@full
def test_who_leaves_before_half_has_never_played_until_that_is_undone(new):
    left(new, 2)
    assert results(new, 6) == [] and 6 not in places(new)
    assert decided(new)["3"].endswith("pair 6 leaves from round 2 on")
    new.run("club", "undo", "3")
    assert len(results(new, 6)) == places(new)[6]["boards"] == BOARDS
    trail = new.told("event", "show", "Tuesday")["decisions"]
    assert trail[-1]["what"] == "pair 6 leaves from round 2 on (undone by 4)"


@full
@pytest.mark.each_database
def test_what_was_dropped_is_there_again_unless_its_name_is_taken(run):
    run.run("event", "drop", "Tuesday")
    run.run("club", "undo", "3")
    assert "Tuesday" in run.run("event", "list")
    run.run("club", "undo", "4")
    run.run("event", "new", "Tuesday", "--date", "2026-01-17", "--movement", "mitchell --pairs 6")
    assert "'Tuesday' on 2026-01-17" in run.refused("club", "undo", "5")


@full
def test_what_is_not_undone_is_taken_back_otherwise(run):
    said = decided(run)
    assert said["1"] == "Tuesday, 2026-01-17: planned"
    assert "; pair 3: Eva & Finn; " in said["2"]
    refused = run.refused("club", "undo", "1")
    assert "1" in refused and "  scorepad event drop id=" in refused


def test_sides_that_were_swapped_and_another_pair(run):
    before = results(run, 1)
    run.run("club", "swap", session(1))
    assert [numbers(one)["EW"] for one in results(run, 1)] == [1] * len(before) == [1] * 6
    assert "Grete,Ann,Hugo,Bob" in run.run("club", "export", session(1), "--format", "csv")
    run.run("club", "undo", "3")
    assert results(run, 1) == before
    run.run("club", "seat", session(1), "NS", "3", "--deals", "1")
    assert len(results(run, 1)) == len(before) - 1
    csv = run.run("club", "export", session(1), "--format", "csv").splitlines()
    assert "Eva,Grete,Finn,Hugo" in csv[1] and "Ann,Grete,Bob,Hugo" in csv[2]
    assert "no pair 9" in run.refused("club", "seat", session(1), "NS", "9", "--deals", "1")
    assert "the pairs say" in run.refused("club", "seat", session(1), "N", "Ann", "--deals", "1")
    assert "the pairs say" in run.refused("club", "seat", session(1), "N", "Ann")


def sat(run: Commands, player: str) -> list[str]:
    """The sessions in which somebody played."""
    return [one["id"] for one in run.told("club", "list", "--player", player)]


@full
@pytest.mark.each_database
def test_whoever_sat_there_by_decision_is_found_there(database, run):
    """Pair 3 sat for pair 1 at table 1, in one deal of round 1 at first, then in both."""
    assert (sat(run, "Ann"), session(1) in sat(run, "Eva")) == ([session(1)], False)
    run.run("club", "seat", session(1), "NS", "3", "--deals", "1")
    assert (sat(run, "Ann"), session(1) in sat(run, "Eva")) == ([session(1)], True)
    run.run("club", "seat", session(1), "NS", "3", "--deals", "2-6")
    assert sat(run, "Ann") == []
    run.run("club", "swap", session(1))
    there = f"SELECT player FROM round_seats WHERE session = '{session(1)}' AND turn = 0"
    assert select(database, f"{there} ORDER BY seat") == [(7,), (5,), (8,), (6,)]
    before = sorted(dump(database))
    with Club(database) as club:
        club.rebuild()
    assert sorted(dump(database)) == before
    for number in ("5", "4", "3"):
        run.run("club", "undo", number)
    assert (sat(run, "Ann"), session(1) in sat(run, "Eva")) == ([session(1)], False)


@full
def test_sections_that_are_scored_by_themselves_have_their_own_decisions(new):
    with Club(new.database) as club:
        event = planned(club, *two_sections(), across=False)
        take(club, {table: logged(event, table, lambda *_: "pass") for table in event.section_of})
    assert "sections" in new.refused("club", "adjust-board", "1", "1", "9", "A")
    new.run("club", "penalty", "1", "10%")
    new.run("club", "penalty", "9", "20%")
    new.run("club", "fouled", "1", "1")
    parts = scored(new)["sections"]
    assert [len(part["decisions"]) for part in parts] == [2, 1]
    places = [place for part in parts for place in part["ranking"]]
    assert {one["number"] for one in places if one["given_hundredths"]} == {1, 9}


def test_what_a_pair_that_left_owes_is_in_every_file(new: Commands) -> None:
    left(new, 3)
    owed = [one for one in results(new, 6) if one["deal"] is None]
    assert [one["adjusted"] for one in owed] == [{"NS": "A+", "EW": "none"}] * BOARDS
    boards = {pair: place["boards"] for pair, place in places(new).items()}
    (ns,) = {numbers(one)["NS"] for one in owed}
    assert (boards[6], boards[ns]) == (2 * BOARDS, 3 * BOARDS)
    assert not [one for one in scored(new)["doubts"] if one["kind"] == "missing"]

    run = replace(new, group=("club", "export", "--all", "--format"))
    (other,) = [one for one in TUESDAY.schedule if one.round == 3 and one.ew == 6]
    said = "6 Kim & Leo: leaves from round 3 on"
    marks = [f"board {board}, {said}" for board in other.boards]
    rows = list(csv.DictReader(io.StringIO(run.run("csv")[1:])))
    assert [row["decided"] for row in rows if not row["session"]] == marks
    games = run.run("pbn").split("\r\n\r\n")[-BOARDS:]
    for board, game in zip(other.boards, games, strict=True):
        assert f'[Board "{board}"]' in game
        assert '[AdjustedScore "A+ | none"]' in game
    for one in json.loads(run.run("json")):
        found = [decision["what"] for decision in one["decisions"]]
        assert found in ([], [mark.partition(" (")[0] for mark in marks])
        assert all(decision["number"] == 3 for decision in one["decisions"])
        assert found or one["table"] not in {at.table for at in TUESDAY.schedule if at.ew == 6}
