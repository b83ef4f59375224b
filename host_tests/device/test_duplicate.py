"""Duplicate scores as Law 77 says, board by board; runs on CPython and MicroPython."""

import unittest

from firmware.scoring.deal import EAST, SOUTH, VUL_NONE, BadDeal
from firmware.scoring.duplicate import Duplicate
from firmware.scoring.notation import parse
from firmware.session import CORRECT
from host_tests.device.deals import session_of

ONLY_NS, ONLY_EW, BOTH = range(1, 4)


class Boards(unittest.TestCase):
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
