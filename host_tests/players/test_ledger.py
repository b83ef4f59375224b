"""The ledger: what everybody has won or lost, in points and in money, and who owes whom."""

from decimal import ROUND_HALF_UP, Decimal
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.scoring.rules import NAMES
from firmware.session import fold
from scorepad.club.derived.settling import money, payments, settlements
from scorepad.club.evenings import Evenings
from scorepad.club.records.store import Club
from scorepad.rule_sets import having, in_points
from support.club.club_sessions import BEGUN, EXAMPLE, TABLET, finished, played, raw, session_of
from support.databases import change, enrol, filled_by
from support.in_process import Commands

pytestmark = pytest.mark.usefixtures("utc")

EVENING = "2026-01-17"  # of BEGUN, 21:20 in UTC
DAY = 24 * 60
NAMED = ("Ann", "Ben", "Cy", "Di", "Eva", "Fay", "Gus", "Hal", "Ida")  # ids 1 to 9
SWEEP = ("3N N =", "3N N =")  # N-S 100 + 100 + 700 = 900
LOST = ("4S E =", "4S E =")  # E-W 120 + 120 + 700 = 940
CLOSE = ("2H N +1", "3N E =", "4S E =")  # N-S 90, E-W 920
THREE = ("3N N =", "3N E =", "3N N =")  # N-S 100 + 100 + 500 = 700, E-W 100

database = filled_by(lambda where: enrol(where, NAMED))


def take(
    club: Club, number: int, deals=SWEEP, rules="rubber", players=(1, 2, 3, 4), **rest
) -> None:
    """A complete session; it is stopped if its last deal does not end the game."""
    events = finished(played(deals, rules, players=players, **rest))
    club.take(TABLET, number, raw(number, events), "port")


def booked(commands: Commands, *arguments: str) -> dict[str, tuple[int, int, int]]:
    listed = commands.told("ledger", *arguments)["players"]
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
    session = fold(finished(played(deals, rules, options=options)))
    won = [0] * 4
    for seat, opponent, points in settlements(session):
        won[seat] += points
        won[opponent] -= points
    assert won == expected


def test_only_rules_with_points_are_settled():
    assert set(NAMES) - set(having(in_points)) == {"russian", "duplicate"}


def test_half_a_unit_is_rounded_up_for_both():
    for points in range(-1000, 1001, 5):
        for per_100 in (0, 1, 4, 5, 25, 50, 333):
            exact = Decimal(abs(points)) * per_100 / 100
            worth = int(exact.quantize(Decimal(1), ROUND_HALF_UP))
            assert money(points, per_100) == (worth if points > 0 else -worth)


# An evening where players cut in and out

RUBBERS = (  # table, deals, N E S W, options
    (1, SWEEP, (1, 2, 3, 4), {}),  # N-S win 900
    (2, LOST, (6, 7, 8, 9), {"settle": "100s"}),  # E-W win 900
    (1, CLOSE, (1, 5, 3, 2), {}),  # Di out, Eva in; E-W win 830
    (2, THREE, (4, 7, 6, 9), {"settle": "100s"}),  # Hal out, Di in; N-S win 600
    (1, LOST, (8, 1, 5, 3), {"settle": "100s"}),  # Ben out, Hal in; E-W win 900
)
STAKE = "0.25"


@pytest.fixture
def evening(club: Club) -> Club:
    for number, (table, deals, players, options) in enumerate(RUBBERS, 1):
        begun = BEGUN + 40 * number
        take(club, number, deals, players=players, table=table, options=options, begun=begun)
    return club


