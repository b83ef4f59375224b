"""Buttons: one press is one press, whatever the contact, the finger and the loop do."""

import unittest

from firmware.keys import BACK, DOWN, MENU, OK, UP
from host_tests.device.hand import NAMES, Hand


class OnePress(unittest.TestCase):
    def test_trains_of_bounces_on_both_edges(self):
        """Every pattern of 10 ms, and of 20 ms some that have gaps of up to 10."""
        short, long = range(1 << 10), [p << 10 | p for p in range(1, 1 << 10, 7)]
        for step, patterns in ((5, list(short) + long), (1, list(short[::7]) + long)):
            hand = Hand(step)
            for count, pattern in enumerate(patterns, 1):
                hand.chatter(UP, True, pattern)
                hand.wait(60)
                hand.chatter(UP, False, pattern)
                hand.wait(60)
                if len(hand.events) != count:
                    self.fail(f"step {step}, pattern {pattern:b}: {len(hand.events)} of {count}")

    def test_all_presses_while_the_loop_is_busy_count_in_their_order(self):
        hand = Hand()
        hand.put(DOWN, True)
        hand.look()
        for button, down in ((DOWN, False), (OK, True), (OK, False), (DOWN, True), (DOWN, False)):
            hand.now += 60
            hand.put(button, down)
        hand.wait(100)
        self.assertEqual(hand.events, [DOWN, OK, DOWN])

    def test_after_a_sleep_what_was_noted_is_forgotten(self):
        hand = Hand()
        hand.put(UP, True)
        hand.put(UP, False)
        hand.buttons.forget()
        hand.wait(100)
        self.assertEqual(hand.events, [])

    def test_a_button_that_is_held_at_the_start_does_nothing_until_it_was_let_go(self):
        for button in NAMES:
            hand = Hand(down=(button,))
            hand.wait(5000)
            hand.put(button, False)
            hand.wait(100)
            self.assertEqual(hand.events, [])
            hand.press(button)
            self.assertEqual(hand.events, [button])


class Late(unittest.TestCase):
    """Other code keeps an interrupt waiting: it sees how the contact rests by then."""

    def test_a_bounce_of_a_press_is_none(self):
        for bounced in (True, False):  # whether an opening was seen before
            hand = Hand()
            hand.put(OK, True)
            hand.look()
            if bounced:
                hand.now += 3
                hand.put(OK, False)
                hand.pins[OK].level = 0
            hand.now += 40
            hand.buttons.edge(OK, True, hand.now)
            hand.wait(200)
            hand.put(OK, False)
            hand.wait(100)
            self.assertEqual(hand.events, [OK])

    def test_a_press_that_is_over_by_then_counts(self):
        hand = Hand()
        hand.press(OK)
        hand.now += 100
        hand.buttons.edge(OK, False, hand.now)
        hand.buttons.edge(OK, False, hand.now)
        hand.wait(100)
        hand.press(OK)
        self.assertEqual(hand.events, [OK, OK, OK])


class Held(unittest.TestCase):
    def test_a_contact_that_opens_for_a_moment_is_held_all_the_time(self):
        for gap in (1, 10, 20):
            hand = Hand()
            hand.put(BACK, True)
            hand.wait(500)
            hand.put(BACK, False)
            hand.wait(gap)
            hand.put(BACK, True)
            hand.wait(900)
            self.assertEqual(hand.events, [BACK, MENU])

    def test_a_direction_repeats_ok_does_not_and_back_opens_the_menu_once(self):
        held = ((UP, 970, [UP] * 5), (OK, 5000, [OK]), (BACK, 5000, [BACK, MENU]))
        for button, ms, events in held:
            hand = Hand()
            hand.press(button, ms)
            self.assertEqual(hand.events, events)
