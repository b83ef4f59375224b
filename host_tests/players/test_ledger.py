"""The ledger: what everybody has won or lost, in points and in money, and who owes whom."""

import json
import re
from collections import defaultdict
from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.scoring.rules import NAMES
from firmware.session import fold
from scorepad.club.derived.settling import money, payments, settlements
from scorepad.club.money import ledger, stakes
from scorepad.club.records.backup import backup, restore
from scorepad.club.records.store import Club
from scorepad.rule_sets import having, in_points
from support.club.club_sessions import (
    BEGUN,
    EXAMPLE,
    TABLET,
    Event,
    complete,
    example,
    played,
    raw,
    session_of,
    stopped,
)
from support.databases import change, dump, enrol, select
from support.in_process import Commands
from support.zones import in_zone

pytestmark = pytest.mark.usefixtures("utc")

EVENING = "2026-01-17"  # of BEGUN, 21:20 in UTC
DAY = 24 * 60
NAMED = ("Ann", "Ben", "Cy", "Di", "Eva", "Fay", "Gus", "Hal", "Ida")  # ids 1 to 9
SWEEP = ("3N N =", "3N N =")  # N-S 100 + 100 + 700 = 900
LOST = ("4S E =", "4S E =")  # E-W 120 + 120 + 700 = 940
CLOSE = ("2H N +1", "3N E =", "4S E =")  # N-S 90, E-W 920
THREE = ("3N N =", "3N E =", "3N N =")  # N-S 100 + 100 + 500 = 700, E-W 100


@pytest.fixture
def club(club: Club, database: str) -> Club:
    """A club of nine players, without sessions."""
    enrol(database, NAMED)
    return club


@pytest.fixture
def run(club: Club, commands: Commands):
    """Runs `scorepad club ... --db DATABASE`: standard output."""
    return commands.run


@pytest.fixture
def refused(club: Club, commands: Commands):
    """Why `scorepad club ... --db DATABASE` is refused; nothing was changed."""
    return commands.refused


def take(
    club: Club, number: int, deals=SWEEP, rules="rubber", players=(1, 2, 3, 4), **rest
) -> None:
    """A complete session; it is stopped if its last deal does not end the game."""
    events = ended(played(deals, rules, players=players, **rest))
    club.take(TABLET, number, raw(number, events), "port")


def ended(events: list[Event]) -> list[Event]:
    """The same game, complete."""
    return complete(events) if fold(events).sheet.complete else stopped(events)


def booked(run, *arguments: str) -> dict[str, tuple[int, int, int]]:
    """Sessions, points and money of each player."""
    listed = json.loads(run("ledger", "--json", *arguments))["players"]
    return {p.get("name", "guest"): (p["sessions"], p["points"], p["money"]) for p in listed}


# One session


@pytest.mark.parametrize(
    ("deals", "rules", "options", "expected"),
    [
        (SWEEP, "rubber", {}, [900, -900, 900, -900]),
        (LOST, "rubber", {}, [-940, 940, -940, 940]),
        (LOST, "rubber", {"settle": "100s"}, [-900, 900, -900, 900]),
        (CLOSE, "rubber", {"settle": "100s"}, [-800, 800, -800, 800]),
        (EXAMPLE, "international", {}, [-1320, 1320, -1320, 1320]),
        (EXAMPLE, "international", {"settle": "100s"}, [-1300, 1300, -1300, 1300]),
        (SWEEP, "polish", {}, [900, -900, 900, -900]),  # 200 and 500 for the games
        (("4S N =",), "nz-match", {}, [420, -420, 420, -420]),  # 120 and 300 unfinished
        (("4S N =",), "chicago", {}, [420, -420, 420, -420]),
        (("4S E -1",), "chicago-server", {}, [50, -50, 50, -50]),
        (("3N N/E =",), "pirate", {}, [160, 160, -160, -160]),  # 80 each: 80 of two others
        (("pass",), "rubber", {}, [0, 0, 0, 0]),
        (("3N N = hcp=25",), "russian", {}, [0, 0, 0, 0]),
        (("b1 4S N =",), "duplicate", {}, [0, 0, 0, 0]),
    ],
)
def test_what_each_seat_wins(deals, rules, options, expected):
    session = fold(ended(played(deals, rules, options=options)))
    won = [0] * 4
    for seat, opponent, points in settlements(session):
        won[seat] += points
        won[opponent] -= points
    assert won == expected


