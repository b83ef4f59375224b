"""The rule sets by example, on CPython and MicroPython.

scoring/test_*_exhaustive.py compare every deal with the laws and rules, on CPython.
"""

import unittest

from firmware.scoring.chicago import Chicago, ChicagoServer
from firmware.scoring.deal import EAST, NORTH, SOUTH, WEST, BadDeal
from firmware.scoring.duplicate import Duplicate
from firmware.scoring.notation import parse
from firmware.scoring.nz_match import NzMatch
from firmware.scoring.paper import Paper
from firmware.scoring.pirate import Pirate
from firmware.scoring.rubber import Rubber
from firmware.scoring.rules import rule_set
from firmware.scoring.sheet import unpacked
from firmware.session import CORRECT
from host_tests.device.deals import played, session_of

NS, EW = 0, 1
NONE, ONLY_NS, ONLY_EW, BOTH = range(4)

EVENING = ("3N N =", "2H E =", "2Hxx W -1", "4S W =", "6N E =")


class Rubbers(unittest.TestCase):
    def test_on_the_paper_sheet_the_60_are_dead_and_the_lines_are_drawn(self):
        paper = Paper(2, session_of("international", *EVENING).rows())
        self.assertEqual(paper.above[NS], [(200, 3, "undertricks")])
        self.assertEqual(paper.above[EW], [(750, 5, "slam"), (500, 5, "rubber")])
        self.assertEqual(
            paper.games,
            [
                [[(100, 1, "tricks")], []],
                [[], [(60, 2, "tricks"), (120, 4, "tricks")]],
                [[], [(190, 5, "tricks")]],
                [[], []],
            ],
        )

    def test_the_margin_is_settled_to_the_nearest_hundred_half_up(self):
        exact, settled = Rubber(), Rubber({"settle": "100s"})
        table = (  # deals one after another, margin, settled margin
            ("1C E -1", 50, 100),
            ("1S W +1", 10, 0),
            ("2C W =", 50, 100),
            ("2H E +3", 200, 200),
            ("2D W +2", 280, 300),
        )
        for line, margin, rounded in table:
            with self.subTest(line=line):
                self.assertEqual(played(exact, line), played(settled, line))
                self.assertEqual((exact.margin, settled.margin), (margin, rounded))

    def test_100_for_four_150_for_five_or_all_four_aces(self):
        table = (
            ("2H N = hon=N4", NS, 100),
            ("2H N = hon=S5", NS, 150),
            ("2H N = hon=E4", EW, 100),  # defenders too
            ("2H N = hon=W5", EW, 150),
            ("2N N = hon=E4", EW, 150),
            ("7Nxx E -13 hon=S4", NS, 150),  # whatever the result
            ("4Sx E -2 hon=W4", EW, 100),  # never doubled
            ("4Sxx E = hon=W5", EW, 150),
        )
        for line, side, points in table:
            for sheet in (Rubber(), rule_set("chicago")(), rule_set("nz-match")()):
                with self.subTest(line=line, rules=sheet.name):
                    claimed = [p for p in played(sheet, line) if p[3] == "honours"]
                    self.assertEqual(claimed, [(side, "above", points, "honours")])

    def test_the_winner_is_who_has_most_whoever_won_two_games(self):
        table = (  # the margin is what the first has more than the second, or one side wins
            ("rubber", ("7Nxx N -13", "3N N =", "3N N ="), [900, 7000], EW, 6100),
            ("russian", ("4S N = hcp=20", "4S N = hcp=20"), [21, -21], NS, 21),
            ("duplicate", ("b1 4H E =", "b2 1N N ="), [-330, 330], -1, 660),
            ("pirate", ("4H N/E =", "1Cx S/N -3", "4H N/E ="), [214, 464, 0, 300], 1, 164),
        )
        for rules, lines, totals, winner, margin in table:
            with self.subTest(rules=rules):
                sheet = rule_set(rules)()
                self.assertEqual((sheet.winner, sheet.margin), (-1, 0))
                played(sheet, *lines)
                self.assertEqual((sheet.totals, sheet.winner), (totals, winner))
                self.assertEqual(sheet.margin, margin)


