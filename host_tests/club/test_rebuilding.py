"""A rebuild, which does all sessions at once, makes what they made as they came, or nothing."""

import contextlib
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.session import CORRECT, VOID
from firmware.storage.record import SIZE
from scorepad.club.database.rows import Rows
from scorepad.club.decision_list import list_decisions
from scorepad.club.derived.ranking_rows import SPAN
from scorepad.club.events.entering import NamedPair, enter
from scorepad.club.events.loading import numbered
from scorepad.club.log import Signature, undo
from scorepad.club.money.ledger import ledger
from scorepad.club.records.remarks import remarks
from scorepad.club.records.session_list import Asked
from scorepad.club.records.store import Club, list_damaged
from scorepad.club.sessions import correcting, seats
from scorepad.club.sessions.replacing import decide_copy
from scorepad.errors import UserError
from scorepad.exports.sessions import as_json
from scorepad.reports.content import ranking
from support import kills
from support.club.club_sessions import BEGUN, EXAMPLE, TABLET, finished, played, raw, session_of
from support.club.merging import merge
from support.club.planned import TUESDAY, begun, known_as, planned, round_begins
from support.club.seats import reseat
from support.databases import club_copy, dump, enrol, heard, select
from support.depth import SEED, full

BY = Signature("Carla")
OTHER = bytes.fromhex("02005c0e9ad1")  # another tablet
UNKNOWN = 99  # not in the roster
TABLE = (1, 2, 3, 4)
BOARDS = ("b1 4S N =", "b2 3N E -1", "b3 pass")
TUESDAYS = 70001  # number of the event
CLUBS = {"honours": "off", "vulnerable": "nondealer"}  # house rules
MENDED = [(CORRECT, 0, 1, 0), (VOID, 0, 2, 0)]  # the first deal was passed out, the second none

SESSIONS = {
    1: (TABLET, finished(played(players=TABLE))),
    2: (TABLET, finished(played(EXAMPLE[:3], "rubber", players=(3, 1, 5, 2), begun=BEGUN + SPAN))),
    3: (OTHER, [*played(players=(2, 3, 4, 5), begun=BEGUN + SPAN), *MENDED]),
    4: (
        TABLET,
        finished(played(EXAMPLE, "chicago", options=CLUBS, players=(6, 5, 4, 3), begun=0)),
    ),
    5: (
        TABLET,
        finished(played(BOARDS, "duplicate", players=(1, 6, 2, 4), begun=BEGUN + 9 * SPAN)),
    ),
    6: (OTHER, finished(played(players=(1, 0, 2, 3)))),  # a guest
    8: (OTHER, [*begun(TUESDAYS, 3), *(round_begins(one) for one in TUESDAY.schedule[2::3])]),
    7: (OTHER, finished(played(EXAMPLE[:2], players=(1, UNKNOWN, 2, 6), begun=BEGUN + 3 * SPAN))),
}

numbers = st.sampled_from(sorted(SESSIONS))
players = st.integers(1, 6)
things = st.one_of(
    st.tuples(st.just("take"), numbers, st.integers(1, 20)),
    st.tuples(st.just("take"), numbers, st.just(99)),
    st.tuples(st.just("spoil"), numbers, st.integers(1, 99)),
    st.tuples(st.just("let go"), numbers),
    st.tuples(st.just("reseat"), numbers, st.integers(0, 3), st.integers(0, 6)),
    st.tuples(st.just("merge"), players, st.integers(0, 6)),
    st.tuples(st.just("correct"), numbers, st.integers(1, 5), st.integers(0, 2)),
    st.tuples(st.just("void"), numbers, st.integers(1, 5)),
    st.tuples(st.just("leave out"), numbers),
    st.tuples(st.just("swap"), numbers, st.integers(0, 2)),
    st.tuples(st.just("undo"), st.integers(2, 9)),
    st.tuples(st.just("catch up")),
    st.tuples(st.just("pair"), st.integers(1, 6), players, st.integers(1, 3)),
)
EACH = [  # of all that may happen
    ("merge", 6, 2), *(("take", at, 99) for at in (7, 4, 2, 6)), ("catch up",), ("spoil", 1, 8),
    ("take", 3, 4), ("take", 5, 6), ("reseat", 7, 1, 3), ("let go", 1), ("take", 1, 99),
    ("pair", 3, 6, 1), ("pair", 4, 1, 3), ("take", 8, 6), ("take", 8, 99), ("pair", 5, 4, 2),
    ("catch up",), ("take", 3, 99), ("reseat", 2, 0, 0), ("spoil", 5, 99),
    ("correct", 1, 2, 0), ("correct", 1, 2, 1), ("void", 3, 5), ("leave out", 2),
    ("swap", 4, 0), ("reseat", 4, 1, 0), ("undo", 10), ("undo", 15), ("undo", 3),
]  # fmt: skip