def test_only_rules_with_points_are_settled():
    assert set(NAMES) - set(having(in_points)) == {"russian", "duplicate"}


@pytest.mark.parametrize(
    ("points", "per_100", "worth"),
    [(900, 50, 450), (-900, 50, -450), (830, 25, 208), (-830, 25, -208), (10, 4, 0), (10, 5, 1),
     (-10, 5, -1), (0, 50, 0), (1320, 0, 0)],
)  # fmt: skip
def test_half_a_unit_is_rounded_up_for_both(points, per_100, worth):
    assert money(points, per_100) == worth


# An evening where players cut in and out

RUBBERS = (  # table, deals, N E S W, options, what N-S win by; by hand
    (1, SWEEP, (1, 2, 3, 4), {}, 900),
    (2, LOST, (6, 7, 8, 9), {"settle": "100s"}, -900),
    (1, CLOSE, (1, 5, 3, 2), {}, -830),  # Di out, Eva in
    (2, THREE, (4, 7, 6, 9), {"settle": "100s"}, 600),  # Hal out, Di in
    (1, LOST, (8, 1, 5, 3), {"settle": "100s"}, -900),  # Ben out, Hal in
)
STAKE = "0.25"


@pytest.fixture
def evening(club: Club) -> Club:
    """Five rubbers at two tables."""
    for number, (table, deals, players, options, _) in enumerate(RUBBERS, 1):
        begun = BEGUN + 40 * number
        take(club, number, deals, players=players, table=table, options=options, begun=begun)
    return club


def plainly() -> dict[int, tuple[int, int, Decimal]]:
    """Sessions, points, money: as somebody would do it with pencil and paper."""
    result = defaultdict[int, tuple[int, int, Decimal]](lambda: (0, 0, Decimal(0)))
    for _, _, players, _, margin in RUBBERS:
        worth = (abs(margin) * Decimal(STAKE) / 100).quantize(Decimal("0.01"), ROUND_HALF_UP)
        for player in players:
            wins = (player in players[::2]) == (margin > 0)
            sessions, points, sum_ = result[player]
            sign = 1 if wins else -1
            result[player] = sessions + 1, points + sign * abs(margin), sum_ + sign * worth
    return result


@pytest.mark.each_database
def test_an_evening_of_two_cut_in_tables(evening, run):
    assert run("stake", STAKE, "--evening", EVENING) == (
        f"0.25 per 100 points in the evening of {EVENING}.\n"
    )
    (book,) = json.loads(run("ledger", "--evening", EVENING, "--json"))["evenings"]
    expected = plainly()
    assert {p["id"]: (p["sessions"], p["points"]) for p in book["players"]} == {
        player: amounts[:2] for player, amounts in expected.items()
    }
    balances = {p["id"]: p["money"] for p in book["players"]}
    assert {player: Decimal(money) / 100 for player, money in balances.items()} == {
        player: amounts[2] for player, amounts in expected.items()
    }
    for payment in book["payments"]:
        balances[payment["from"]["id"]] += payment["money"]
        balances[payment["to"]["id"]] -= payment["money"]
    assert set(balances.values()) == {0}
    assert len(book["payments"]) <= len(expected) - 1


def test_the_ledger_for_people(evening, run):
    run("stake", STAKE, "--evening", EVENING)
    lines = run("ledger", "--evening", EVENING).splitlines()
    assert [" ".join(line.split()) for line in lines if "─" not in line] == [
        "Player Sessions Points Money",
        "Ann 3 970 2.42",
        "Cy 3 970 2.42",
        "Gus 2 300 0.75",
        "Ida 2 300 0.75",
        "Ben 2 -70 -0.17",
        "Eva 2 -70 -0.17",
        "Di 2 -300 -0.75",
        "Fay 2 -300 -0.75",
        "Hal 2 -1800 -4.50",
        "Played for 0.25 per 100 points.",
        "",
        "Hal pays Ann 2.42",
        "Hal pays Cy 2.08",
        "Di pays Gus 0.75",
        "Fay pays Ida 0.75",
        "Ben pays Cy 0.17",
        "Eva pays Cy 0.17",
    ]
    lines = run("ledger", "--player", "di").splitlines()
    assert [" ".join(line.split()) for line in lines if "─" not in line] == [
        "Di",
        "Evening Sessions Points Money",
        f"{EVENING} 2 -300 -0.75",
        "in all 2 -300 -0.75",
        "Played for 0.25 per 100 points.",
    ]


