"""A season of duplicate: reckoned by hand, by player and by pair, on paper and for programs."""

from datetime import timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.club.duplicate.ranking import Share
from scorepad.club.events.loading import of_day
from scorepad.club.records.store import Club
from scorepad.club.season.evenings import SeasonEvening
from scorepad.club.season.standings import Standing, standings
from scorepad.movement.sections import join_sections
from support.club import mitchell
from support.club import season as by_hand
from support.club.club_sessions import TABLET, raw, stopped
from support.club.planned import (
    DATE,
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
    take,
    tuesday,
)
from support.databases import enrol, filled_by
from support.in_process import Commands, make_commands

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("utc")]

DAY = 24 * 60  # minutes
NEXT_WEEK = DATE + timedelta(days=7)

filled = filled_by(by_hand.make)
members = filled_by(lambda where: enrol(where, NAMES))
season = make_commands("club", "season")


def marks(season: Commands, *words: str) -> dict[str, list[tuple[str, int]]]:
    """Date and mark of each evening of each player or pair."""
    return {
        " & ".join(player["name"] for player in one["players"]): [
            (evening["evening"], evening["mark_hundredths"]) for evening in one["evenings"]
        ]
        for one in season.told(*words)["standings"]
    }


# By hand


@pytest.mark.each_database
def test_every_evening_of_every_player_is_what_was_reckoned_by_hand(filled, season):
    found = marks(season)
    for name, wanted in by_hand.BY_HAND.items():
        played = [(day, mark) for day, mark in zip(by_hand.DAYS, wanted, strict=False) if mark]
        assert found[name] == [(day, int(mark.replace(".", ""))) for day, mark in played], name
    assert len(found) == len(by_hand.NAMES)
    counting = [(one["evening"], one["counts"]) for one in season.told()["evenings"]]
    assert counting == [(day, day != by_hand.DAYS[-1]) for day in by_hand.DAYS]


def test_the_average_is_of_all_evenings_and_who_came_too_seldom_has_no_rank(filled, season):
    found = season.told("--least", "3")["standings"]
    assert [(one["rank"], one["players"][0]["name"]) for one in found] == [
        (1, "Dan"), (2, "Ann"), (2, "Grete"), (4, "Cleo"), (5, "Eva"), (5, "Finn"), (7, "Hugo"),
        (8, "Bob"), (None, "Ida"), (None, "Jan"),
    ]  # fmt: skip
    averages = {one["players"][0]["name"]: one["average_hundredths"] for one in found}
    for name, wanted in by_hand.BY_HAND.items():
        here = [Fraction(mark) for mark in wanted if mark]
        assert abs(averages[name] - 100 * sum(here) / len(here)) <= Fraction(1, 2)
    assert [one["tied"] for one in found] == [
        False, True, True, False, True, True, False, False, False, False,
    ]  # fmt: skip


def test_dates_are_both_included(filled, season):
    found = season.told("--from", by_hand.DAYS[1], "--until", by_hand.DAYS[2])
    assert [one["evening"] for one in found["evenings"]] == list(by_hand.DAYS[1:3])
    assert (found["first"], found["last"]) == by_hand.DAYS[1:3]
    assert season.told("--until", by_hand.DAYS[0])["last"] == by_hand.DAYS[0]
    assert season.told("--from", "2026-01-18")["first"] == by_hand.DAYS[1]


def test_a_merge_and_a_corrected_seat_count(filled, season, commands):
    commands.run("players", "merge", "Ida", "Hugo", "--reason", "the same")
    assert "Ida" not in marks(season)
    sessions = commands.told("duplicate", "--evening", by_hand.DAYS[1])["sessions"]
    commands.run("seat", next(one["id"] for one in sessions if one["table"] == 2), "W", "Jan")
    assert marks(season)["Jan"] == [(by_hand.DAYS[1], 10000), (by_hand.DAYS[3], 5000)]


# Events

MARKS = {"Ann": 6250, "Cleo": 6250, "Eva": 2500, "Grete": 5417, "Ida": 4167, "Kim": 5417}


def play(club: Club, event, number: int = 1, days: int = 0, tables=(1, 2, 3)) -> None:
    """The event is played at these tables, as session `number` of each tablet."""
    for table in tables:
        (kind, place, version, minutes), *log = at_table(event, table)
        log = [(kind, place, version, minutes + days * DAY), *log]
        club.take(mitchell.tablet(table), number, raw(number, log, mitchell.tablet(table)), "port")


