"""What scores of one board are worth against each other; runs on CPython and MicroPython."""

import unittest

from firmware.scoring.comparing import butler, cross_imps, datum, matchpoints


class Matchpoints(unittest.TestCase):
    def test_2_for_every_score_beaten_and_1_for_a_tie(self):
        table = (
            ([], []),
            ([420], [0]),
            ([420, 450], [0, 2]),
            ([420, 420], [1, 1]),
            ([420, -50, 450, 420], [3, 0, 6, 3]),
            ([-100, -100, -100], [2, 2, 2]),
            ([0, 90, -90], [2, 4, 0]),
        )
        for scores, expected in table:
            with self.subTest(scores=scores):
                self.assertEqual(matchpoints(scores), expected)


class CrossImps(unittest.TestCase):
    def test_the_sum_over_all_other_tables(self):
        table = (
            ([], []),
            ([620], [0]),
            ([620, 570], [2, -2]),
            ([620, 570, -100], [2 + 12, -2 + 12, -12 - 12]),
            ([-620, 170, 170], [-26, 13, 13]),
        )
        for scores, expected in table:
            with self.subTest(scores=scores):
                self.assertEqual(cross_imps(scores), expected)


class Butler(unittest.TestCase):
    def test_the_datum_is_the_mean_to_the_nearest_10(self):
        table = (
            ([], 0),
            ([420], 420),
            ([420, 440], 430),
            ([420, 420, 430], 420),  # 423 1/3
            ([420, 430, 430], 430),  # 426 2/3
            ([-420, -430, -430], -430),
            ([100, -100], 0),
        )
        for scores, expected in table:
            with self.subTest(scores=scores):
                self.assertEqual(datum(scores), expected)

    def test_a_half_is_rounded_away_from_0_for_both_sides(self):
        for scores, expected in (([420, 430], 430), ([0, 10], 10), ([430, 440], 440)):
            with self.subTest(scores=scores):
                self.assertEqual(datum(scores), expected)
                self.assertEqual(datum([-score for score in scores]), -expected)

    def test_trimmed_it_is_without_the_highest_and_the_lowest(self):
        table = (
            ([620, 170, 140, -500], 160),  # 155
            ([620, 620, 140, -500], 380),  # one 620 of the two
            ([620, 600, -100], 600),
            ([620, 600], 610),  # there would be none left
            ([620], 620),
            ([], 0),
        )
        for scores, expected in table:
            with self.subTest(scores=scores):
                self.assertEqual(datum(scores, trim=True), expected)

    def test_imps_against_the_datum(self):
        scores = [620, 170, 140, -500]  # datum 107.5: 110, trimmed 160
        self.assertEqual(butler(scores), [11, 2, 1, -12])
        self.assertEqual(butler(scores, trim=True), [10, 0, -1, -12])
        self.assertEqual(butler([]), [])

    def test_the_scores_are_left_alone(self):
        scores = [620, 170, 140, -500]
        for compare in (matchpoints, cross_imps, butler):
            compare(scores)
        butler(scores, trim=True)
        self.assertEqual(scores, [620, 170, 140, -500])
