"""The New Zealand knock-out match; runs on CPython and MicroPython."""

import unittest

from firmware.scoring import deal
from firmware.scoring.notation import parse
from firmware.scoring.nz_match import NzMatch
from firmware.session import CLOSE, END, VOID, BadEvent
from host_tests.device.deals import closed, enter, played, rows, session_of

NS, EW = 0, 1
OPENING = ("2H N +1", "3N E =", "4S E =")  # a rubber: N-S 90, E-W 920


def match(deals=30, tie="continue", **options):
    """A match of so many deals."""
    options["deals"], options["tie"] = deals, tie
    return NzMatch(options)


def match_of(*lines, **options):
    """A session with these deals."""
    return session_of("nz-match", *lines, options=options)


class Rubbers(unittest.TestCase):
    def test_rubbers_follow_one_another(self):
        sheet = match()
        played(sheet, *OPENING)
        self.assertEqual((sheet.rubber, sheet.games, sheet.vulnerable), (2, [0, 0], 0))
        played(sheet, "3N N =", "2H E =", "3N S =")
        self.assertEqual((sheet.rubber, sheet.games, sheet.part_scores), (3, [0, 0], [0, 0]))
        self.assertEqual((sheet.totals, sheet.dealt), ([990, 980], 6))

    def test_the_deal_passes_clockwise_across_rubbers_and_passed_out_deals(self):
        sheet = NzMatch({}, deal.SOUTH)
        dealers = []
        for line in OPENING + ("pass", "3N N =", "pass", "3N N =", "pass"):
            dealers.append(sheet.dealer)
            played(sheet, line)
        self.assertEqual(dealers, [2, 3, 0, 1, 2, 3, 0, 1])


class TheLastDeal(unittest.TestCase):
    def test_there_are_30(self):
        sheet = match()
        played(sheet, *["1C N ="] + ["pass"] * 28)
        self.assertEqual((sheet.dealt, sheet.complete), (29, False))
        played(sheet, "pass")
        self.assertTrue(sheet.complete)
        self.assertEqual(sheet.dealt, 30)

    def test_an_unfinished_rubber_gets_the_premium_with_the_last_deal(self):
        sheet = match()
        played(sheet, *OPENING + ("3N N =",) + ("pass",) * 25)
        self.assertEqual(
            played(sheet, "2S E ="),
            [
                (EW, "below", 60, "tricks"),
                (NS, "above", 300, "unfinished game"),
                (EW, "above", 100, "unfinished part-score"),
            ],
        )
        self.assertEqual((sheet.totals, sheet.complete), ([490, 1080], True))
        self.assertEqual((sheet.winner, sheet.margin), (EW, 590))

    def test_the_premium_by_its_options(self):
        table = (  # options, totals
            ({"unfinished": "law"}, [400, 160]),
            ({"unfinished": "exclusive"}, [400, 60]),
            ({"unfinished": "none"}, [100, 60]),
            ({"unfinished_part": 50}, [400, 110]),
        )
        for options, totals in table:
            with self.subTest(options=options):
                sheet = match(2, **options)
                played(sheet, "3N N =", "2S E =")
                self.assertEqual((sheet.totals, sheet.complete), (totals, True))


LEVEL = ("1N N =", "1N E =")  # 40 each, and no premium
TIED = ("1C N =", "1H N =", "2D N -3", "pass")  # 150 each: N-S with 100 for the only part-score
BOTH = ("3N N =", "2D E +3", "2S N -2", "pass")  # 400 each: 300 for the game, 100 for the 40


def tied(tie="continue"):
    """After four deals, level with a premium."""
    sheet = match(4, tie)
    played(sheet, *TIED)
    return sheet


class ContinuedTies(unittest.TestCase):
    def test_two_more_deals_in_the_same_rubber(self):
        sheet = match(2)
        played(sheet, *LEVEL)
        self.assertEqual((sheet.totals, sheet.complete), ([40, 40], False))
        self.assertEqual((sheet.part_scores, sheet.rubber), ([40, 40], 1))
        self.assertEqual(played(sheet, "2S N ="), [(NS, "below", 60, "tricks")])
        self.assertEqual((sheet.games, sheet.complete), ([1, 0], False))
        last = played(sheet, "pass")
        self.assertEqual(last, [(NS, "above", 300, "unfinished game")])
        self.assertEqual((sheet.totals, sheet.complete), ([400, 40], True))

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


class InASession(unittest.TestCase):
    def test_rows_say_where_rubbers_end(self):
        session = match_of(*OPENING + ("3N N =", "pass"), deals=5)
        self.assertEqual([row.line for row in session.rows()], [0, 1, 2, 1, 0])
        last = rows(session)[-1]
        self.assertEqual(last[5], [(NS, "above", 300, "unfinished game")])
        session.apply(END, 0, 5, 0)
        self.assertTrue(session.complete)

    def test_a_match_ends_only_when_it_is_decided(self):
        session = match_of(*LEVEL, deals=2)
        with self.assertRaises(BadEvent):
            session.apply(END, 0, 2, 0)
        session.apply(CLOSE, 0, 0, 0)
        session.apply(END, 0, 2, 0)
        self.assertEqual((session.complete, session.sheet.winner), (True, -1))

    def test_undoing_the_last_deal_takes_its_premium_with_it(self):
        session = match_of("1C N =", "pass", deals=2)
        self.assertEqual((session.sheet.totals, session.sheet.complete), ([120, 0], True))
        session.apply(VOID, 0, 2, 0)
        self.assertEqual((session.sheet.totals, session.sheet.complete), ([20, 0], False))
        enter(session, "2S E =")
        self.assertEqual((session.sheet.totals, session.sheet.complete), ([20, 60], True))
        self.assertEqual(session.sheet.dealt, 2)

    def test_preview_has_premium_and_withdrawal(self):
        session = match_of("1C N =", deals=2)
        self.assertEqual(session.preview(parse("pass")[0]), [100, 0])
        session = match_of(*TIED, deals=4)
        self.assertEqual(session.preview(parse("1H E =")[0]), [-100, 30])
