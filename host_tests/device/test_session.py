"""A session is the fold of its log, with the rounds of an event; on CPython and MicroPython."""

import unittest

from firmware import session as log
from firmware.opening import opening
from firmware.scoring.deal import EAST, NORTH, SOUTH, WEST, BadDeal
from firmware.scoring.rounds import OVERRULED, Round
from firmware.scoring.rules import NAMES
from firmware.session import BadEvent, Session, fold
from host_tests.device.deals import deal_of, enter

HON_N4 = NORTH | 4 << 2


def new():
    """A rubber before its first deal."""
    return fold(opening("rubber", {}, 12, NORTH, 1000))


def state(session):
    sheet = session.sheet
    return (
        (session.rules, session.table, session.started, session.ended, session.first_dealer),
        (dict(session.options), list(session.players), session.closed, session.complete),
        (list(session.deals), list(session.places)),
        (list(sheet.totals), sheet.dealer, sheet.vulnerable, sheet.lines, sheet.complete),
        list(session.rows()) if session.rules else [],
    )


class Refusing(unittest.TestCase):
    """Events that a session refuses, and is as it was."""

    def check_refused(self, session, event, why="", kind=BadEvent):
        before = state(session)
        with self.subTest(event=event):
            with self.assertRaises(kind) as caught:
                session.apply(*event)
            self.assertIn(why, str(caught.exception))
            self.assertEqual(state(session), before)


class Opening(Refusing):
    def test_only_options_that_differ_are_written(self):
        start = log.START, 0, log.FORMAT << 8 | 12, 1000
        written = [start, (log.OPTION, 5, 1, 0), (log.DEALER, EAST, 0, 0)]
        options = {"honours": "on", "settle": "100s"}
        self.assertEqual(opening("rubber", options, 12, EAST, 1000), written)
        self.assertEqual(opening("international", {}, 0, NORTH, 0)[0], (1, 1, 1 << 8, 0))

    def test_an_opening_names_the_players_that_are_no_guests(self):
        events = opening("rubber", {}, 12, EAST, 1000, (7, 0, 0, 4000000000))
        seated = [(log.PLAYER, NORTH, 0, 7), (log.PLAYER, WEST, 0, 4000000000)]
        self.assertEqual(events[1:], seated + [(log.DEALER, EAST, 0, 0)])
        self.assertEqual(fold(events).players, [7, 0, 0, 4000000000])

    def test_an_opening_says_whether_results_are_accepted(self):
        for rules in NAMES:
            events = opening(rules, {}, 12, NORTH, 0, (), True)
            self.assertEqual(events[1:-1], [(log.OPTION, log.ACCEPT, 1, 0)])
            self.assertTrue(fold(events).accept)
            self.assertFalse(fold(opening(rules, {}, 12, NORTH, 0)).accept)
            usual = fold(opening(rules, {}, 12, NORTH, 0, (), None)).accept
            self.assertEqual(usual, rules == "duplicate")
        begun = fold([(log.START, 0, log.FORMAT << 8, 0)])
        begun.apply(log.OPTION, log.ACCEPT, 1, 0)
        begun.apply(log.OPTION, log.ACCEPT, 0, 0)
        self.assertFalse(begun.accept)
        self.check_refused(begun, (log.OPTION, log.ACCEPT, 2, 0), "no option 255")

    def test_a_log_of_a_newer_version_is_refused_as_such(self):
        for form in (0, log.WITH_ROUNDS + 1):
            self.check_refused(Session(), (log.START, 0, form << 8 | 3, 0), f"log format {form}: ")
        self.check_refused(Session(), (log.START, len(NAMES), log.FORMAT << 8, 0), "rule set ")
        self.check_refused(enter(new(), "pass"), (11, 0, 0, 0), "newer firmware")
        self.check_refused(new(), (255, 0, 0, 0), "newer firmware")

    def test_events_at_the_wrong_place(self):
        for kind in range(log.OPTION, log.END + 1):
            self.check_refused(Session(), (kind, 0, 1, 0), "begins with one START")
        for kind in (log.OPTION, log.PLAYER, log.DEALER):
            self.check_refused(new(), (kind, 0, 0, 0), "before the first deal")
        self.check_refused(new(), (log.START, 0, log.FORMAT << 8, 0), "one START")
        begun = fold([(log.START, 0, log.FORMAT << 8, 0)])
        for kind in range(log.DEAL, log.END + 1):
            self.check_refused(begun, (kind, 0, 1, 0), "before the first deal")

    def test_hostile_openings(self):
        begun = fold([(log.START, 0, log.FORMAT << 8, 0)])
        self.check_refused(begun, (log.OPTION, 6, 0, 0), "no option 6")
        self.check_refused(begun, (log.OPTION, 0, 2, 0), "no option 0 with value 2")
        self.check_refused(begun, (log.PLAYER, 4, 0, 1), "seat 4")
        self.check_refused(begun, (log.DEALER, 4, 0, 0), "seat 4")


