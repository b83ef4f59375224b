"""A session is the fold of its log; runs on CPython and MicroPython."""

from firmware import session as log
from firmware.opening import opening
from firmware.scoring.deal import EAST, NORTH, SOUTH, WEST, BadDeal
from firmware.scoring.rules import NAMES
from firmware.session import Session, fold
from host_tests.device.deals import deal_of, enter
from host_tests.device.refusing import Refusing, state

HON_N4 = NORTH | 4 << 2


def new(rules="rubber", options=None, dealer=NORTH):
    """A session before its first deal."""
    return fold(opening(rules, options or {}, 12, dealer, 1000))


class Opening(Refusing):
    def test_only_options_that_differ_are_written(self):
        events = opening("rubber", {"honours": "on", "settle": "100s"}, 12, EAST, 1000)
        self.assertEqual(
            events,
            [
                (log.START, 0, log.FORMAT << 8 | 12, 1000),
                (log.OPTION, 5, 1, 0),
                (log.DEALER, EAST, 0, 0),
            ],
        )
        self.assertEqual(opening("international", {}, 0, NORTH, 0)[0], (1, 1, 1 << 8, 0))

    def test_an_opening_names_the_players_that_are_no_guests(self):
        events = opening("rubber", {}, 12, EAST, 1000, (7, 0, 0, 4000000000))
        self.assertEqual(
            events[1:],
            [
                (log.PLAYER, NORTH, 0, 7),
                (log.PLAYER, WEST, 0, 4000000000),
                (log.DEALER, EAST, 0, 0),
            ],
        )
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


class Deals(Refusing):
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


class Claims(Refusing):
    def test_claims_that_come_too_late_or_for_nothing(self):
        session = enter(new(), "2H N =", "pass")
        self.check_refused(session, (log.CLAIM, 0, 1, HON_N4), "before the next deal")
        self.check_refused(session, (log.CLAIM, 0, 3, HON_N4), "before the next deal")
        self.check_refused(new(), (log.CLAIM, 0, 0, HON_N4))


class Ending(Refusing):
    def test_a_complete_session_can_be_corrected_as_long_as_it_stays_complete(self):
        session = enter(new(), "3N N =", "3N N =")
        session.apply(log.END, 0, 2, 1100)
        session.apply(log.CORRECT, 0, 2, deal_of("4S N ="))
        self.assertEqual(session.sheet.totals, [920, 0])
        self.check_refused(session, (log.VOID, 0, 2, 0), "the session is complete", BadDeal)
        self.check_refused(session, (log.CORRECT, 0, 1, 0), kind=BadDeal)
