"""Russian scoring: the score against what the high cards promise; on CPython and MicroPython."""

import unittest

from firmware.scoring.deal import EAST, NORTH, SOUTH, WEST
from firmware.scoring.russian import Russian, expected
from firmware.scoring.sheet import BadOption
from firmware.session import CLOSE, END
from host_tests.device.deals import played, refused, session_of

NS, EW = 0, 1
NONE, ONLY_NS, ONLY_EW, BOTH = range(4)
LEVEL = "1C N +1 hcp=23"  # 90 where 110 are expected; vulnerable or not: N-S lose 1 IMP


def won(number, line, options=None):
    """IMPs that N-S win with a deal that is number 1 to 4 of its wheel."""
    sheet = Russian(options)
    for _ in range(number - 1):
        played(sheet, LEVEL)
    before = list(sheet.totals)
    played(sheet, line)
    imps = sheet.totals[NS] - before[NS]
    if sheet.totals[EW] - before[EW] != -imps:
        raise AssertionError("what N-S win, E-W lose")
    return imps


class Expected(unittest.TestCase):
    def test_the_vulnerability_of_the_side_with_more_points_matters(self):
        table = (  # points of N-S, expected of them by who is vulnerable
            (26, (350, 520, 350, 520)),
            (14, (-350, -350, -520, -520)),
            (20, (0, 0, 0, 0)),
            (0, (-1300, -1300, -1950, -1950)),
            (40, (1300, 1950, 1300, 1950)),
        )
        for points, amounts in table:
            for vulnerable in (NONE, ONLY_NS, ONLY_EW, BOTH):
                with self.subTest(points=points, vulnerable=vulnerable):
                    self.assertEqual(expected(points, vulnerable), amounts[vulnerable])


class RussianScore(unittest.TestCase):
    def test_the_sign_comes_from_the_difference(self):
        self.assertEqual(won(1, "3S E = hcp=15"), 4)
        self.assertEqual(won(1, "3S E -1 hcp=16"), 6)  # 50 + 200 = 250
        self.assertEqual(won(1, "2S N -1 hcp=14"), 7)  # -50 + 350 = 300

    def test_by_vulnerability(self):
        table = (  # line, IMPs on deals 1 (none), 2 (N-S), 3 (E-W) and 4 (both vulnerable)
            ("4S N = hcp=26", (2, 3, 2, 3)),  # 420 - 350, 620 - 520
            ("4S W = hcp=14", (-2, -2, -3, -3)),
            ("3Sx N -1 hcp=17", (0, -3, 0, -3)),  # -100 + 110, -200 + 110
            ("2S E = hcp=20", (-3, -3, -3, -3)),  # -110
            ("2S N -1 hcp=20", (-2, -3, -2, -3)),
            ("7Nxx N -13 hcp=40", (-24, -24, -24, -24)),
        )
        for line, imps in table:
            for number in range(1, 5):
                with self.subTest(line=line, number=number):
                    self.assertEqual(won(number, line), imps[number - 1])

    def test_both_sides_have_a_posting(self):
        self.assertEqual(
            played(Russian(), "4S E = hcp=17"),
            [(NS, "above", -7, "IMPs"), (EW, "above", 7, "IMPs")],
        )

    def test_what_the_cards_promised_is_worth_nothing(self):
        sheet = Russian()
        self.assertEqual(played(sheet, "1N N +1 hcp=23"), [])  # 120 - 110
        self.assertEqual((sheet.totals, sheet.dealt, sheet.winner), ([0, 0], 1, -1))

    def test_the_margin_is_what_one_side_wins(self):
        sheet = Russian()
        played(sheet, "4S N = hcp=20", "4S N = hcp=20")  # 420, and vulnerable 620
        self.assertEqual((sheet.totals, sheet.winner, sheet.margin), ([21, -21], NS, 21))

    def test_who_deals_and_who_is_vulnerable(self):
        sheet = Russian()
        seen = []
        for _ in range(5):
            seen.append((sheet.dealer, sheet.vulnerable, sheet.rubber))
            played(sheet, LEVEL)
        self.assertEqual(
            seen,
            [
                (NORTH, NONE, 1),
                (EAST, ONLY_NS, 1),
                (SOUTH, ONLY_EW, 1),
                (WEST, BOTH, 1),
                (NORTH, NONE, 2),
            ],
        )


class PassedOut(unittest.TestCase):
    def test_it_is_dealt_again(self):
        sheet = Russian()
        played(sheet, LEVEL)
        self.assertEqual(played(sheet, "pass"), [])
        self.assertEqual((sheet.dealer, sheet.vulnerable, sheet.dealt), (EAST, ONLY_NS, 1))
        self.assertEqual(sheet.totals, [-1, 1])

    def test_or_it_counts_as_a_score_of_0(self):
        counts = {"passed": "counts"}
        table = (
            (1, "pass hcp=23", -3),
            (1, "pass hcp=17", 3),
            (1, "pass hcp=20", 0),
            (1, "pass hcp=24", -5),
            (2, "pass hcp=24", -7),
            (3, "pass hcp=24", -5),
            (3, "pass hcp=16", 7),
            (4, "pass hcp=24", -7),
        )
        for number, line, imps in table:
            with self.subTest(number=number, line=line):
                self.assertEqual(won(number, line, counts), imps)

    def test_it_counts_as_one_of_the_four_deals(self):
        sheet = Russian({"passed": "counts"})
        played(sheet, "pass hcp=20", "pass hcp=20", "pass hcp=20", "pass hcp=20")
        self.assertEqual((sheet.dealer, sheet.vulnerable, sheet.rubber), (NORTH, NONE, 2))


class Refused(unittest.TestCase):
    def test_deals(self):
        counts = {"passed": "counts"}
        missing = "the high-card points of N-S are missing: add them, as in hcp=23"
        table = (
            ({}, "3S N =", missing),
            (counts, "3S N =", missing),
            (counts, "pass", missing),
            ({}, "pass hcp=20", "a passed-out deal is dealt again and scores nothing: "
             "leave out hcp="),
            ({}, "3S N = hcp=20 hon=N4", "russian does not score honours: leave out hon="),
            ({}, "3S N/E = hcp=20", "russian has no acceptor: name the declarer only"),
            ({}, "3O N = hcp=20", "russian has no nullo: the strain is C, D, H, S or N"),
        )  # fmt: skip
        for options, line, message in table:
            with self.subTest(line=line):
                self.assertEqual(refused(self, Russian(options), line), message)

    def test_options(self):
        with self.assertRaises(BadOption) as caught:
            Russian({"passed": "twice"})
        self.assertEqual(str(caught.exception), "passed=twice: passed is one of redeal, counts")


class Sessions(unittest.TestCase):
    def test_a_session(self):
        lines = ("3S N = hcp=25", "pass", "4S E = hcp=17", LEVEL, LEVEL)
        session = session_of("russian", *lines)
        rows = list(session.rows())
        self.assertEqual([row.dealer for row in rows], [NORTH, EAST, EAST, SOUTH, WEST])
        self.assertEqual([row.vulnerable for row in rows], [NONE, ONLY_NS, ONLY_NS, ONLY_EW, BOTH])
        self.assertEqual([row.line for row in rows], [0, 0, 0, 0, 2])
        self.assertEqual(session.sheet.totals, [-13, 13])
        session.apply(CLOSE, 0, 5, 0)
        session.apply(END, 0, 5, 0)
        self.assertTrue(session.complete)
