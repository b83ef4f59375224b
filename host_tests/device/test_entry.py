"""The deal that is being entered; runs on CPython and MicroPython."""

import unittest

from firmware.entry import START_LEVEL, START_STRAIN, Entry
from firmware.scoring.deal import PASSED_OUT, honours
from firmware.scoring.notation import parse, to_text


def taken(text):
    """What becomes of a deal that is entered again."""
    entry = Entry(1, 0, True)
    entry.take(parse(text)[0])
    return entry


class Clamping(unittest.TestCase):
    def test_levels_go_round(self):
        entry = Entry(1)
        levels = []
        for step in (1, 1, 1, 1, 1, 1, 1):
            entry.set_level(entry.level + step)
            levels.append(entry.level)
        self.assertEqual(levels, [4, 5, 6, 7, 1, 2, 3])
        entry.set_level(0)
        self.assertEqual(entry.level, 7)

    def test_a_result_stays_within_thirteen_tricks_at_every_level(self):
        for level in range(1, 8):
            entry = Entry(1)
            entry.set_level(level)
            entry.set_overtricks(99)
            self.assertEqual(entry.overtricks, 7 - level)
            entry.set_overtricks(-99)
            self.assertEqual(entry.overtricks, -6 - level)

    def test_another_level_takes_the_result_with_it_as_far_as_it_can(self):
        entry = Entry(1)
        entry.set_overtricks(4)
        entry.set_level(5)
        self.assertEqual(entry.overtricks, 2)
        entry.set_overtricks(-11)
        entry.set_level(1)
        self.assertEqual(entry.overtricks, -7)

    def test_high_card_points(self):
        entry = Entry(1)
        for points, kept in ((25, 25), (41, 40), (-3, 0)):
            entry.set_hcp(points)
            self.assertEqual(entry.hcp, kept)


class Deals(unittest.TestCase):
    def test_a_new_one_is_the_start_contract_made(self):
        start = to_text(Entry(1).deal())
        self.assertEqual(start, f"{START_LEVEL}{'CDHSN'[START_STRAIN]} N =")

    def test_what_a_rule_set_asks_for_is_in_the_deal(self):
        entry = Entry(1)
        self.assertEqual(to_text(entry.deal(acceptor=True)), "3S N/S =")
        self.assertEqual(to_text(entry.deal(hcp=True)), "3S N = hcp=20")

    def test_passed_out(self):
        entry = Entry(1)
        entry.passed = True
        self.assertEqual(entry.deal(acceptor=True), PASSED_OUT)
        self.assertEqual(to_text(entry.deal(hcp=True)), "pass hcp=20")


class Again(unittest.TestCase):
    def test_a_deal_is_taken_as_it_was(self):
        for text in ("4Sx W +1", "7Nxx E -13", "1C S +6 hon=N5", "2H N = hon=W4"):
            self.assertEqual(to_text(taken(text).deal()), text)
        self.assertEqual(to_text(taken("3O S/W -2").deal(acceptor=True)), "3O S/W -2")
        self.assertEqual(to_text(taken("3N S -2 hcp=0").deal(hcp=True)), "3N S -2 hcp=0")

    def test_one_that_was_passed_out_begins_as_a_new_one(self):
        self.assertEqual(taken("pass").deal(), Entry(1).deal())

    def test_honours_stay_with_their_strain(self):
        entry = taken("4S W = hon=E4")
        entry.set_level(3)
        self.assertEqual(to_text(entry.deal()), "3S W = hon=E4")
        for strain in (0, 1, 2, 4):  # nobody claimed honours of these, nor four aces
            entry.strain = strain
            self.assertEqual(honours(entry.deal()), 0)
        entry.strain = 3
        self.assertEqual(to_text(entry.deal()), "3S W = hon=E4")
        entry.passed = True
        self.assertEqual(entry.deal(), PASSED_OUT)

    def test_a_void_deal_begins_as_a_new_one(self):
        entry = Entry(1)
        entry.take(-1)
        self.assertEqual(entry.deal(), Entry(1).deal())
