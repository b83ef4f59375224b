"""Pirate Bridge scores as its rules say; runs on CPython and MicroPython."""

import unittest

from firmware.scoring import deal
from firmware.scoring.deal import BadDeal
from firmware.scoring.notation import parse
from firmware.scoring.pirate import Pirate
from firmware.scoring.sheet import BadOption, unpacked
from firmware.session import CLAIM, CLOSE, CORRECT, DEAL, VOID
from host_tests.device.deals import closed, deal_of, each, played, session_of

N, E, S, W = range(4)
NOBODY = [0, 0, 0, 0]


def totals(options, *lines):
    """The totals after some deals."""
    sheet = Pirate(options)
    played(sheet, *lines)
    return sheet.totals


def of(postings, reason):
    """Only the postings for `reason`."""
    return [posting for posting in postings if posting[3] == reason]


class Tricks(unittest.TestCase):
    def test_the_value_of_an_odd_trick(self):
        for strain, value in zip("CDHSNO", (6, 7, 8, 9, 10, 10)):
            for stake, factor in (("", 1), ("x", 2), ("xx", 4)):
                for level in range(1, 8):
                    with self.subTest(bid=f"{level}{strain}{stake}"):
                        postings = played(Pirate(), f"{level}{strain}{stake} E/S =")
                        points = level * value * factor
                        self.assertEqual(postings[0], (E, "below", points, "tricks"))
                        self.assertEqual(postings[1], (S, "above", points, "accepting"))

    def test_premiums_of_a_doubled_contract(self):
        table = (  # stake, for making it, for each overtrick, to each contractor
            ("x", 50, 50),
            ("xx", 100, 100),
        )
        for stake, made, overtrick in table:
            for over in range(4):
                with self.subTest(stake=stake, over=over):
                    result = f"+{over}" if over else "="
                    postings = played(Pirate(), f"4D{stake} W/N {result}")
                    self.assertEqual(of(postings, "insult"), each((W, N), made, "insult"))
                    more = each((W, N), over * overtrick, "overtricks") if over else []
                    self.assertEqual(of(postings, "overtricks"), more)

    def test_undertricks_go_to_each_defender(self):
        for stake, points in (("", 50), ("x", 100), ("xx", 200)):
            for down in range(1, 11):
                with self.subTest(stake=stake, down=down):
                    self.assertEqual(
                        of(played(Pirate(), f"4C{stake} S/E -{down}"), "undertricks"),
                        each((N, W), down * points, "undertricks"),
                    )

    def test_passed_out_scores_nothing_and_the_deal_passes_on(self):
        sheet = Pirate({}, W)
        self.assertEqual(played(sheet, "pass"), [])
        self.assertEqual((sheet.dealer, sheet.dealt, sheet.totals), (N, 1, NOBODY))

    def test_any_two_players_may_play_together(self):
        for declarer in "NESW":
            for acceptor in "NESW":
                if declarer != acceptor:
                    with self.subTest(declarer=declarer, acceptor=acceptor):
                        defenders = [seat for seat in "NESW" if seat not in declarer + acceptor]
                        made, lost = (
                            totals({}, f"2H {declarer}/{acceptor} {result}")
                            for result in ("=", "-1")
                        )
                        self.assertEqual([made["NESW".index(s)] for s in defenders], [0, 0])
                        self.assertEqual([lost["NESW".index(s)] for s in defenders], [50, 50])
                        self.assertEqual((sum(made), sum(lost)), (32, 100))


