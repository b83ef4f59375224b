"""A season of events: whatever is planned on a date, everybody has one evening."""

import json
from datetime import date

import pytest

from scorepad.club.events.loading import of_day
from scorepad.club.records.store import Club
from scorepad.movement.sections import in_sections
from support.club.club_sessions import Event, raw, stopped
from support.club.planned import (
    NAMES,
    PAIRS,
    TUESDAY,
    at_table,
    begun,
    deal,
    entered,
    planned,
    round_begins,
    session,
    tablet,
)
from support.databases import enrol
from support.in_process import Commands

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("utc")]

DAY = 24 * 60  # minutes
OTHER = date(2026, 1, 24)


@pytest.fixture
def run(database: str, capsysbinary: pytest.CaptureFixture[bytes]):
    """`scorepad club season`, of a club with twelve members: what it says of each."""
    with Club(database):
        enrol(database, NAMES)

    def season(*words: str) -> dict[str, list[tuple[str, int]]]:
        printed = Commands(database, capsysbinary, ("club", "season")).run(*words, "--json")
        return {
            " & ".join(player["name"] for player in one["players"]): [
                (evening["evening"], evening["mark_hundredths"]) for evening in one["evenings"]
            ]
            for one in json.loads(printed)["standings"]
        }

    return season


def later(log: list[Event], days: int) -> list[Event]:
    kind, place, number, minutes = log[0]
    return [(kind, place, number, minutes + days * DAY), *log[1:]]


def play(club: Club, event, number: int, days: int, tables: tuple[int, ...] = (1, 2, 3)) -> None:
    """The event is played at these tables, as session `number` of each tablet."""
    for table in tables:
        log = later(at_table(event, table), days)
        club.take(tablet(table), number, raw(number, log, tablet(table)), "port")


def test_a_pair_is_one_in_whatever_order_an_event_names_it(run, database):
    with Club(database) as club:
        play(club, entered(club, planned(club), PAIRS), 1, 0)
        turned = {**PAIRS, 1: ("Bob", "Ann")}
        play(club, entered(club, planned(club, when=OTHER), turned), 2, 7)
    said = run("--by", "pair")
    assert said["Ann & Bob"] == [("2026-01-17", 6250), ("2026-01-24", 6250)]
    assert len(said) == 6


def test_sections_that_are_compared_in_themselves_are_so_here(run, database):
    """In the second one all boards are passed out, which would change what the first one got."""
    with Club(database) as club:
        sections = in_sections([TUESDAY, TUESDAY])
        event = entered(club, planned(club, *sections, across=False), PAIRS)
        play(club, event, 1, 0)
        for one in event.plan(1):
            log = [*begun(event.number, one.table), round_begins(one)]
            log += [deal(n, f"b{board} pass") for n, board in enumerate(one.boards, 1)]
            number, where = one.round, tablet(one.table)
            club.take(where, number, raw(number, stopped(log), where), "port")
    assert run()["Ann"] == [("2026-01-17", 6250)]


def substituted(database: str) -> None:
    """Pair 6 is Kim & Leo, who get 4 4 0 2 of 4 each, and in round 3 Zoe & a guest: 0 3."""
    enrol(database, ("Zoe",), first=13)
    with Club(database) as club:
        event = entered(club, planned(club), PAIRS)
        entered(club, event, {6: ("Zoe", "guest:Tom")}, since=3)
        play(club, event, 1, 0)


def test_whoever_sat_has_what_was_scored_there(run, database):
    substituted(database)
    said = run()
    assert (said["Kim"], said["Leo"]) == ([("2026-01-17", 6250)],) * 2
    assert said["Zoe"] == [("2026-01-17", 3750)]
    pairs = run("--by", "pair")
    assert pairs["Kim & Leo"] == [("2026-01-17", 6250)]
    assert len(pairs) == 6  # nobody knows who Zoe's partner is


@pytest.mark.each_database
def test_who_plays_on_with_another_has_one_evening(run, database):
    substituted(database)
    with Club(database) as club:
        event = club.read(lambda rows: of_day(rows, date(2026, 1, 17)))
        assert event
        entered(club, event, {6: ("Kim", "Zoe")}, since=3)
    said = run()
    assert (said["Kim"], said["Leo"]) == ([("2026-01-17", 5417)], [("2026-01-17", 6250)])
    assert said["Zoe"] == [("2026-01-17", 3750)]
    assert run("--by", "pair")["Kim & Zoe"] == [("2026-01-17", 3750)]


def test_a_penalty_and_a_score_without_a_deal_are_of_who_sat_there(run, database, capsysbinary):
    """0.4 of 24 are taken from six boards; in place of board 1, where Zoe had 0, she has half."""
    substituted(database)
    club = Commands(database, capsysbinary, ())
    club.run("club", "penalty", "6", "10%")
    assert run()["Kim"] == [("2026-01-17", 6083)]
    assert run()["Zoe"] == [("2026-01-17", 3583)]
    club.run("club", "undo", "1")
    club.run("club", "void", session(2), "5")
    club.run("club", "adjust-board", "1", "2", "6", "A")
    assert run()["Zoe"] == [("2026-01-17", 6250)]
    (board,) = (
        one
        for one in json.loads(club.run("club", "duplicate", "--json"))["travellers"]
        if one["board"] == 1
    )
    (given,) = (one for one in board["results"] if one["adjusted"])
    assert (given["round"], given["pairs"]["EW"]["pair"]) == (3, "6 Zoe & Tom")
