"""What comes back of an event is scored by its plan: pairs by number, sections, seats by round."""

import csv
import io
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from firmware.opening import opening
from firmware.scoring.deal import NORTH
from scorepad.club.events.loading import event_meant
from scorepad.club.records.store import Club
from scorepad.movement.mitchell import build_mitchell
from scorepad.movement.model import Meeting
from scorepad.movement.sections import join_sections
from support.club.club_sessions import complete
from support.club.club_sessions import played as club_played
from support.club.merging import merge
from support.club.planned import (
    DATE,
    NAMES,
    PAIRS,
    at_table,
    deal,
    entered,
    logged,
    planned,
    session,
    take,
    tuesday,
    two_sections,
)
from support.databases import dump, enrol, select
from support.depth import full
from support.in_process import Commands

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
    _, _, said = commands.ended(*EXPORT, "usebio", "--event", "Tuesday")
    assert "left out: pair 6 Kim & Leo; round 3: Zoe & Tom: " in said


@pytest.mark.each_database
def test_seats_follow_merges_and_a_rebuild_makes_them_again(played, commands):
    with Club(played) as club:
        enrol(played, ["Zed"], 20)
        club.write(lambda rows: merge(rows, 11, 20))
        assert len(commands.told("list", "--player", "Zed")) == 3
        before = sorted(dump(played))
        club.rebuild()
        assert sorted(dump(played)) == before
        club.write(lambda rows: merge(rows, 11, 0))
        assert commands.told("list", "--player", "Zed") == []
    seats = select(played, "SELECT DISTINCT entered, player FROM round_seats ORDER BY entered")
    assert seats == [(number, number) for number in range(1, 13)]


@full
@pytest.mark.each_database
def test_two_events_of_an_evening_are_named(played, commands):
    with Club(played) as club:
        event = planned(club, name="Late")
        take(club, {8: at_table(event, 1)})
    assert "'Tuesday', 'Late'; say which" in commands.refused("duplicate")
    refused = commands.refused(*EXPORT, "usebio", "--evening", str(DATE))
    assert "of one event" in refused
    for name, tables in (("Tuesday", 3), ("Late", 1)):
        assert len(commands.told("duplicate", "--event", name)["sessions"]) == tables
        assert usebio(commands, "--event", name).findtext(".//EVENT_DESCRIPTION") == name


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
        event = planned(club, *join_sections([build_mitchell(6, 3, 2)] * 2), across=across)
        event = entered(club, event, PAIRS)
        take(club, {table: at_table(event, table) for table in event.section_of})
    made = commands.told("duplicate")
    if across:
        assert {place["number"] for place in made["ranking"]} == set(range(1, 13))
        assert len(made["travellers"][0]["results"]) == 6
        firsts = {place["number"] for place in made["ranking"] if place["rank"] == 1}
        assert firsts == {1, 2, 7, 8, 4, 6, 10, 12}
        assert placed(usebio(commands, "--event", "Tuesday")) == placed_as_told(made)
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


def test_a_file_for_sites_has_the_lists_of_a_howell_and_of_a_mitchell(database, commands):
    def said(board: int, at: Meeting) -> str:
        return ("4S N =", "4S N +1", "3N W =", "pass", "2H N -1")[(board + at.ns) % 5]

    with Club(database) as club:
        event = planned(club, *two_sections(), across=False)
        take(club, {table: logged(event, table, said) for table in event.section_of})
    root = usebio(commands, "--event", "Tuesday")
    figures = ("WINNER_TYPE", "PAIRS", "SECTION_COUNT")
    assert [root.findtext(f"EVENT/{name}") for name in figures] == ["1", "18", "2"]
    sections = root.findall("EVENT/SESSION/SECTION")
    told = commands.told("duplicate")["sections"]
    for letter, one, part, sides in zip("AB", sections, told, ({None}, {"NS", "EW"}), strict=True):
        assert (one.get("SECTION_ID"), len(one.findall("BOARD"))) == (letter, 10)
        assert placed(one) == placed_as_told(part)
        assert {side for _, side, *_ in placed(one)} == sides
    assert "sections" in commands.refused(*EXPORT, "bridgewebs", "--event", "Tuesday")
    tables = [session(table) for table in event.section_of if event.section_of[table]]
    assert "#Winners,2" in commands.run(*EXPORT, "bridgewebs", *tables)


# Beside the list


EXPORT = ("export", "--format")


