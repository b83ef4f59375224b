"""A season of duplicate: reckoned by hand, by player and by pair, on paper and for programs."""

import json
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.opening import opening
from firmware.scoring.deal import NORTH
from scorepad.club.records.store import Club
from scorepad.club.season.evenings import Reached, SeasonEvening
from scorepad.club.season.standings import Standing, standings
from support.club import mitchell, planned
from support.club import season as by_hand
from support.club.club_sessions import TABLET, raw
from support.databases import enrol, filled_by
from support.in_process import Commands

FIRST = date(2026, 1, 1)

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("utc")]


filled = filled_by(by_hand.make)


@pytest.fixture
def run(filled: str, capsysbinary: pytest.CaptureFixture[bytes]):
    """Runs `scorepad club season` on the season by hand: what it prints."""
    return Commands(filled, capsysbinary, ("club", "season")).run


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("season") / "club.db"
    by_hand.make(str(where))
    return where


@pytest.fixture
def path_run(path: Path, capsysbinary: pytest.CaptureFixture[bytes]):
    """Runs `scorepad club season` on the season that all tests read: what it prints."""
    return Commands(str(path), capsysbinary, ("club", "season")).run


def told(run, *words: str) -> dict:
    return json.loads(run(*words, "--json"))


def hundredths(marks: list[str]) -> list[int]:
    return [int(mark.replace(".", "")) for mark in marks]


# By hand


@pytest.mark.each_database
def test_every_evening_of_every_player_is_what_was_reckoned_by_hand(run):
    season = told(run)
    marks = {
        standing["players"][0]["name"]: {
            evening["evening"]: evening["mark_hundredths"] for evening in standing["evenings"]
        }
        for standing in season["standings"]
    }
    for name, wanted in by_hand.BY_HAND.items():
        played = [(day, mark) for day, mark in zip(by_hand.DAYS, wanted, strict=False) if mark]
        assert marks[name] == {day: hundredths([mark])[0] for day, mark in played}, name
    assert len(marks) == len(by_hand.NAMES)
    counting = [(one["evening"], one["counts"]) for one in season["evenings"]]
    assert counting == [(day, day != by_hand.DAYS[-1]) for day in by_hand.DAYS]


def test_the_average_is_of_all_evenings_and_who_came_too_seldom_has_no_rank(path_run):
    season = told(path_run, "--least", "3")
    ranked = [(one["rank"], one["players"][0]["name"]) for one in season["standings"]]
    assert ranked == [
        (1, "Dan"), (2, "Ann"), (2, "Grete"), (4, "Cleo"), (5, "Eva"), (5, "Finn"), (7, "Hugo"),
        (8, "Bob"), (None, "Ida"), (None, "Jan"),
    ]  # fmt: skip
    averages = {
        one["players"][0]["name"]: one["average_hundredths"] for one in season["standings"]
    }
    for name, marks in by_hand.BY_HAND.items():
        here = [Fraction(mark) for mark in marks if mark]
        assert abs(averages[name] - 100 * sum(here) / len(here)) <= Fraction(1, 2)
    assert [one["tied"] for one in season["standings"]] == [
        False, True, True, False, True, True, False, False, False, False,
    ]  # fmt: skip


def test_dates_are_both_included(path_run):
    season = told(path_run, "--from", by_hand.DAYS[1], "--until", by_hand.DAYS[2])
    assert [one["evening"] for one in season["evenings"]] == list(by_hand.DAYS[1:3])
    assert (season["first"], season["last"]) == by_hand.DAYS[1:3]
    assert told(path_run, "--until", by_hand.DAYS[0])["last"] == by_hand.DAYS[0]
    assert told(path_run, "--from", "2026-01-18")["first"] == by_hand.DAYS[1]


def test_imps_are_per_board(path_run):
    season = told(path_run, "--scoring", "butler", "--until", by_hand.DAYS[0])
    assert season["scoring"] == "butler"
    assert sum(one["average_hundredths"] for one in season["standings"]) == 0