@pytest.mark.each_database
def test_the_ledger_for_people(evening, commands):
    assert EVENING in commands.run("stake", STAKE, "--evening", EVENING)
    lines = commands.run("ledger", "--evening", EVENING).splitlines()
    assert [" ".join(line.split()) for line in lines if "─" not in line] == [
        "Player Sessions Points Money",
        *("Ann 3 970 2.42", "Cy 3 970 2.42", "Gus 2 300 0.75", "Ida 2 300 0.75"),
        *("Ben 2 -70 -0.17", "Eva 2 -70 -0.17", "Di 2 -300 -0.75", "Fay 2 -300 -0.75"),
        *("Hal 2 -1800 -4.50", "Played for 0.25 per 100 points.", ""),
        *("Hal pays Ann 2.42", "Hal pays Cy 2.08", "Di pays Gus 0.75", "Fay pays Ida 0.75"),
        *("Ben pays Cy 0.17", "Eva pays Cy 0.17"),
    ]
    lines = commands.run("ledger", "--player", "di").splitlines()
    assert [" ".join(line.split()) for line in lines if "─" not in line] == [
        "Di",
        "Evening Sessions Points Money",
        f"{EVENING} 2 -300 -0.75",
        "in all 2 -300 -0.75",
        "Played for 0.25 per 100 points.",
    ]


def test_merges_and_corrected_seats_follow(evening, commands):
    before = booked(commands)
    assert before["Eva"] == (2, -70, 0)  # 830 - 900
    commands.run("seat", session_of(5), "S", "guest")
    assert booked(commands)["Eva"] == (1, 830, 0)
    out = commands.run("ledger", "--evening", EVENING)
    assert f"guest ({session_of(5)}, S)" in out
    commands.run("seat", session_of(5), "S", "Eva")
    assert booked(commands) == before
    commands.run("players", "merge", "Eva", "Gus")
    assert booked(commands)["Gus"] == (4, before["Gus"][1] + before["Eva"][1], 0)
    assert "Eva" not in booked(commands)
    assert commands.run("ledger", "--player", "Eva").startswith("Gus\n")


# Evenings


def test_what_begins_before_six_belongs_to_the_evening_before(club, commands):
    midnight = BEGUN + 160
    for number, begun in enumerate((midnight - 1, midnight, midnight + 359, midnight + 360), 1):
        take(club, number, begun=begun)
    assert booked(commands, "--evening", EVENING)["Ann"] == (3, 2700, 0)
    assert booked(commands, "--evening", "2026-01-18")["Ann"] == (1, 900, 0)
    assert booked(commands)["Ann"] == (4, 3600, 0)


def test_sessions_without_a_clock_are_apart_and_have_the_last_default(club, commands):
    take(club, 1, begun=0)
    take(club, 2)
    assert booked(commands, "--evening", "none")["Ann"] == (1, 900, 0)
    assert booked(commands, "--evening", EVENING)["Ann"] == (1, 900, 0)
    for stake in ("1", "2"):
        commands.run("stake", stake, "--default")
    commands.run("stake", "3", "--evening", EVENING)
    assert booked(commands, "--evening", "none")["Ann"] == (1, 900, 1800)


@pytest.mark.parametrize("started", [(1 << 32) - 1, 4_207_679_999, 1])
def test_any_time_that_a_tablet_may_say(started):
    assert str(Evenings().of(started)) in ("None", "9999-12-31", "1999-12-31")


def test_what_has_nothing_to_settle_is_named(club, commands):
    take(club, 1)
    club.take(TABLET, 2, raw(2, played(SWEEP, "rubber")), "port")
    club.take(TABLET, 3, raw(3, played(SWEEP))[:-1] + b"?", "port")
    take(club, 4, ("3N N = hcp=25",), "russian")
    take(club, 5, ("b1 4S N =",), "duplicate")
    why = {2: "open", 3: "damaged", 4: "russian", 5: "duplicate"}
    left = commands.told("ledger")["left_out"]
    assert {one["session"]: one["why"] for one in left} == {session_of(n): why[n] for n in why}
    assert booked(commands)["Ann"] == (1, 900, 0)
    printed = commands.run("ledger")
    assert all(session_of(n) in printed for n in why)


