"""A small evening of duplicate, worked by hand: four tables, eight boards, two a round.

It is the example of docs/duplicate.md too:

    export PYTHONPATH=host_tests
    python -m support.club.mitchell club.db            writes it into a database
    python -m support.club.mitchell club.db --slips    the same with a slip of each kind
"""

import sys
from typing import Any

from scorepad.club.records.store import Club
from support.club.club_sessions import BEGUN, Event, played, raw, session_of, stopped
from support.databases import enrol

NAMES = (
    *("Ann", "Bob", "Cleo", "Dan", "Eva", "Finn", "Grete", "Hugo"),  # N-S, two a table
    *("Ida", "Jan", "Kim", "Leo", "Mia", "Nils", "Olga", "Pawel"),  # E-W, as they begin
)
ROUNDS = 4
TABLES = 4
EVENING = BEGUN - 170  # 2026-01-17 18:30 UTC

# Per board the results at tables 1 to 4, where N-S stay and E-W move.
RESULTS = (
    ("4S N =", "4S N +1", "4S S =", "3S N +1"), ("3N S =", "3N S -1", "3N N +1", "2N S +1"),
    ("4H E =", "4H E -1", "4H W =", "3H E +1"), ("1N N =", "1N N +1", "2D E =", "pass"),
    ("6S S =", "4S S +2", "6S S -1", "4S N +2"), ("2H N =", "2H S =", "2H N =", "2H N ="),
    ("3N W =", "3N W +1", "3N E -1", "5C W ="), ("5Cx W -2", "4S N =", "4S N -1", "5Cx W -1"),
)  # fmt: skip

# What comes instead of a result (table, board): a board left out, a wrong declarer, a slip of the
# finger, a board that is entered under the number of another one.
SLIPS = {(4, 8): "", (2, 1): "b1 4S E +1", (1, 6): "b6 2H N -4", (2, 6): "b7 2H S ="}
DOUBTS = [  # what is asked then: kind, board, table
    *(("both-sides", 1, 2), ("tricks", 6, 1), ("missing", 6, 2)),
    *(("again", 7, 2), ("again", 7, 4), ("missing", 8, 4)),
]


def tablet(table: int) -> bytes:
    return bytes.fromhex(f"02005c0e9a{table:02}")


def evening(slips: dict[tuple[int, int], str] | None = None) -> dict[tuple[int, int], list[Event]]:
    """The sessions by table and round."""
    rounds = range(1, ROUNDS + 1)
    return {
        (table, turn): _session(table, turn, slips or {})
        for turn in rounds
        for table in range(1, TABLES + 1)
    }


def boards(table: int, turn: int) -> tuple[int, int]:
    """Boards move down a table a round, over a place between tables 2 and 3; 1 and 4 share."""
    place = (0, 1, 3, 0)[table - 1]
    first = (place + turn - 1) % ROUNDS * 2 + 1
    return first, first + 1


def players(table: int, turn: int) -> tuple[int, int, int, int]:
    """N-S stay, E-W move up a table a round; ids from North on."""
    north = 2 * table - 1
    east = 2 * TABLES + 2 * ((table - turn) % TABLES) + 1
    return north, east, north + 1, east + 1


def _session(table: int, turn: int, slips: dict[tuple[int, int], str]) -> list[Event]:
    deals = [
        slips.get((table, board), f"b{board} {RESULTS[board - 1][table - 1]}")
        for board in boards(table, turn)
    ]
    entered = tuple(deal for deal in deals if deal)
    begun = EVENING + 20 * (turn - 1) + table
    return ended(entered, table=table, begun=begun, players=players(table, turn))


def ended(deals: tuple[str, ...], **where: Any) -> list[Event]:
    """A session of duplicate that its players have ended."""
    return stopped(played(deals, "duplicate", **where))


def take(where: str, sessions: dict[tuple[int, int], list[Event]]) -> list[str]:
    """Puts the sessions and the players into a database; the ids of the sessions."""
    with Club(where) as club:
        for (table, turn), events in sessions.items():
            club.take(tablet(table), turn, raw(turn, events, tablet(table)), "port")
    return [session_of(turn, tablet(table)) for table, turn in sessions]


def make(where: str, slips: dict[tuple[int, int], str] | None = None) -> list[str]:
    """The evening and its players; the ids of the sessions."""
    enrol(where, NAMES)
    return take(where, evening(slips))


if __name__ == "__main__":
    Club(sys.argv[1]).close()
    make(sys.argv[1], SLIPS if "--slips" in sys.argv else None)