def test_a_merge_and_a_corrected_seat_count(run, database, capsysbinary):
    club = Commands(database, capsysbinary, ("club",))
    club.run("players", "merge", "Ida", "Hugo", "--reason", "the same")
    names = [one["players"][0]["name"] for one in told(run)["standings"]]
    assert "Ida" not in names
    session = json.loads(club.run("duplicate", "--evening", by_hand.DAYS[1], "--json"))
    where = next(one["id"] for one in session["sessions"] if one["table"] == 2)
    club.run("seat", where, "W", "Jan")
    jan = next(one for one in told(run)["standings"] if one["players"][0]["name"] == "Jan")
    assert [one["mark_hundredths"] for one in jan["evenings"]] == [10000, 5000]


# Events

MARKS = {"Ann": 6250, "Cleo": 6250, "Eva": 2500, "Grete": 5417, "Ida": 4167, "Kim": 5417}


def marks(season: dict) -> dict[str, list[int]]:
    return {
        one["players"][0]["name"]: [each["mark_hundredths"] for each in one["evenings"]]
        for one in season["standings"]
    }


@pytest.fixture
def commands(database: str, capsysbinary: pytest.CaptureFixture[bytes]) -> Commands:
    return Commands(database, capsysbinary, ("club", "season"))


def test_an_event_is_an_evening_and_so_is_what_was_played_beside_it(database, commands):
    planned.tuesday(database)
    with Club(database) as club:
        for table, deal in ((8, "b1 4S N +1"), (9, "b1 4S N =")):
            players = {8: (1, 2, 3, 0), 9: (5, 6, 7, 0)}[table]
            log = mitchell.ended((deal,), table=table, begun=planned.EVENING, players=players)
            tablet = planned.tablet(table)
            club.take(tablet, 1, raw(1, log, tablet), "port")
    season = told(commands.run)
    assert season["evenings"] == [
        {"evening": "2026-01-17", "event": "Tuesday", "counts": True},
        {"evening": "2026-01-17", "event": None, "counts": True},
    ]
    there = marks(season)
    assert {name: there[name][0] for name in MARKS} == MARKS
    assert (there["Ann"], there["Eva"], there["Bob"]) == ([6250, 10000], [2500, 0], [6250, 0])
    pairs = told(commands.run, "--by", "pair", "--until", "2026-01-17")["standings"]
    assert [len(one["evenings"]) for one in pairs if one["players"][0]["name"] == "Kim"] == [1]


def test_an_event_of_three_days_counts_once_and_for_its_date(database, commands):
    enrol(database, planned.NAMES)
    with Club(database) as club:
        event = planned.entered(club, planned.planned(club), planned.PAIRS)
        for table in (1, 2, 3):
            log = planned.at_table(event, table)
            first = planned.begun(event.number, table)
            began = planned.EVENING + (table - 2) * 24 * 60  # the day before, then, the next day
            log = [
                *opening("duplicate", {}, table, NORTH, began, event=event.number),
                *log[len(first) :],
            ]
            planned.take(club, {table: log})
    season = told(commands.run)
    assert [one["evening"] for one in season["evenings"]] == ["2026-01-17"]
    there = marks(season)
    assert {name: there[name] for name in MARKS} == {name: [mark] for name, mark in MARKS.items()}
    assert marks(told(commands.run, "--until", "2026-01-17")) == there
    commands.refused("--from", "2026-01-18")


# What cannot be


REFUSED = (
    (("--from", "2026-03-01"), "duplicate"),
    (("--from", "2026-03-01", "--until", "2026-02-01"), "2026-02-01"),
    (("--best", "0"), "--best 0"),
    (("--least", "x"), "--least x"),
    (("--by", "team"), "player, pair"),
    (("--json", "--format", "pdf"), "--json"),
)


def test_what_cannot_be_is_refused(path, capsysbinary):
    season = Commands(str(path), capsysbinary, ("club", "season"))
    for words, why in REFUSED:
        assert why in season.refused(*words), words


