"""Rubber bridge and its relatives, by example; runs on CPython and MicroPython.

On CPython scoring/test_rubber_exhaustive.py compares every deal with the laws.
"""

import unittest

from firmware.scoring.paper import Paper
from firmware.scoring.rubber import Rubber
from firmware.scoring.rules import NAMES, rule_set
from host_tests.device.deals import played, session_of

NS, EW = 0, 1

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


class Honours(unittest.TestCase):
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


class Winners(unittest.TestCase):
    def test_the_winner_is_who_has_most_whoever_won_two_games(self):
        table = (  # the margin is what the first has more than the second, or one side wins
            ("rubber", ("7Nxx N -13", "3N N =", "3N N ="), [900, 7000], EW, 6100),
            ("russian", ("4S N = hcp=20", "4S N = hcp=20"), [21, -21], NS, 21),
            ("duplicate", ("b1 4H E =", "b2 1N N ="), [-330, 330], EW, 330),
            ("pirate", ("4H N/E =", "1Cx S/N -3", "4H N/E ="), [214, 464, 0, 300], 1, 164),
        )
        for rules, lines, totals, winner, margin in table:
            with self.subTest(rules=rules):
                sheet = rule_set(rules)()
                self.assertEqual((sheet.winner, sheet.margin), (-1, 0))
                played(sheet, *lines)
                self.assertEqual((sheet.totals, sheet.winner), (totals, winner))
                self.assertEqual(sheet.margin, margin)


class Names(unittest.TestCase):
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
