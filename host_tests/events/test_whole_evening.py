"""A whole evening of nine tables in two sections, played on tablets, and reckoned by hand."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from fractions import Fraction
from itertools import accumulate
from math import floor
from pathlib import Path
from typing import Any

import pytest

from scorepad.cli import main
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from support.club.nine_tables import (
    HOWELL,
    LEFT_OUT,
    MITCHELL,
    OVERRULED,
    PAIRS,
    ROUNDS,
    TABLES,
    meetings,
    names,
    result,
    seat,
)
from support.link.syncing import synced
from support.tablet.evening import Table

pytestmark = [pytest.mark.full, pytest.mark.usefixtures("noon")]

# By hand, in matchpoints. Boards 1, 2 and 4 have 9 results, so the top is 16. If all are alike,
# each gets 8. One better than the 8 others gets 16, and they get 7. With one better and one worse,
# these get 16 and 0, and the others 8. Two better than the 7 others get 15, and these 6. All other
# boards have 8 results, and M matchpoints of 14 count as (M + 1) * 9/8 - 1 of 16:
#   alike                           7  is 8
#   one better               14 and 6  is 127/8 and 55/8
#   one worse                 0 and 8  is 1/8 and 73/8
#   one better, one worse  14, 0 and 7 is 127/8, 1/8 and 8
#   two better               13 and 5  is 59/4 and 23/4
# Those E-W get what is left of 16. Pairs 1 and 2 get average plus where pair 7 is missing: 60 per
# cent, 48/5, for neither has more on the other boards.
#
# The director decides. Board 2: pair 5 has made its contract, so pair 1 alone is better. Board 7:
# pair 9 has made one more than all others. Board 3: pairs 9 and 14 have taken it wrongly, so each
# gets average minus for it, in place of what it had, and pairs 18 and 12 average plus. Pair 14
# loses 10 per cent of a top, 8/5. The others' boards are
#   pair 9:  7 + 7 + 6 + 8 + 55/8 + 127/8 + 73/8 + 1/8 + 23/4 = 526/8 of 144, more than 40 per cent
#   pair 12: 7 + 7 + 15 + 8 + 55/8 + 55/8 + 73/8 + 8 + 23/4 = 589/8 of 144, less than 60 per cent
#   pair 14: 9 + 9 + 1 + 8 + 73/8 + 73/8 + 55/8 + 8 + 5/4 = 491/8 of 144, more than 40 per cent
#   pair 18: 9 + 9 + 10 + 8 + 73/8 + 73/8 + 127/8 = 561/8 of 112, more than 60 per cent: 561/56
# Pair, boards 1 to 10, total, per cent:
SHEET = """
 1   7 16  55/8       6  48/5  48/5 55/8  73/8     8   5/4   80.33  50.20
 2   9  0  55/8       6     8  55/8 48/5  48/5     8  23/4   69.70  43.56
 3   7  7  73/8      10 127/8  55/8 55/8  73/8 127/8  23/4   93.50  58.44
 4   7  7  55/8       6   1/8  73/8 55/8  73/8     8  23/4   65.88  41.17
 5   7  7  55/8      15     8 127/8 73/8  55/8     8  59/4   98.50  61.56
 6   9  9  73/8      10     8   1/8 73/8  55/8     8  41/4   79.50  49.69
 7   9  9  73/8       1     -     -    -     -   1/8  41/4   38.50  40.10
 8   9  9  73/8      10     8  73/8 73/8  55/8     8  41/4   88.50  55.31
 9   7  7  32/5       6     8  55/8 127/8 73/8   1/8  23/4   72.15  45.09