def test_damaged_sessions_are_named_and_evenings_of_nothing_else_are_none(filled, commands):
    with Club(filled) as club:
        broken = raw(1, mitchell.ended(("b1 4S N =",), begun=mitchell.EVENING + 60 * by_hand.WEEK))
        club.take(TABLET, 1, broken[:-1] + b"?", "port")
        undated = mitchell.ended(("b1 4S N =",), begun=0, players=(1, 2, 3, 4))
        club.take(TABLET, 2, raw(2, undated), "port")
    status, out, err = commands.ended()
    assert (status, err.count("\n")) == (0, 1) and "left out: session " in err
    assert f"to {by_hand.DAYS[-1]}\n" in out and "5 evenings" in out and "1 session." in out
    assert commands.ended("--from", "2026-12-01")[0] == 2


# Laws


def evening(day: int, *reached: tuple[tuple[int, int], int, int]) -> SeasonEvening:
    """On so many days after the first; players, boards and per cent of each."""
    every = [Reached(players, boards, Fraction(mark)) for players, boards, mark in reached]
    return SeasonEvening(date.fromordinal(FIRST.toordinal() + day), every)


def test_several_partners_in_an_evening_are_one_evening_weighted_by_the_boards():
    evenings = [evening(0, ((1, 2), 6, 60), ((1, 3), 2, 20), ((0, 1), 4, 50))]
    (one, *_) = [each for each in standings(evenings, False, None, 1) if each.who == (1,)]
    assert (len(one.evenings), one.evenings[0].boards) == (1, 12)
    assert one.average == Fraction(6 * 60 + 2 * 20 + 4 * 50, 12)
    pairs = standings(evenings, True, None, 1)
    assert [(each.who, each.average) for each in pairs] == [((1, 2), 60), ((1, 3), 20)]


def test_of_equal_evenings_the_earlier_one_counts():
    evenings = [evening(day, ((1, 2), 4, 50)) for day in range(3)]
    (pair,) = standings(evenings, True, 2, 1)
    assert [one.counted for one in pair.evenings] == [True, True, False]


SEASONS = st.lists(
    st.lists(
        st.tuples(
            st.tuples(st.integers(0, 5), st.integers(1, 5)).filter(lambda two: two[0] < two[1]),
            st.integers(1, 30),
            st.integers(0, 100),
        ),
        max_size=4,
        unique_by=lambda one: one[0],
    ),
    max_size=6,
)


@given(SEASONS, st.booleans(), st.one_of(st.none(), st.integers(1, 4)), st.integers(1, 4))
def test_standings_hold_for_every_season(marks, pairs, best, least):
    evenings = [evening(day, *reached) for day, reached in enumerate(marks)]
    listed = standings(evenings, pairs, best, least)
    reached = [players for played in marks for players, _, _ in played]
    members = {(player,) for players in reached for player in players if player}
    everybody = {players for players in reached if 0 not in players} if pairs else members
    assert {one.who for one in listed} == everybody
    assert len({one.who for one in listed}) == len(listed)
    ranked = [one for one in listed if one.rank]
    assert listed[: len(ranked)] == ranked
    assert [len(one.evenings) >= least for one in listed] == [bool(one.rank) for one in listed]

    def points(one: Standing) -> Fraction:
        return one.total if best else one.average

    for one in ranked:
        better = sum(points(other) > points(one) for other in ranked)
        assert one.rank == better + 1
        assert one.tied == (sum(points(other) == points(one) for other in ranked) > 1)
    for one in listed:
        assert len(one.counting) == min(len(one.evenings), best or len(one.evenings))
        rest = [each.mark for each in one.evenings if not each.counted]
        assert not rest or max(rest) <= min(one.counting)


# What is printed


def test_it_has_room_in_a_terminal_in_every_language(path_run):
    for language, *words in (
        ("fr", "--best", "2"),
        ("de", "--by", "pair", "--least", "2"),
    ):
        printed = path_run(*words, "--language", language)
        assert max(map(len, printed.splitlines())) <= 80
        ruled = [line for line in printed.splitlines() if set(line) == {"─"}]
        assert len(ruled) == 1 + ("--least" in words)