def usebio(commands: Commands, *words: str) -> ElementTree.Element:
    return ElementTree.fromstring(commands.run(*EXPORT, "usebio", *words))


def placed(section: ElementTree.Element) -> set[tuple[str | None, ...]]:
    """Number, direction, place and total of each pair of a file."""
    names = ("PAIR_NUMBER", "DIRECTION", "PLACE", "TOTAL_SCORE")
    return {tuple(map(pair.findtext, names)) for pair in section.iter("PAIR")}


def placed_as_told(evening: dict[str, Any]) -> set[tuple[str | None, ...]]:
    """The same as `scorepad club duplicate` has it."""
    return {
        (str(one["number"]), one["side"], f"{one['rank']}{'=' * one['tied']}", f"{total:.2f}")
        for one, total in ((one, one["total_hundredths"] / 100) for one in evening["ranking"])
    }


@pytest.mark.parametrize(
    ("scoring", "method", "points", "of_pbn", "of_site", "worth"),
    [
        ("matchpoints", "MATCH_POINTS", "MATCH", "MP", "", ["4", "2", "0"]),
        ("cross-imps", "CROSS_IMPS", "CROSS_IMP", "IMP;Cross", "#Crossimp", ["12", "9", "-21"]),
        ("butler", "BUTLER_IMPS", "BUTLER", "IMP;Butler", "#Butler", ["5", "4", "-8"]),
    ],
)
def test_every_file_has_the_event_as_it_was_planned(
    database, commands, scoring, method, points, of_pbn, of_site, worth
):
    """Board 1: 450, 420 and -50 for N-S; in IMPs 30 are 1, 490 are 10 and 500 are 11 [Law 78 B].

    The datum is 270: 180 are 5, 150 are 4 and 320 are 8. A rubber was played on the same evening,
    and one tablet of the event had no clock.
    """
    enrol(database, NAMES)
    with Club(database) as club:
        event = entered(club, planned(club, scoring=scoring), PAIRS)
        logs = {table: at_table(event, table) for table in (1, 2, 3)}
        no_clock = opening("duplicate", {}, 2, NORTH, 0, event=event.number)
        take(club, logs | {2: [*no_clock, *logs[2][len(no_clock) :]]})
        take(club, {9: complete(club_played())})
    commands.run("penalty", "4", "10%", "--event", "Tuesday")
    assert commands.told("duplicate")["scoring"] == scoring
    assert commands.told("duplicate", "--scoring", "cross-imps")["scoring"] == "cross-imps"
    for words in (("--event", "Tuesday"), ("--evening", str(DATE))):
        root = usebio(commands, *words)
        assert root.findtext(".//BOARD_SCORING_METHOD") == method
        first = root.findall(".//BOARD")[0].findall("TRAVELLER_LINE")
        assert [one.findtext(f"NS_{points}_POINTS") for one in first] == worth
        assert placed(root) == placed_as_told(commands.told("duplicate"))
        assert bool(root.findall(".//PERCENTAGE")) == (scoring == "matchpoints")
    assert f'[Scoring "{of_pbn}"]' in commands.run(*EXPORT, "pbn", session(1))
    assert of_site in commands.run(*EXPORT, "bridgewebs", "--event", "Tuesday")
    assert "#Aggregate" in commands.run(*EXPORT, "bridgewebs", "--evening", str(DATE))


def test_exports_have_the_players_of_each_round(played, commands):
    pbn = commands.run("export", session(1), "--format", "pbn")
    tags = re.findall(r'\[(West|North|East|South) "(\w+)"\]', pbn)
    names = ["Hugo", "Ann", "Grete", "Bob", "Leo", "Ann", "Kim", "Bob", "Jan", "Ann", "Ida", "Bob"]
    twice = [name for first in range(0, 12, 4) for name in names[first : first + 4] * 2]
    assert [name for _, name in tags] == twice
    assert "    2  2 Cleo & Dan  4 Grete & Hugo  5-6\n" in commands.run("show", session(2))
    sheet = commands.run("export", session(1), "--format", "csv")
    lines = list(csv.DictReader(io.StringIO(sheet)))
    assert [line["east"] for line in lines] == ["Grete", "Grete", "Kim", "Kim", "Ida", "Ida"]
    pairs = {
        frozenset(str(name.text) for name in pair.iter("PLAYER_NAME"))
        for pair in usebio(commands, session(1)).iter("PAIR")
    }
    assert pairs == {frozenset(PAIRS[number]) for number in (1, 4, 5, 6)}


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