def test_an_event_is_an_evening_and_so_is_what_was_played_beside_it(database, season):
    tuesday(database)
    with Club(database) as club:
        for table, dealt in ((8, "b1 4S N +1"), (9, "b1 4S N =")):
            players = {8: (1, 2, 3, 0), 9: (5, 6, 7, 0)}[table]
            log = mitchell.ended((dealt,), table=table, begun=mitchell.EVENING, players=players)
            take(club, {table: log})
    assert season.told()["evenings"] == [
        {"evening": "2026-01-17", "event": name, "scoring": "matchpoints", "counts": True}
        for name in ("Tuesday", None)
    ]
    found = {name: [mark for _, mark in there] for name, there in marks(season).items()}
    assert {name: found[name][0] for name in MARKS} == MARKS
    assert (found["Ann"], found["Eva"], found["Bob"]) == ([6250, 10000], [2500, 0], [6250, 0])
    pairs = marks(season, "--by", "pair", "--until", "2026-01-17")
    assert [len(there) for who, there in pairs.items() if who.startswith("Kim")] == [1]


def test_an_event_counts_as_it_was_planned_or_not_at_all(members, season):
    with Club(members) as club:
        play(club, entered(club, planned(club), PAIRS))
        play(club, entered(club, planned(club, when=NEXT_WEEK, scoring="butler"), PAIRS), 2, 7)
    assert [day for day, _ in marks(season)["Ann"]] == ["2026-01-17"]
    counting = [(one["scoring"], one["counts"]) for one in season.told()["evenings"]]
    assert counting == [("matchpoints", True), ("butler", False)]
    said = "planned with another scoring: Tuesday, 2026-01-24 (butler)."
    assert said in " ".join(season.run().split())
    club = Commands(season.database, season.captured)
    listed = club.told("duplicate", "--event", "Tuesday 2026-01-24")["ranking"]
    (ann,) = [one["average_hundredths"] for one in listed if one["number"] == 1]
    assert marks(season, "--scoring", "butler")["Ann"] == [("2026-01-24", ann)]


def test_an_event_of_three_days_counts_once_and_for_its_date(members, season):
    with Club(members) as club:
        event = entered(club, planned(club), PAIRS)
        for table in (1, 2, 3):  # the day before, then, the next day
            play(club, event, days=table - 2, tables=(table,))
    assert [one["evening"] for one in season.told()["evenings"]] == ["2026-01-17"]
    found = marks(season)
    assert {name: found[name] for name in MARKS} == {
        name: [("2026-01-17", mark)] for name, mark in MARKS.items()
    }
    assert marks(season, "--until", "2026-01-17") == found
    season.refused("--from", "2026-01-18")


def test_a_pair_is_one_in_whatever_order_an_event_names_it(members, season):
    with Club(members) as club:
        play(club, entered(club, planned(club), PAIRS))
        turned = {**PAIRS, 1: ("Bob", "Ann")}
        play(club, entered(club, planned(club, when=NEXT_WEEK), turned), 2, 7)
    found = marks(season, "--by", "pair")
    assert found["Ann & Bob"] == [("2026-01-17", 6250), ("2026-01-24", 6250)]
    assert len(found) == 6


def test_sections_that_are_compared_in_themselves_are_so_here(members, season):
    """In the second one all boards are passed out, which would change what the first one got."""
    with Club(members) as club:
        sections = join_sections([TUESDAY, TUESDAY])
        event = entered(club, planned(club, *sections, across=False), PAIRS)
        play(club, event)
        for one in event.plan(1):
            log = [*begun(event.number, one.table), round_begins(one)]
            log += [deal(n, f"b{board} pass") for n, board in enumerate(one.boards, 1)]
            number, where = one.round, mitchell.tablet(one.table)
            club.take(where, number, raw(number, stopped(log), where), "port")
    assert marks(season)["Ann"] == [("2026-01-17", 6250)]