@pytest.mark.each_database
def test_guests_and_players_who_are_not_in_the_roster(club, commands):
    take(club, 1, players=(1, 0, 77))
    out = commands.run("ledger", "--evening", EVENING)
    assert "player 77" in out and f"guest ({session_of(1)}, W)" in out
    for words in (
        *(("show", session_of(1)), ("seats", session_of(1))),
        *(("export", session_of(1), "--format", kind) for kind in ("html", "bridgewebs")),
    ):
        printed = commands.run(*words)
        assert "player 77" in printed and "guest" in printed, words
    (book,) = commands.told("ledger")["evenings"]
    assert {"id": 77, "name": None, "sessions": 1, "points": 900, "money": 0} in book["players"]
    guest = {"id": None, "session": session_of(1), "seat": "E"}
    assert {**guest, "sessions": 1, "points": -900, "money": 0} in book["players"]


# Stakes


def test_the_nearest_stake_counts_and_of_two_the_later_and_all_are_listed(club, commands):
    assert commands.told("stakes") == []
    for number in (1, 2, 3):
        take(club, number, begun=BEGUN + number)
    take(club, 4, begun=BEGUN + DAY)
    said = commands.run("stake", "0,5", "--default")
    assert said == "0.50 per 100 points in all other evenings.\n"
    commands.run("stake", "1", "--evening", EVENING)
    commands.run("stake", "2", "--evening", EVENING)
    assert commands.run("stake", "10.05", "--session", session_of(3)) == (
        f"10.05 per 100 points in session {session_of(3)}.\n"
    )
    assert booked(commands)["Ann"] == (4, 3600, 1800 + 1800 + 9045 + 450)
    listed = commands.told("stakes")
    assert [(one["per_100"], one["session"], one["evening"]) for one in listed] == [
        *((50, None, None), (100, None, EVENING), (200, None, EVENING)),
        (1005, session_of(3), None),
    ]


def test_a_knock_out_match_has_no_default(club, commands):
    take(club, 1, SWEEP, "nz-match")
    take(club, 2)
    commands.run("stake", "1", "--default")
    played_for = [one["per_100"] for one in commands.told("ledger")["sessions"]]
    assert played_for == [0, 100]
    commands.run("stake", "0.5", "--evening", EVENING)
    assert commands.told("ledger")["sessions"][0]["per_100"] == 50
    commands.run("stake", "0.25", "--session", session_of(1))
    assert commands.told("ledger")["sessions"][0]["per_100"] == 25


@pytest.mark.each_database
def test_a_new_default_changes_nothing_that_was_paid(club, commands, database):
    for number in (1, 2):
        take(club, number, begun=BEGUN + number * DAY)
    for stake in ("1", "3"):
        commands.run("stake", stake, "--default")
    set_at = partial(change, database, "UPDATE decisions SET made = ? WHERE number = ?")
    set_at("2026-01-10T12:00:00.000000+00:00", 1)
    set_at("2026-01-19T12:00:00.000000+00:00", 2)
    assert booked(commands, "--evening", "2026-01-18")["Ann"] == (1, 900, 900)
    assert booked(commands, "--evening", "2026-01-19")["Ann"] == (1, 900, 2700)
    set_at("2026-01-19T12:00:00.000000+00:00", 1)
    assert booked(commands, "--evening", "2026-01-18")["Ann"] == (1, 900, 900)


def test_what_cannot_be_meant_is_refused(commands):
    """Where nothing was played there is no ledger."""
    assert commands.told("ledger")["players"] == []
    assert commands.run("ledger").count("\n") == 1
    for arguments, why in (
        (("stake", "0.505", "--default"), "'0.505'"),
        (("stake", "100000", "--default"), "99999.99"), (("stake", "٣", "--default"), "'٣'"),
        (("stake", "1", "--evening", "1026-11-20"), "1026-11-20"),
        (("ledger", "--evening", "2100-01-01"), "2000 to 2099"),
        (("stake", "1"), "the default"), (("stake", "--default"), "PER_100"),
        (("stake", "1", "--session", "x"), "no sessions"),
    ):  # fmt: skip
        assert why in commands.refused(*arguments), arguments


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
    with pytest.raises(ValueError, match="not to 0"):
        payments({**balances, "more": 1})
    assert len(paid) <= max(0, sum(amount != 0 for amount in [*amounts, -sum(amounts)]) - 1)
