"""Chicago in wheels of four deals, as clubs and as a server play it; on both runtimes."""

import unittest

from firmware.scoring.chicago import Chicago, ChicagoServer
from firmware.scoring.deal import EAST, NORTH, SOUTH, WEST, BadDeal
from firmware.scoring.paper import Paper
from firmware.scoring.sheet import BadOption
from firmware.session import CLOSE, CORRECT, END, VOID
from host_tests.device.deals import closed, deal_of, played, refused, session_of

NS, EW = 0, 1
NONE, ONLY_NS, ONLY_EW, BOTH = range(4)
IDLE = "1C N -1"  # a deal that costs N-S 50, vulnerable 100


def added(sheet, line):
    """What a deal adds to N-S and to E-W."""
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

    def test_a_deal_passed_out_is_dealt_again(self):
        for number in range(1, 5):
            for sheet in (Chicago(), ChicagoServer()):
                with self.subTest(rules=sheet.name, number=number):
                    at(number, sheet)
                    before = (sheet.dealer, sheet.vulnerable, sheet.rubber, list(sheet.totals))
                    self.assertEqual(played(sheet, "pass", "pass"), [])
                    after = (sheet.dealer, sheet.vulnerable, sheet.rubber, list(sheet.totals))
                    self.assertEqual(after, before)

    def test_or_it_counts_as_one_of_the_four(self):
        sheet = Chicago({"passed": "counts"})
        seen = []
        for _ in range(5):
            seen.append((sheet.dealer, sheet.vulnerable, sheet.rubber))
            self.assertEqual(played(sheet, "pass"), [])
        self.assertEqual(
            seen,
            [
                (NORTH, NONE, 1),
                (EAST, ONLY_EW, 1),
                (SOUTH, ONLY_NS, 1),
                (WEST, BOTH, 1),
                (NORTH, NONE, 2),
            ],
        )
        self.assertEqual((sheet.totals, sheet.part_scores), ([0, 0], [0, 0]))

    def test_a_part_score_stays_when_the_next_deal_is_passed_out(self):
        for passed in ("redeal", "counts"):
            with self.subTest(passed=passed):
                sheet = Chicago({"passed": passed})
                played(sheet, "2H N =", "pass")
                self.assertEqual(sheet.part_scores, [60, 0])
                self.assertEqual(added(sheet, "2C S ="), [540 if passed == "counts" else 340, 0])

    def test_a_part_score_is_lost_when_a_fourth_deal_that_counts_is_passed_out(self):
        sheet = at(3, Chicago({"passed": "counts"}))
        played(sheet, "2H N =", "pass")
        self.assertEqual((sheet.part_scores, sheet.rubber), ([0, 0], 2))

    def test_wheels_go_on_until_the_players_stop(self):
        for sheet in (Chicago(), ChicagoServer()):
            with self.subTest(rules=sheet.name):
                at(10, sheet)
                self.assertFalse(sheet.complete)
                totals = list(sheet.totals)
                self.assertEqual(closed(sheet), [])
                self.assertEqual((sheet.complete, sheet.totals), (True, totals))
                with self.assertRaises(BadDeal) as caught:
                    played(sheet, IDLE)
                self.assertEqual(
                    str(caught.exception), "no deal belongs here: the players have stopped"
                )

    def test_stopping_pays_nothing_for_a_part_score(self):
        sheet = Chicago()
        played(sheet, "2H N =")
        self.assertEqual((closed(sheet), sheet.totals), ([], [60, 0]))


