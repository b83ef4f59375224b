"""The club's ranking: what always holds of it, `scorepad club ranking`, and the database."""

import json
import math
from dataclasses import replace
from fractions import Fraction
from functools import partial

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware.scoring.rules import NAMES
from firmware.session import VOID, Session, fold
from scorepad.club import evenings
from scorepad.club.derived import ranking_rows
from scorepad.club.derived.ranking import Ranking, gain, imps_won, speed
from scorepad.club.records.store import Club
from scorepad.rule_sets import having
from support.club.club_sessions import (
    BEGUN,
    EXAMPLE,
    TABLET,
    Event,
    complete,
    played,
    raw,
    session_of,
    stopped,
    take_all,
)
from support.club.merging import merge
from support.club.seats import reseat
from support.databases import enrol, filled_by, select
from support.in_process import make_commands
from support.link import accidents

TABLE = (1, 2, 3, 4)  # ids of North, East, South, West
NORTH, EAST, SOUTH, WEST = TABLE
START = dict.fromkeys(TABLE, 5000)
RANKED = having(lambda rules: rules.ranked)

rankings = st.one_of(st.integers(1, 10000), st.sampled_from((1, 2, 9999, 10000)))
fours = st.tuples(rankings, rankings, rankings, rankings)
deals = st.integers(0, 200)
imps = st.integers(-24, 24)


def ranked(points: tuple[int, ...], experience: tuple[int, ...] = (0, 0, 0, 0)) -> Ranking:
    """Four players with these rankings who have played so many deals."""
    ranking = Ranking()
    ranking.rankings = dict(zip(TABLE, points, strict=True))
    ranking.deals = dict(zip(TABLE, experience, strict=True))
    return ranking


# The formula in short, as the guide has it; exact, and with fractions for its divisions


def strength(one: int, other: int) -> int:
    """P3 of a pair."""
    return max(one, other) + 2 * min(one, other)


def after(points: tuple[int, ...], d: int, sign: int) -> list[int]:
    """Return the rankings from North to West when N-S (`sign` 1) or E-W (-1) have won `d`.

    The lower-ranked partner has its share of `d`, a half rounded up, and the other one the rest.
    """
    now = list(points)
    for pair, its in (((0, 2), sign), ((1, 3), -sign)):
        low, high = sorted(pair, key=lambda seat: (points[seat], TABLE[seat]))
        of_pair = points[low] + points[high]
        share = math.floor(Fraction(d * points[low], of_pair) + Fraction(1, 2))
        now[low] += its * share
        now[high] += its * (d - share)
    return now


# One deal


@pytest.mark.parametrize(
    ("played", "expected"),
    [(0, 8), (19, 8), (20, 4), (59, 4), (60, 2), (149, 2), (150, 1), (9999, 1)],
)
def test_new_players_move_faster(played, expected):
    assert speed(played) == expected


@pytest.mark.parametrize(
    ("k", "won", "winners", "losers", "expected"),
    [  # worked by hand
        (32, 1, 15000, 15000, 72),  # 32 * 9 / 4
        (32, 24, 15000, 15000, 256),
        (32, 0, 15000, 15000, 0),
        (32, 0, 10000, 20000, 0),
        (32, 2, 16000, 15000, 75),  # f = 60: 32 * 10 * 940 / 4000 = 75.2
        (32, 2, 15000, 16000, 85),  # 32 * 10 * 1060 / 4000 = 84.8
        (5, 1, 15000, 15000, 11),  # 11.25
        (5, 1, 15000, 15017, 12),  # f = 1: 11.26
        (4, 24, 29000, 10000, 3),  # f = 900, not 1140: 3.2
        (4, 24, 10000, 29000, 61),  # 60.8
        (4, 24, 10000, 25000, 61),  # f = 900
        (4, 24, 10000, 24000, 59),  # f = 840: 58.88
    ],
)
def test_gain(k, won, winners, losers, expected):
    assert gain(k, won, winners, losers) == expected


