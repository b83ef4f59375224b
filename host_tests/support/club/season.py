"""A small season of duplicate, worked by hand: five evenings of two tables, four boards each.

It is the example of docs/season.md too:

    PYTHONPATH=host_tests python -m support.club.season club.db

Partners change, Grete plays once with a guest, Ida and Jan come once, and on the last evening
there is one table, so that nothing is compared.
"""

import sys

from scorepad.club.records.store import Club
from support.club import mitchell
from support.club.club_sessions import raw
from support.databases import enrol

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eva", "Finn", "Grete", "Hugo", "Ida", "Jan")
GUEST = ""
WEEK = 7 * 24 * 60

# Who sat N-S and E-W at each table, and how N-S of the first did on each board against the other.
EVENINGS = (
    ((("Ann", "Bob", "Cleo", "Dan"), ("Eva", "Finn", "Grete", "Hugo")), "+=+-"),
    ((("Ann", "Dan", "Cleo", "Bob"), ("Eva", "Finn", "Grete", GUEST)), "++++"),
    ((("Ann", "Bob", "Cleo", "Dan"), ("Eva", "Finn", "Grete", "Hugo")), "----"),
    ((("Ann", "Bob", "Grete", "Hugo"), ("Cleo", "Dan", "Ida", "Jan")), "+=-="),
    ((("Ann", "Bob", "Cleo", "Dan"),), "+=-="),
)
DAYS = ("2026-01-17", "2026-01-24", "2026-01-31", "2026-02-07", "2026-02-14")

# By hand, per cent of each evening in which somebody played, None where not.
HALF, LESS = "62.50", "37.50"
BY_HAND = {
    "Ann": (HALF, "100.00", "0.00", "50.00"), "Bob": (HALF, "0.00", "0.00", "50.00"),
    "Cleo": (LESS, "0.00", "100.00", "50.00"), "Dan": (LESS, "100.00", "100.00", "50.00"),
    "Eva": (LESS, "0.00", "100.00", None), "Finn": (LESS, "0.00", "100.00", None),
    "Grete": (HALF, "100.00", "0.00", "50.00"), "Hugo": (HALF, None, "0.00", "50.00"),
    "Ida": (None, None, None, "50.00"), "Jan": (None, None, None, "50.00"),
}  # fmt: skip
_AT_FIRST = {"+": "+2", "=": "+1", "-": "="}  # of 4S, where the second table makes one more


def make(where: str) -> None:
    with Club(where) as club:
        for evening, (tables, results) in enumerate(EVENINGS):
            for table, seated in enumerate(tables, 1):
                _take(club, evening, table, seated, results if table == 1 else "====")
    enrol(where, NAMES)


def _take(club: Club, evening: int, table: int, seated: tuple[str, ...], results: str) -> None:
    north, south, east, west = (_number(name) for name in seated)
    deals = tuple(f"b{board} 4S N {_AT_FIRST[one]}" for board, one in enumerate(results, 1))
    begun = mitchell.EVENING + evening * WEEK + table
    where = {"table": table, "begun": begun, "players": (north, east, south, west)}
    events = mitchell.ended(deals, **where)
    tablet = mitchell.tablet(table)
    club.take(tablet, evening + 1, raw(evening + 1, events, tablet), "port")


def _number(name: str) -> int:
    return NAMES.index(name) + 1 if name else 0


if __name__ == "__main__":
    make(sys.argv[1])