def test_merges_and_corrected_seats_follow(evening, run):
    before = booked(run)
    assert before["Eva"] == (2, -70, 0)  # 830 - 900
    run("seat", session_of(5), "S", "guest")
    assert booked(run)["Eva"] == (1, 830, 0)
    out = run("ledger", "--evening", EVENING)
    assert f"guest ({session_of(5)}, S)" in out
    run("seat", session_of(5), "S", "Eva")
    assert booked(run) == before
    run("players", "merge", "Eva", "Gus")
    assert booked(run)["Gus"] == (4, before["Gus"][1] + before["Eva"][1], 0)
    assert "Eva" not in booked(run)
    assert run("ledger", "--player", "Eva").startswith("Gus\n")


# Evenings


def test_what_begins_before_six_belongs_to_the_evening_before(club, run):
    midnight = BEGUN + 160
    for number, begun in enumerate((midnight - 1, midnight, midnight + 359, midnight + 360), 1):
        take(club, number, begun=begun)
    assert booked(run, "--evening", EVENING)["Ann"] == (3, 2700, 0)
    assert booked(run, "--evening", "2026-01-18")["Ann"] == (1, 900, 0)
    assert booked(run)["Ann"] == (4, 3600, 0)


@pytest.mark.parametrize(
    ("zone", "evening"),
    [("UTC", EVENING), ("Pacific/Auckland", "2026-01-18"), ("Asia/Tokyo", "2026-01-18")],
)
def test_the_evening_is_that_of_the_clock_on_the_wall(zone, evening):
    with in_zone(zone):
        assert stakes.evening_of(BEGUN) == evening  # 21:20 UTC, 10:20 and 6:20 of the next day


def test_sessions_without_a_clock_are_apart(club, run):
    take(club, 1, begun=0)
    take(club, 2)
    assert booked(run, "--evening", "none")["Ann"] == (1, 900, 0)
    assert booked(run, "--evening", EVENING)["Ann"] == (1, 900, 0)
    assert f"In no evening, without a date: {session_of(1)}.\n" in run("ledger")
    assert "none" in run("ledger", "--player", "Ann")


@pytest.mark.parametrize("started", [(1 << 32) - 1, 4_207_679_999, 1])
def test_any_time_that_a_tablet_may_say(started):
    assert stakes.evening_of(started) in ("", "9999-12-31", "1999-12-31")


def test_what_has_nothing_to_settle_is_named(club, run):
    take(club, 1)
    club.take(TABLET, 2, raw(2, played(SWEEP, "rubber")), "port")
    club.take(TABLET, 3, example(3)[:-1] + b"?", "port")
    take(club, 4, ("3N N = hcp=25",), "russian")
    take(club, 5, ("b1 4S N =",), "duplicate")
    assert run("ledger").splitlines()[-4:] == [
        f"Left out, damaged: {session_of(3)}.",
        f"Left out, duplicate: {session_of(5)}.",
        f"Left out, open: {session_of(2)}.",
        f"Left out, russian: {session_of(4)}.",
    ]
    assert booked(run)["Ann"] == (1, 900, 0)
    left = json.loads(run("ledger", "--json"))["left_out"]
    assert {one["session"]: one["why"] for one in left}[session_of(2)] == "open"


def test_nothing_at_all(club, run):
    assert run("ledger") == "No session here is complete and has points.\n"
    assert "Nobody owes anything." in run("ledger", "--evening", EVENING)
    assert json.loads(run("ledger", "--json"))["players"] == []


@pytest.mark.each_database
def test_guests_and_players_who_are_not_in_the_roster(club, run):
    take(club, 1, players=(1, 0, 77))
    out = run("ledger", "--evening", EVENING)
    assert "player 77" in out and f"guest ({session_of(1)}, W)" in out
    (book,) = json.loads(run("ledger", "--json"))["evenings"]
    assert {"id": 77, "name": None, "sessions": 1, "points": 900, "money": 0} in book["players"]
    guest = {"id": None, "session": session_of(1), "seat": "E"}
    assert {**guest, "sessions": 1, "points": -900, "money": 0} in book["players"]


