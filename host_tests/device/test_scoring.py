"""The kernel and the rubber rule sets score as the laws say; runs on CPython and MicroPython."""

import unittest

from firmware.scoring import deal, kernel
from firmware.scoring.deal import BadDeal
from firmware.scoring.notation import parse
from firmware.scoring.paper import Paper
from firmware.scoring.rubber import International, Rubber
from firmware.scoring.rules import NAMES, rule_set
from firmware.scoring.sheet import BadOption
from firmware.session import DEAL, fold, opening

NS, EW = 0, 1
LAWS_1987, LAWS_1935, LAWS_1932 = range(3)  # how the kernel numbers the readings
LAW, FLAT50, NONE = range(3)


def deal_of(text):
    """The deal that a line of notation says."""
    return parse(text)[0]


def played(sheet, *lines):
    """Enter deals; give the postings of the last."""
    postings = []
    for line in lines:
        postings = sheet.add(deal_of(line))
    return postings


def totals(sheet, *lines):
    """Enter deals; give the totals."""
    played(sheet, *lines)
    return sheet.totals


class TrickScore(unittest.TestCase):
    def test_tricks_bid_count_20_30_or_40_and_30(self):
        table = (
            ("C", (20, 40, 60, 80, 100, 120, 140)),
            ("D", (20, 40, 60, 80, 100, 120, 140)),
            ("H", (30, 60, 90, 120, 150, 180, 210)),
            ("S", (30, 60, 90, 120, 150, 180, 210)),
            ("N", (40, 70, 100, 130, 160, 190, 220)),
        )
        for strain, points in table:
            for level in range(1, 8):
                with self.subTest(strain=strain, level=level):
                    bid = f"{level}{strain}"
                    once = points[level - 1]
                    self.assertEqual(kernel.trick_score(deal_of(bid + " N =")), once)
                    self.assertEqual(kernel.trick_score(deal_of(bid + "x N =")), 2 * once)
                    self.assertEqual(kernel.trick_score(deal_of(bid + "xx N =")), 4 * once)

    def test_one_of_a_minor_redoubled_is_no_game(self):
        for bid, is_game in (("1Cxx", False), ("1Dxx", False), ("1Hxx", True), ("1Nxx", True)):
            with self.subTest(bid=bid):
                points = kernel.trick_score(deal_of(bid + " N ="))
                self.assertEqual(points >= kernel.GAME, is_game)

    def test_overtricks(self):
        table = (  # contract, not vulnerable, vulnerable
            ("2C N =", 0, 0),
            ("2Cxx N =", 0, 0),
            ("2C N +3", 60, 60),
            ("2D N +1", 20, 20),
            ("2H N +2", 60, 60),
            ("2S N +1", 30, 30),
            ("1N N +2", 60, 60),  # never the 10 that the first no-trump trick is more
            ("2Cx N +3", 300, 600),
            ("4Sx N +3", 300, 600),
            ("1Nx N +1", 100, 200),
            ("2Cxx N +3", 600, 1200),
            ("1Nxx N +6", 1200, 2400),
        )
        for line, not_vulnerable, vulnerable in table:
            with self.subTest(line=line):
                points = kernel.overtrick_score(deal_of(line), False)
                self.assertEqual(points, not_vulnerable)
                self.assertEqual(kernel.overtrick_score(deal_of(line), True), vulnerable)

    def test_insult(self):
        table = (  # reading, undoubled, doubled, redoubled
            (LAW, 0, 50, 100),
            (FLAT50, 0, 50, 50),
            (NONE, 0, 0, 0),
        )
        for reading, *points in table:
            for stake, expected in zip(("", "x", "xx"), points):
                with self.subTest(reading=reading, stake=stake):
                    made = deal_of(f"3H{stake} E +1")
                    self.assertEqual(kernel.insult(made, reading), expected)

    def test_slams_are_never_multiplied(self):
        table = ((5, 0, 0), (6, 500, 750), (7, 1000, 1500))
        for level, not_vulnerable, vulnerable in table:
            for stake in ("", "x", "xx"):
                with self.subTest(level=level, stake=stake):
                    bid = deal_of(f"{level}D{stake} S =")
                    self.assertEqual(kernel.slam(bid, False), not_vulnerable)
                    self.assertEqual(kernel.slam(bid, True), vulnerable)


