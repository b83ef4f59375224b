"""Chicago in wheels of four deals, as clubs and as a server play it; on both runtimes.

On CPython scoring/test_chicago_exhaustive.py compares every deal with the rules.
"""

import unittest

from firmware.scoring.chicago import Chicago, ChicagoServer
from firmware.scoring.deal import EAST, SOUTH, WEST
from host_tests.device.deals import played

NONE, ONLY_NS, ONLY_EW, BOTH = range(4)
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
        )
        for sheet, vulnerable in table:
            first = sheet.dealer
            for number in range(12):
                with self.subTest(rules=sheet.name, first=first, number=number):
                    self.assertEqual(sheet.dealer, (first + number) % 4)
                    self.assertEqual(sheet.vulnerable, vulnerable[number % 4])
                    self.assertEqual(sheet.rubber, 1 + number // 4)
                played(sheet, IDLE)


class ChicagoScore(unittest.TestCase):
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
