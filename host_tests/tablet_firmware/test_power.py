"""Sleep, wake, watchdog, CPU clock, idle loop and battery, on the simulated chip."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.link.codec import frame
from firmware.ui import words
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import PRESS_MS, Tablet
from support.depth import full, sampled, some
from support.tablet.faults import FONTS, Pixel, lit
from support.tablet.tablets import NEW_GAME, THREE_SPADES_BY_SOUTH, on_chip, shown, store_in
from support.tablet.watched import settings

MINUTE = 60_000
ENOUGH = 18  # percent, at which it is no longer said
NIGHT = 90_000  # nobody does anything for longer than the minute that this tablet waits
WAKING_MS = 45  # of a press, at least, when the tablet naps for 40 ms at a time
REQUEST_MS = 250  # the work for one
QUICKEST_MS = 45  # that a key is held, and let go
REST_HZ, FASTEST = 80_000_000, 160_000_000
LULL = 200  # ms
WIRE = 57  # bytes in the 5 ms of a turn


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The flash of a tablet that sleeps after a minute, on which a rubber has begun."""
    path: Path = tmp_path_factory.mktemp("begun") / "t.flash"
    with Tablet(Flash(path)) as tablet:
        tablet.press(*NEW_GAME)
    with store_in(path) as store:
        store.settings.use("sleep_minutes", 1)
        store.settings.save()
    return path


@pytest.fixture
def playing(begun: Path, tmp_path: Path) -> Iterator[Tablet]:
    with Tablet(Flash(Path(shutil.copy(begun, tmp_path)))) as tablet:
        yield tablet


def wake(tablet: Tablet, key: str) -> None:
    tablet.wait(WAKING_MS, key)
    tablet.wait(WAKING_MS)


def heard(tablet: Tablet, sent: bytes) -> bytes:
    """Return what it answers to bytes that come over a wire."""
    for start in range(0, len(sent), WIRE):
        tablet.serial_write(sent[start : start + WIRE])
        tablet.wait(5)
    tablet.wait(300)
    return tablet.serial_read()


def test_it_sleeps_when_nobody_does_anything_and_writes_nothing(playing: Tablet) -> None:
    before = playing.count()
    playing.wait(MINUTE - 1000)
    assert playing.chip.display_on
    assert playing.slept() == 0
    playing.wait(NIGHT)
    assert not playing.chip.display_on
    assert playing.slept() > 0.8 * MINUTE
    wake(playing, "LEFT")
    after = playing.count()
    assert (before.programmed, before.erased) == (after.programmed, after.erased)


def test_the_first_key_only_wakes_it_and_the_screen_is_as_it_was(playing: Tablet) -> None:
    playing.press("DOWN", "UP")
    before = shown(playing), playing.pixels()
    for key in ("OK", "BACK"):
        playing.wait(NIGHT)
        assert not any(playing.pixels())
        wake(playing, key)
        playing.wait(300)
        assert (shown(playing), playing.pixels()) == before
    playing.wait(NIGHT)
    playing.hold("UP", 3000)
    assert (shown(playing), playing.pixels()) == before
    playing.press("OK")
    assert playing.look().screen == "result"


def test_ok_does_not_confirm_what_it_was_not_pressed_for(playing: Tablet) -> None:
    """The PC has changed the screen, or it lit up, a moment ago: nobody can have read it."""
    playing.press("DOWN", "OK")
    playing.serial_write(frame("?1 table 9"))
    playing.press("LEFT", "OK")
    assert playing.look().screen == "result"
    playing.wait(NIGHT)
    wake(playing, "LEFT")
    wake(playing, "OK")
    assert playing.look().screen == "result"
    playing.wait(300)
    playing.press("OK")
    assert playing.look().screen == "compass"


@sampled
def test_a_short_press_wakes_it(playing: Tablet) -> None:
    """The tablet naps for 40 ms at a time; nobody presses a button for less."""
    for shift in some(range(0, 45, 7), 3):
        playing.wait(NIGHT + shift)
        assert not playing.chip.display_on
        playing.wait(45, "LEFT")
        playing.wait(100)
        assert playing.chip.display_on


