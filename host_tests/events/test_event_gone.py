"""Sessions of events that were dropped, without a plan, or with pairs that there are not."""

import pytest

from scorepad.club.records.store import Club
from scorepad.movement.model import Meeting
from support.club.club_sessions import raw, stopped
from support.club.mitchell import EVENING, ended, tablet
from support.club.planned import (
    at_table,
    begun,
    deal,
    known_as,
    planned,
    round_begins,
    scored,
    session,
    take,
)
from support.databases import change

pytestmark = [pytest.mark.full, pytest.mark.usefixtures("utc")]

FAR = 4_000_000_000  # the number of an event of another club
DROPPED = "by decision 3"


def elsewhere(database: str, table: int, event: int) -> str:
    """A table has played as TUESDAY was planned, as this event; the id of its session."""
    with Club(database) as club:
        own = planned(club, name=f"As {event}")
        log = at_table(own if event >= FAR else known_as(club, own, event), table)
        log[1] = (*log[1][:3], event)
        sender = tablet(10 + table)
        club.take(sender, 1, raw(1, log, sender), "port")
    return f"{sender.hex()}-1"


def alone(database: str, table: int, begun: int = EVENING) -> str:
    """A table has played without an event, in the same evening; the id of its session."""
    with Club(database) as club:
        deals = ("b1 4S N =", "b3 7N N =")
        take(club, {table: ended(deals, table=table, begun=begun, players=(0, 0, 0, 0))})
    return session(table)


# Dropped


@pytest.mark.each_database
def test_what_was_played_by_a_dropped_event_counts_no_more_until_that_is_undone(run):
    before = scored(run), run.told("club", "season")
    run.run("event", "drop", "Tuesday")
    said = run.refused("club", "duplicate")
    assert session(1) in said and DROPPED in said
    assert DROPPED in run.refused("club", "export", session(1), "--format", "pbn")
    status, out, said = run.ended("club", "season")
    assert (status, out, said.count(DROPPED)) == (2, "", 3)
    run.run("club", "undo", "3")
    assert (scored(run), run.told("club", "season")) == before


def test_the_latest_evening_is_one_that_counts(run, database):
    alone(database, 8, EVENING - 7 * 24 * 60)
    run.run("event", "drop", "Tuesday")
    assert scored(run)["evening"] == "2026-01-10"


# Without a plan


def test_sessions_of_unknown_events_are_not_mixed_with_others(run, database):
    before = run.told("club", "season")["standings"]
    unknown = elsewhere(database, 2, FAR), elsewhere(database, 3, FAR + 1)
    run.run("event", "drop", "Tuesday")
    assert "2 events" in run.refused("club", "duplicate")
    other = alone(database, 9)
    made = scored(run)
    assert [one["id"] for one in made["sessions"]] == [other]
    assert {one["kind"] for one in made["doubts"]} <= {"missing"}
    assert "not counted here: 2 sessions" in run.run("club", "duplicate")
    run.run("club", "undo", "5")
    assert "not counted here: 3 sessions" in run.run("club", "duplicate")
    season = run.told("club", "season")
    assert (season["unplanned"], season["standings"]) == (2, before)
    assert "not counted: 2 sessions" in run.run("club", "season")
    assert "one event" in run.refused("club", "export", *unknown, "--format", "usebio")


def test_the_only_event_of_an_evening_counts_without_its_plan(new):
    there = elsewhere(new.database, 2, FAR)
    made = scored(new)
    assert {place["pair"] for place in made["ranking"]} == {f"pair {n}" for n in (2, 4, 5, 6)}
    (doubt,) = made["doubts"]
    assert (doubt["kind"], doubt["table"], doubt["session"]) == ("no-plan", 2, there)
    assert f"--event id={FAR}`" in doubt["remedy"]
    assert f"'id={FAR}'" in new.refused("club", "duplicate", "--event", f"id={FAR}")


def test_a_plan_that_cannot_be_read_is_told(run, database):
    run.run("club", "penalty", "4", "10%")
    change(database, """UPDATE decisions SET body = replace(body, '"kind"', '"sort"')""")
    made = scored(run)
    assert [one["kind"] for one in made["doubts"]] == ["no-plan"] * 3
    assert run.run("club", "duplicate", "--doubts").count("does not have the plan") >= 3
    assert "is damaged" in run.refused("club", "duplicate", "--event", "id=1")
    assert "nothing is decided" in run.refused("club", "penalty", "4", "10%")
    status, _, _ = run.ended("club", "season")
    assert status == 2


@pytest.mark.each_database
def test_a_season_needs_no_clock_for_the_sessions_of_an_event(run, database):
    """They are of the date of the event; nothing of them is told to be of no evening."""
    before = run.told("club", "season")["standings"]
    change(database, "UPDATE sessions SET started = 0")
    season = run.told("club", "season")
    assert (season["standings"], season["undated"]) == (before, 0)
    assert [one["evening"] for one in season["evenings"]] == ["2026-01-17"]


# Pairs that there are not


@pytest.mark.parametrize(
    ("ns", "ew", "sides", "who"),
    [
        (2, 0, ["EW"], ["nobody sat E-W"]),
        (2, 2, ["SEAT"], ["pair 2 sat on both sides"]),
        (254, 255, ["NS", "EW"], ["pair 254", "pair 255"]),
    ],
)
def test_such_a_round_does_not_count_until_somebody_says_who_sat_there(new, ns, ew, sides, who):
    """The director has overruled what table 2 has in round 2."""
    with Club(new.database) as club:
        event = planned(club)
        log = [*begun(event.number, 2), round_begins(Meeting(2, 2, ns, ew, (5, 6)), True)]
        log += [deal(1, "b5 4H E ="), deal(2, "b6 pass")]
        take(club, {1: at_table(event, 1), 2: stopped(log), 3: at_table(event, 3)})
    made = scored(new)
    assert {place["number"] for place in made["ranking"]} == {1, 3, 4, 5, 6}
    assert 2 not in [one["table"] for board in made["travellers"] for one in board["results"]]
    doubts = [one for one in made["doubts"] if one["kind"] == "no-pair"]
    assert all(pair in one["what"] for one, pair in zip(doubts, who, strict=True))
    assert {(one["table"], one["session"], one["board"]) for one in doubts} == {(2, session(2), 0)}
    for one, side in zip(doubts, sides, strict=True):
        assert f"club seat {session(2)} {side} PLAYER --deals 1-2`" in one["remedy"]
    usebio = new.ended("club", "export", "--evening", "2026-01-17", "--format", "usebio")
    assert f"left out: session {session(2)}: round 2: " in usebio[2]
    for side, pair in (("NS", "2"), ("EW", "4")):
        new.run("club", "seat", session(2), side, pair, "--deals", "1-2")
    made = scored(new)
    assert {place["number"] for place in made["ranking"]} == {1, 2, 3, 4, 5, 6}
    assert "no-pair" not in {one["kind"] for one in made["doubts"]}


def test_a_deal_of_which_somebody_has_said_who_sat_there_is_asked_no_more(new):
    with Club(new.database) as club:
        event = planned(club)
        log = [*begun(event.number, 2), round_begins(Meeting(2, 2, 99, 4, (4, 5, 6)), True)]
        log += [deal(number, f"b{number + 3} 4H E =") for number in (1, 2, 3)]
        take(club, {2: stopped(log)})
    new.run("club", "seat", session(2), "NS", "2", "--deals", "2")
    doubts = [one for one in scored(new)["doubts"] if one["kind"] == "no-pair"]
    assert [one["remedy"].partition("--deals ")[2] for one in doubts] == ["1-1`", "3-3`"]