# ---- Chicago in wheels of four deals, as clubs and as a server play it

IDLE = "1C N -1"  # a deal that costs N-S 50, vulnerable 100


def added(sheet, line):
    before = list(sheet.totals)
    played(sheet, line)
    return [after - was for after, was in zip(sheet.totals, before)]


def at(number, sheet):
    """The sheet with deals before `number` that leave no part-scores."""
    for _ in range(number - 1):
        played(sheet, IDLE)
    return sheet


class Wheels(unittest.TestCase):
    def test_who_deals_and_who_is_vulnerable(self):
        table = (
            (Chicago(), (NONE, ONLY_EW, ONLY_NS, BOTH)),
            (Chicago({"vulnerable": "nondealer"}), (NONE, ONLY_NS, ONLY_EW, BOTH)),
            (Chicago(first_dealer=EAST), (NONE, ONLY_NS, ONLY_EW, BOTH)),
            (Chicago(first_dealer=SOUTH), (NONE, ONLY_EW, ONLY_NS, BOTH)),
            (Chicago({"vulnerable": "nondealer"}, WEST), (NONE, ONLY_EW, ONLY_NS, BOTH)),
            (ChicagoServer(), (NONE, ONLY_NS, ONLY_EW, BOTH)),
            (ChicagoServer(first_dealer=WEST), (NONE, ONLY_EW, ONLY_NS, BOTH)),
            (ChicagoServer({"vulnerable": "dealer"}), (NONE, ONLY_EW, ONLY_NS, BOTH)),
            (rule_set("russian")(), (NONE, ONLY_NS, ONLY_EW, BOTH)),
            (rule_set("russian")({"vulnerable": "dealer"}), (NONE, ONLY_EW, ONLY_NS, BOTH)),
        )
        for sheet, vulnerable in table:
            first = sheet.dealer
            for number in range(12):
                with self.subTest(rules=sheet.name, first=first, number=number):
                    self.assertEqual(sheet.dealer, (first + number) % 4)
                    self.assertEqual(sheet.vulnerable, vulnerable[number % 4])
                    self.assertEqual(sheet.rubber, 1 + number // 4)
                    self.assertEqual(sheet.complete, number in (4, 8))
                played(sheet, IDLE + " hcp=20" * ("hcp" in sheet.asks))

    def test_only_deals_that_count_end_it_and_none_while_part_scores_carry(self):
        sheets = [at(4, ChicagoServer({"passed": passed})) for passed in ("redeal", "counts")]
        for sheet in sheets:
            played(sheet, "pass")
        self.assertEqual([sheet.complete for sheet in sheets], [False, True])
        self.assertFalse(at(5, Chicago({"carry": "on"})).complete)

    def test_the_next_wheel_begins_without_games_and_part_scores(self):
        sheet = at(3, Chicago())
        played(sheet, "4S N =")
        self.assertEqual((sheet.games, sheet.lines), ([1, 0], 1))
        played(sheet, "2H N =")
        self.assertEqual((sheet.part_scores, sheet.games, sheet.lines), ([0, 0], [0, 0], 0))
        self.assertEqual(added(sheet, "2C N ="), [40, 0])

    def test_or_they_carry(self):
        sheet = at(4, Chicago({"carry": "on"}))
        self.assertEqual(added(sheet, "2H N ="), [160, 0])
        self.assertEqual((sheet.part_scores, sheet.rubber), ([60, 0], 2))
        self.assertEqual(added(sheet, "2C N ="), [340, 0])

    def test_every_option_changes_what_it_says(self):
        table = (  # option, on deal 2, what the deal adds without it and with it
            ({"vulnerable": "nondealer"}, "4S N =", [420, 0], [620, 0]),
            ({"overtricks": "off"}, "1N N +2", [100, 0], [40, 0]),
            ({"overtricks": "off"}, "3N N +1", [430, 0], [400, 0]),
            ({"overtricks": "off"}, "1Nx N +2", [330, 0], [330, 0]),
            ({"overtricks": "off"}, "2H N =", [60, 0], [60, 0]),
            ({"undertricks": "1935"}, "4Sx N -4", [0, 800], [0, 700]),
            ({"undertricks": "1932"}, "4Sx N -3", [0, 500], [0, 450]),
            ({"insult": "flat50"}, "1Cxx N =", [180, 0], [130, 0]),
            ({"insult": "none"}, "1Cx N =", [90, 0], [40, 0]),
            ({"honours": "off"}, "2H N =", [60, 0], [60, 0]),
        )
        for options, line, without, with_it in table:
            with self.subTest(options=options, line=line):
                self.assertEqual(added(at(2, Chicago()), line), without)
                self.assertEqual(added(at(2, Chicago(options)), line), with_it)


# ---- duplicate, as Law 77 says, board by board


class Places(unittest.TestCase):
    def test_a_place_that_is_neither(self):
        for place in (-1, 251, 256):
            with self.subTest(place=place), self.assertRaises(BadDeal):
                Duplicate().add(0, place)
        for place in (1, 250, 252, 255):
            with self.subTest(place=place):
                self.assertEqual(Duplicate().add(0, place), [])

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


# ---- the New Zealand knock-out match


def match(deals=30, tie="continue", **options):
    options["deals"], options["tie"] = deals, tie
    return NzMatch(options)


TIED = ("1C N =", "1H N =", "2D N -3", "pass")  # 150 each: N-S with 100 for the only part-score


def tied(tie="continue"):
    """After four deals, level with a premium."""
    sheet = match(4, tie)
    played(sheet, *TIED)
    return sheet


def stop(sheet):
    """The postings when the players stop."""
    return list(unpacked(sheet.close()))


class Ties(unittest.TestCase):
    def test_players_who_stop_at_a_tie_keep_the_premium_and_get_no_other(self):
        sheet = tied()
        self.assertEqual((stop(sheet), sheet.totals, sheet.winner), ([], [150, 150], -1))

    def test_players_who_stop_between_the_two_deals_get_what_is_then_due(self):
        sheet = tied()
        played(sheet, "1H E =")
        self.assertEqual((stop(sheet), sheet.totals), ([], [50, 180]))
        sheet = tied()
        played(sheet, "pass")
        self.assertEqual(stop(sheet), [(NS, "above", 100, "unfinished part-score")])
        self.assertEqual((sheet.totals, sheet.complete), ([150, 150], True))

    def test_a_rubber_that_ends_with_the_block_is_followed_by_one_new_rubber(self):
        for tie in ("continue", "playoff"):
            with self.subTest(tie=tie):
                sheet = match(5, tie)
                played(sheet, "3N N =", "1C W -2", "4Hx N -4", "1C W -2", "3N N =")
                self.assertEqual((sheet.totals, sheet.complete), ([1100, 1100], False))
                self.assertEqual((sheet.rubber, sheet.games), (2, [0, 0]))


# ---- Pirate Bridge


class Pirates(unittest.TestCase):
    def test_honours_come_before_the_game(self):
        postings = played(Pirate({"honours": "on"}), "6Hx N/S +1 hon=N2-1")
        last = [
            (player, "above", points, why)
            for points, why in ((16, "honours"), (50, "game"))
            for player in (NORTH, SOUTH)
        ]
        self.assertEqual(postings[-4:], last)
        reasons = [posting[3] for posting in postings[::2]]
        self.assertEqual(reasons, ["tricks", "insult", "overtricks", "slam", "honours", "game"])

    def test_the_second_game_of_one_player_ends_the_rubber(self):
        sheet = Pirate()
        played(sheet, "4H N/E =", "4H E/N =", "4H S/N =", "2H S/N =", "4H W/N =")
        self.assertEqual((sheet.games, sheet.part_scores), ([1, 1, 1, 1], [0, 0, 0, 0]))
        self.assertEqual((sheet.lines, sheet.complete, sheet.vulnerable), (4, False, 0))
        self.assertEqual(played(sheet, "5C W/E =")[-1], (WEST, "above", 50, "rubber"))
        self.assertEqual((sheet.games, sheet.lines, sheet.complete), ([1, 1, 1, 2], 5, True))
