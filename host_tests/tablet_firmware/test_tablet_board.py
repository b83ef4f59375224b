"""Buttons, panel and cable as the firmware finds them on the pins."""

from pathlib import Path

import pytest

from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from support.depth import sampled, some
from support.tablet.tablets import NEW_GAME, THREE_SPADES_BY_SOUTH, on_chip, shown

WINDOW = "00 20 00 21 08 10 22"  # as drivers of windows, this firmware's before, leave it


def test_a_key_that_is_down_at_power_on_does_nothing(tablet: Tablet) -> None:
    tablet.press(*NEW_GAME)
    tablet.power_cut()
    before = shown(tablet)
    tablet.reset("OK")
    tablet.wait(3000, "OK")
    assert shown(tablet) == before
    tablet.wait(100)
    tablet.press("OK")
    assert tablet.look().screen == "passed"


@sampled
@pytest.mark.parametrize("after", some([1, 2, 3, 5, 7, 8, 60, 500], 3))
def test_a_transfer_that_hangs_half_way_is_mended(playing: Tablet, after: int) -> None:
    """The chip may wait for the rest of a command, and its RAM is not what the driver thinks."""
    playing.hang_bus(after)
    playing.press(*THREE_SPADES_BY_SOUTH)
    playing.free_bus()
    playing.wait(1100)
    with Tablet(Flash()) as another:
        another.press(*NEW_GAME, *THREE_SPADES_BY_SOUTH)
        assert playing.pixels() == another.pixels()


def test_a_reset_in_the_middle_of_a_byte_frees_the_bus(playing: Tablet) -> None:
    playing.hang_bus(100)
    playing.press("DOWN")
    playing.reset()
    with Tablet(Flash()) as another:
        another.press(*NEW_GAME, "DOWN")
        assert playing.look().screen == another.look().screen
        assert playing.pixels() == another.pixels()


@sampled
@pytest.mark.parametrize("cut", [WINDOW, *some(["00 20", "00 8d", "00 da", "00 db", "00 d5"], 3)])
def test_a_panel_that_waits_for_the_end_of_a_command_is_set_up_first(playing, cut):
    """Whatever else comes first would be swallowed, or half of it; a window would stay."""
    before = playing.pixels()
    playing.chip.write_cut(bytes.fromhex(cut))
    playing.reset()
    assert playing.pixels() == before


def test_a_press_while_the_tablet_draws_is_one_press(playing: Tablet) -> None:
    for milliseconds in (25, 60, 200):
        playing.press("DOWN")
        playing.press_while_busy("UP", milliseconds)
        assert playing.look().text[0] == "4♠"
        playing.press_while_busy("OK", milliseconds)
        assert playing.look().screen == "result"
        playing.press("BACK", "DOWN", "BACK")


MAIN = """
turns = []
def idle(ms):
    turns.append(1)
    if len(turns) == 3:
        print("idle")
        raise SystemExit
world.sleep_ms = idle
import boot, main
main.run()
"""


def test_main_turns_the_loop_for_ever(flash: Path) -> None:
    """boot.py and main.py as a board runs them, until the third turn has nothing to do."""
    assert on_chip(MAIN, flash) == ["idle"]