class Slams(unittest.TestCase):
    def check(self, options, line, contractors, defenders):
        """What N and E, and S and W, get for the slam."""
        with self.subTest(options=options, line=line):
            expected = []
            if contractors:
                expected += each((N, E), contractors, "slam")
            if defenders:
                expected += each((S, W), defenders, "slam")
            self.assertEqual(of(played(Pirate(options), line), "slam"), expected)

    def test_whoever_takes_12_or_13_tricks(self):
        table = (  # line, what the contractors and the defenders get
            ("4H N/E +1", 0, 0),
            ("4H N/E +2", 50, 0),
            ("4H N/E +3", 100, 0),
            ("6Hxx N/E =", 50, 0),
            ("7Hx N/E =", 100, 0),
            ("7H N/E -1", 50, 0),
            ("1H N/E -5", 0, 0),
            ("1H N/E -6", 0, 50),
            ("1H N/E -7", 0, 100),
            ("7Nxx N/E -13", 0, 100),
        )
        for line, contractors, defenders in table:
            self.check({}, line, contractors, defenders)
            self.check({"slam": "contractors"}, line, contractors, 0)

    def test_at_nullo_for_the_tricks_forced_on_the_others(self):
        table = (
            ("1O N/E +4", 0, 0),
            ("1O N/E +5", 50, 0),
            ("1O N/E +6", 100, 0),
            ("7O N/E =", 100, 0),
            ("7O N/E -1", 50, 0),
            ("1O N/E -5", 0, 0),
            ("1O N/E -6", 0, 50),
            ("1O N/E -7", 0, 100),
        )
        for line, contractors, defenders in table:
            self.check({}, line, contractors, defenders)
            self.check({"slam": "contractors"}, line, contractors, 0)
            self.check({"nullo_slam": "none"}, line, 0, 0)

    def test_no_slam_at_nullo_leaves_the_other_slams(self):
        self.check({"nullo_slam": "none"}, "6N N/E =", 50, 0)
        self.check({"nullo_slam": "none"}, "1C N/E -7", 0, 100)


class GamesAndRubber(unittest.TestCase):
    def test_points_below_add_up_whoever_accepts(self):
        sheet = Pirate()
        played(sheet, "2H N/E =", "1C S/N =", "pass")
        self.assertEqual((sheet.part_scores, sheet.games), ([16, 0, 6, 0], NOBODY))
        postings = played(sheet, "2D N/W =")
        self.assertEqual(of(postings, "game"), each((N, W), 50, "game"))
        self.assertEqual((sheet.part_scores, sheet.games, sheet.lines), (NOBODY, [1, 0, 0, 0], 1))
        self.assertEqual(sheet.totals, [16 + 6 + 14 + 50, 16, 6, 14 + 50])

    def test_29_is_no_game_and_30_is_one(self):
        sheet = Pirate()
        played(sheet, "2N N/E =", "1S N/E =")
        self.assertEqual((sheet.part_scores, sheet.games), ([29, 0, 0, 0], NOBODY))
        self.assertEqual(played(Pirate(), "3N N/E =")[-1], (E, "above", 50, "game"))

    def test_what_is_over_a_game_is_not_carried(self):
        sheet = Pirate()
        played(sheet, "7Nxx N/E =")
        self.assertEqual((sheet.part_scores, sheet.games), (NOBODY, [1, 0, 0, 0]))

    def test_an_acceptor_wins_no_game(self):
        sheet = Pirate()
        played(sheet, "2H N/E =", "2H S/E =", "2H W/E =")
        self.assertEqual((sheet.totals, sheet.games), ([16, 48, 16, 16], NOBODY))

    def test_nobody_reaches_a_game_by_points_above_the_line(self):
        sheet = Pirate({"honours": "on"})
        played(sheet, "1Cxx N/S -7", "1H E/W = hon=E5")
        self.assertEqual(sheet.games, NOBODY)

    def test_a_line_is_drawn_for_everybody(self):
        sheet = Pirate()
        played(sheet, "2N N/E =", "2N E/N =", "2N S/W =", "4S W/N =")
        self.assertEqual((sheet.part_scores, sheet.games), (NOBODY, [0, 0, 0, 1]))

    def test_the_second_game_of_one_player_ends_the_rubber(self):
        sheet = Pirate()
        played(sheet, "4H N/E =", "4H E/N =", "4H S/N =", "4H W/N =")
        self.assertEqual((sheet.games, sheet.lines, sheet.complete), ([1, 1, 1, 1], 4, False))
        self.assertEqual(
            played(sheet, "5C W/E ="),
            [(W, "below", 30, "tricks"), (E, "above", 30, "accepting")]
            + each((W, E), 50, "game")
            + [(W, "above", 50, "rubber")],
        )
        self.assertEqual((sheet.games, sheet.lines, sheet.complete), ([1, 1, 1, 2], 5, True))

    def test_the_winner_is_who_has_most_not_who_won_two_games(self):
        sheet = Pirate()
        played(sheet, "4H N/E =", "1Cx S/N -3", "4H N/E =")
        self.assertEqual((sheet.totals, sheet.games), ([214, 464, 0, 300], [2, 0, 0, 0]))
        self.assertEqual((sheet.winner, sheet.margin), (E, 164))

    def test_level_totals_have_no_winner(self):
        sheet = Pirate()
        played(sheet, "2H N/E =")
        self.assertEqual((sheet.winner, sheet.margin), (-1, 0))

    def test_nobody_is_ever_vulnerable(self):
        sheet = Pirate()
        played(sheet, "4H N/E =", "4H E/S =")
        self.assertEqual(sheet.vulnerable, 0)
        self.assertEqual(played(sheet, "4H N/E -1"), each((S, W), 50, "undertricks"))

    def test_players_who_stop_get_nothing_more(self):
        sheet = Pirate()
        played(sheet, "4H N/E =", "2S W/S =")
        self.assertEqual(closed(sheet), [])
        self.assertEqual((sheet.totals, sheet.complete), ([82, 82, 18, 18], True))


