"""Rubber bridge with the Polish accounting; runs on CPython and MicroPython."""

import unittest

from firmware.scoring.polish import Polish
from firmware.scoring.rubber import Rubber
from host_tests.device.deals import closed, played

NS, EW = 0, 1


class Games(unittest.TestCase):
    def test_200_for_the_first_game_of_a_side(self):
        sheet = Polish()
        first = [(NS, "below", 100, "tricks"), (NS, "above", 200, "game")]
        self.assertEqual(played(sheet, "3N N ="), first)
        other = [(EW, "below", 120, "tricks"), (EW, "above", 200, "game")]
        self.assertEqual(played(sheet, "4S E ="), other)
        self.assertEqual((sheet.totals, sheet.games, sheet.vulnerable), ([300, 320], [1, 1], 3))

    def test_500_for_the_game_that_ends_the_rubber_of_two_or_three_games(self):
        for before in ((), ("3N E =",)):
            with self.subTest(before=before):
                sheet = Polish()
                played(sheet, "3N N =", *before)
                self.assertFalse(sheet.complete)
                last = [(NS, "below", 100, "tricks"), (NS, "above", 500, "rubber")]
                self.assertEqual(played(sheet, "3N S ="), last)
                self.assertEqual(sheet.totals, [900, 300 if before else 0])
                self.assertTrue(sheet.complete)

    def test_a_game_of_part_scores_gets_it_with_the_last_of_them(self):
        sheet = Polish()
        self.assertEqual(played(sheet, "2H N ="), [(NS, "below", 60, "tricks")])
        second = [(NS, "below", 40, "tricks"), (NS, "above", 200, "game")]
        self.assertEqual(played(sheet, "2C S ="), second)

    def test_nothing_for_what_is_no_game(self):
        for line in ("2S N +4", "1Cxx N =", "4S N -1", "pass"):
            with self.subTest(line=line):
                sheet = Polish()
                reasons = [posting[3] for posting in played(sheet, line)]
                self.assertNotIn("game", reasons)
                self.assertEqual((sheet.games, sheet.complete), ([0, 0], False))


class ElseAsRubber(unittest.TestCase):
    def test_all_but_the_games(self):
        lines = ("6Hx N +1 hon=N4", "4S E -3", "2Sx E =", "1Nxx N -2", "2D W =", "7C E = hon=E5")
        polish, rubber = Polish(), Rubber()
        for line in lines:
            with self.subTest(line=line):
                alike = [p for p in played(polish, line) if p[3] not in ("game", "rubber")]
                expected = [p for p in played(rubber, line) if p[3] != "rubber"]
                self.assertEqual(alike, expected)
        self.assertEqual((polish.games, polish.dealt), (rubber.games, rubber.dealt))

    def test_its_options(self):
        self.assertEqual((Polish.choices, Polish.defaults), (Rubber.choices, Rubber.defaults))
        sheet = Polish({"undertricks": "1935", "insult": "none", "settle": "100s"})
        played(sheet, "4Sx N -4", "2Cx E =")
        self.assertEqual((sheet.totals, sheet.margin), ([0, 780], 800))

    def test_an_unfinished_rubber(self):
        sheet = Polish()
        played(sheet, "3N N =", "2H E =")
        self.assertEqual(
            closed(sheet),
            [(NS, "above", 300, "unfinished game"), (EW, "above", 100, "unfinished part-score")],
        )
        self.assertEqual((sheet.totals, sheet.complete), ([600, 160], True))