class Games(Refusing):
    def test_preview_of_a_deal_that_is_entered_again_is_scored_where_it_stands(self):
        """Over there nobody was vulnerable yet, and the deals after it say nothing."""
        session = enter(new(), "2H N =", "3N N =", "3N E =", "2Sx E -1")
        before = state(session)
        self.assertEqual(session.preview(deal_of("2Sx E -1"), 0, 1), [100, 0])
        self.assertEqual(session.preview(deal_of("2Sx E -1"), 0, 5), [200, 0])
        self.assertEqual(session.preview(deal_of("3N E ="), 0, 3), [0, 100])
        self.assertEqual(session.preview(deal_of("2H N +1"), 0, 2), [90, 0])
        self.assertEqual(state(session), before)

    def test_the_sheet_before_a_deal(self):
        session = enter(new(), "2H N =", "3N N =", "pass", "3N E =")
        sheets = [session.before(number) for number in range(1, 6)]
        self.assertEqual([s.totals[0] for s in sheets], [0, 60, 160, 160, 160])
        self.assertEqual([s.vulnerable for s in sheets], [0, 0, 0b01, 0b01, 0b11])
        self.assertEqual([s.dealer for s in sheets], [NORTH, EAST, SOUTH, WEST, NORTH])
        self.assertEqual(sheets[1].part_scores, [60, 0])

    def test_claims_that_come_too_late_or_for_nothing(self):
        session = enter(new(), "2H N =", "pass")
        self.check_refused(session, (log.CLAIM, 0, 1, HON_N4), "before the next deal")
        self.check_refused(session, (log.CLAIM, 0, 3, HON_N4), "before the next deal")
        self.check_refused(new(), (log.CLAIM, 0, 0, HON_N4))

    def test_a_complete_session_can_be_corrected_as_long_as_it_stays_complete(self):
        session = enter(new(), "3N N =", "3N N =")
        session.apply(log.END, 0, 2, 1100)
        session.apply(log.CORRECT, 0, 2, deal_of("4S N ="))
        self.assertEqual(session.sheet.totals, [920, 0])
        self.check_refused(session, (log.VOID, 0, 2, 0), "the session is complete", BadDeal)
        self.check_refused(session, (log.CORRECT, 0, 1, 0), kind=BadDeal)

    def test_after_a_wheel_the_players_may_finish_stop_or_go_on(self):
        """As logs have it in which several wheels followed one another."""
        end, stop = (log.END, 0, 4, 1100), (log.CLOSE, 0, 4, 0)
        for last, deals in (((end,), 4), ((stop, end), 4), ((stop, end), 5), ((end,), 8)):
            session = fold(opening("chicago", {}, 12, NORTH, 1000))
            enter(session, *["1C N -1"] * deals)
            if deals == 5:
                self.check_refused(session, end)
            for event in last:
                session.apply(*event)
            totals = {4: [0, 300], 5: [0, 350], 8: [0, 600]}[deals]
            self.assertEqual((session.complete, session.sheet.totals), (True, totals))
            self.check_refused(session, (log.DEAL, 0, deals + 1, 0))


# ---- the rounds of an event

FIRST = (log.ROUND, 1, 5 | 12 << 8, 1 | 3 << 8)
SECOND = (log.ROUND, 2, 5 | 11 << 8, 4 | 6 << 8)


def begun(*events):
    """A session of event 70000 with these events after its opening."""
    session = fold(opening("duplicate", {}, 3, NORTH, 1000, event=70000))
    for event in events:
        session.apply(*event)
    return session


