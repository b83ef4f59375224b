"""The ranking in the database is what a replay gives, and so are its evenings."""

from dataclasses import replace
from functools import partial

import pytest

from firmware.session import Session
from scorepad.club.decisions.seating import merge, reseat
from scorepad.club.derived import ranking_rows
from scorepad.club.derived.ranking import Ranking, imps_won
from scorepad.club.records import evenings
from scorepad.club.records.store import Club
from support.club.club_sessions import (
    BEGUN,
    EXAMPLE,
    TABLET,
    complete,
    played,
    raw,
    session_of,
    take_all,
)
from support.databases import select
from support.link import accidents

TABLE = (1, 2, 3, 4)
DAY = 24 * 60
TO_END = -BEGUN % ranking_rows.SPAN  # minutes to the end of the span
# 1: as the next span begins; 2: without a clock; 3 and 4 at the same time; 5: long before
BEGAN = {
    **{1: TO_END, 2: 0, 3: 300, 4: 300},
    5: 300 - 3 * ranking_rows.SPAN,
}


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
        club.write(lambda rows: reseat(rows, session_of(how[0]), *how[1:], ""))
    elif what == "merge":
        club.write(lambda rows: merge(rows, *how, ""))
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
            ranking.add(tuple(session.players), *imps_won(session) or ())
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
        ("take", 1, 3), ("take", 4, 5), ("look",), ("take", 3, 5), ("look",), ("take", 1, 5),
        ("look",), ("merge", 6, 2), ("take", 5, 5), ("look",), ("reseat", 3, 1, 5), ("take", 2, 5),
        ("merge", 6, 0),
    ]  # fmt: skip
    with Club(database) as club:
        for thing in things:
            do(club, *thing)
            assert club.read(current) == replayed(club) != set()
        assert_dated(club)
        assert standings(club) == replayed(club)


@pytest.mark.each_database
def test_a_session_that_turns_out_to_be_damaged_counts_no_more(database):
    with Club(database) as club:
        do(club, "take", 1, 5)
        do(club, "take", 5, 2)
        before = standings(club)
        club.take(TABLET, 5, records(5, 2) + b"?" * 14, "port")
        assert standings(club) != before
        assert {deals for _, _, deals in standings(club)} == {5}


def test_a_sync_keeps_it(club, database):
    games = [complete(played(begun=BEGUN + n * DAY, players=TABLE)) for n in (0, 40)]
    tablet = accidents.PipedTablet(accidents.flash_with(*games))
    assert accidents.sync(tablet, club).new == 2
    after = select(database, "SELECT player, deals FROM rankings ORDER BY player")
    assert after == [(player, len(EXAMPLE)) for player in TABLE]


def test_it_can_be_read_where_nothing_can_be_written(database, commands):
    take_all(database, {1: complete(played(players=TABLE))})
    reader = replace(commands, database=f"sqlite:///file:{database}?mode=ro&uri=true")
    assert [place["deals"] for place in reader.told("ranking")] == [len(EXAMPLE)] * len(TABLE)
    assert select(database, "SELECT * FROM rankings") == []


def test_until_a_date(club, database, commands):
    games = {d + 1: complete(played(begun=BEGUN + d * DAY, players=TABLE)) for d in (2, 0, 9, 50)}
    take_all(database, games)
    club.catch_up()
    first = str(evenings.evening_of(BEGUN))
    for until, deals in (
        *(("2026-12-31", 20), (first, 5), ("2026-01-25", 10), ("2026-03-01", 15)),
        ("2026-01-16", None),
    ):
        listed = commands.told("ranking", "--until", until)
        assert {place["deals"] for place in listed} == ({deals} if deals else set())
    assert "yesterday" in commands.refused("ranking", "--until", "yesterday")