class ChicagoScore(unittest.TestCase):
    def test_a_part_score_is_paid_on_the_fourth_deal_only(self):
        for number, points in ((1, 60), (2, 60), (3, 60), (4, 160), (5, 60), (8, 160)):
            with self.subTest(number=number):
                self.assertEqual(added(at(number, Chicago()), "2S N ="), [points, 0])

    def test_it_is_paid_whatever_part_scores_are_left(self):
        for before in ("1H N =", "1H E ="):
            with self.subTest(before=before):
                sheet = at(3, Chicago())
                played(sheet, before)
                self.assertEqual(added(sheet, "2C N ="), [140, 0])

    def test_a_part_score_left_from_before_is_not_paid_on_the_fourth_deal(self):
        sheet = at(3, Chicago())
        played(sheet, "2S N =")
        self.assertEqual(added(sheet, "2S E -1"), [100, 0])

    def test_a_game_completed_on_the_fourth_deal_is_paid_as_game(self):
        sheet = at(3, Chicago())
        played(sheet, "2S N =")
        self.assertEqual(added(sheet, "2C N ="), [540, 0])

    def test_a_game_ends_the_part_scores_of_both_sides(self):
        sheet = Chicago()
        played(sheet, "2H N =", "4S E =")
        self.assertEqual((sheet.part_scores, sheet.games, sheet.lines), ([0, 0], [0, 1], 1))
        self.assertEqual(added(sheet, "2C N ="), [40, 0])

    def test_points_over_100_are_not_carried(self):
        sheet = Chicago()
        played(sheet, "3H N =", "2H N =")
        self.assertEqual(sheet.part_scores, [0, 0])

    def test_the_game_is_paid_by_the_vulnerability_of_this_deal(self):
        for number, ns, ew in ((1, 300, 300), (2, 300, 500), (3, 500, 300), (4, 500, 500)):
            with self.subTest(number=number):
                self.assertEqual(added(at(number, Chicago()), "4S N ="), [120 + ns, 0])
                self.assertEqual(added(at(number, Chicago()), "4S W ="), [0, 120 + ew])

    def test_what_a_deal_posts(self):
        table = (  # line, on deal 1, on deal 4
            ("1N N +2", [(NS, "below", 40, "tricks"), (NS, "above", 60, "overtricks")], 100),
            (
                "2Dx E +1",
                [
                    (EW, "below", 80, "tricks"),
                    (EW, "above", 100, "overtricks"),
                    (EW, "above", 50, "insult"),
                ],
                100,
            ),
            (
                "6N S = hon=W4",
                [
                    (NS, "below", 190, "tricks"),
                    (NS, "above", 500, "slam"),
                    (EW, "above", 150, "honours"),
                    (NS, "above", 300, "game"),
                ],
                0,
            ),
            ("3Sx W -2", [(NS, "above", 300, "undertricks")], 0),
            (
                "3S N -1 hon=N4",
                [(EW, "above", 50, "undertricks"), (NS, "above", 100, "honours")],
                0,
            ),
        )
        for line, postings, part_score in table:
            with self.subTest(line=line):
                self.assertEqual(played(Chicago(), line), postings)
                reasons = [reason for _, _, _, reason in played(at(4, Chicago()), line)]
                expected = [reason for _, _, _, reason in postings]
                self.assertEqual(reasons, expected + ["part-score"] * (part_score > 0))

    def test_honours(self):
        table = (
            ("2S N = hon=S4", [160, 0]),
            ("2S N = hon=E5", [60, 150]),
            ("3N N = hon=N4", [550, 0]),
            ("2S N -1 hon=E4", [0, 150]),
            ("2Sxx N -1 hon=N4", [100, 200]),
        )
        for line, points in table:
            with self.subTest(line=line):
                self.assertEqual(added(Chicago(), line), points)

    def test_one_of_a_minor_redoubled_is_a_part_score(self):
        self.assertEqual(added(Chicago(), "1Cxx N ="), [180, 0])
        self.assertEqual(added(at(4, Chicago()), "1Cxx N ="), [280, 0])

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

    def test_what_it_refuses(self):
        off = {"honours": "off"}
        table = (
            ({}, "2S N = hon=N3", "honours 3-0: only 4 or 5 in one hand count, as in hon=N4"),
            (off, "2S N = hon=N4", "honours are not scored here (option honours=off): "
             "leave out hon="),
            ({}, "2S N/E =", "chicago has no acceptor: name the declarer only"),
            ({}, "2O N =", "chicago has no nullo: the strain is C, D, H, S or N"),
            ({}, "2S N = hcp=20", "chicago does not score high-card points: leave out hcp="),
        )  # fmt: skip
        for options, line, message in table:
            with self.subTest(line=line):
                self.assertEqual(refused(self, Chicago(options), line), message)
        with self.assertRaises(BadDeal):
            Chicago().add(deal_of("2S N ="), 7)
        with self.assertRaises(BadOption) as caught:
            Chicago({"carry": "yes"})
        self.assertEqual(str(caught.exception), "carry=yes: carry is one of off, on")