@pytest.mark.parametrize("seats", [(0, 2, 3, 4), (1, 2, 3, 0), (0, 0, 0, 0), (1, 2, 1, 4)])
def test_a_deal_counts_for_four_players_of_the_roster(seats):
    ranking = Ranking()
    ranking.add(seats, 10)
    assert (ranking.rankings, ranking.deals) == ({}, {})


# What always holds


@example((5000, 2, 5000, 2), (0, 0, 0, 0), 24)  # down to the lowest
@given(fours, st.tuples(deals, deals, deals, deals), imps)
def test_all_four_are_moved_as_the_guide_says_and_what_is_cut_is_as_little_as_can_be(
    points, experience, won
):
    k = sum(speed(played) for played in experience)
    sides = [strength(points[0], points[2]), strength(points[1], points[3])]
    full = gain(k, abs(won), *(sides if won >= 0 else sides[::-1]))
    possible = [after(points, d, 1 if won >= 0 else -1) for d in range(full + 1)]
    fits = [now for now in possible if min(now) >= 1 and max(now) <= 10000]
    ranking = ranked(points, experience)
    ranking.add(TABLE, won)
    assert list(ranking.rankings.values()) == fits[-1]


@given(
    st.lists(st.tuples(st.permutations(range(6)), st.lists(imps, max_size=30)), max_size=6),
    st.tuples(deals, deals, deals, deals),
)
def test_the_deals_of_a_session_are_charged_as_one_by_one(sessions, experience):
    together, alone = (ranked((5000, 9990, 20, 5001), experience) for _ in range(2))
    for order, won in sessions:
        together.add(tuple(order[:4]), *won)
        for one in won:
            alone.add(tuple(order[:4]), one)
    assert (together.rankings, together.deals) == (alone.rankings, alone.deals)


# Sessions


def add_session(ranking: Ranking, session: Session) -> None:
    ranking.add(tuple(session.players), *imps_won(session) or ())


def charged(events: list[Event]) -> Ranking:
    ranking = Ranking()
    add_session(ranking, fold(events))
    return ranking


def test_each_deal_is_charged_with_all_that_it_brought():
    expected = Ranking()
    # 100, -60, -(-200), -120, -(190 + 750 + 500)
    for won in (3, -2, 5, -3, -16):
        expected.add(TABLE, won)
    ranking = charged(played(players=TABLE))
    assert (ranking.rankings, ranking.deals) == (expected.rankings, expected.deals)


def test_unfinished_sessions_count_and_their_premium_does_not():
    deals = ("3N N =", "2H E =")
    rubber = played(deals, "rubber", players=TABLE)
    ranking = charged(rubber)
    assert charged(stopped(rubber)).rankings == ranking.rankings  # 300 and 100 are nobody's deal
    assert ranking.deals == dict.fromkeys(TABLE, 2)


def test_corrected_and_void_deals_count_as_they_stand():
    ranking = charged([*played(EXAMPLE[:2], players=TABLE), (VOID, 0, 2, 0)])
    assert ranking.rankings == charged(played(EXAMPLE[:1], players=TABLE)).rankings
    assert ranking.deals == dict.fromkeys(TABLE, 1)


def test_only_some_rule_sets_are_ranked():
    ranking = charged(played(("b1 4S N =",), "duplicate", players=TABLE))
    assert (ranking.rankings, ranking.deals) == ({}, {})
    assert set(NAMES) - set(RANKED) == {"duplicate", "pirate", "polish", "nz-match"}


@pytest.mark.parametrize(
    ("deals", "rules", "options", "counted"),
    [
        (("pass",), "rubber", {}, 1),
        (("pass", "3N N =", "pass"), "chicago", {}, 1),  # what is dealt again is no deal
        (("pass", "3N N =", "pass"), "chicago", {"passed": "counts"}, 3),
    ],
)
def test_a_passed_out_deal_is_one_unless_it_is_dealt_again(deals, rules, options, counted):
    ranking = charged(played(deals, rules, options=options, players=TABLE))
    assert ranking.deals == dict.fromkeys(TABLE, counted)
    assert (ranking.rankings == START) == (len(deals) == 1)


