"""The rounds of an event in a session's log; runs on CPython and MicroPython."""

from firmware import session as log
from firmware.opening import opening
from firmware.scoring.deal import EAST, NORTH
from firmware.scoring.rounds import OVERRULED, Round
from firmware.session import fold
from host_tests.device.deals import enter
from host_tests.device.refusing import Refusing

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
                self.assertEqual(begun(*events).rounds.current(), current)

    def test_boards_that_were_not_played(self):
        session = enter(begun(FIRST), "b1 4S N =")
        session.apply(log.UNPLAYED, 3, 1, 0)
        session.apply(*SECOND)
        session.apply(log.UNPLAYED, 6, 1, 0)
        self.assertEqual(session.rounds.unplayed, [(0, 3), (1, 6)])

    def test_boards_that_are_left_to_play(self):
        session = enter(begun(FIRST), "b2 4S N =")
        session.apply(log.UNPLAYED, 3, 1, 0)
        self.assertEqual(session.rounds.left(session, 0), [1])
        session.apply(log.ROUND, 2, 12 | 9 << 8, 1 | 3 << 8)
        self.assertEqual(session.rounds.left(session, 1), [1, 3])  # 12 has had board 2
        self.assertEqual(session.rounds.late(session), [(0, 1), (0, 3), (1, 1), (1, 2), (1, 3)])
        session.apply(log.ROUND, 3, 12, 1 | 3 << 8)
        self.assertEqual(session.rounds.left(session, 2), [])  # 12 sits out

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
            (log.ROUND, 0, 5, 1 | 3 << 8),
            (log.ROUND, 100, 5, 1 | 3 << 8),
            (log.ROUND, 1, 5, 0 | 3 << 8),
            (log.ROUND, 1, 5, 4 | 3 << 8),
            (log.ROUND, 1, 5, 1 | 251 << 8),
            (log.UNPLAYED, 0, 0, 0),
            (log.UNPLAYED, 251, 0, 0),
        ):
            self.check_refused(session, event)

    def test_a_log_without_an_event_has_none_of_these(self):
        session = fold(opening("duplicate", {}, 3, NORTH, 0))
        for kind in (log.EVENT, log.ROUND, log.UNPLAYED):
            self.check_refused(session, (kind, 1, 5, 1), "newer firmware")