# How many the richer hand and the other hold: worth in odd tricks, points of aces at no-trump.
HONOURS = (
    (2, 1, 2, 30),
    (3, 0, 2, 30),
    (2, 2, 4, 40),
    (3, 1, 4, 40),
    (3, 2, 5, None),
    (4, 0, 8, 100),
    (4, 1, 9, None),
    (5, 0, 10, None),
)


class Honours(unittest.TestCase):
    def test_every_combination_in_every_strain(self):
        for most, fewer, odd_tricks, aces in HONOURS:
            for strain, value in zip("CDHSN", (6, 7, 8, 9, None)):
                points = aces if value is None else odd_tricks * value
                if points is not None:
                    with self.subTest(strain=strain, most=most, fewer=fewer):
                        line = f"1{strain} N/E = hon=N{most}-{fewer}"
                        postings = played(Pirate({"honours": "on"}), line)
                        expected = each((N, E), points, "honours")
                        self.assertEqual(of(postings, "honours"), expected)

    def test_they_belong_to_the_side_of_the_richer_hand(self):
        table = (  # the contractors are N and E, the defenders S and W
            ("2H N/E = hon=N4", (N, E)),
            ("2H N/E = hon=E4", (N, E)),
            ("2H N/E = hon=S4", (S, W)),
            ("2H N/E = hon=W4", (S, W)),
            ("2H N/E = hon=S2-2", (S, W)),
            ("2H N/E -2 hon=E2-2", (N, E)),
        )
        for line, side in table:
            with self.subTest(line=line):
                postings = played(Pirate({"honours": "on"}), line)
                self.assertEqual(
                    of(postings, "honours"), each(side, 64 if "4" in line else 32, "honours")
                )

    def test_they_are_never_multiplied_and_win_no_game(self):
        sheet = Pirate({"honours": "on"})
        postings = played(sheet, "1Hxx N/S -1 hon=S5")
        self.assertEqual(of(postings, "honours"), each((N, S), 80, "honours"))
        self.assertEqual(sheet.games, NOBODY)
        self.assertEqual(totals({"honours": "on"}, "1Hx N/S = hon=W4"), [66, 64, 66, 64])

    def test_they_come_before_the_game(self):
        postings = played(Pirate({"honours": "on"}), "6Hx N/S +1 hon=N5")
        reasons = [posting[3] for posting in postings]
        self.assertEqual(
            reasons,
            ["tricks", "accepting"]
            + ["insult"] * 2
            + ["overtricks"] * 2
            + ["slam"] * 2
            + ["honours"] * 2
            + ["game"] * 2,
        )


