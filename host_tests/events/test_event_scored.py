"""What comes back of an event is scored by its plan: pairs by number, sections, seats by round."""

import csv
import io
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from scorepad.club.decisions.seating import merge
from scorepad.club.events.loading import event_meant
from scorepad.club.records.store import Club
from scorepad.movement.mitchell import mitchell
from scorepad.movement.sections import in_sections
from support.club.club_sessions import raw
from support.club.planned import (
    DATE,
    NAMES,
    PAIRS,
    at_table,
    deal,
    entered,
    planned,
    session,
    tablet,
    take,
    tuesday,
)
from support.databases import dump, enrol, select
from support.depth import full

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("utc")]

NORTH_SOUTH = [(1, 15, 6250), (2, 15, 6250), (3, 6, 2500)]
EAST_WEST = [(4, 13, 5417), (6, 13, 5417), (5, 10, 4167)]


def ranked(evening: dict[str, Any], side: str | None) -> list[tuple[int, int, int]]:
    return [
        (place["number"], place["total_hundredths"] // 100, place["percentage_hundredths"])
        for place in evening["ranking"]
        if place["side"] == side
    ]


@pytest.mark.each_database
def test_the_event_worked_by_hand(played, commands):
    evening = commands.told("duplicate")
    assert evening["event"] == {"id": 1, "name": "Tuesday", "section": None}
    assert (ranked(evening, "NS"), ranked(evening, "EW")) == (NORTH_SOUTH, EAST_WEST)
    assert (evening["doubts"], evening["scoring"]) == ([], "matchpoints")
    assert {place["pair"] for place in evening["ranking"]} >= {"1 Ann & Bob", "6 Kim & Leo"}
    for words in (("--event", "tuesday"), ("--evening", "2026-01-17")):
        assert commands.told("duplicate", *words) == evening
    assert "doubtful" not in commands.run("duplicate")
    assert "doubtful" in commands.run("duplicate", "--doubts")


@full
def test_the_scoring_of_the_event_counts_unless_another_is_said(database, commands):
    enrol(database, NAMES)
    with Club(database) as club:
        event = planned(club, scoring="butler-trimmed")
        take(club, {table: at_table(event, table) for table in (1, 2, 3)})
    assert commands.told("duplicate")["scoring"] == "butler-trimmed"
    assert commands.told("duplicate", "--scoring", "cross-imps")["scoring"] == "cross-imps"


@full
def test_a_member_who_played_is_found_and_no_money_is_owed(played, commands):
    listed = commands.told("list", "--player", "Kim")
    assert [one["id"] for one in listed] == [session(table) for table in (1, 2, 3)]
    assert len(commands.told("list", "--player", "Ann")) == 1
    entries = {one["name"]: one["sessions"] for one in commands.told("players")}
    assert (entries["Ann"], entries["Kim"]) == (1, 3)
    owed = commands.told("ledger")
    assert owed["players"] == owed["sessions"] == []
    assert commands.told("ranking") == []


@full
def test_another_player_from_a_round_on(played, commands):
    with Club(played) as club:
        enrol(played, ("Zoe",), first=13)
        event = club.read(lambda rows: event_meant(rows, "Tuesday", DATE))
        assert event
        entered(club, event, {6: ("Zoe", "guest:Tom")}, since=3)
    assert len(commands.told("list", "--player", "Kim")) == 2
    (there,) = commands.told("list", "--player", "Zoe")
    assert there["id"] == session(2)
    evening = commands.told("duplicate")
    assert ranked(evening, "EW") == EAST_WEST
    (name,) = {place["pair"] for place in evening["ranking"] if place["number"] == 6}
    assert name == "6 Kim & Leo; round 3: Zoe & Tom"
    results = [one for board in evening["travellers"] for one in board["results"]]
    called = {one["round"]: one["pairs"]["EW"] for one in results if "6 " in str(one["pairs"])}
    assert [called[turn]["pair"] for turn in (1, 2, 3)] == ["6 Kim & Leo"] * 2 + ["6 Zoe & Tom"]
    assert called[3] == {"pair": "6 Zoe & Tom", "number": 6, "players": [13, 0]}


@pytest.mark.each_database
def test_seats_follow_merges_and_a_rebuild_makes_them_again(played, commands):
    with Club(played) as club:
        club.write(lambda rows: merge(rows, 11, 1, ""))
        assert len(commands.told("list", "--player", "Ann")) == 3
        before = sorted(dump(played))
        club.rebuild()
        assert sorted(dump(played)) == before
        club.write(lambda rows: merge(rows, 11, 0, ""))
        assert len(commands.told("list", "--player", "Ann")) == 1
    seats = select(played, "SELECT DISTINCT entered, player FROM round_seats ORDER BY entered")
    assert seats == [(number, number) for number in range(1, 13)]


@full
@pytest.mark.each_database
def test_two_events_of_an_evening_are_named(played, commands):
    with Club(played) as club:
        event = planned(club, name="Late")
        log = at_table(event, 1)
        club.take(tablet(8), 1, raw(1, log, tablet(8)), "port")
    assert "'Tuesday', 'Late'; say which by --event" in commands.refused("duplicate")
    assert len(commands.told("duplicate", "--event", "Tuesday")["sessions"]) == 3
    assert len(commands.told("duplicate", "--event", "Late")["sessions"]) == 1


@full
def test_the_first_of_two_plays_is_that_of_the_earlier_round(database, commands):
    """Pair 6 plays board 3 at table 3 by mistake, then at table 1, whose session began earlier."""
    with Club(database) as club:
        event = planned(club)
        wrong = at_table(event, 3, rounds=1)
        take(club, {1: at_table(event, 1), 3: [*wrong, deal(3, "b3 3N E =")]})
    evening = commands.told("duplicate")
    (board,) = [one for one in evening["travellers"] if one["board"] == 3]
    assert [(one["session"], one["round"]) for one in board["results"]] == [(session(3), 1)]
    (again,) = [one for one in evening["doubts"] if one["kind"] == "again"]
    assert (again["session"], again["board"]) == (session(1), 3)


# Sections


@pytest.mark.parametrize("across", [True, False])
def test_sections_are_compared_across_or_each_in_itself(database, commands, across):
    """Two sections play the same; so all is as it was, across with twice as many results."""
    enrol(database, NAMES)
    with Club(database) as club:
        event = planned(club, *in_sections([mitchell(6, 3, 2)] * 2), across=across)
        event = entered(club, event, PAIRS)
        first = {table: at_table(event, table) for table in (1, 2, 3)}
        take(club, first)
        for table, log in first.items():
            moved = [_moved(one) for one in log]
            moved[0] = (*moved[0][:2], moved[0][2] + 3, moved[0][3])
            club.take(tablet(table + 3), 1, raw(1, moved, tablet(table + 3)), "port")
    made = commands.told("duplicate")
    if across:
        assert {place["number"] for place in made["ranking"]} == set(range(1, 13))
        assert len(made["travellers"][0]["results"]) == 6
        firsts = {place["number"] for place in made["ranking"] if place["rank"] == 1}
        assert firsts == {1, 2, 7, 8, 4, 6, 10, 12}
    else:
        a, b = made["sections"]
        assert [a["event"]["section"], b["event"]["section"]] == ["A", "B"]
        assert (ranked(a, "NS"), ranked(a, "EW")) == (NORTH_SOUTH, EAST_WEST)
        assert ranked(b, "NS") == [(n + 6, total, mark) for n, total, mark in NORTH_SOUTH]
        said = commands.run("duplicate")
        assert "Duplicate, Tuesday, 2026-01-17, section B · matchpoints · 3 tables" in said
        page = commands.run("duplicate", "--format", "html", "--travellers")
        assert page.count("section A") == page.count("section B") >= 1
    assert not any(part["doubts"] for part in made.get("sections", [made]))


def _moved(event: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """The same in the second section."""
    kind, place, number, value = event
    return (kind, place, number + 6 + (6 << 8), value) if kind == 12 else event


# Beside the list


def test_exports_have_the_players_of_each_round(played, commands):
    pbn = commands.run("export", session(1), "--format", "pbn")
    tags = re.findall(r'\[(West|North|East|South) "(\w+)"\]', pbn)
    names = ["Hugo", "Ann", "Grete", "Bob", "Leo", "Ann", "Kim", "Bob", "Jan", "Ann", "Ida", "Bob"]
    twice = [name for first in range(0, 12, 4) for name in names[first : first + 4] * 2]
    assert [name for _, name in tags] == twice
    sheet = commands.run("export", session(1), "--format", "csv")
    lines = list(csv.DictReader(io.StringIO(sheet)))
    assert [line["east"] for line in lines] == ["Grete", "Grete", "Kim", "Kim", "Ida", "Ida"]
    usebio = ElementTree.fromstring(commands.run("export", session(1), "--format", "usebio"))
    pairs = {
        frozenset(str(name.text) for name in pair.iter("PLAYER_NAME"))
        for pair in usebio.iter("PAIR")
    }
    assert pairs == {frozenset(PAIRS[number]) for number in (1, 4, 5, 6)}


@full
def test_the_sheet_of_a_session_says_who_sat_there_in_each_round(played, commands):
    assert "    2  2 Cleo & Dan  4 Grete & Hugo  5-6\n" in commands.run("show", session(2))


@full
def test_a_session_of_another_club_s_event_is_of_none_here(tmp_path):
    """Both clubs have one event, and a tablet of the one is synced by the other."""
    theirs, here = (str(tmp_path / f"{name}.db") for name in ("theirs", "here"))
    Club(theirs).close()
    event = tuesday(theirs)
    with Club(here) as club:
        planned(club)
        take(club, {table: at_table(event, table) for table in (1, 2, 3)})
        there = [club.session(one.id) for one in club.sessions()]
    assert [(one.event, one.rounds.event) for one in there] == [(None, event.number)] * 3
    assert select(here, "SELECT * FROM round_seats") == []
