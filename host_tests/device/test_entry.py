"""The deal that is being entered; runs on CPython and MicroPython."""

import unittest

from firmware.draft import Draft, Setup
from firmware.entry import Entry
from firmware.scoring.deal import PASSED_OUT, honours
from firmware.scoring.notation import parse, to_text
from firmware.session import VOID
from host_tests.device.deals import session_of


def taken(text):
    """What becomes of a deal that is entered again."""
    entry = Entry(1, 0, True)
    entry.take(parse(text)[0])
    return entry


class Entries(unittest.TestCase):
    def test_another_level_takes_the_result_with_it_as_far_as_it_can(self):
        entry = Entry(1)
        entry.set_overtricks(4)
        entry.set_level(5)
        self.assertEqual(entry.overtricks, 2)
        entry.set_overtricks(-11)
        entry.set_level(1)
        self.assertEqual(entry.overtricks, -7)

    def test_high_card_points(self):
        entry = Entry(1)
        for points, kept in ((25, 25), (41, 40), (-3, 0)):
            entry.set_hcp(points)
            self.assertEqual(entry.hcp, kept)

    def test_a_deal_is_taken_as_it_was(self):
        for text in ("4Sx W +1", "7Nxx E -13", "1C S +6 hon=N5", "2H N = hon=W4"):
            self.assertEqual(to_text(taken(text).deal()), text)
        self.assertEqual(to_text(taken("3O S/W -2").deal(acceptor=True)), "3O S/W -2")
        self.assertEqual(to_text(taken("3N S -2 hcp=0").deal(hcp=True)), "3N S -2 hcp=0")

    def test_one_that_was_passed_out_or_is_void_begins_as_a_new_one(self):
        void = Entry(1)
        void.take(-1)
        for entry in (taken("pass"), void):
            self.assertEqual(entry.deal(), Entry(1).deal())

    def test_honours_stay_with_their_strain(self):
        entry = taken("4S W = hon=E4")
        entry.set_level(3)
        self.assertEqual(to_text(entry.deal()), "3S W = hon=E4")
        for strain in (0, 1, 2, 4):  # nobody claimed honours of these, nor four aces
            entry.strain = strain
            self.assertEqual(honours(entry.deal()), 0)
        entry.strain = 3
        self.assertEqual(to_text(entry.deal()), "3S W = hon=E4")
        entry.passed = True
        self.assertEqual(entry.deal(), PASSED_OUT)


class Setups(unittest.TestCase):
    def test_a_player_sits_in_one_seat(self):
        setup = Setup()
        for seat, player in ((0, 7), (2, 8), (1, 7), (3, 0)):
            setup.seat(seat, player)
        self.assertEqual(setup.players, [0, 7, 8, 0])

    def test_other_rules_begin_with_their_defaults(self):
        setup = Setup()
        setup.rule(session_of("rubber", options={"honours": "off"}), "Tuesday")
        before = setup.options, setup.accept, setup.house
        self.assertEqual(before, ({"honours": "off"}, False, "Tuesday"))
        setup.choose("chicago")
        self.assertEqual((setup.options, setup.accept, setup.house), ({}, None, ""))


class NextBoard(unittest.TestCase):
    def check(self, session, board):
        """The draft of the next deal has this board."""
        draft = Draft()
        draft.begin(session)
        self.assertEqual((draft.entry.place, draft.entry.number), (board, len(session.deals) + 1))

    def test_it_is_the_first_that_was_not_played_after_the_last_one(self):
        table = ((), 0), (("b7 pass",), 8), (("b9 pass", "b8 pass"), 10)
        for lines, board in table + ((("b250 pass",), 1), (("b1 pass", "b250 pass"), 2)):
            with self.subTest(lines=lines):
                self.check(session_of("duplicate", *lines), board)

    def test_where_only_the_vulnerability_is_said_there_is_none(self):
        self.check(session_of("duplicate", "b7 pass", "pass vul=NS"), 0)

    def test_that_of_a_void_deal_is_free(self):
        session = session_of("duplicate", "b8 pass", "b7 pass")
        session.apply(VOID, 0, 1, 0)
        self.check(session, 8)

    def test_every_board_was_played(self):
        self.check(session_of("duplicate", *[f"b{n} pass" for n in range(1, 251)]), 0)
