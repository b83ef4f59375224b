"""Duplicate scores as Law 77 says, board by board; runs on CPython and MicroPython."""

import unittest

from firmware.scoring.deal import EAST, SOUTH, VUL_NONE, WEST, BadDeal
from firmware.scoring.duplicate import Duplicate, board_vulnerable
from firmware.scoring.notation import parse
from firmware.session import CORRECT
from host_tests.device.deals import played, session_of

NS, EW = 0, 1
NEITHER, ONLY_NS, ONLY_EW, BOTH = range(4)


class Scores(unittest.TestCase):
    def test_the_margin_is_what_the_better_side_has_won(self):
        sheet = Duplicate()
        self.assertEqual((sheet.winner, sheet.margin), (-1, 0))
        played(sheet, "b1 4H E =", "b2 1N N =")
        self.assertEqual((sheet.totals, sheet.winner, sheet.margin), ([-330, 330], EW, 330))


class Boards(unittest.TestCase):
    def test_the_board_says_dealer_and_vulnerability(self):
        sheet = Duplicate({}, SOUTH)
        for number in (7, 1, 250, 16):
            with self.subTest(number=number):
                self.assertEqual(sheet.dealer_at(number), (number - 1) % 4)
                self.assertEqual(sheet.vulnerable_at(number), board_vulnerable(number))
                played(sheet, f"b{number} 4S N =")

    def test_a_bare_vulnerability_is_what_it_says_and_the_deal_rotates(self):
        sheet = Duplicate({}, WEST)
        for turn, word in enumerate(("none", "NS", "EW", "both", "both")):
            with self.subTest(word=word):
                place = parse(f"pass vul={word}")[1]
                self.assertEqual(sheet.dealer_at(place), (WEST + turn) % 4)
                self.assertEqual(sheet.vulnerable_at(place), place - VUL_NONE)
                sheet.add(0, place)

    def test_the_rows_of_a_session_say_dealer_and_vulnerability(self):
        session = session_of("duplicate", "b7 4S E =", "4S E = vul=EW", "b2 pass")
        self.assertEqual(
            [(row.place, row.dealer, row.vulnerable, row.line) for row in session.rows()],
            [(7, SOUTH, BOTH, 0), (VUL_NONE + ONLY_EW, EAST, ONLY_EW, 0), (2, EAST, ONLY_NS, 0)],
        )


class Refused(unittest.TestCase):
    def test_a_place_that_is_neither(self):
        for place in (-1, 251, 256):
            with self.subTest(place=place), self.assertRaises(BadDeal):
                Duplicate().add(0, place)
        for place in (1, 250, 252, 255):
            with self.subTest(place=place):
                self.assertEqual(Duplicate().add(0, place), [])


class Sessions(unittest.TestCase):
    def test_a_corrected_deal_keeps_or_changes_its_board(self):
        session = session_of("duplicate", "b1 4S N =", "b2 4S N =")
        deal, place = parse("b1 4S N -1")
        session.apply(CORRECT, place, 1, deal)
        self.assertEqual(session.sheet.totals, [570, -570])
        session.apply(CORRECT, 4, 1, deal)  # it was board 4: N-S were vulnerable
        self.assertEqual(session.sheet.totals, [520, -520])
        with self.assertRaises(BadDeal):
            session.apply(CORRECT, 2, 1, deal)
        self.assertEqual((session.sheet.totals, list(session.places)), ([520, -520], [4, 2]))