def test_it_stays_awake_while_the_pc_talks(playing: Tablet) -> None:
    for number in range(5):
        playing.wait(MINUTE // 2)
        playing.serial_write(frame(f"?{number} who"))
    assert playing.chip.display_on
    assert playing.slept() == 0


def test_a_pc_wakes_it_first(playing: Tablet) -> None:
    """Of three requests that come to a sleeping tablet it hears one, or none."""
    missed = 0
    for shift in range(0, WAKING_MS, 15):
        playing.wait(NIGHT + shift)
        if not heard(playing, frame(f"?{shift + 1} who")):
            missed += 1
            assert not playing.chip.display_on
            assert not heard(playing, b"\n" * 700)
            assert b" ok " in heard(playing, frame(f"?{shift + 2} who"))
        assert playing.chip.display_on
    assert missed >= 2


def test_a_loop_that_hangs_is_reset_and_nothing_is_lost(playing: Tablet) -> None:
    playing.press(*THREE_SPADES_BY_SOUTH)
    playing.hang(15_000)
    assert "Deal 2" in shown(playing)
    playing.press("DOWN")
    playing.hang(17_000)
    assert shown(playing).startswith("contract: 3♠")  # by South, which is not confirmed
    playing.press("OK", "OK")
    assert shown(playing).startswith("compass: Deal 3")


def test_a_state_that_hangs_twice_does_not_come_back(playing: Tablet) -> None:
    playing.press("DOWN")
    playing.wait(NIGHT)  # a loop that turns is never reset
    wake(playing, "LEFT")
    assert playing.look().screen == "contract"
    playing.hang(17_000)
    assert playing.look().screen == "contract"
    playing.hang(17_000)
    assert playing.look().screen == "compass"


@pytest.mark.parametrize("keys", [(), ("BACK",), THREE_SPADES_BY_SOUTH])
def test_the_idle_loop_takes_no_heap(playing: Tablet, keys: tuple[str, ...]) -> None:
    playing.press(*keys)
    playing.wait(2 * LULL)  # until the CPU has slowed down
    assert playing.idle_bytes(500) == 0
    playing.wait(NIGHT)
    assert playing.idle_bytes(500) == 0


def test_the_clock_is_fast_from_a_key_to_its_picture_and_slow_at_rest(playing: Tablet) -> None:
    playing.wait(0)
    assert (playing.speed().hertz, playing.speed().slow_writes) == (FASTEST, 0)
    playing.wait(1000)
    before = playing.speed()
    assert before.hertz == REST_HZ
    keys = len(THREE_SPADES_BY_SOUTH)
    playing.press(*THREE_SPADES_BY_SOUTH)
    pressed = playing.speed()
    assert pressed.hertz == FASTEST
    assert pressed.slow_writes == before.slow_writes
    playing.wait(NIGHT)
    after = playing.speed()
    assert after.hertz == REST_HZ
    assert 0 < after.hurried - before.hurried <= keys * (LULL + 2 * PRESS_MS)


def test_what_the_pc_asks_is_answered_at_full_speed(playing: Tablet) -> None:
    """And then for a lull, however long the work was: the PC may ask again."""
    playing.wait(1000)
    before = playing.speed().hurried
    playing.pace(request_ms=REQUEST_MS)
    assert b"!1 ok" in heard(playing, frame("?1 who"))
    playing.wait(1000)
    hurried = playing.speed().hurried - before
    assert REQUEST_MS + LULL <= hurried <= REQUEST_MS + LULL + 2 * PRESS_MS


@sampled
@pytest.mark.parametrize("switch_ms", some([2, 0, 20], 2))
def test_no_key_or_byte_is_lost_while_the_clock_changes(playing: Tablet, switch_ms: int) -> None:
    """Nor a key that goes down and up again within the change."""
    playing.pace(switch_ms=switch_ms)
    playing.press("DOWN")
    for pause in (LULL - 5, LULL, LULL + 5, 1000):
        playing.wait(pause)
        level = shown(playing)
        for key in ("UP", "UP", "DOWN", "UP", "DOWN", "DOWN"):
            playing.wait(QUICKEST_MS, key)
            playing.wait(QUICKEST_MS)
        playing.wait(100)
        assert shown(playing) == level
    for number in range(1, 20):
        playing.wait(LULL - 5 + number)
        assert f"!{number} ok".encode() in heard(playing, frame(f"?{number} who"))


# ---- a battery that is nearly empty, from the pin that measures it to home


@pytest.mark.parametrize(
    "spoken", [0, *[pytest.param(n, marks=full) for n in (1, 2)]], indirect=True
)
def test_home_asks_for_it_until_there_is_enough(spoken: int, path: Path) -> None:
    with store_in(path) as store:
        store.write("settings", settings(spoken))
    warning = words.say("charge me")
    with Tablet(Flash(path), battery=9) as tablet:
        assert warning in shown(tablet)
        for percent in (ENOUGH - 1, ENOUGH):
            tablet.charge(percent)
            tablet.wait(MINUTE)
            look = tablet.look()
            assert (warning in look.text) == (percent < ENOUGH)
        drawn = {
            said: {(x + right, y + down) for right, down in lit(FONTS[high], said)}
            for high, x, y, said in look.drawn
        }
        charge = drawn.pop(f"{ENOUGH}%")
        assert not charge & set[Pixel]().union(*drawn.values())  # it lies over nothing
        tablet.charge(3)
        tablet.reset()
        assert warning in shown(tablet)


# Half of 3.30 V is empty, half of 4.15 V full; a board without the pin measures nothing.
MEASURED = """
from firmware import board
print(board.Board().battery())
board.BATTERY = 35
made = board.Board()
for microvolts in (1_500_000, 1_650_000, 1_900_000, 2_075_000, 2_200_000):
    world.battery_uv = microvolts
    print(made.battery())
for percent in (16, 14, 17, 18, 16):
    world.battery_uv = (3_300_000 + percent * 8500 + 1000) // 2
    print(made.battery(), made.low)
"""


def test_what_a_board_measures_at_its_pin(flash: Path) -> None:
    measured = "None 0 0 58 100 100 16 False 14 True 17 True 18 False 16 False"
    assert " ".join(on_chip(MEASURED, flash)) == measured
