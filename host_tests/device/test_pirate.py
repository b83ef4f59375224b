"""Pirate Bridge by example; runs on CPython and MicroPython.

On CPython scoring/test_pirate_exhaustive.py compares every deal with the rules.
"""

import unittest

from firmware.scoring.pirate import Pirate
from host_tests.device.deals import each, played

N, E, S, W = range(4)
NOBODY = [0, 0, 0, 0]


class Examples(unittest.TestCase):
    def test_honours_come_before_the_game(self):
        postings = played(Pirate({"honours": "on"}), "6Hx N/S +1 hon=N2-1")
        self.assertEqual(postings[-4:], each((N, S), 16, "honours") + each((N, S), 50, "game"))
        reasons = [posting[3] for posting in postings[::2]]
        self.assertEqual(reasons, ["tricks", "insult", "overtricks", "slam", "honours", "game"])


class GamesAndRubber(unittest.TestCase):
    def test_the_second_game_of_one_player_ends_the_rubber(self):
        sheet = Pirate()
        played(sheet, "4H N/E =", "4H E/N =", "4H S/N =", "2H S/N =", "4H W/N =")
        self.assertEqual((sheet.games, sheet.part_scores), ([1, 1, 1, 1], NOBODY))
        self.assertEqual((sheet.lines, sheet.complete, sheet.vulnerable), (4, False, 0))
        self.assertEqual(played(sheet, "5C W/E =")[-1], (W, "above", 50, "rubber"))
        self.assertEqual((sheet.games, sheet.lines, sheet.complete), ([1, 1, 1, 2], 5, True))