# Stakes


def test_the_nearest_stake_counts_and_of_two_the_later(club, run):
    for number in (1, 2, 3):
        take(club, number, begun=BEGUN + number)
    take(club, 4, begun=BEGUN + DAY)
    assert run("stake", "0,5", "--default") == "0.50 per 100 points in all other evenings.\n"
    run("stake", "1", "--evening", EVENING)
    run("stake", "2", "--evening", EVENING)
    assert run("stake", "10.05", "--session", session_of(3)) == (
        f"10.05 per 100 points in session {session_of(3)}.\n"
    )
    assert booked(run)["Ann"] == (4, 3600, 1800 + 1800 + 9045 + 450)


def test_all_stakes_are_listed_with_when_they_were_said(club, run):
    assert run("stake", "--list").startswith("No stake was ever given")
    take(club, 1)
    run("stake", "0.5", "--default")
    run("stake", "1", "--evening", EVENING)
    run("stake", "0,25", "--session", session_of(1))
    listed = json.loads(run("stake", "--list", "--json"))
    assert [(one["per_100"], one["session"], one["evening"]) for one in listed] == [
        (50, None, None),
        (100, None, EVENING),
        (25, session_of(1), None),
    ]
    with in_zone("Asia/Kolkata"):
        assert all(" IST " in line for line in run("stake", "--list").splitlines()[2:])
    lines = run("stake", "--list").splitlines()[2:]
    assert [line.split(maxsplit=3)[3] for line in lines] == [
        "0.50  default",
        f"1.00  the evening of {EVENING}",
        f"0.25  session {session_of(1)}",
    ]
    for line, one in zip(lines, listed, strict=True):
        assert line.startswith(one["made"][:16].replace("T", " "))


def test_the_ledger_says_what_was_played_for(club, run):
    for number in (1, 2):
        take(club, number)
    run("stake", "1", "--evening", EVENING)
    said = "\nPlayed for 1.00 per 100 points.\n"
    assert all(said in run("ledger", *more) for more in ((), ("--player", "Ann")))
    run("stake", "0.25", "--session", session_of(2))
    assert run("ledger", "--evening", EVENING).splitlines()[6:8] == [
        f"Played for 0.25 per 100 points: {session_of(2)}.",
        f"Played for 1.00 per 100 points: {session_of(1)}.",
    ]
    assert json.loads(run("ledger", "--json"))["sessions"] == [
        {"session": session_of(1), "evening": EVENING, "per_100": 100},
        {"session": session_of(2), "evening": EVENING, "per_100": 25},
    ]


def test_a_knock_out_match_has_no_default(club, run):
    take(club, 1, SWEEP, "nz-match")
    take(club, 2)
    run("stake", "1", "--default")
    played_for = [one["per_100"] for one in json.loads(run("ledger", "--json"))["sessions"]]
    assert played_for == [0, 100]
    run("stake", "0.5", "--evening", EVENING)
    assert json.loads(run("ledger", "--json"))["sessions"][0]["per_100"] == 50
    run("stake", "0.25", "--session", session_of(1))
    assert json.loads(run("ledger", "--json"))["sessions"][0]["per_100"] == 25


