"""An evening of nine tables in two sections, for tests: who meets whom, and what they score."""

from typing import NamedTuple

HOWELL = "howell --pairs 8 --rounds 5 --boards 2"
MITCHELL = "mitchell --pairs {pairs} --boards 2"
ROUNDS = 5
TABLES = range(1, 10)
PAIRS = range(1, 19)
# The pairs N-S and E-W and their first board of two, at each table. Pair 18 comes for round 2, so
# nobody is at table 9 before; pair 7 has left in round 4.
_PLAN = (
    "4:6 3  3:7 9  1:2 1  5:8 1   9:14 1  10:15 3  11:16 5  12:17 7  0:0 1",
    "5:6 5  4:7 1  2:3 3  1:8 3   9:18 3  10:14 5  11:15 7  12:16 9  13:17 1",
    "1:6 7  5:7 3  3:4 5  2:8 5   9:17 5  10:18 7  11:14 9  12:15 1  13:16 3",
    "2:6 9  1:0 5  4:5 7  3:8 7   9:16 7  10:17 9  11:18 1  12:14 3  13:15 5",
    "3:6 1  2:0 7  5:1 9  4:8 9   9:15 9  10:16 1  11:17 3  12:18 5  13:14 7",
)
# Pairs 17 and 13 sit the other way round, and the director says so: by round and table, N-S.
OVERRULED = {(2, 9): 17}
# Boards that are not played in their round, by N-S: pair 9 has had it; that of 5 comes late.
LEFT_OUT = {(2, 3, 9), (2, 6, 5)}
# What all tables had on a board, but for the N-S pairs that are named.
RESULTS: dict[int, tuple[str, dict[int, str]]] = {
    1: ("4S N =", {17: "4S N +1"}),
    2: ("3N S =", {1: "3N S +1", 5: "3N S -1"}),
    3: ("4H E =", {9: "4H E -1", 12: "4H E -2"}),
    4: ("1N N =", {5: "1N N +1", 12: "1N N +1"}),
    5: ("2S N =", {3: "2S N +1", 13: "pass"}),
    6: ("5D W -1", {5: "5D W -2"}),
    7: ("3N N =", {}),
    8: ("4S E -1", {10: "4S E ="}),
    9: ("6H S =", {3: "6H S +1", 9: "6H S -1"}),
    10: ("2C E =", {5: "2C E -1", 11: "2C E -1"}),
}


class Meeting(NamedTuple):
    """Pairs, 0 = nobody, and the first board of two."""

    ns: int
    ew: int
    first: int

    @property
    def boards(self) -> range:
        """None if somebody is missing."""
        return range(self.first, self.first + 2 * bool(self.ns and self.ew))


def meetings(number: int) -> dict[int, Meeting]:
    """Those of a round, by table."""
    words = _PLAN[number - 1].split()
    listed = zip(words[::2], words[1::2], strict=True)
    return {
        table: Meeting(*map(int, f"{pairs}:{first}".split(":")))
        for table, (pairs, first) in zip(TABLES, listed, strict=True)
    }


def seat(pair: int, number: int) -> tuple[int, str] | None:
    """The table and the side of a pair in a round."""
    for table, one in meetings(number).items():
        if pair in one[:2]:
            return table, "N-S" if pair == one.ns else "E-W"
    return None


def result(board: int, ns: int) -> str:
    """What N-S and their opponents enter."""
    usual, others = RESULTS[board]
    return others.get(ns, usual)


def names(pair: int) -> tuple[str, str]:
    """The players of a pair."""
    return f"Ann {pair}", f"Bob {pair}"