@pytest.mark.parametrize(("deal", "won"), [("3N N = hcp=25", 3), ("2S N +1 hcp=25", -4)])
def test_russian_is_charged_with_its_imps(deal, won):
    expected = Ranking()
    expected.add(TABLE, won)  # 400 - 300, 140 - 300
    assert charged(played((deal,), "russian", players=TABLE)).rankings == expected.rankings


# The command


def five_sessions(where: str) -> None:
    """They came in another order than they began."""
    sessions = {
        1: complete(played(players=TABLE, begun=BEGUN + 60)),
        2: played(EXAMPLE[:2], "rubber", begun=BEGUN, players=(3, 1, 2, 4)),  # open
        3: complete(played(players=(1, 2, 3))),  # with a guest
        4: stopped(played(("b1 7N N =",), "duplicate", players=TABLE)),
        5: played(("3N N =",), players=(1, 2, 3, 99), begun=BEGUN + 90),  # 99: no name
    }
    take_all(where, sessions)
    enrol(where, ("Zoë", "Bo\x1b[31m", "山田", "Ann", "never plays"))


filled = filled_by(five_sessions)


ranking = make_commands("club", "ranking")


def test_json(filled, ranking):
    status, out, err = ranking.ended("--json")
    assert (status, err) == (0, "")
    listed, expected = json.loads(out), Ranking()
    for events in (
        played(EXAMPLE[:2], "rubber", players=(3, 1, 2, 4)),
        played(players=TABLE),
        played(("3N N =",), players=(1, 2, 3, 99)),
    ):
        add_session(expected, fold(events))
    assert {place["id"]: place["ranking"] for place in listed} == expected.rankings
    assert {place["id"]: place["deals"] for place in listed} == expected.deals
    assert expected.deals == {1: 8, 2: 8, 3: 8, 4: 7, 99: 1}
    names = {place["id"]: place["name"] for place in listed}
    assert names == {1: "Zoë", 2: "Bo\x1b[31m", 3: "山田", 4: "Ann", 99: None}
    assert "山田" in out  # readable
    assert [place["rank"] for place in listed] == [1, 2, 3, 4, 4]
    points = [place["ranking"] for place in listed]
    assert points == sorted(points, reverse=True) and sum(points) == 25000


def test_equal_rankings_share_a_rank(database, ranking):
    assert (ranking.run("--json"), "Nobody" in ranking.run()) == ("[]\n", True)
    with Club(database) as club:
        club.take(TABLET, 1, raw(1, played(("3N N =",), players=TABLE)), "port")
    enrol(database, ("Zoë", "Bo", "Cy", "Ann"))
    assert [(place["rank"], place["name"]) for place in ranking.told()] == [
        (1, "Cy"), (1, "Zoë"), (3, "Ann"), (3, "Bo"),
    ]  # fmt: skip


def test_damaged_sessions_are_left_out_and_named(filled, ranking):
    before = ranking.run("--json")
    with Club(filled) as club:
        club.take(TABLET, 9, raw(9, played(players=TABLE))[:-1] + b"?", "port")
    status, out, err = ranking.ended("--json")
    assert (status, out) == (0, before)
    assert err.count("\n") == 1 and f"left out: session {session_of(9)} is damaged" in err


# In the database it is what a replay gives

DAY = 24 * 60
TO_END = -BEGUN % ranking_rows.SPAN  # minutes to the end of the span
# 1: as the next span begins; 2: without a clock; 3 and 4 at the same time; 5: long before
BEGAN = {**{1: TO_END, 2: 0, 3: 300, 4: 300}, 5: 300 - 3 * ranking_rows.SPAN}


def began(number: int) -> int:
    return BEGAN[number] and BEGUN + BEGAN[number]