@pytest.mark.each_database
def test_a_new_default_changes_nothing_that_was_paid(club, run, database):
    for number in (1, 2):
        take(club, number, begun=BEGUN + number * DAY)
    run("stake", "1", "--default")
    said = run("stake", "3", "--default")
    assert re.fullmatch(r"3.00 per 100 points in all other evenings from [0-9-]{10} on.\n", said)
    change(database, "UPDATE stakes SET made = '2026-01-10 12:00:00' WHERE id = 1")
    change(database, "UPDATE stakes SET made = '2026-01-19 12:00:00' WHERE id = 2")
    assert booked(run, "--evening", "2026-01-18")["Ann"] == (1, 900, 900)
    assert booked(run, "--evening", "2026-01-19")["Ann"] == (1, 900, 2700)
    change(database, "UPDATE stakes SET made = '2026-01-19 12:00:00' WHERE id = 1")
    assert booked(run, "--evening", "2026-01-18")["Ann"] == (1, 900, 900)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("stake", "0.505", "--default"), "'0.505' is no stake: it is a number with at most two"),
        (("stake", "12345678", "--default"), "at most 9999999.99"),
        (("stake", "0.5 EUR", "--default"), "is no stake"),
        (("stake", "٣", "--default"), "is no stake"),
        (("stake", "1", "--evening", "20.11.2026"), "'20.11.2026' is no date: it is written as"),
        (("stake", "1", "--evening", "2026-02-30"), "is no date"),
        (("stake", "1", "--evening", ""), "is no date"),
        (("stake", "1", "--evening", "1026-11-20"), "1026-11-20: no evening is in that year; a"),
        (("stake", "1", "--evening", "2100-01-01"), "2000 to 2099"),
        (("ledger", "--evening", "1999-12-31"), "2000 to 2099"),
        (("stake", "1", "--list"), "either PER_100, or --list"),
        (("stake", "--default"), "say what 100 points are worth"),
        (("stake", "1", "--default", "--json"), "--json is for --list"),
        (("stake", "1", "--session", "x"), "no sessions yet"),
        (("ledger", "--evening", "today"), "is no date"),
        (("ledger", "--player", "Zed"), "the club has no player 'Zed'"),
        (("ledger", "--player", ""), "the club has no player ''"),
    ],
)
def test_what_cannot_be_meant_is_refused(refused, arguments, why):
    assert why in refused(*arguments)


@pytest.mark.each_database
def test_stakes_come_back_with_a_backup(evening, run, database, another, tmp_path):
    run("stake", STAKE, "--default")
    evening.catch_up()
    before = dump(database)
    told = run("ledger", "--json")
    evening.rebuild()
    assert dump(database) == before
    backup(evening, str(tmp_path / "copy.db"))
    with Club(another) as other:
        restore(other, str(tmp_path / "copy.db"))
        assert other.read(ledger.ledger) == evening.read(ledger.ledger)
    assert run("ledger", "--json") == told
    assert select(another, "SELECT per_100 FROM stakes") == [(25,)]


# What always holds


@given(st.lists(st.integers(-(10**9), 10**9), max_size=12))
def test_payments_settle_exactly_and_are_few(amounts):
    balances = dict(enumerate([*amounts, -sum(amounts)]))
    paid = payments(balances)
    for debtor, creditor, amount in paid:
        assert amount > 0 and balances[debtor] < 0 < balances[creditor]
    for debtor, creditor, amount in paid:
        balances[debtor] += amount
        balances[creditor] -= amount
    assert set(balances.values()) <= {0}
    assert len(paid) <= max(0, sum(amount != 0 for amount in [*amounts, -sum(amounts)]) - 1)


@given(st.integers(-(10**6), 10**6), st.integers(0, 10**9))
def test_the_winner_gets_what_the_loser_pays(points, per_100):
    assert money(points, per_100) == -money(-points, per_100)
    exact = Decimal(abs(points)) * per_100 / 100
    assert abs(money(points, per_100)) == exact.quantize(Decimal(1), ROUND_HALF_UP)


sessions = st.tuples(
    st.sampled_from((SWEEP, LOST, CLOSE, THREE)),
    st.tuples(*[st.integers(0, 6)] * 4),
    st.sampled_from(("none", "100s")),
    st.sampled_from((0, BEGUN, BEGUN + DAY)),
    st.integers(0, 9999),
)


@settings(max_examples=25)
@given(st.lists(sessions, min_size=1, max_size=6))
def test_the_ledger_adds_up_to_nothing(tmp_path_factory, evenings):
    path = tmp_path_factory.mktemp("ledger") / "club.db"
    with Club(str(path)) as club:
        for number, (deals, players, settle, begun, per_100) in enumerate(evenings, 1):
            options = {"settle": settle} if settle == "100s" else {}
            take(club, number, deals, players=players, options=options, begun=begun)
            told = (per_100, session_of(number), "")
            club.write(lambda rows, told=told: stakes.set_stake(rows, *told))
        book = club.read(ledger.ledger)
        for entries in (
            book.entries,
            *([e for e in book.entries if e.evening == when] for when in ("", EVENING)),
            *([e for e in book.entries if e.session == session_of(n)] for n in range(1, 7)),
        ):
            assert sum(entry.points for entry in entries) == 0
            assert sum(entry.money for entry in entries) == 0
        club.catch_up()
        before = dump(path)
        club.rebuild()
        assert dump(path) == before
        assert club.read(ledger.ledger) == book