def do(club: Club, what: str, *how: int) -> None:
    """One of the things that happen to a club, unless it is refused."""
    tablet, events = SESSIONS[how[0]] if what in ("take", "spoil") else (TABLET, [])
    records = raw(how[0], events, tablet) if events else b""
    if what == "take":
        club.take(tablet, how[0], records[: how[1] * SIZE], "port")
    elif what == "spoil":
        at = min(how[1] * SIZE, len(records)) - 1
        club.take(tablet, how[0], records[:at] + bytes([records[at] ^ 1]), "port")
    elif what == "let go":
        club.write(lambda rows: decide_copy(rows, name(*how), True, BY))
    elif what == "reseat" and club.known(name(how[0])):
        club.write(lambda rows: reseat(rows, name(how[0]), *how[1:]))
    elif what == "merge":
        club.write(lambda rows: merge(rows, *how))
    elif what == "pair":
        club.write(lambda rows: pair(rows, *how))
    elif what == "catch up":
        club.catch_up()
    elif what not in ("take", "spoil", "reseat"):
        club.write(lambda rows: decision(rows, what, *how))


def decision(rows: Any, what: str, *how: int) -> str:
    if what == "undo":
        return undo(rows, how[0], BY)
    if what == "leave out":
        return correcting.leave_out(rows, name(how[0]), BY)
    if what == "swap":
        deals = str(how[1]) if how[1] else None
        return seats.swap(rows, name(how[0]), deals, BY)
    if what == "void":
        return correcting.void(rows, name(how[0]), how[1], BY)
    said = ("2H E +1", "4S W =", "pass")[how[2]]
    return correcting.correct(rows, name(how[0]), how[1], said, None, BY)


def pair(rows: Rows, number: int, player: int, since: int) -> None:
    event = numbered(rows, TUESDAYS)
    assert event
    named = [NamedPair("", str(number), (f"id={player}", "guest"))]
    enter(rows, event, named, since, BY)


def name(number: int) -> str:
    return session_of(number, SESSIONS[number][0])


def told(club: Club) -> list[Any]:
    """All that the club says of its sessions and players."""
    whole = [one.id for one in club.sessions() if not one.fault]
    return [
        list(club.sessions()),
        club.read(list_damaged),
        as_json([club.session(one) for one in whole]),
        club.read(lambda rows: ranking.places(rows, None)),
        club.read(lambda rows: ranking.places(rows, BEGUN + SPAN)),
        club.read(ledger),
        club.read(remarks),
        [list(club.sessions(Asked(player=player))) for player in range(1, 7)],
        club.read(list_decisions),
    ]


def assert_the_same_anew(where: str, happened: list[tuple[Any, ...]]) -> None:
    enrol(where, ("Ann", "Bo", "Cy", "Di", "Eva", "Fay"))
    with Club(where) as club:
        known_as(club, planned(club), TUESDAYS)
        for one in happened:
            with contextlib.suppress(UserError):
                do(club, *one)
        said = told(club)
        club.catch_up()
        there = sorted(dump(where))
        assert told(club) == said
        club.rebuild()
        assert sorted(dump(where)) == there
        assert told(club) == said