class ServerScore(unittest.TestCase):
    def test_every_deal_is_scored_as_at_duplicate(self):
        table = (  # line, N-S points on deals 1 to 4
            ("1C N +1", (90, 90, 90, 90)),
            ("4H S =", (420, 620, 420, 620)),
            ("6N N =", (990, 1440, 990, 1440)),
            ("4Hx N =", (590, 790, 590, 790)),
            ("3Nxx N +1", (1000, 1400, 1000, 1400)),
            ("1Cxx N =", (230, 230, 230, 230)),
        )
        for line, points in table:
            for number in range(1, 5):
                with self.subTest(line=line, number=number):
                    sheet = at(number, ChicagoServer())
                    self.assertEqual(added(sheet, line), [points[number - 1], 0])

    def test_a_set_is_paid_to_the_other_side(self):
        for number, ns, ew in ((1, 100, 100), (2, 100, 200), (3, 200, 100), (4, 200, 200)):
            with self.subTest(number=number):
                self.assertEqual(added(at(number, ChicagoServer()), "3Sx W -1"), [ns, 0])
                self.assertEqual(added(at(number, ChicagoServer()), "3Sx N -1"), [0, ew])

    def test_what_a_deal_posts(self):
        self.assertEqual(
            played(ChicagoServer(), "2Hx E +1"),
            [
                (EW, "above", 120, "tricks"),
                (EW, "above", 100, "overtricks"),
                (EW, "above", 50, "insult"),
                (EW, "above", 300, "game"),
            ],
        )
        self.assertEqual(
            played(ChicagoServer(), "2C E ="),
            [(EW, "above", 40, "tricks"), (EW, "above", 50, "part-score")],
        )
        self.assertEqual(played(ChicagoServer(), "2C E -2"), [(NS, "above", 100, "undertricks")])

    def test_nothing_is_carried(self):
        sheet = ChicagoServer()
        played(sheet, "2H N =")
        self.assertEqual((sheet.part_scores, sheet.lines), ([0, 0], 0))
        self.assertEqual(added(sheet, "2C N ="), [90, 0])

    def test_what_it_refuses(self):
        with self.assertRaises(BadDeal) as caught:
            played(ChicagoServer(), "2S N = hon=N4")
        self.assertEqual(
            str(caught.exception), "chicago-server does not score honours: leave out hon="
        )
        with self.assertRaises(BadOption) as refused:
            ChicagoServer({"passed": "counts"})
        self.assertEqual(
            str(refused.exception), "chicago-server has no option passed; it has no options"
        )


class Sessions(unittest.TestCase):
    lines = ("2H N =", "pass", "2C S =", IDLE, "2S E =", "1H W =", "4S N =")

    def test_rows_and_totals(self):
        session = session_of("chicago", *self.lines)
        rows = list(session.rows())
        dealers = [NORTH, EAST, EAST, SOUTH, WEST, NORTH, EAST]
        self.assertEqual([row.dealer for row in rows], dealers)
        sides = [0, ONLY_EW, ONLY_EW, ONLY_NS, BOTH, 0, 2]
        self.assertEqual([row.vulnerable for row in rows], sides)
        self.assertEqual([row.line for row in rows], [0, 0, 1, 0, 2, 0, 1])
        self.assertEqual(session.sheet.totals, [60 + 340 + 420, 100 + 160 + 30])

    def test_its_paper_sheet(self):
        paper = Paper(2, session_of("chicago", *self.lines).rows())
        self.assertEqual(
            paper.games,
            [
                [[(60, 1, "tricks"), (40, 3, "tricks")], []],
                [[], [(60, 5, "tricks")]],
                [[(120, 7, "tricks")], [(30, 6, "tricks")]],
                [[], []],
            ],
        )
        self.assertEqual(
            paper.above,
            [
                [(300, 3, "game"), (300, 7, "game")],
                [(100, 4, "undertricks"), (100, 5, "part-score")],
            ],
        )

    def test_a_change_moves_the_wheel(self):
        session = session_of("chicago", *self.lines)
        session.apply(VOID, 0, 1, 0)
        self.assertEqual([row.line for row in session.rows()], [0, 0, 0, 0, 2, 1])
        session.apply(CORRECT, 0, 2, deal_of("3N N ="))
        self.assertEqual([row.line for row in session.rows()], [1, 0, 0, 2, 0, 1])

    def test_the_log_holds_the_options(self):
        options = {"passed": "counts", "insult": "none"}
        session = session_of("chicago", "pass", "1Cx N =", options=options)
        self.assertEqual(session.sheet.totals, [40, 0])
        self.assertEqual(session.sheet.dealer, SOUTH)

    def test_it_is_complete_when_the_players_have_stopped(self):
        session = session_of("chicago-server", IDLE)
        session.apply(CLOSE, 0, 1, 0)
        session.apply(END, 0, 1, 0)
        self.assertTrue(session.complete)
        self.assertEqual(list(session.rows())[-1], (0, 0, 0, EAST, ONLY_NS, [], 0))
