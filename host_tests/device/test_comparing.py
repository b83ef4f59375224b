"""What scores of one board are worth against each other; runs on CPython and MicroPython.

On CPython scoring/test_duplicate_exhaustive.py compares many more with the rules.
"""

import unittest

from firmware.scoring.comparing import datum, matchpoints
from firmware.scoring.imps import imps

# The largest differences that are worth 0 to 23 IMPs. Laws of Duplicate Bridge 2017, Law 78 B.
UP_TO = (
    10, 40, 80, 120, 160, 210, 260, 310, 360, 420, 490, 590, 740, 890, 1090, 1290, 1490, 1740,
    1990, 2240, 2490, 2990, 3490, 3990,
)  # fmt: skip


class Imps(unittest.TestCase):
    def test_the_table_of_the_laws(self):
        lowest = 0
        for won, highest in enumerate(UP_TO + (1 << 29,)):
            for difference in (lowest, highest, highest + 9):
                with self.subTest(difference=difference):
                    self.assertEqual((imps(difference), imps(-difference)), (won, -won))
            lowest = highest + 10


class Comparisons(unittest.TestCase):
    def test_matchpoints(self):
        table = (
            ([], []),
            ([420], [0]),
            ([420, -50, 450, 420], [3, 0, 6, 3]),
            ([-100, -100, -100], [2, 2, 2]),
        )
        for scores, expected in table:
            with self.subTest(scores=scores):
                self.assertEqual(matchpoints(scores), expected)

    def test_the_datum_is_the_mean_to_the_nearest_10(self):
        table = (  # scores, mean, without the highest and the lowest
            ([], 0, 0),
            ([420], 420, 420),
            ([420, 430], 430, 430),  # 425, away from 0
            ([420, 420, 430], 420, 420),  # 423 1/3
            ([420, 430, 430], 430, 430),  # 426 2/3
            ([100, -100], 0, 0),
            ([620, 620, 140, -500], 220, 380),  # one 620 of the two
            ([620, 600, -100], 370, 600),
        )
        for scores, mean, trimmed in table:
            with self.subTest(scores=scores):
                mirrored = [-score for score in scores]
                self.assertEqual((datum(scores), datum(mirrored)), (mean, -mean))
                self.assertEqual(datum(scores, trim=True), trimmed)