@full
@settings(max_examples=20)
@given(st.lists(things, max_size=16))
def test_whatever_has_happened(new_file, happened):
    with club_copy(new_file) as where:
        assert_the_same_anew(where, happened)


@pytest.mark.each_database
def test_each_thing_that_may_happen(database):
    assert_the_same_anew(database, EACH)
    states = select(database, "SELECT state, count(*) FROM sessions GROUP BY state ORDER BY state")
    assert states == [("complete", 4), ("damaged", 1), ("left out", 1), ("open", 2)]
    seats = select(database, "SELECT turn, seat, player FROM round_seats WHERE player > 0")
    assert sorted(seats) == [(0, 0, 2), (1, 0, 2), (1, 1, 4), (2, 0, 2), (2, 1, 1)]
    assert select(database, "SELECT count(*) FROM set_aside") != [(0,)]
    assert select(database, "SELECT id FROM sessions WHERE twice = 1") == [(name(7),)]
    assert select(database, "SELECT count(*) FROM rankings") != [(0,)]


# What it takes


def fill(club: Club, spans: int) -> None:
    """Two sessions of four players in each span."""
    for number in range(2 * spans):
        begun = BEGUN + number // 2 * SPAN
        club.take(TABLET, number, raw(number, finished(played(players=TABLE, begun=begun))), "")
    club.catch_up()


@contextlib.contextmanager
def counted() -> Iterator[list[tuple[str, int]]]:
    """Each statement meanwhile, and for how many rows it came with values."""
    seen: list[tuple[str, int]] = []
    with heard(lambda _, words, values, many: seen.append((words, len(values) if many else 1))):
        yield seen


def test_it_takes_no_statement_a_session(club):
    statements = []
    for spans in (1, 2, 6):
        fill(club, spans)
        with counted() as seen:
            club.rebuild()
        statements.append([words for words, _ in seen if "rankings" not in words])
    assert statements[0] == statements[1] == statements[2]


def test_a_corrected_seat_writes_a_row_for_each_player_and_span_not_session(club):
    spans = 16
    fill(club, spans)
    with counted() as seen:
        club.write(lambda rows: reseat(rows, session_of(0), 0, 5))
    inserted = [(words, rows) for words, rows in seen if words.startswith("INSERT")]
    ranked = sum(rows for words, rows in inserted if "rankings" in words)
    assert ranked == len(TABLE) * (spans - 1) + 1  # the last span is not over; and player 5
    own = 1 + 2 + len(TABLE)  # what was decided; two versions, with that of the evening; the seats
    assert sum(rows for _, rows in inserted) == ranked + own
    assert len([words for words, _ in seen if words.startswith("SELECT")]) < spans


def test_the_sessions_are_read_a_page_at_a_time(club, monkeypatch):
    monkeypatch.setattr("scorepad.club.records.session_list._PAGE", 4)
    fill(club, 5)
    assert [one.number for one in club.sessions()] == list(range(10))
    with counted() as seen:
        assert next(iter(club.sessions())).number == 0
    assert len([words for words, _ in seen if "FROM sessions" in words]) == 1


# What is killed in the middle


@full
def test_a_kill_at_any_step_leaves_all_as_it_was_or_anew(database):
    with Club(database) as club:
        for number in SESSIONS:
            do(club, "take", number, 99)
        club.rebuild()
        done = sorted(dump(database))
        club.write(lambda rows: rows.run("DELETE FROM settlements"))
    before, found = sorted(dump(database)), list[list[str]]()
    for step in count(SEED % 4, 4):
        words = [str(step), "club", "rebuild", "--db", database]
        command = [sys.executable, "-m", "support.kills", *words]
        ended = subprocess.run(command, env=kills.environment(), capture_output=True, check=False)
        found.append(sorted(dump(database)))
        if found[-1] == done:
            break
        assert (found[-1], ended.returncode) == (before, -signal.SIGKILL), ended.stderr
    assert len(found) > 3
