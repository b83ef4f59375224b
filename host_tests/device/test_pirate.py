"""Pirate Bridge by example; runs on CPython and MicroPython.

On CPython scoring/test_pirate_exhaustive.py compares every deal with the rules.
"""

import unittest

from firmware.scoring import deal
from firmware.scoring.deal import BadDeal
from firmware.scoring.pirate import Pirate
from firmware.scoring.sheet import unpacked
from firmware.session import CLAIM, CORRECT, DEAL, VOID
from host_tests.device.deals import closed, deal_of, each, played, session_of

N, E, S, W = range(4)
NOBODY = [0, 0, 0, 0]


class Examples(unittest.TestCase):
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

    def test_nullo_three_with_four_tricks_is_a_game_and_with_five_down_one(self):
        made, lost = "3O W/S =", "3O W/S -1"
        self.assertEqual([deal.tricks(deal_of(line)) for line in (made, lost)], [4, 5])
        self.assertEqual(
            played(Pirate(), made),
            [(W, "below", 30, "tricks"), (S, "above", 30, "accepting")] + each((W, S), 50, "game"),
        )
        self.assertEqual(played(Pirate(), lost), each((N, E), 50, "undertricks"))

    def test_where_the_trick_points_of_an_overtrick_go(self):
        table = (  # reading, what declarer and acceptor get for 2H and two overtricks
            ("below", (N, "below", 32, "tricks"), (E, "above", 32, "accepting")),
            ("above", (N, "below", 16, "tricks"), (E, "above", 32, "accepting")),
            ("contract", (N, "below", 16, "tricks"), (E, "above", 16, "accepting")),
        )
        for reading, below, above in table:
            with self.subTest(reading=reading):
                sheet = Pirate({"overtricks": reading})
                self.assertEqual(played(sheet, "2H N/E +2")[:2], [below, above])
                self.assertEqual(sheet.games[N], int(reading == "below"))

    def test_honours_come_before_the_game(self):
        postings = played(Pirate({"honours": "on"}), "6Hx N/S +1 hon=N2-1")
        self.assertEqual(postings[-4:], each((N, S), 16, "honours") + each((N, S), 50, "game"))
        reasons = [posting[3] for posting in postings[::2]]
        self.assertEqual(reasons, ["tricks", "insult", "overtricks", "slam", "honours", "game"])


class GamesAndRubber(unittest.TestCase):
    def test_an_acceptor_wins_no_game(self):
        sheet = Pirate()
        played(sheet, "2H N/E =", "2H S/E =", "2H W/E =")
        self.assertEqual((sheet.totals, sheet.games), ([16, 48, 16, 16], NOBODY))

    def test_the_second_game_of_one_player_ends_the_rubber(self):
        sheet = Pirate()
        played(sheet, "4H N/E =", "4H E/N =", "4H S/N =", "2H S/N =", "4H W/N =")
        self.assertEqual((sheet.games, sheet.part_scores), ([1, 1, 1, 1], NOBODY))
        self.assertEqual((sheet.lines, sheet.complete, sheet.vulnerable), (4, False, 0))
        self.assertEqual(played(sheet, "5C W/E =")[-1], (W, "above", 50, "rubber"))
        self.assertEqual((sheet.games, sheet.lines, sheet.complete), ([1, 1, 1, 2], 5, True))

    def test_the_winner_is_who_has_most_not_who_won_two_games(self):
        sheet = Pirate()
        self.assertEqual((sheet.winner, sheet.margin), (-1, 0))
        played(sheet, "4H N/E =", "1Cx S/N -3", "4H N/E =")
        self.assertEqual((sheet.totals, sheet.games), ([214, 464, 0, 300], [2, 0, 0, 0]))
        self.assertEqual((sheet.winner, sheet.margin), (E, 164))

    def test_players_who_stop_get_nothing_more(self):
        sheet = Pirate()
        played(sheet, "4H N/E =", "2S W/S =")
        self.assertEqual(closed(sheet), [])
        self.assertEqual((sheet.totals, sheet.complete), ([82, 82, 18, 18], True))


EVENING = ("2H N/E =", "pass", "3Sx W/S -2", "2D N/W =", "3O E/S +1", "1Nx S/N +1", "4S N/S +2")


class Sessions(unittest.TestCase):
    def new(self, *lines, options=None):
        """A session of some deals."""
        return session_of("pirate", *lines, options=options, dealer=E)

    def test_partners_change_from_deal_to_deal(self):
        session = self.new(*EVENING)
        after = []
        running = list(NOBODY)
        for row in session.rows():
            for player, _, points, _ in unpacked(row.postings):
                running[player] += points
            after.append((list(running), row.dealer, row.line))
        self.assertEqual(
            after,
            [
                ([16, 16, 0, 0], E, 0),
                ([16, 16, 0, 0], S, 0),
                ([216, 216, 0, 0], W, 0),
                ([280, 216, 0, 64], N, 1),
                ([280, 306, 90, 64], E, 1),
                ([470, 306, 280, 64], S, 1),
                ([674, 306, 434, 64], W, 1),
            ],
        )
        sheet = session.sheet
        self.assertEqual((sheet.games, sheet.complete), ([2, 1, 1, 0], True))
        self.assertEqual((sheet.winner, sheet.margin), (N, 240))

    def test_undo_takes_back_the_game_and_the_rubber(self):
        session = self.new(*EVENING)
        session.apply(VOID, 0, len(EVENING), 0)
        self.assertEqual((session.sheet.complete, session.sheet.games), (False, [1, 1, 1, 0]))
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
