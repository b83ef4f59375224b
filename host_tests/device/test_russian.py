"""Russian scoring: the score against what the high cards promise; on CPython and MicroPython.

On CPython scoring/test_chicago_exhaustive.py compares every deal with the rule.
"""

import unittest

from firmware.scoring.deal import EAST, NORTH, SOUTH, WEST
from firmware.scoring.russian import Russian, expected
from host_tests.device.deals import played

NS, EW = 0, 1
NONE, ONLY_NS, ONLY_EW, BOTH = range(4)
LEVEL = "1C N +1 hcp=23"  # 90 where 110 are expected; vulnerable or not: N-S lose 1 IMP


class RussianScore(unittest.TestCase):
    def test_the_vulnerability_of_the_side_with_more_points_matters(self):
        table = (  # points of N-S, expected of them by who is vulnerable
            (26, [350, 520, 350, 520]),
            (14, [-350, -350, -520, -520]),
            (20, [0, 0, 0, 0]),
            (0, [-1300, -1300, -1950, -1950]),
            (40, [1300, 1950, 1300, 1950]),
        )
        for points, amounts in table:
            with self.subTest(points=points):
                self.assertEqual([expected(points, sides) for sides in range(4)], amounts)

    def test_the_margin_is_what_one_side_wins(self):
        sheet = Russian()
        played(sheet, "4S N = hcp=20", "4S N = hcp=20")  # 420, and vulnerable 620
        self.assertEqual((sheet.totals, sheet.winner, sheet.margin), ([21, -21], NS, 21))


class PassedOut(unittest.TestCase):
    def test_it_is_dealt_again(self):
        sheet = Russian()
        played(sheet, LEVEL)
        self.assertEqual(played(sheet, "pass"), [])
        self.assertEqual((sheet.dealer, sheet.vulnerable, sheet.dealt), (EAST, ONLY_NS, 1))
        self.assertEqual(sheet.totals, [-1, 1])

    def test_or_it_counts_as_one_of_the_four_deals_with_a_score_of_0(self):
        sheet, won = Russian({"passed": "counts"}), []
        for points in (23, 17, 16, 24, 20):
            before = sheet.totals[NS]
            played(sheet, f"pass hcp={points}")
            won.append((sheet.totals[NS] - before, sheet.dealer, sheet.vulnerable, sheet.rubber))
        self.assertEqual(
            won,
            [
                (-3, EAST, ONLY_NS, 1),
                (3, SOUTH, ONLY_EW, 1),
                (7, WEST, BOTH, 1),
                (-7, NORTH, NONE, 2),
                (0, EAST, ONLY_NS, 2),
            ],
        )
