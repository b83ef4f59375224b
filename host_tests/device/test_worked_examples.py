"""Every worked example of the rules, game by game in their order; on CPython and MicroPython.

Published sources print two of them wrong: three no-trump redoubled with an overtrick, and -170 in
IMPs. Both say what their source should have said.
"""

import unittest

from firmware.opening import opening
from firmware.scoring import deal, kernel
from firmware.scoring.board import points as board_points
from firmware.scoring.chicago import Chicago, ChicagoServer
from firmware.scoring.deal import EAST, NORTH, SOUTH, WEST
from firmware.scoring.duplicate import Duplicate, board_dealer, board_vulnerable
from firmware.scoring.imps import imps
from firmware.scoring.notation import parse, to_text
from firmware.scoring.nz_match import NzMatch
from firmware.scoring.paper import Paper
from firmware.scoring.pirate import Pirate
from firmware.scoring.rubber import International, Rubber
from firmware.scoring.rules import rule_set
from firmware.scoring.russian import EXPECTED, Russian
from firmware.session import DEAL, fold
from host_tests.device.deals import closed, each, played

NS, EW = 0, 1
NONE, ONLY_NS, ONLY_EW, BOTH = range(4)  # who is vulnerable
N, E, S, W = range(4)  # the accounts of pirates


def at(number, sheet):
    """The sheet before deal `number`; the deals until then cost N-S some undertricks."""
    played(sheet, *["1C N -1"] * (number - 1))
    return sheet


# The kernel, which all but pirates share


class Kernel(unittest.TestCase):
    def test_one_of_a_minor_redoubled_is_80_and_no_game(self):
        table = (("1Cxx", 80), ("1Dxx", 80), ("1Hxx", 120), ("1Sxx", 120), ("1Nxx", 160))
        for bid, points in table:
            with self.subTest(bid=bid):
                self.assertEqual(kernel.trick_score(parse(bid + " N =")[0]), points)
                sheet = Rubber()
                played(sheet, bid + " N =")
                self.assertEqual(sheet.games, [int(points >= 100), 0])


# Cumulative, from one down: undoubled, doubled and redoubled, first not vulnerable.
LAWS_1987 = (
    (50, 100, 100, 200, 200, 400),
    (100, 200, 300, 500, 600, 1000),
    (150, 300, 500, 800, 1000, 1600),
    (200, 400, 800, 1100, 1600, 2200),
    (250, 500, 1100, 1400, 2200, 2800),
)
EACH_MORE = (50, 100, 300, 300, 600, 600)
DOUBLED_1935 = (100, 300, 500, 700, 900, 1100, 1300)  # not vulnerable; else as 1987
DOUBLED_1932 = (100, 250, 450, 700, 1000, 1350, 1750)  # also undoubled, vulnerable
DOUBLED_VULNERABLE_1932 = (200, 500, 900, 1400, 2000, 2700, 3500)
SCALES = ("1987", "1935", "1932")


def set_by(down, stake, vulnerable, laws):
    """The undertricks of a contract at level 7, which can go down 13."""
    lost = parse(f"7H{stake} N -{down}")[0]
    return kernel.undertrick_score(lost, vulnerable, SCALES.index(laws))