class Rounds(Refusing):
    def test_an_opening_names_the_event(self):
        events = opening("duplicate", {}, 3, EAST, 1000, (), False, 70000)
        self.assertEqual(events[0][2], log.WITH_ROUNDS << 8 | 3)
        self.assertEqual(events[1:], [(log.EVENT, 0, 0, 70000), (log.DEALER, EAST, 0, 0)])
        session = fold(events)
        self.assertEqual((session.rounds.event, session.rounds.listed), (70000, []))
        self.assertIsNone(fold(opening("duplicate", {}, 3, EAST, 1000)).rounds)

    def test_deals_belong_to_the_round_before_them(self):
        session = enter(begun(FIRST), "b1 4S N =", "b2 pass")
        session.apply(*SECOND)
        enter(session, "b4 2H E -1")
        session.apply(*FIRST)
        enter(session, "b3 1N S =")
        session.apply(log.CORRECT, 2, 2, 0)
        self.assertEqual([session.rounds.of(n) for n in range(5)], [-1, 0, 0, 1, 2])
        late = Round(1, 5, 12, 1, 3, False, 3)
        self.assertEqual(session.rounds.listed[2], late)

    def test_a_round_may_be_overruled_and_have_one_pair(self):
        rounds = begun((log.ROUND, 7, 0 | 9 << 8, 10 | 12 << 8 | OVERRULED)).rounds
        self.assertEqual(rounds.listed, [Round(7, 0, 9, 10, 12, True, 0)])

    def test_the_round_that_is_played(self):
        third = (log.ROUND, 3, 5 | 10 << 8, 7 | 9 << 8)
        slip = (log.ROUND, 30, 5 | 10 << 8, 7 | 9 << 8 | OVERRULED)
        back = third[:3] + (third[3] | OVERRULED,)
        for events, current in (
            ((FIRST, SECOND), 1),
            ((FIRST, SECOND, FIRST), 1),  # a late board
            ((FIRST, SECOND, third, slip), 3),
            ((FIRST, SECOND, third, slip, back), 4),
            ((FIRST, SECOND, third, slip, back, FIRST), 4),
            ((FIRST, SECOND, back, FIRST, back), 4),
        ):
            with self.subTest(events=events):
                self.assertEqual(begun(*events).rounds.current_index(), current)

    def test_boards_that_were_not_played(self):
        session = enter(begun(FIRST), "b1 4S N =")
        session.apply(log.UNPLAYED, 3, 1, 0)
        session.apply(*SECOND)
        session.apply(log.UNPLAYED, 6, 1, 0)
        self.assertEqual(session.rounds.unplayed, [(0, 3), (1, 6)])

    def test_boards_that_are_left_to_play(self):
        session = enter(begun(FIRST), "b2 4S N =")
        session.apply(log.UNPLAYED, 3, 1, 0)
        self.assertEqual(session.rounds.boards_left(session, 0), [1])
        session.apply(log.ROUND, 2, 12 | 9 << 8, 1 | 3 << 8)
        self.assertEqual(session.rounds.boards_left(session, 1), [1, 3])  # 12 has had board 2
        self.assertEqual(
            session.rounds.open_boards(session), [(0, 1), (0, 3), (1, 1), (1, 2), (1, 3)]
        )
        session.apply(log.ROUND, 3, 12, 1 | 3 << 8)
        self.assertEqual(session.rounds.boards_left(session, 2), [])  # 12 sits out

    def test_a_board_may_be_played_again_by_other_pairs(self):
        session = enter(begun(FIRST), "b1 4S N =")
        session.apply(log.ROUND, 2, 6 | 7 << 8, 1 | 3 << 8)
        enter(session, "b1 4S N +1")
        self.assertEqual(session.sheet.totals, [870, -870])
        session.apply(log.VOID, 0, 1, 0)
        self.assertEqual(session.sheet.totals, [450, -450])

    def test_events_at_the_wrong_place(self):
        early = fold([(log.START, 7, log.WITH_ROUNDS << 8, 0)])
        self.check_refused(early, FIRST)
        self.check_refused(early, (log.UNPLAYED, 3, 0, 0))
        self.check_refused(early, (log.EVENT, 0, 0, 0))
        self.check_refused(begun(), (log.EVENT, 0, 0, 5))
        self.check_refused(begun(), (log.UNPLAYED, 3, 0, 0))
        named = fold([(log.START, 7, log.WITH_ROUNDS << 8, 0), (log.EVENT, 0, 0, 5)])
        self.check_refused(named, (log.EVENT, 0, 0, 6))
        rubber = fold([(log.START, 0, log.WITH_ROUNDS << 8, 0)])
        self.check_refused(rubber, (log.EVENT, 0, 0, 5))
        over = begun(FIRST, (log.CLOSE, 0, 0, 0))
        self.check_refused(over, (log.UNPLAYED, 3, 0, 0))
        self.check_refused(over, (log.ROUND, 0, 5, 1 | 3 << 8))
        self.assertEqual((over.closed, over.sheet.complete), (True, True))

    def test_with_a_round_an_event_goes_on_after_its_end(self):
        for stopped in ([(log.CLOSE, 0, 1, 0)], [(log.CLOSE, 0, 1, 0), (log.END, 0, 1, 90)]):
            with self.subTest(stopped=stopped):
                session = enter(begun(FIRST), "b1 4S N =")
                for event in stopped + [FIRST]:
                    session.apply(*event)
                said = session.closed, session.complete, session.sheet.complete, session.ended
                self.assertEqual(said, (False, False, False, 0))
                enter(session, "b2 pass")
                self.assertEqual(session.sheet.totals, [420, -420])
                for event in ((log.VOID, 0, 1, 0), (log.CLOSE, 0, 2, 0), (log.END, 0, 2, 95)):
                    session.apply(*event)
                self.assertEqual((session.complete, session.sheet.totals), (True, [0, 0]))

    def test_rounds_and_boards_that_there_cannot_be(self):
        session = begun(FIRST)
        for event in (
            (log.ROUND, 0, 5, 1 | 3 << 8), (log.ROUND, 100, 5, 1 | 3 << 8),
            (log.ROUND, 1, 5, 0 | 3 << 8), (log.ROUND, 1, 5, 4 | 3 << 8),
            (log.ROUND, 1, 5, 1 | 251 << 8), (log.UNPLAYED, 0, 0, 0), (log.UNPLAYED, 251, 0, 0),
        ):  # fmt: skip
            self.check_refused(session, event)

    def test_a_log_without_an_event_has_none_of_these(self):
        session = fold(opening("duplicate", {}, 3, NORTH, 0))
        for kind in (log.EVENT, log.ROUND, log.UNPLAYED):
            self.check_refused(session, (kind, 1, 5, 1), "newer firmware")