class Overtricks(unittest.TestCase):
    def check(self, reading, line, below, accepting, above):
        """What declarer N gets below, acceptor E above, and N above at trick value."""
        with self.subTest(reading=reading, line=line):
            postings = played(Pirate({"overtricks": reading}), line)
            expected = [(N, "below", below, "tricks"), (E, "above", accepting, "accepting")]
            if above:
                expected.append((N, "above", above, "overtricks"))
            self.assertEqual(postings[: len(expected)], expected)

    def test_where_the_trick_points_of_overtricks_go(self):
        table = (  # line, below; above: below, above; contract
            ("1H N/E +2", 24, (8, 16), 8),
            ("1N N/E +1", 20, (10, 10), 10),
            ("1Cx N/E +1", 24, (12, 12), 12),
            ("1Dxx N/E =", 28, (28, 0), 28),
            ("1O N/E +1", 20, (10, 10), 10),
        )
        for line, all_below, split, contract in table:
            self.check("below", line, all_below, all_below, 0)
            self.check("above", line, split[0], split[0] + split[1], split[1])
            self.check("contract", line, contract, contract, 0)

    def test_without_overtricks_there_is_nothing_to_post_above(self):
        for reading in ("below", "above", "contract"):
            with self.subTest(reading=reading):
                self.assertEqual(
                    played(Pirate({"overtricks": reading}), "2H N/E ="),
                    [(N, "below", 16, "tricks"), (E, "above", 16, "accepting")],
                )

    def test_only_below_they_help_to_a_game(self):
        for reading, games in (("below", 1), ("above", 0), ("contract", 0)):
            with self.subTest(reading=reading):
                sheet = Pirate({"overtricks": reading})
                played(sheet, "2H N/E +2")
                self.assertEqual(sheet.games[N], games)

    def test_the_premiums_of_a_doubled_contract_are_the_same(self):
        for reading, points in (("below", (54, 54)), ("above", (54, 54)), ("contract", (18, 18))):
            with self.subTest(reading=reading):
                game = 50 if reading == "below" else 0
                expected = [points[0] + 150 + game, points[1] + 150 + game, 0, 0]
                self.assertEqual(totals({"overtricks": reading}, "1Sx N/E +2"), expected)


class Refused(unittest.TestCase):
    def check(self, sheet, line, message):
        """The deal is refused with that message, and nothing changes."""
        before = list(sheet.totals), list(sheet.part_scores), list(sheet.games), sheet.dealt
        with self.subTest(line=line):
            with self.assertRaises(BadDeal) as caught:
                sheet.add(*parse(line))
            self.assertEqual(str(caught.exception), message)
            after = list(sheet.totals), list(sheet.part_scores), list(sheet.games), sheet.dealt
            self.assertEqual(after, before)

    def test_deals_of_other_games(self):
        board = "pirate has no boards and no vul=: leave them out"
        hcp = "pirate does not score high-card points: leave out hcp="
        table = (
            ("4S N =", "pirate needs an acceptor: name both players, as in N/E"),
            ("4O W -1", "pirate needs an acceptor: name both players, as in W/N"),
            ("b7 4S N/E =", board),
            ("4S N/E = vul=none", board),
            ("4S N/E = hcp=20", hcp),
            ("pass hcp=20", hcp),
        )
        for line, message in table:
            self.check(Pirate(), line, message)

    def test_honours_unless_they_were_agreed_on(self):
        off = "honours are not scored here (option honours=off): leave out hon="
        self.check(Pirate(), "4S N/E = hon=N4", off)
        self.check(Pirate({"honours": "off"}), "4N N/E = hon=S3", off)

    def test_honours_that_nobody_can_hold(self):
        wrong = "3 to 5 honours of a side, the richer hand first"
        table = (
            ("4S N/E = hon=N2", "hon=N2: honours 2-0: " + wrong),
            ("4S N/E = hon=N1-1", "hon=N1-1: honours 1-1: " + wrong),
            ("4S N/E = hon=N3-3", "hon=N3-3: honours 3-3: " + wrong),
            ("4S N/E = hon=N1-2", "hon=N1-2: honours 1-2: " + wrong),
            ("4S N/E = hon=N5-1", "hon=N5-1: honours 5-1: " + wrong),
            ("4N N/E = hon=N5", "hon=N5: honours 5-0: at no-trump the honours are the 4 aces"),
            ("4N N/E = hon=N3-2", "hon=N3-2: honours 3-2: at no-trump the honours are the 4 aces"),
            ("4O N/E = hon=N3", "hon=N3: at nullo there are no honours: leave out hon="),
        )
        for line, message in table:
            self.check(Pirate({"honours": "on"}), line, message)

    def test_a_deal_after_the_rubber(self):
        sheet = Pirate()
        played(sheet, "3N N/E =", "3N N/W =")
        self.check(sheet, "pass", "no deal belongs here: the rubber is over")

    def test_options_that_there_are_not(self):
        table = (
            (
                {"insult": "none"},
                "pirate has no option insult; it has overtricks, slam, nullo_slam, honours",
            ),
            ({"slam": "both"}, "slam=both: slam is one of taker, contractors"),
            ({"nullo_slam": "taker"}, "nullo_slam=taker: nullo_slam is one of mirror, none"),
            ({"overtricks": 0}, "overtricks=0: overtricks is one of below, above, contract"),
            ({"honours": "maybe"}, "honours=maybe: honours is one of off, on"),
        )
        for options, message in table:
            with self.subTest(options=options):
                with self.assertRaises(BadOption) as caught:
                    Pirate(options)
                self.assertEqual(str(caught.exception), message)