class Undertricks(unittest.TestCase):
    def check_column(self, laws, stake, vulnerable, expected):
        """All the amounts of a column, from one down."""
        for down, points in enumerate(expected, 1):
            with self.subTest(laws=laws, stake=stake, vulnerable=vulnerable, down=down):
                self.assertEqual(set_by(down, stake, vulnerable, laws), points)

    def test_the_table_of_1987_down_to_13(self):
        for column in range(6):
            points = [row[column] for row in LAWS_1987]
            while len(points) < 13:
                points.append(points[-1] + EACH_MORE[column])
            stake, vulnerable = ("", "x", "xx")[column // 2], column % 2 == 1
            self.check_column("1987", stake, vulnerable, points)

    def test_1935_counts_200_for_every_further_doubled_trick(self):
        self.check_column("1935", "x", False, DOUBLED_1935)
        self.check_column("1935", "xx", False, [2 * points for points in DOUBLED_1935])

    def test_1935_is_else_as_1987(self):
        for stake, vulnerable in (("", False), ("", True), ("x", True), ("xx", True)):
            expected = [set_by(n, stake, vulnerable, "1987") for n in range(1, 14)]
            self.check_column("1935", stake, vulnerable, expected)

    def test_1932_every_further_trick_costs_more(self):
        twice = [2 * points for points in DOUBLED_1932]
        self.check_column("1932", "", False, [50 * down for down in range(1, 14)])
        self.check_column("1932", "", True, DOUBLED_1932)
        self.check_column("1932", "x", False, DOUBLED_1932)
        self.check_column("1932", "xx", False, twice)
        twice = [2 * points for points in DOUBLED_VULNERABLE_1932]
        self.check_column("1932", "x", True, DOUBLED_VULNERABLE_1932)
        self.check_column("1932", "xx", True, twice)


# `rubber` and `international`


# Line, what it posts, the totals after it.
EVENING = (
    ("3N N =", [(NS, "below", 100, "tricks")], [100, 0]),
    ("2H E =", [(EW, "below", 60, "tricks")], [100, 60]),
    ("2Hxx W -1", [(NS, "above", 200, "undertricks")], [300, 60]),
    ("4S W =", [(EW, "below", 120, "tricks")], [300, 180]),
    (
        "6N E =",
        [
            (EW, "below", 190, "tricks"),
            (EW, "above", 750, "slam"),
            (EW, "above", 500, "rubber"),
        ],
        [300, 1620],
    ),
)


class InternationalRubber(unittest.TestCase):
    def test_what_each_deal_posts(self):
        sheet = International()
        for line, postings, totals in EVENING:
            with self.subTest(line=line):
                self.assertEqual(played(sheet, line), postings)
                self.assertEqual(sheet.totals, totals)
        self.assertEqual((sheet.complete, sheet.winner, sheet.margin), (True, EW, 1320))

    def test_on_the_paper_sheet_the_60_are_dead_and_the_lines_are_drawn(self):
        session = fold(opening("international", {}, 1, NORTH, 0))
        for number, (line, _, _) in enumerate(EVENING, 1):
            session.apply(DEAL, 0, number, parse(line)[0])
        paper = Paper(2, session.rows())
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


class RubberBridge(unittest.TestCase):
    def test_honours_100_for_four_150_for_five_or_all_four_aces(self):
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
            with self.subTest(line=line):
                claimed = [p for p in played(Rubber(), line) if p[3] == "honours"]
                self.assertEqual(claimed, [(side, "above", points, "honours")])

    def test_one_side_can_get_400_for_what_is_unfinished(self):
        game = (NS, "above", 300, "unfinished game")
        table = (  # options, premium
            ({}, [game, (NS, "above", 100, "unfinished part-score")]),
            ({"unfinished": "exclusive"}, [game]),
            ({"unfinished_part": 50}, [game, (NS, "above", 50, "unfinished part-score")]),
        )
        for options, premium in table:
            with self.subTest(options=options):
                sheet = Rubber(options)
                played(sheet, "3N N =", "2H S =")
                self.assertEqual(closed(sheet), premium)
                self.assertEqual(sheet.totals, [160 + sum([p[2] for p in premium]), 0])


# `nz-match`


class NewZealandMatch(unittest.TestCase):
    def test_opening_rubber(self):
        sheet = NzMatch()
        self.assertEqual(
            played(sheet, "2H N +1"),
            [(NS, "below", 60, "tricks"), (NS, "above", 30, "overtricks")],
        )
        self.assertEqual(played(sheet, "3N E ="), [(EW, "below", 100, "tricks")])
        self.assertEqual(
            played(sheet, "4S E ="),
            [(EW, "below", 120, "tricks"), (EW, "above", 700, "rubber")],
        )
        self.assertEqual((sheet.totals, sheet.complete), ([90, 920], False))

    def check_tie(self, tie, after_32, after_34):
        """1NT each, and passed out until deal 30 and beyond; (total, rubber) after the ties."""
        sheet = NzMatch({"tie": tie})
        played(sheet, "1N N =", "1N E =", *["pass"] * 28)
        for dealt, expected in ((32, after_32), (34, after_34)):
            self.assertFalse(sheet.complete)
            played(sheet, "1C N -1", "1C E -1")
            self.assertEqual((sheet.dealt, sheet.totals, sheet.rubber), (dealt,) + expected)
        self.assertFalse(sheet.complete)
        played(sheet, "pass", "1C E -1")
        self.assertEqual((sheet.dealt, sheet.complete, sheet.winner), (36, True, NS))

    def test_after_a_tie_the_same_rubber_goes_on_to_deal_32_and_34(self):
        self.check_tie("continue", ([90, 90], 1), ([140, 140], 1))

    def test_or_every_two_deals_are_a_rubber_of_their_own(self):
        self.check_tie("playoff", ([90, 90], 3), ([140, 140], 4))


# `duplicate`, and comparing its scores


SCORES = (  # deal, who of declarer's side is vulnerable, what it consists of, score
    ("1C N +1", "none", ((20, "tricks"), (20, "overtricks"), (50, "part-score")), 90),
    ("4H N =", "none", ((120, "tricks"), (300, "game")), 420),
    ("6N N =", "NS", ((190, "tricks"), (750, "slam"), (500, "game")), 1440),
    ("4Hx N =", "NS", ((240, "tricks"), (50, "insult"), (500, "game")), 790),
    ("3Nx N =", "none", ((200, "tricks"), (50, "insult"), (300, "game")), 550),
    (
        "4Hx N +2",
        "NS",
        ((240, "tricks"), (400, "overtricks"), (50, "insult"), (500, "game")),
        1190,
    ),
    ("2Hx N =", "NS", ((120, "tricks"), (50, "insult"), (500, "game")), 670),
    (  # a teaching sheet prints 800, which is wrong by its own rules
        "3Nxx N +1",
        "none",
        ((400, "tricks"), (200, "overtricks"), (100, "insult"), (300, "game")),
        1000,
    ),
    ("1Cxx N =", "none", ((80, "tricks"), (100, "insult"), (50, "part-score")), 230),
    ("1Cxx N =", "NS", ((80, "tricks"), (100, "insult"), (50, "part-score")), 230),
    ("4S N -2", "none", ((-100, "undertricks"),), -100),
    ("4S N -3", "NS", ((-300, "undertricks"),), -300),
    ("7Cxx N -13", "NS", ((-7600, "undertricks"),), -7600),
    ("7Nxx N -13", "NS", ((-7600, "undertricks"),), -7600),
    (
        "1Nxx N +6",
        "NS",
        ((160, "tricks"), (2400, "overtricks"), (100, "insult"), (500, "game")),
        3160,
    ),
    ("pass", "NS", (), 0),
)

# From how many points on one IMP more is won.
THRESHOLDS = """
    20 50 90 130 170 220 270 320 370 430 500 600 750 900 1100 1300 1500
    1750 2000 2250 2500 3000 3500 4000
"""


class DuplicateBridge(unittest.TestCase):
    def test_scores_and_what_they_consist_of(self):
        for line, vulnerable, parts, score in SCORES:
            with self.subTest(line=line, vulnerable=vulnerable):
                sheet = Duplicate()
                postings = [(NS, "above", points, reason) for points, reason in parts]
                postings += [(EW, "above", -points, reason) for points, reason in parts]
                self.assertEqual(played(sheet, f"{line} vul={vulnerable}"), postings)
                self.assertEqual(sheet.totals, [score, -score])
                self.assertEqual(board_points(parse(line)[0], vulnerable == "NS"), score)

    def test_slams_of_tables_that_have_the_game_folded_in(self):
        table = (("6S", "none", 800), ("6S", "NS", 1250), ("7S", "none", 1300), ("7S", "NS", 2000))
        for bid, vulnerable, bonus in table:
            with self.subTest(bid=bid, vulnerable=vulnerable):
                postings = played(Duplicate(), f"{bid} N = vul={vulnerable}")
                own = [p for p in postings if p[0] == NS and p[3] != "tricks"]
                self.assertEqual(sum([p[2] for p in own]), bonus)

    def test_who_deals_and_who_is_vulnerable_on_a_board(self):
        dealers = [board_dealer(number) for number in range(1, 6)]
        self.assertEqual(dealers, [NORTH, EAST, SOUTH, WEST, NORTH])
        table = (
            (NONE, (1, 8, 11, 14)),
            (ONLY_NS, (2, 5, 12, 15)),
            (ONLY_EW, (3, 6, 9, 16)),
            (BOTH, (4, 7, 10, 13)),
        )
        for vulnerable, numbers in table:
            for number in numbers:
                with self.subTest(number=number):
                    self.assertEqual(board_vulnerable(number), vulnerable)
                    self.assertEqual(board_vulnerable(number + 16), vulnerable)

    def test_imps_by_their_thresholds(self):
        thresholds = [int(word) for word in THRESHOLDS.split()]
        self.assertEqual(len(thresholds), 24)
        for won, points in enumerate(thresholds, 1):
            with self.subTest(points=points):
                self.assertEqual((imps(points), imps(points - 10)), (won, won - 1))
                self.assertEqual((imps(-points), imps(10 - points)), (-won, 1 - won))

    def test_170_behind_are_5_imps_where_a_source_prints_3(self):
        self.assertEqual((imps(50), imps(-170)), (2, -5))


# Chicago


class ChicagoWheels(unittest.TestCase):
    def test_a_game_of_two_part_scores_is_paid_340_or_vulnerable_540(self):
        table = (  # declarers, side, what the game is paid, what the second deal is worth
            ("NS", NS, 300, 340),
            ("EW", EW, 500, 540),  # East deals the second
        )
        for declarers, side, game, worth in table:
            with self.subTest(side=side):
                sheet = Chicago()
                self.assertEqual(
                    played(sheet, f"2H {declarers[0]} ="), [(side, "below", 60, "tricks")]
                )
                self.assertEqual(
                    played(sheet, f"2C {declarers[1]} ="),
                    [(side, "below", 40, "tricks"), (side, "above", game, "game")],
                )
                self.assertEqual(sheet.totals[side], 60 + worth)

    def test_a_part_score_on_the_fourth_deal_is_paid_160(self):
        self.assertEqual(
            played(at(4, Chicago()), "2S W ="),
            [(EW, "below", 60, "tricks"), (EW, "above", 100, "part-score")],
        )

    def test_on_the_server_the_side_that_does_not_deal_is_vulnerable(self):
        sheet = ChicagoServer()
        seen = []
        for _ in range(4):
            seen.append((sheet.dealer, sheet.vulnerable))
            played(sheet, "1C N -1")
        wheel = [(NORTH, NONE), (EAST, ONLY_NS), (SOUTH, ONLY_EW), (WEST, BOTH)]
        self.assertEqual(seen, wheel)  # a source prints "SW" for E-W on the third


# `russian`: high-card points, what they promise not vulnerable and vulnerable.
PROMISED = """
    20 0 0       27 400 600   34 1000 1500
    21 50 50     28 430 630   35 1100 1650
    22 70 70     29 460 660   36 1200 1800
    23 110 110   30 490 690   37 1300 1950
    24 200 290   31 600 900   38 1300 1950
    25 300 440   32 700 1050  39 1300 1950
    26 350 520   33 900 1350  40 1300 1950
"""


class RussianScoring(unittest.TestCase):
    def test_the_table(self):
        numbers = [int(word) for word in PROMISED.split()]
        seen = []
        for column in range(0, len(numbers), 3):
            points, safe, vulnerable = numbers[column : column + 3]
            with self.subTest(points=points):
                self.assertEqual(EXPECTED[0][points - 20], safe)
                self.assertEqual(EXPECTED[1][points - 20], vulnerable)
            seen.append(points)
        self.assertEqual(sorted(seen), list(range(20, 41)))
        self.assertEqual([len(row) for row in EXPECTED], [21, 21])

    def test_140_with_25_points_loses_4_imps(self):
        sheet = Russian()
        self.assertEqual(
            played(sheet, "3S N = hcp=25"),  # 140 - 300 = -160
            [(NS, "above", -4, "IMPs"), (EW, "above", 4, "IMPs")],
        )
        self.assertEqual((sheet.totals, sheet.winner), ([-4, 4], EW))


# `pirate`


class PirateBridge(unittest.TestCase):
    def test_two_hearts_16_below_and_16_above(self):
        self.assertEqual(
            played(Pirate(), "2H N/E ="),
            [(N, "below", 16, "tricks"), (E, "above", 16, "accepting")],
        )

    def test_three_heart_honours_together_16_each(self):
        for held in ("N2-1", "N3"):
            postings = played(Pirate({"honours": "on"}), f"2H N/E = hon={held}")
            self.assertEqual(postings[2:], each((N, E), 16, "honours"))

    def test_four_hearts_is_a_game_50_for_each(self):
        sheet = Pirate()
        self.assertEqual(
            played(sheet, "4H S/W ="),
            [(S, "below", 32, "tricks"), (W, "above", 32, "accepting")] + each((S, W), 50, "game"),
        )
        self.assertEqual(sheet.totals, [0, 0, 82, 82])

    def test_one_spade_doubled_with_two_overtricks(self):
        sheet = Pirate()
        self.assertEqual(
            played(sheet, "1Sx N/S +2"),
            [(N, "below", 54, "tricks"), (S, "above", 54, "accepting")]
            + each((N, S), 50, "insult")
            + each((N, S), 100, "overtricks")
            + each((N, S), 50, "game"),
        )
        self.assertEqual(sheet.totals, [254, 0, 254, 0])

    def test_seven_no_trump_set_by_one_is_still_a_small_slam(self):
        self.assertEqual(
            played(Pirate(), "7N E/N -1"),
            each((S, W), 50, "undertricks") + each((E, N), 50, "slam"),
        )

    def test_two_clubs_redoubled_taking_five(self):
        self.assertEqual(deal.tricks(parse("2Cxx N/W -3")[0]), 5)
        self.assertEqual(played(Pirate(), "2Cxx N/W -3"), each((E, S), 600, "undertricks"))

    def test_nullo_three_with_four_tricks_is_a_game_and_with_five_down_one(self):
        made, lost = "3O W/S =", "3O W/S -1"
        self.assertEqual([deal.tricks(parse(line)[0]) for line in (made, lost)], [4, 5])
        self.assertEqual(
            played(Pirate(), made),
            [(W, "below", 30, "tricks"), (S, "above", 30, "accepting")] + each((W, S), 50, "game"),
        )
        self.assertEqual(played(Pirate(), lost), each((N, E), 50, "undertricks"))


# The notation: line, as it is written back, its rule set, what it adds as the first deal.
LINES = (
    ("4Sx S +1", "4Sx S +1", "rubber", [240 + 100 + 50, 0]),
    ("3NT N =", "3N N =", "rubber", [100, 0]),
    ("2Hxx W -1", "2Hxx W -1", "rubber", [200, 0]),
    ("6NT E =", "6N E =", "rubber", [0, 190 + 500]),
    ("pass", "pass", "rubber", [0, 0]),
    ("b7 4S N +1", "b7 4S N +1", "duplicate", [650, -650]),
    ("4H N = vul=EW", "4H N = vul=EW", "duplicate", [420, -420]),
    ("3N E -1 hcp=23", "3N E -1 hcp=23", "russian", [-2, 2]),  # 50 - 110
    ("2S S = hon=N4", "2S S = hon=N4", "rubber", [60 + 100, 0]),
    ("3N W +1 hon=E4", "3N W +1 hon=E4", "rubber", [0, 100 + 30 + 150]),
    ("3H N/E +1 hon=E2-1", "3H N/E +1 hon=E2-1", "pirate", [32 + 16 + 50, 32 + 16 + 50, 0, 0]),
    ("3O W/S =", "3O W/S =", "pirate", [0, 0, 80, 80]),
    ("3NULLO W/S =", "3O W/S =", "pirate", [0, 0, 80, 80]),
)


class Notation(unittest.TestCase):
    def test_every_line_is_read_written_back_and_scored(self):
        for line, written, rules, totals in LINES:
            with self.subTest(line=line):
                self.assertEqual(to_text(*parse(line)), written)
                sheet = rule_set(rules)({"honours": "on"} if rules == "pirate" else {})
                played(sheet, line)
                self.assertEqual(sheet.totals, totals)
