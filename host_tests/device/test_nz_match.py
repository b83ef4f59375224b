"""The New Zealand knock-out match; runs on CPython and MicroPython."""

import unittest

from firmware.scoring.nz_match import NzMatch
from host_tests.device.deals import closed, played

NS, EW = 0, 1


def match(deals=30, tie="continue", **options):
    options["deals"], options["tie"] = deals, tie
    return NzMatch(options)


TIED = ("1C N =", "1H N =", "2D N -3", "pass")  # 150 each: N-S with 100 for the only part-score


def tied(tie="continue"):
    """After four deals, level with a premium."""
    sheet = match(4, tie)
    played(sheet, *TIED)
    return sheet


class ContinuedTies(unittest.TestCase):
    def test_the_premium_is_withdrawn_in_the_next_deal(self):
        sheet = tied()
        self.assertEqual(
            played(sheet, "1H E ="),
            [(NS, "above", -100, "unfinished part-score withdrawn"), (EW, "below", 30, "tricks")],
        )
        self.assertEqual((sheet.totals, sheet.part_scores), ([50, 180], [50, 30]))

    def test_players_who_stop_at_a_tie_keep_the_premium_and_get_no_other(self):
        sheet = tied()
        self.assertEqual((closed(sheet), sheet.totals, sheet.winner), ([], [150, 150], -1))

    def test_players_who_stop_between_the_two_deals_get_what_is_then_due(self):
        sheet = tied()
        played(sheet, "1H E =")
        self.assertEqual((closed(sheet), sheet.totals), ([], [50, 180]))
        sheet = tied()
        played(sheet, "pass")
        self.assertEqual(closed(sheet), [(NS, "above", 100, "unfinished part-score")])
        self.assertEqual((sheet.totals, sheet.complete), ([150, 150], True))


class PlayedOffTies(unittest.TestCase):
    def test_the_premium_stands_and_a_new_rubber_begins(self):
        sheet = tied("playoff")
        self.assertEqual((sheet.totals, sheet.complete, sheet.rubber), ([150, 150], False, 2))
        self.assertEqual((sheet.part_scores, sheet.vulnerable), ([0, 0], 0))
        self.assertEqual(played(sheet, "1H N ="), [(NS, "below", 30, "tricks")])
        last = played(sheet, "pass")
        self.assertEqual(last, [(NS, "above", 100, "unfinished part-score")])
        self.assertEqual((sheet.totals, sheet.complete), ([280, 150], True))

    def test_a_rubber_that_ends_with_the_block_is_followed_by_one_new_rubber(self):
        for tie in ("continue", "playoff"):
            with self.subTest(tie=tie):
                sheet = match(5, tie)
                played(sheet, "3N N =", "1C W -2", "4Hx N -4", "1C W -2", "3N N =")
                self.assertEqual((sheet.totals, sheet.complete), ([1100, 1100], False))
                self.assertEqual((sheet.rubber, sheet.games), (2, [0, 0]))