EVENING = ("2H N/E =", "pass", "3Sx W/S -2", "2D N/W =", "3O E/S +1", "1Nx S/N +1", "4S N/S +2")


class Sessions(unittest.TestCase):
    def new(self, *lines, options=None):
        """A session of some deals."""
        return session_of("pirate", *lines, options=options, dealer=E)

    def test_partners_change_from_deal_to_deal(self):
        session = self.new(*EVENING)
        after = []
        running = list(NOBODY)
        for _, _, _, _, vulnerable, postings, line in session.rows():
            for player, _, points, _ in unpacked(postings):
                running[player] += points
            after.append((list(running), vulnerable, line))
        self.assertEqual(
            after,
            [
                ([16, 16, 0, 0], 0, 0),
                ([16, 16, 0, 0], 0, 0),
                ([216, 216, 0, 0], 0, 0),
                ([280, 216, 0, 64], 0, 1),
                ([280, 306, 90, 64], 0, 1),
                ([470, 306, 280, 64], 0, 1),
                ([674, 306, 434, 64], 0, 1),
            ],
        )
        sheet = session.sheet
        self.assertEqual((sheet.totals, sheet.games), ([674, 306, 434, 64], [2, 1, 1, 0]))
        self.assertTrue(sheet.complete)
        self.assertEqual((sheet.winner, sheet.margin), (N, 240))

    def test_the_deal_passes_clockwise(self):
        session = self.new(*EVENING)
        self.assertEqual([row.dealer for row in session.rows()], [E, S, W, N, E, S, W])

    def test_undo_takes_back_the_game_and_the_rubber(self):
        session = self.new(*EVENING)
        before = self.new(*EVENING[:-1])
        session.apply(VOID, 0, len(EVENING), 0)
        self.assertFalse(session.sheet.complete)
        self.assertEqual(session.sheet.totals, before.sheet.totals)
        self.assertEqual(session.sheet.games, before.sheet.games)
        session.apply(DEAL, 0, len(EVENING) + 1, deal_of("2C N/E -1"))
        self.assertEqual(session.sheet.totals, [470, 306, 330, 114])

    def test_a_corrected_acceptor_moves_the_points(self):
        session = self.new("4H N/E =", "2S W/S =")
        session.apply(CORRECT, 0, 1, deal_of("4H N/S ="))
        self.assertEqual(session.sheet.totals, [82, 0, 100, 18])

    def test_honours_may_be_claimed_until_the_next_deal(self):
        session = self.new("2H N/E =", options={"honours": "on"})
        session.apply(CLAIM, 0, 1, deal.pack_honours(W, 2, 1))
        self.assertEqual(session.sheet.totals, [16, 16, 16, 16])
        session.apply(CLAIM, 0, 1, 0)
        self.assertEqual(session.sheet.totals, [16, 16, 0, 0])

    def test_claims_that_count_nothing_change_nothing(self):
        table = (  # option, line, claim
            ("off", "2H N/E =", deal.pack_honours(W, 4)),
            ("on", "2O N/E =", deal.pack_honours(W, 4)),
            ("on", "2N N/E =", deal.pack_honours(W, 5)),
            ("on", "pass", deal.pack_honours(W, 4)),
        )
        for option, line, claim in table:
            with self.subTest(option=option, line=line):
                session = self.new(line, options={"honours": option})
                before = list(session.sheet.totals)
                with self.assertRaises(BadDeal):
                    session.apply(CLAIM, 0, 1, claim)
                self.assertEqual(session.sheet.totals, before)
                self.assertEqual(list(session.deals), [deal_of(line)])

    def test_options_travel_in_the_log(self):
        options = {"overtricks": "contract", "slam": "contractors", "nullo_slam": "none"}
        session = self.new("1O N/E +5", options=options)
        self.assertEqual(session.sheet.totals, [10, 10, 0, 0])

    def test_players_who_stop(self):
        session = self.new("4H N/E =")
        session.apply(CLOSE, 0, 1, 0)
        self.assertEqual((session.sheet.totals, session.sheet.complete), ([82, 82, 0, 0], True))

    def test_everybody_has_an_account(self):
        self.assertEqual(Pirate.accounts, ("N", "E", "S", "W"))