# Beside each session, and on the edges of its span.
DATES = sorted(
    {began(number) + minute for number in BEGAN for minute in (0, 1)}
    | {began(number) // ranking_rows.SPAN * ranking_rows.SPAN for number in BEGAN}
)


def records(number: int, deals: int = 5) -> bytes:
    seats = [(number + seat) % 6 + 1 for seat in range(4)]
    return raw(number, played(EXAMPLE[:deals], begun=began(number), players=tuple(seats)))


def do(club: Club, what: str, *how: int) -> None:
    """One of the things that change a ranking."""
    if what == "take":
        club.take(TABLET, how[0], records(*how), "port")
    elif what == "reseat":
        club.write(lambda rows: reseat(rows, session_of(how[0]), *how[1:]))
    elif what == "merge":
        club.write(lambda rows: merge(rows, *how))
    else:
        club.catch_up()


def replayed(club: Club) -> set[tuple[int, int, int]]:
    """Where every player stands, by a replay of all sessions."""
    return of_sessions([club.session(name).session for name in club.ids()])


def of_sessions(sessions: list[Session], before: int = 1 << 32) -> set[tuple[int, int, int]]:
    """The same by a replay of those that began before this minute."""
    ranking = Ranking()
    for session in sessions:
        if session.started < before:
            add_session(ranking, session)
    return {(who, points, ranking.deals[who]) for who, points in ranking.rankings.items()}


def assert_dated(club: Club) -> None:
    """At each date it is what a replay gives."""
    sessions = [club.session(name).session for name in club.ids()]
    for at in DATES:
        assert club.read(partial(current, before=at)) == of_sessions(sessions, at)


def standings(club: Club) -> set[tuple[int, int, int]]:
    """Where they stand in the database."""
    found = club.read(current)
    club.catch_up()
    assert club.read(current) == found
    return found


def current(rows, before: int | None = None) -> set[tuple[int, int, int]]:
    """The same, in a database that may not have kept all of it yet."""
    ranking = ranking_rows.standings(rows, before)
    return {(who, points, ranking.deals[who]) for who, points in ranking.rankings.items()}


@pytest.mark.each_database
def test_after_each_thing_it_is_what_a_replay_gives(database):
    things = [
        ("take", 1, 3), ("take", 2, 5), ("look",), ("take", 3, 5), ("look",), ("take", 1, 5),
        ("look",), ("merge", 6, 2), ("take", 5, 5), ("look",), ("reseat", 3, 1, 5), ("take", 4, 5),
        ("merge", 6, 0),
    ]  # fmt: skip
    with Club(database) as club:
        for thing in things:
            do(club, *thing)
            assert club.read(current) == replayed(club) != set()
        assert_dated(club)
        assert standings(club) == replayed(club)


def test_a_sync_keeps_it(club, database):
    games = [complete(played(begun=BEGUN + n * DAY, players=TABLE)) for n in (0, 40)]
    tablet = accidents.PipedTablet(accidents.flash_with(*games))
    assert accidents.sync(tablet, club).new == 2
    after = select(database, "SELECT player, deals FROM rankings ORDER BY player")
    assert after == [(player, len(EXAMPLE)) for player in TABLE]


def test_it_can_be_read_where_nothing_can_be_written(database, ranking):
    take_all(database, {1: complete(played(players=TABLE))})
    reader = replace(ranking, database=f"sqlite:///{database}?mode=ro")
    assert [place["deals"] for place in reader.told()] == [len(EXAMPLE)] * len(TABLE)
    assert select(database, "SELECT * FROM rankings") == []


def test_until_a_date(club, database, ranking):
    games = {d + 1: complete(played(begun=BEGUN + d * DAY, players=TABLE)) for d in (2, 0, 9, 50)}
    take_all(database, games)
    club.catch_up()
    first = str(evenings.Evenings().of(BEGUN))
    for until, deals in (
        *(("2026-12-31", 20), (first, 5), ("2026-01-25", 10), ("2026-03-01", 15)),
        ("2026-01-16", None),
    ):
        listed = ranking.told("--until", until)
        assert {place["deals"] for place in listed} == ({deals} if deals else set())
    assert "yesterday" in ranking.refused("--until", "yesterday")
