"""What the club's commands read does not grow with all that the club has ever played."""

import re
from functools import partial

import pytest

from scorepad.club import evenings
from scorepad.club.duplicate.gathering import of_evening
from scorepad.club.money import ledger
from scorepad.club.records.store import Club
from scorepad.language import Language
from scorepad.operations.events.common import suggest_events
from scorepad.operations.players.common import suggest_players
from scorepad.operations.results.common import suggest_evenings
from scorepad.operations.sessions.undo_decision import suggest_decisions
from scorepad.reports.content import ranking
from scorepad.web import drawing
from scorepad.web.forms.suggesting import suggestions
from support.club.club_sessions import BEGUN, TABLET, complete, played, raw, session_of, stopped
from support.databases import heard

pytestmark = pytest.mark.slow

TABLE = (1, 2, 3, 4)
DAY = 24 * 60
SCAN = re.compile("SCAN (?:records|sessions|seats|settlements|rankings)")

OFFERED = (suggest_players, suggest_events, suggest_evenings, suggest_decisions)


READINGS = {
    "ranking": lambda club: club.read(lambda rows: ranking.places(rows, None)),
    "list": lambda club: list(club.sessions()),
    "ledger": lambda club: club.read(lambda rows: ledger.ledger(rows, None, 1)),
    "kept ranking": Club.catch_up,
    "one id": lambda club: club.session(session_of(1)),
    "what is known": lambda club: club.known(session_of(1)),
    "an evening's ledger": lambda club: club.read(lambda rows: ledger.ledger(rows, "2026-01-18")),
    "a ledger without a date": lambda club: club.read(lambda rows: ledger.ledger(rows, "")),
    "latest evening": lambda club: club.read(partial(of_evening, wanted=None)),
    "what forms offer": lambda club: [suggestions(club, one, {}) for one in OFFERED],
    "session names": lambda club: drawing.name_sessions(club, [session_of(1)], Language()),
    "evening": lambda club: club.read(partial(of_evening, wanted=evenings.Evenings().of(BEGUN))),
}

# What has a line for each session, and what reads the last ranking of each player from an index.
WHOLE = {"list", "ranking", "kept ranking"}


@pytest.fixture
def club(club: Club) -> Club:
    """A club with an evening of duplicate and some of rubber."""
    board = stopped(played(("b1 4S N =",), "duplicate", players=TABLE))
    club.take(TABLET, 1, raw(1, board), "port")
    take_evenings(club, 1, 3)
    return club


def test_more_sessions_are_not_more_statements(club):
    few = {name: len(statements(club, reading)) for name, reading in READINGS.items()}
    take_evenings(club, 3, 8)
    assert {name: len(statements(club, reading)) for name, reading in READINGS.items()} == few


def test_an_index_leads_to_what_is_read(club):
    for name in sorted(READINGS.keys() - WHOLE):
        plans = plans_of(club, statements(club, READINGS[name]))
        assert any("SEARCH" in step for step in plans), name
        assert not [step for step in plans if SCAN.match(step)], name


def take_evenings(club: Club, first: int, end: int) -> None:
    for day in range(first, end):
        game = complete(played(begun=BEGUN + day * DAY, players=TABLE))
        club.take(TABLET, day + 1, raw(day + 1, game), "port")
    club.catch_up()


def statements(club: Club, reading) -> list[tuple[str, object]]:
    """What the database is asked, with its parameters."""
    seen = []
    with heard(lambda _, words, values, __: seen.append((words, values))):
        reading(club)
    return seen


def plans_of(club: Club, asked: list[tuple[str, object]]) -> list[str]:
    """How SQLite goes about it."""

    def explained(rows) -> list[str]:
        return [
            step.detail
            for statement, values in asked
            if statement.startswith(("SELECT", "WITH"))
            for step in rows.all(f"EXPLAIN QUERY PLAN {statement}", **values)
        ]

    return club.read(explained)