10   7  7  55/8       6     8  55/8 55/8   1/8     8  23/4   62.50  39.06
11   7  7  55/8       6     8  55/8 55/8  73/8     8  59/4   80.50  50.31
12   7  7  48/5      15     8  55/8 55/8  73/8     8  23/4   83.23  52.02
13   0  9  55/8       6   1/8  55/8 55/8  73/8     -     -   44.88  35.06
14   9  9  32/5       1     8  73/8 73/8  55/8     8   5/4   66.18  41.36
15   9  9  73/8      10 127/8  73/8 73/8  55/8 127/8  41/4  104.25  65.16
16   9  9  73/8      10     8  73/8  1/8  55/8     8  41/4   79.50  49.69
17  16  7  73/8      10     8  73/8 73/8  55/8     8  41/4   93.50  58.44
18   9  9  561/56    10     8  73/8 73/8 127/8     -     -   80.14  62.61
"""
RANKS = "15 18 5 3=17 8 12 11 1 6=16 9 2 14 4 7 10 13"

# What the director is asked about, by table and board.
DOUBTS = [
    ("overruled", 9, 0),
    ("not-played", 5, 3),
    ("other-board", 5, 3),
    ("again", 8, 3),
]


class Evening:
    """The director at the PC, and nine tables."""

    def __init__(self, folder: Path, captured: pytest.CaptureFixture[str], on: ExitStack):
        self._folder, self._captured = folder, captured
        self.at = {
            table: Table(on.enter_context(Tablet(Flash(folder / f"{table}.flash"))))
            for table in TABLES
        }

    def scorepad(self, *words: str) -> str:
        """What it prints."""
        status = main([*words, "--db", str(self._folder / "club.db")])
        printed = self._captured.readouterr()
        assert status == 0, printed.err
        return printed.out

    def file(self, *lines: str) -> str:
        """The path of a file with these lines."""
        path = self._folder / "lines.csv"
        path.write_text("\n".join(lines), encoding="utf-8")
        return str(path)

    def sync(self, table: int, *words: str) -> dict[str, Any]:
        """What `scorepad sync` does with the tablet of a table."""
        where = self._folder / "club.db"
        assert synced(self.at[table].tablet, where, "--json", *words) == 0
        (summary,) = json.loads(self._captured.readouterr().out)["tablets"]
        return dict(summary)

    def sync_all(self) -> list[int]:
        """The tables that get something new while they play; all others have it already."""
        made = {table: self.sync(table) for table in TABLES}
        assert {one["open"] for one in made.values()} == {1}
        return [table for table, one in made.items() if one["event"] == "sent"]

    def scored(self) -> dict[str, Any]:
        """The event, as `scorepad club duplicate` has it."""
        scored: dict[str, Any] = json.loads(
            self.scorepad("club", "duplicate", "--event", "Tuesday", "--json")
        )
        return scored

    def sit_down(self, number: int) -> None:
        """All find their names where they are to sit in a round."""
        for table, one in meetings(number).items():
            there = [
                said
                for side, pair in zip(("N-S", "E-W"), one[:2], strict=True)
                for said in ((f"{side} {pair}", *names(pair)) if pair else (f"{side} ", "nobody"))
            ]
            assert self.at[table].sees("seats")[: len(there)] == there
            self.at[table].tablet.press("OK")

    def play(self, number: int, which: int) -> None:
        """All who play in a round enter the first board (0) or the second (1)."""
        for table, one in meetings(number).items():
            ns = OVERRULED.get((number, table), one.ns)
            for board in one.boards[which : which + 1]:
                if (number, board, ns) not in LEFT_OUT:
                    self.at[table].plays(board, result(board, ns))

    def move(self, number: int) -> None:
        """All tablets say where everybody goes after a round."""
        for table, one in meetings(number).items():
            said = self.at[table].sees("moves")
            assert said[0] == f"Round {number} is over"
            for side, pair in zip(("N-S", "E-W"), one[:2], strict=True):
                if pair and (number, table) not in OVERRULED:
                    there = seat(pair, number + 1)
                    goes = "Table {} {}".format(*there) if there else "sit out"
                    stays = there == (table, side)
                    at = said.index(f"{side} {pair}")
                    assert said[at + 1] == ("stay here" if stays else goes)
            self.at[table].tablet.press("OK")


@pytest.fixture
def evening(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Iterator[Evening]:
    """The club knows everybody, the event is planned for 17 pairs, and all tablets have it."""
    with ExitStack() as on:
        made = Evening(tmp_path, capsys, on)
        roster = made.file("name", *(one for pair in PAIRS for one in names(pair)))
        made.scorepad("club", "players", "import", roster)
        pairs = made.file("pair,first,second", *map(",".join, entries(PAIRS[:-1])))
        movements = ("--movement", HOWELL, "--movement", MITCHELL.format(pairs=9))
        made.scorepad("event", "new", "Tuesday", *movements, "--pairs", pairs)
        for table in TABLES:
            assert made.sync(table, "--table", str(table))["event"] == "sent"
            made.at[table].tablet.press("OK")
        yield made


def entries(pairs: Iterable[int]) -> list[tuple[str, str, str]]:
    return [(str(pair), *names(pair)) for pair in pairs]


def test_a_whole_evening(evening: Evening) -> None:
    played(evening)
    scored = evening.scored()
    assert [(one["kind"], one["table"], one["board"]) for one in scored["doubts"]] == DOUBTS
    decided(evening, {one["table"]: one["id"] for one in scored["sessions"]})
    compare(evening.scored())


def played(evening: Evening) -> None:
    """All five rounds, and what happens in them."""
    at = evening.at
    evening.sit_down(1)
    at[5].takes_another(3, result(3, 9), "Board 3 belongs to table 6 now.")
    evening.play(1, 0)
    evening.scorepad(
        *("event", "movement", "Tuesday", "--movement", HOWELL),
        *("--movement", MITCHELL.format(pairs=10)),
    )
    evening.scorepad("event", "pair", "Tuesday", *entries([18])[0], "--round", "2")
    assert evening.sync_all() == [5, 6, 7, 8, 9]
    evening.play(1, 1)
    evening.move(1)
    evening.sit_down(2)
    at[9].changes_sides(17, 13)
    at[5].leaves_out(3)
    at[1].leaves_out(6)
    for number in range(2, ROUNDS + 1):
        evening.play(number, 0)
        if number == ROUNDS:
            at[1].plays_late(6, result(6, 5))
        evening.play(number, 1)
        if number == 3:
            evening.scorepad("event", "leave", "Tuesday", "7", "--round", "4", "--reason", "ill")
            assert evening.sync_all() == [1, 2, 3, 4]
        if number < ROUNDS:
            evening.move(number)
            evening.sit_down(number + 1)
    for table in TABLES:
        at[table].ends()
        assert evening.sync(table)["extended"] == 1


def decided(evening: Evening, sessions: dict[int, str]) -> None:
    """Two corrections, two adjusted scores, and a penalty."""
    of_event = ("--event", "Tuesday")
    evening.scorepad("club", "correct", sessions[4], "2", "3N S =")
    evening.scorepad("club", "correct", sessions[5], "7", "3N N +1")
    evening.scorepad("club", "adjust-board", "3", "9", "18", "A-", "A+", *of_event)
    evening.scorepad("club", "adjust", sessions[8], "7", "A+", "A-")
    evening.scorepad("club", "penalty", "14", "10%", *of_event)


def compare(scored: dict[str, Any]) -> None:
    """What has been scored is what was reckoned by hand."""
    rows = {int(row[0]): row[1:] for row in map(str.split, SHEET.strip().splitlines())}
    made = {pair: [*map(hundredths, row[:-2]), row[-2], row[-1]] for pair, row in rows.items()}
    points = defaultdict[tuple[int, int], list[int]](list)
    for board in scored["travellers"]:
        for one in board["results"]:
            for side in ("NS", "EW"):
                at = one["pairs"][side]["number"], board["board"]
                given = one["points_hundredths"][side]
                points[at] += [] if given is None else [given]  # none: pair 7 has left
    for place in scored["ranking"]:
        pair = place["number"]
        boards = [points[pair, board] for board in range(1, 11)]
        figures = (place["total_hundredths"], place["percentage_hundredths"])
        assert [*boards, *(f"{figure / 100:.2f}" for figure in figures)] == made[pair], pair
    ordered = [(place["rank"], place["number"]) for place in scored["ranking"]]
    groups = [list(map(int, group.split("="))) for group in RANKS.split()]
    before = list(accumulate(map(len, groups), initial=1))
    by_hand = zip(before, groups, strict=False)
    assert ordered == [(rank, pair) for rank, group in by_hand for pair in group]


def hundredths(cell: str) -> list[int]:
    """What a pair has on a board, rounded, a half away from 0."""
    return [] if cell == "-" else [floor(100 * Fraction(cell) + Fraction(1, 2))]