@pytest.fixture
def substituted(members: str) -> str:
    """Pair 6 is Kim & Leo, who get 4 4 0 2 of 4 each, and in round 3 Zoe & a guest: 0 3."""
    enrol(members, ("Zoe",), first=13)
    with Club(members) as club:
        event = entered(club, planned(club), PAIRS)
        entered(club, event, {6: ("Zoe", "guest:Tom")}, since=3)
        play(club, event)
    return members


def test_whoever_sat_has_what_was_scored_there(substituted, season):
    found = marks(season)
    assert (found["Kim"], found["Leo"]) == ([("2026-01-17", 6250)],) * 2
    assert found["Zoe"] == [("2026-01-17", 3750)]
    pairs = marks(season, "--by", "pair")
    assert pairs["Kim & Leo"] == [("2026-01-17", 6250)]
    assert len(pairs) == 6  # nobody knows who Zoe's partner is


@pytest.mark.each_database
def test_who_plays_on_with_another_has_one_evening(substituted, season):
    with Club(substituted) as club:
        event = club.read(lambda rows: of_day(rows, DATE))
        assert event
        entered(club, event, {6: ("Kim", "Zoe")}, since=3)
    found = marks(season)
    assert (found["Kim"], found["Leo"]) == ([("2026-01-17", 5417)], [("2026-01-17", 6250)])
    assert found["Zoe"] == [("2026-01-17", 3750)]
    assert marks(season, "--by", "pair")["Kim & Zoe"] == [("2026-01-17", 3750)]


def test_a_penalty_and_a_score_without_a_deal_are_of_who_sat_there(substituted, season, commands):
    """0.4 of 24 are taken from six boards; in place of board 1, where Zoe had 0, she has half."""
    commands.run("penalty", "6", "10%")
    found = marks(season)
    assert (found["Kim"], found["Zoe"]) == ([("2026-01-17", 6083)], [("2026-01-17", 3583)])
    commands.run("undo", "4")
    commands.run("void", session(2), "5")
    commands.run("adjust-board", "1", "2", "6", "A")
    assert marks(season)["Zoe"] == [("2026-01-17", 6250)]
    (board,) = (one for one in commands.told("duplicate")["travellers"] if one["board"] == 1)
    (given,) = (one for one in board["results"] if one["adjusted"])
    assert (given["round"], given["pairs"]["EW"]["pair"]) == (3, "6 Zoe & Tom")


# What cannot be


REFUSED = (
    (("--from", "2026-03-01"), "duplicate"),
    (("--from", "2026-03-01", "--until", "2026-02-01"), "2026-02-01"),
    (("--best", "0"), "evenings 0"), (("--least", "x"), "evenings x"),
    (("--by", "team"), "player, pair"), (("--json", "--format", "pdf"), "--json"),
)  # fmt: skip


def test_what_cannot_be_is_refused(filled, season):
    for words, why in REFUSED:
        assert why in season.refused(*words), words


def test_damaged_sessions_are_named_and_evenings_of_nothing_else_are_none(filled, season):
    with Club(filled) as club:
        broken = raw(1, mitchell.ended(("b1 4S N =",), begun=mitchell.EVENING + 60 * by_hand.WEEK))
        club.take(TABLET, 1, broken[:-1] + b"?", "port")
        undated = mitchell.ended(("b1 4S N =",), begun=0, players=(1, 2, 3, 4))
        club.take(TABLET, 2, raw(2, undated), "port")
    status, out, err = season.ended()
    assert (status, err.count("\n")) == (0, 1) and "left out: session " in err
    assert f"to {by_hand.DAYS[-1]}\n" in out and "5 evenings" in out and "1 session." in out
    assert season.ended("--from", "2026-12-01")[0] == 2


# Laws


def evening(day: int, *reached: tuple[tuple[int, int], int, int]) -> SeasonEvening:
    """So many days after the first; players, boards and per cent of each."""
    every = [Share(players, boards, Fraction(mark)) for players, boards, mark in reached]
    return SeasonEvening(DATE + timedelta(days=day), every)


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


def test_it_has_room_in_a_terminal_in_every_language(filled, season):
    for language, *words in (("fr", "--best", "2"), ("de", "--by", "pair", "--least", "2")):
        printed = season.run(*words, "--language", language)
        assert max(map(len, printed.splitlines())) <= 80
        ruled = [line for line in printed.splitlines() if set(line) == {"─"}]
        assert len(ruled) == 1 + ("--least" in words)
