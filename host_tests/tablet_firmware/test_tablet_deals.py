"""Entering deals: what each key does, on both runtimes."""

import pytest

from scorepad.simulator.tablet import Tablet
from support.tablet.tablets import EACH_RUNTIME, THREE_SPADES_BY_SOUTH, shown

pytestmark = pytest.mark.parametrize("tablet", EACH_RUNTIME, indirect=True)


def test_a_part_score_is_entered_with_three_presses(playing: Tablet) -> None:
    playing.press(*THREE_SPADES_BY_SOUTH)
    assert shown(playing) == "compass: Deal 2 | N | saved ✓ | W | E | +90 | N-S | S | pass | OK"


def test_the_points_change_with_the_result(playing: Tablet) -> None:
    playing.press("LEFT", "OK")
    seen = []
    for key in ("UP", "UP", "RIGHT", "DOWN", "DOWN", "DOWN", "RIGHT"):
        playing.press(key)
        text = playing.look().text
        seen.append((text[1], text[0], text[2], text[3]))
    assert seen == [
        ("3♠ W", "+1", "120", "to E-W"),
        ("3♠ W", "+2", "150", "to E-W"),
        ("3♠x W", "+2", "430", "to E-W"),
        ("3♠x W", "+1", "330", "to E-W"),
        ("3♠x W", "=", "230", "to E-W"),
        ("3♠x W", "-1", "100", "to N-S"),
        ("3♠xx W", "-1", "200", "to N-S"),
    ]


def test_back_goes_one_step_back_and_keeps_what_was_chosen(playing: Tablet) -> None:
    playing.press("LEFT", "UP", "OK", "UP", "BACK")
    assert playing.look().text[0] == "4♠"
    playing.press("BACK")
    assert playing.look().screen == "compass"
    playing.press("BACK")
    assert playing.look().screen == "home"
    playing.press("BACK", "OK")
    assert playing.look().screen == "compass"


def test_keys_pressed_while_back_is_held_leave_no_screen_behind(playing: Tablet) -> None:
    playing.press("DOWN", "OK")
    playing.wait(100, "BACK")  # back to the contract, and it stays down
    for _ in range(2):  # of which the second press comes too soon
        playing.wait(100, "BACK", "OK")
        playing.wait(100, "BACK")
    playing.wait(1000, "BACK")
    playing.wait(100)
    assert playing.look().screen == "menu"
    playing.press("OK")
    assert playing.look().screen == "sheet"
    playing.hold("BACK")
    assert playing.look().screen == "menu"
    playing.press("BACK")
    assert playing.look().screen == "result"
