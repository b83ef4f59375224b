"""The kernel and the rubber rule sets score as the laws say; runs on CPython and MicroPython."""

import unittest

from firmware.scoring import deal, kernel
from firmware.scoring.deal import BadDeal
from firmware.scoring.rubber import International, Rubber
from firmware.scoring.rules import NAMES, rule_set
from firmware.scoring.sheet import BadOption
from host_tests.device.deals import closed, deal_of, played, refused

NS, EW = 0, 1
LAW, FLAT50, NONE = range(3)  # how the kernel numbers the readings of the insult


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


class Honours(unittest.TestCase):
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
        few = ": only 4 or 5 in one hand count, as in hon=N4"
        table = (
            (Rubber(), "4S N = hon=N3", "honours 3-0" + few),
            (Rubber(), "4S N = hon=N3-1", "honours 3-1" + few),
            (Rubber(), "4S N = hon=N4-1", "honours 4-1" + few),
            (
                Rubber({"honours": "off"}),
                "4S N = hon=N4",
                "honours are not scored here (option honours=off): leave out hon=",
            ),
        )
        for sheet, line, message in table:
            with self.subTest(line=line):
                self.assertEqual(refused(self, sheet, line), message)


class Refused(unittest.TestCase):
    def test_deals_of_other_games(self):
        table = (
            ("b7 4S N =", "rubber has no boards and no vul=: leave them out"),
            ("4S N = vul=EW", "rubber has no boards and no vul=: leave them out"),
            ("4S N/E =", "rubber has no acceptor: name the declarer only"),
            ("4O N =", "rubber has no nullo: the strain is C, D, H, S or N"),
            ("4S N = hcp=20", "rubber does not score high-card points: leave out hcp="),
            ("pass hcp=20", "rubber does not score high-card points: leave out hcp="),
        )
        for line, message in table:
            with self.subTest(line=line):
                self.assertEqual(refused(self, Rubber(), line), message)

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
        names = (
            "rubber international polish nz-match chicago chicago-server russian duplicate pirate"
        )
        classes = (
            "Rubber International Polish NzMatch Chicago ChicagoServer Russian Duplicate Pirate"
        )
        self.assertEqual(list(NAMES), names.split())
        self.assertEqual([rule_set(name).__name__ for name in NAMES], classes.split())
        self.assertEqual([rule_set(name).name for name in NAMES], names.split())


class InternationalRubber(unittest.TestCase):
    def test_older_undertricks_no_insult_no_honours_no_premium(self):
        self.assertEqual(totals(International(), "4Sx N -4"), [0, 700])
        self.assertEqual(totals(International(), "2Cxx N ="), [160, 0])
        with self.assertRaises(BadDeal):
            played(International(), "4S N = hon=N4")
        sheet = International()
        played(sheet, "3N N =", "2H N =")
        self.assertEqual(closed(sheet), [])
        self.assertEqual((sheet.totals, sheet.complete), ([160, 0], True))

    def test_the_options_of_rubber_make_it_rubber(self):
        defaults = Rubber().options
        sheet = International(defaults)
        played(sheet, "4Sx N -4 hon=S4", "2Cx E =")
        self.assertEqual(sheet.totals, totals(Rubber(), "4Sx N -4 hon=S4", "2Cx E ="))
