"""IMPs for a difference of points, by the table of the laws; runs on CPython and MicroPython."""

import unittest

from firmware.scoring.imps import imps

# The table as it is printed: up to how many points a difference is worth 0, 1, 2 ... IMPs.
UP_TO = (
    10, 40, 80, 120, 160, 210, 260, 310, 360, 420, 490, 590, 740,
    890, 1090, 1290, 1490, 1740, 1990, 2240, 2490, 2990, 3490, 3990,
)  # fmt: skip


class Imps(unittest.TestCase):
    def test_the_table_of_the_laws(self):
        lowest = 0
        for won, highest in enumerate(UP_TO):
            for difference in (lowest, highest):
                with self.subTest(difference=difference):
                    self.assertEqual(imps(difference), won)
                    self.assertEqual(imps(-difference), -won)
            lowest = highest + 10

    def test_there_are_no_more_than_24(self):
        for difference in (4000, 4010, 7600 + 1950, 1 << 29):
            with self.subTest(difference=difference):
                self.assertEqual(imps(difference), 24)
                self.assertEqual(imps(-difference), -24)

    def test_a_mean_may_leave_odd_points(self):
        for difference, won in ((19, 0), (20, 1), (49, 1), (50, 2), (3999, 23), (-19, 0)):
            with self.subTest(difference=difference):
                self.assertEqual(imps(difference), won)

    def test_they_rise_with_the_difference_by_one_at_a_time(self):
        steps = [imps(points + 10) - imps(points) for points in range(-4100, 4100, 10)]
        self.assertEqual(sum(steps), 48)
        self.assertEqual((min(steps), max(steps)), (0, 1))