# Cumulative, from one down: undoubled, doubled and redoubled, first not vulnerable.
LAW_1987 = (
    (50, 100, 100, 200, 200, 400),
    (100, 200, 300, 500, 600, 1000),
    (150, 300, 500, 800, 1000, 1600),
    (200, 400, 800, 1100, 1600, 2200),
    (250, 500, 1100, 1400, 2200, 2800),
)
EACH_MORE = (50, 100, 300, 300, 600, 600)
DOUBLED_1935 = (100, 300, 500, 700, 900, 1100, 1300)  # vulnerable: as 1987
DOUBLED_1932 = (100, 250, 450, 700, 1000, 1350, 1750)  # also undoubled, vulnerable
DOUBLED_VULNERABLE_1932 = (200, 500, 900, 1400, 2000, 2700, 3500)


def set_by(down, stake, vulnerable, scale):
    """The undertricks of a contract at level 7, which can go down 13."""
    lost = deal_of(f"7H{stake} N -{down}")
    return kernel.undertrick_score(lost, vulnerable, scale)


class Undertricks(unittest.TestCase):
    def check_column(self, scale, stake, vulnerable, expected):
        """All the amounts of a column, from one down."""
        for down, points in enumerate(expected, 1):
            with self.subTest(scale=scale, stake=stake, vulnerable=vulnerable, down=down):
                self.assertEqual(set_by(down, stake, vulnerable, scale), points)

    def test_the_table_of_1987_down_to_13(self):
        for column in range(6):
            points = [row[column] for row in LAW_1987]
            while len(points) < 13:
                points.append(points[-1] + EACH_MORE[column])
            stake, vulnerable = ("", "x", "xx")[column // 2], column % 2 == 1
            self.check_column(LAWS_1987, stake, vulnerable, points)

    def test_1935_counts_200_for_every_further_doubled_trick(self):
        scale = LAWS_1935
        self.check_column(scale, "x", False, DOUBLED_1935)
        self.check_column(scale, "xx", False, [2 * points for points in DOUBLED_1935])

    def test_1935_is_else_as_1987(self):
        for stake, vulnerable in (("", False), ("", True), ("x", True), ("xx", True)):
            expected = [set_by(n, stake, vulnerable, LAWS_1987) for n in range(1, 14)]
            self.check_column(LAWS_1935, stake, vulnerable, expected)

    def test_1932_every_further_trick_costs_more(self):
        scale = LAWS_1932
        self.check_column(scale, "", False, [50 * down for down in range(1, 14)])
        self.check_column(scale, "", True, DOUBLED_1932)
        self.check_column(scale, "x", False, DOUBLED_1932)
        self.check_column(scale, "x", True, DOUBLED_VULNERABLE_1932)
        self.check_column(scale, "xx", False, [2 * points for points in DOUBLED_1932])
        self.check_column(scale, "xx", True, [2 * points for points in DOUBLED_VULNERABLE_1932])


class GamesAndRubber(unittest.TestCase):
    def test_odd_tricks_bid_count_below_and_the_rest_above(self):
        self.assertEqual(
            played(Rubber(), "2Hx N +1"),
            [
                (NS, "below", 120, "tricks"),
                (NS, "above", 100, "overtricks"),
                (NS, "above", 50, "insult"),
            ],
        )

    def test_part_scores_add_up_to_a_game(self):
        sheet = Rubber()
        played(sheet, "2H N =", "2S E =")
        self.assertEqual((sheet.part_scores, sheet.games), ([60, 60], [0, 0]))
        self.assertEqual(played(sheet, "1N S ="), [(NS, "below", 40, "tricks")])
        self.assertEqual((sheet.part_scores, sheet.games, sheet.lines), ([0, 0], [1, 0], 1))

    def test_what_is_over_a_game_is_not_carried(self):
        sheet = Rubber()
        played(sheet, "4H N =", "3S N =")
        self.assertEqual((sheet.part_scores, sheet.games), ([90, 0], [1, 0]))

    def test_overtricks_make_no_game(self):
        sheet = Rubber()
        played(sheet, "2N W +3", "1Cxx N =")
        self.assertEqual((sheet.part_scores, sheet.games), ([80, 70], [0, 0]))

    def test_700_for_a_rubber_in_two_games(self):
        sheet = Rubber()
        postings = played(sheet, "3N W =", "5C E =")
        self.assertEqual(postings[-1], (EW, "above", 700, "rubber"))
        self.assertEqual((sheet.totals, sheet.complete, sheet.lines), ([0, 900], True, 2))

    def test_500_for_a_rubber_in_three_games(self):
        sheet = Rubber()
        postings = played(sheet, "3N W =", "3N S =", "3N N =")
        self.assertEqual(postings[-1], (NS, "above", 500, "rubber"))
        self.assertEqual((sheet.totals, sheet.complete, sheet.lines), ([700, 100], True, 3))

    def test_no_bonus_for_a_game_that_ends_no_rubber(self):
        self.assertEqual(played(Rubber(), "3N W ="), [(EW, "below", 100, "tricks")])

    def test_a_deal_counts_with_the_vulnerability_before_it(self):
        sheet = Rubber()
        self.assertEqual(played(sheet, "4Sx N +1")[1], (NS, "above", 100, "overtricks"))
        self.assertEqual(sheet.vulnerable, 0b01)
        self.assertEqual(played(sheet, "2Cx N +1")[1], (NS, "above", 200, "overtricks"))
        self.assertEqual(played(sheet, "6S E =")[1], (EW, "above", 500, "slam"))
        self.assertEqual(sheet.vulnerable, 0b11)
        self.assertEqual(played(sheet, "6S E =")[1], (EW, "above", 750, "slam"))

    def test_undertricks_go_above_for_the_other_side(self):
        sheet = Rubber()
        self.assertEqual(played(sheet, "4Sx S -2"), [(EW, "above", 300, "undertricks")])
        self.assertEqual(played(sheet, "3N W -1"), [(NS, "above", 50, "undertricks")])
        played(sheet, "3N W =")
        self.assertEqual(played(sheet, "3Nxx W -2"), [(NS, "above", 1000, "undertricks")])

    def test_passed_out_scores_nothing_and_the_deal_passes_on(self):
        sheet = Rubber({}, deal.WEST)
        self.assertEqual(played(sheet, "pass"), [])
        self.assertEqual((sheet.dealer, sheet.dealt, sheet.totals), (deal.NORTH, 1, [0, 0]))

    def test_the_winner_is_who_has_more_points_not_who_won_two_games(self):
        sheet = Rubber()
        played(sheet, "7Nxx N -13", "3N N =", "3N N =")
        self.assertTrue(sheet.complete)
        self.assertEqual((sheet.totals, sheet.winner, sheet.margin), ([900, 7000], EW, 6100))

    def test_level_totals_have_no_winner(self):
        sheet = Rubber()
        self.assertEqual((sheet.winner, sheet.margin), (-1, 0))
        played(sheet, "3N N -2", "3N E -2")
        self.assertEqual((sheet.totals, sheet.winner, sheet.margin), ([100, 100], -1, 0))

    def test_after_the_rubber_no_deal_belongs(self):
        sheet = Rubber()
        played(sheet, "3N N =", "3N N =")
        with self.assertRaises(BadDeal) as caught:
            played(sheet, "pass")
        self.assertEqual(str(caught.exception), "no deal belongs here: the rubber is over")
        self.assertEqual((sheet.totals, sheet.dealt), ([900, 0], 2))

    def test_the_margin_is_settled_to_the_nearest_hundred_half_up(self):
        exact, settled = Rubber(), Rubber({"settle": "100s"})
        table = (  # deals one after another, margin, settled margin
            ("1C E -1", 50, 100),
            ("1S W +1", 10, 0),
            ("2C W =", 50, 100),
            ("1S N -1", 100, 100),
            ("1C N =", 80, 100),
            ("1S N +1", 20, 0),
            ("2H E +3", 170, 200),
            ("2D W +2", 250, 300),
        )
        for line, margin, rounded in table:
            with self.subTest(line=line):
                self.assertEqual(totals(exact, line), totals(settled, line))
                self.assertEqual((exact.margin, settled.margin), (margin, rounded))

    def test_opening_rubber_of_a_match(self):
        sheet = Rubber()
        self.assertEqual(totals(sheet, "2H N +1", "3N E =", "4S E ="), [90, 920])
        self.assertTrue(sheet.complete)


class Honours(unittest.TestCase):
    def test_100_for_four_150_for_five_or_four_aces(self):
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

    def test_honours_do_not_depend_on_vulnerability(self):
        sheet = Rubber()
        played(sheet, "3N N =")
        self.assertEqual(played(sheet, "2H N = hon=N4")[1], (NS, "above", 100, "honours"))

    def test_honours_come_with_the_game_that_they_were_held_in(self):
        self.assertEqual(
            [p[3] for p in played(Rubber(), "3N N =", "6Hx N +1 hon=N4")],
            ["tricks", "overtricks", "insult", "slam", "honours", "rubber"],
        )

    def test_claims_that_count_nothing_are_refused(self):
        few = "honours count from 4 in one hand, as in hon=N4"
        table = (
            (Rubber(), "4S N = hon=N3", few),
            (Rubber(), "4S N = hon=N3-1", few),
            (Rubber(), "4S N = hon=N4-1", few),
            (
                Rubber({"honours": "off"}),
                "4S N = hon=N4",
                "honours are not scored here (option honours=off): leave out hon=",
            ),
        )
        for sheet, line, message in table:
            with self.subTest(line=line):
                with self.assertRaises(BadDeal) as caught:
                    played(sheet, line)
                self.assertEqual(str(caught.exception), message)
                self.assertEqual((sheet.totals, sheet.dealt), ([0, 0], 0))


class Refused(unittest.TestCase):
    def test_deals_of_other_games(self):
        table = (
            ("b7 4S N =", "rubber has no boards and keeps vulnerability itself"),
            ("4S N = vul=EW", "rubber has no boards and keeps vulnerability itself"),
            ("4S N/E =", "rubber has no acceptor: name the declarer only"),
            ("4O N =", "rubber has no nullo: the strain is C, D, H, S or N"),
            ("4S N = hcp=20", "rubber does not score high-card points: leave out hcp="),
            ("pass hcp=20", "rubber does not score high-card points: leave out hcp="),
        )
        for line, message in table:
            with self.subTest(line=line):
                sheet = Rubber()
                with self.assertRaises(BadDeal) as caught:
                    sheet.add(*parse(line))
                self.assertEqual(str(caught.exception), message)
                self.assertEqual((sheet.totals, sheet.dealt), ([0, 0], 0))

    def test_options(self):
        table = (
            (
                {"honors": "on"},
                "rubber has no option honors; it has honours, undertricks, insult, unfinished, "
                "unfinished_part, settle",
            ),
            (
                {"undertricks": "1936"},
                "undertricks=1936: undertricks is one of 1987, 1935, 1932",
            ),
            (
                {"unfinished_part": 75},
                "unfinished_part=75: unfinished_part is one of 100, 50",
            ),
        )
        for options, message in table:
            with self.subTest(options=options):
                with self.assertRaises(BadOption) as caught:
                    Rubber(options)
                self.assertEqual(str(caught.exception), message)

    def test_an_option_may_be_text_or_number(self):
        for given in (50, "50"):
            self.assertEqual(Rubber({"unfinished_part": given}).options["unfinished_part"], 50)

    def test_a_rule_set_that_there_is_not(self):
        with self.assertRaises(BadOption) as caught:
            rule_set("whist")
        self.assertEqual(str(caught.exception), "no rule set whist; there are " + ", ".join(NAMES))


class Options(unittest.TestCase):
    def test_every_option_changes_what_it_says(self):
        table = (  # option, deals, totals without it, totals with it
            ({"undertricks": "1935"}, ("4Sx N -4",), [0, 800], [0, 700]),
            ({"undertricks": "1932"}, ("4Sx N -3",), [0, 500], [0, 450]),
            ({"insult": "flat50"}, ("2Cxx N =",), [260, 0], [210, 0]),
            ({"insult": "none"}, ("2Cx N =",), [130, 0], [80, 0]),
        )
        for options, lines, without, with_it in table:
            with self.subTest(options=options):
                self.assertEqual(totals(Rubber(), *lines), without)
                self.assertEqual(totals(Rubber(options), *lines), with_it)

    def test_the_number_of_a_rule_set_in_the_log_never_changes(self):
        self.assertEqual(NAMES[:2], ("rubber", "international"))
        self.assertIs(rule_set("rubber"), Rubber)
        self.assertIs(rule_set("international"), International)


# The worked example of the rules: line, what it posts, the totals after it.
WORKED = (
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
    def test_worked_example(self):
        sheet = International()
        for line, postings, after in WORKED:
            with self.subTest(line=line):
                self.assertEqual(played(sheet, line), postings)
                self.assertEqual(sheet.totals, after)
        self.assertTrue(sheet.complete)
        self.assertEqual((sheet.winner, sheet.margin), (EW, 1320))

    def test_its_paper_sheet(self):
        session = fold(opening("international", {}, 1, deal.NORTH, 0))
        for number, (line, _, _) in enumerate(WORKED, 1):
            session.apply(DEAL, 0, number, deal_of(line))
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

    def test_older_undertricks_no_insult_no_honours_no_premium(self):
        self.assertEqual(totals(International(), "4Sx N -4"), [0, 700])
        self.assertEqual(totals(International(), "2Cxx N ="), [160, 0])
        with self.assertRaises(BadDeal):
            played(International(), "4S N = hon=N4")
        sheet = International()
        played(sheet, "3N N =", "2H N =")
        self.assertEqual(sheet.close(), [])
        self.assertEqual((sheet.totals, sheet.complete), ([160, 0], True))

    def test_the_options_of_rubber_make_it_rubber(self):
        defaults = Rubber().options
        sheet = International(defaults)
        played(sheet, "4Sx N -4 hon=S4", "2Cx E =")
        self.assertEqual(sheet.totals, totals(Rubber(), "4Sx N -4 hon=S4", "2Cx E ="))
