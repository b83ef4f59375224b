"""Sleep, wake, the watchdog and the idle loop, on the simulated chip."""

import json
import subprocess
from pathlib import Path

import pytest

from firmware.link.codec import frame
from scorepad.simulator import process
from scorepad.simulator.flash import Flash
from scorepad.simulator.process import HEAP
from scorepad.simulator.tablet import PRESS_MS, Tablet
from support.depth import sampled, some
from support.tablet.faults import FONTS, Pixel, lit
from support.tablet.tablets import EACH_RUNTIME, NEW_GAME, THREE_SPADES_BY_SOUTH, shown, store_in
from support.tablet.watched import settings

MINUTE = 60_000
NIGHT = 11 * MINUTE  # nobody does anything for longer than the tablet waits
WAKING_MS = 45  # of a press, at least, when the tablet naps for 40 ms at a time
REQUEST_MS = 250  # the work for one
QUICKEST_MS = 45  # that a key is held, and let go
REST_HZ, FASTEST = 80_000_000, 160_000_000
LULL = 200  # ms
WIRE = 57  # bytes in the 5 ms of a turn


@pytest.fixture(params=EACH_RUNTIME)
def playing(request: pytest.FixtureRequest):
    """A rubber has begun."""
    with Tablet(Flash(), request.param) as tablet:
        tablet.press(*NEW_GAME)
        yield tablet


def wake(tablet: Tablet, key: str) -> None:
    tablet.wait(WAKING_MS, key)
    tablet.wait(WAKING_MS)


def heard(tablet: Tablet, sent: bytes) -> bytes:
    """What it answers to bytes that come over a wire."""
    for start in range(0, len(sent), WIRE):
        tablet.serial_write(sent[start : start + WIRE])
        tablet.wait(5)
    tablet.wait(300)
    return tablet.serial_read()


def test_it_sleeps_when_nobody_does_anything(playing: Tablet) -> None:
    playing.wait(9 * MINUTE)
    assert playing.chip.display_on
    assert playing.slept() == 0
    playing.wait(2 * MINUTE)
    assert not playing.chip.display_on
    assert playing.slept() > 0.8 * MINUTE


def test_the_first_key_only_wakes_it_and_the_screen_is_as_it_was(playing: Tablet) -> None:
    playing.press("DOWN", "UP")
    before = shown(playing), playing.pixels()
    for key in ("OK", "BACK", "LEFT"):
        playing.wait(NIGHT)
        assert not any(playing.pixels())
        wake(playing, key)
        playing.wait(300)
        assert (shown(playing), playing.pixels()) == before
    playing.press("OK")
    assert playing.look().screen == "result"


@sampled
@pytest.mark.parametrize("key", some(["BACK", "UP", "OK"], 3))
def test_a_key_that_is_held_to_wake_it_does_nothing_more(playing: Tablet, key: str) -> None:
    before = shown(playing)
    playing.wait(NIGHT)
    playing.hold(key, 3000)
    assert shown(playing) == before


def test_ok_does_not_confirm_what_it_was_not_pressed_for(playing: Tablet) -> None:
    """The screen lit up a moment ago, and nobody can have read it."""
    playing.press("DOWN", "OK")
    playing.wait(NIGHT)
    wake(playing, "LEFT")
    playing.press("OK")
    assert playing.look().screen == "result"
    playing.wait(300)
    playing.press("OK")
    assert playing.look().screen == "compass"


def test_ok_does_not_confirm_a_screen_that_the_pc_has_just_changed(playing: Tablet) -> None:
    playing.press("DOWN", "OK")
    playing.serial_write(frame("?1 table 9"))
    playing.press("LEFT", "OK")
    assert playing.look().screen == "result"


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
    for number in range(15):
        playing.wait(MINUTE)
        playing.serial_write(frame(f"?{number} who"))
    assert playing.chip.display_on
    assert playing.slept() == 0


def test_noise_on_the_cable_keeps_nobody_awake(playing: Tablet) -> None:
    playing.wait(NIGHT)
    before = playing.slept()
    heard(playing, b"noise\n" * 200)
    playing.wait(3000)
    assert not playing.chip.display_on
    assert before < playing.slept() < before + 3000  # it listens for two seconds


def test_a_pc_wakes_it_first(playing: Tablet) -> None:
    """Of nine requests that come to a sleeping tablet it hears one or two."""
    missed = 0
    for shift in range(0, WAKING_MS, 5):
        playing.wait(NIGHT + shift)
        if not heard(playing, frame(f"?{shift + 1} who")):
            missed += 1
            assert not playing.chip.display_on
            assert not heard(playing, b"\n" * 700)
            assert b" ok " in heard(playing, frame(f"?{shift + 2} who"))
        assert playing.chip.display_on
    assert missed >= 7


def test_sleep_writes_nothing(playing: Tablet) -> None:
    before = playing.count()
    playing.wait(NIGHT)
    wake(playing, "LEFT")
    after = playing.count()
    assert (before.programmed, before.erased) == (after.programmed, after.erased)


def test_a_panel_that_went_while_it_slept_is_found_again(playing: Tablet) -> None:
    before = playing.pixels()
    playing.wait(NIGHT)
    playing.panel(False)
    wake(playing, "LEFT")
    playing.wait(1500)
    playing.panel(True)
    playing.wait(1500)
    assert playing.pixels() == before


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
    playing.hang(17_000)
    assert playing.look().screen == "contract"
    playing.hang(17_000)
    assert playing.look().screen == "compass"


def test_a_loop_that_turns_is_never_reset(playing: Tablet) -> None:
    playing.press("DOWN")
    playing.wait(NIGHT)
    wake(playing, "LEFT")
    assert playing.look().screen == "contract"


@pytest.mark.parametrize("keys", [(), NEW_GAME, (*NEW_GAME, *THREE_SPADES_BY_SOUTH)])
def test_the_idle_loop_takes_no_heap(keys: tuple[str, ...]) -> None:
    with Tablet(Flash()) as tablet:
        tablet.press(*keys)
        tablet.wait(2 * LULL)  # until the CPU has slowed down
        assert tablet.idle_bytes(500) == 0
        tablet.wait(NIGHT)
        assert tablet.idle_bytes(500) == 0


def test_the_battery_shows_on_boards_that_measure_it(spoken: int, tmp_path: Path) -> None:
    """Half of 3.30 V is empty, half of 4.15 V full; a board without the pin shows nothing."""
    with store_in(tmp_path / "t.flash") as store:
        store.write("settings", settings(spoken))
    flash = Flash(tmp_path / "t.flash")
    program = f"""
import sys, world
sys.modules["time"] = world
world.connect(open("/dev/null", "wb"))
world.flash, world.tablet = {str(flash.path)!r}, b"123456"
from firmware import board
print(board.Board().battery())
board.BATTERY = 35
made = board.Board()
for microvolts in (1_500_000, 1_650_000, 1_900_000, 2_075_000, 2_200_000):
    world.battery_uv = microvolts
    print(made.battery())
lows = []
for percent in (16, 14, 17, 18, 16):
    world.battery_uv = (3_300_000 + percent * 8500 + 1000) // 2
    lows.append((made.battery(), made.low))
print(lows)
answers = []
app = __import__("main").build()
app.tick()
requests = {[frame("?1 clock 1"), frame("?2 clock 1")]}
app.board.waiting, app.board.write = (lambda: bool(requests)), answers.append
app.board.read = lambda: requests.pop(0)
for microvolts in (1_690_000, 2_200_000):
    world.battery_uv = microvolts
    app.tick()
    print(answers[-1])
    if microvolts < 2_000_000:
        app.draw()
        print("Charge me!" in __import__("looking").look(app).decode())
        world.now += 59_000
        print(app.screen.tick())
        world.now += 1_000
        print(app.screen.tick())
print(__import__("looking").look(app).decode())
"""
    command, folder, environment = process.command("unix", 2 * HEAP)  # room for this program
    done = subprocess.run(
        [*command[:3], "-c", program],
        cwd=folder,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    *percent, lows, low, warned, soon, then, full, screen = done.stdout.splitlines()
    assert percent == ["None", "0", "0", "58", "100", "100"]
    assert lows == str([(16, False), (14, True), (17, True), (18, False), (16, False)])
    assert (soon, then) == ("False", "True")
    assert low == str(frame("!1 ok 9 low"))
    assert full == str(frame("!2 ok 100"))
    assert warned == str(spoken == 0)
    drawn = {
        said: lit(FONTS[high], said, x, y) for high, x, y, said in json.loads(screen)["drawn"]
    }
    assert "100%" in drawn
    assert not drawn.pop("100%") & set[Pixel]().union(*drawn.values())
    with Tablet(Flash()) as tablet:
        assert "%" not in shown(tablet)


@sampled
@pytest.mark.parametrize("days", some([6, 7, 10, 12, 13], 2))
def test_after_days_of_sleep_the_buttons_work(playing: Tablet, days: int) -> None:
    """The clock's readings go round after twelve days; half of that is a difference below 0."""
    playing.press("DOWN")
    playing.wait(NIGHT)
    playing.skip(days * 86_400_000)
    playing.press("UP", "UP")
    assert playing.look().text[0] == "4♠"


def test_the_clock_is_fast_from_a_key_to_its_picture_and_slow_at_rest(playing: Tablet) -> None:
    playing.wait(1000)
    before = playing.speed()
    assert before.hertz == REST_HZ
    keys = len(THREE_SPADES_BY_SOUTH)
    playing.press(*THREE_SPADES_BY_SOUTH)
    pressed = playing.speed()
    assert pressed.hertz == FASTEST
    assert pressed.slow_writes == before.slow_writes
    playing.wait(MINUTE)
    after = playing.speed()
    assert after.hertz == REST_HZ
    assert 0 < after.hurried - before.hurried <= keys * (LULL + 2 * PRESS_MS)


def test_it_boots_at_full_speed_and_sleeps_at_the_slow_one(playing: Tablet) -> None:
    playing.reset()
    playing.wait(0)
    assert playing.speed().hertz == FASTEST
    assert playing.speed().slow_writes == 0
    playing.wait(NIGHT)
    assert playing.speed().hertz == REST_HZ


def test_what_the_pc_asks_is_answered_at_full_speed(playing: Tablet) -> None:
    """And then for a lull, however long the work was: the PC may ask again."""
    playing.wait(1000)
    before = playing.speed().hurried
    playing.pace(request_ms=REQUEST_MS)
    assert b"!1 ok" in heard(playing, frame("?1 who"))
    playing.wait(1000)
    hurried = playing.speed().hurried - before
    assert REQUEST_MS + LULL <= hurried <= REQUEST_MS + LULL + 2 * PRESS_MS


@pytest.mark.parametrize("switch_ms", [0, 2, 20])
def test_no_key_is_lost_while_the_clock_changes(playing: Tablet, switch_ms: int) -> None:
    """Nor one that goes down and up again within the change."""
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


@pytest.mark.parametrize("switch_ms", [0, 2, 20])
def test_no_byte_is_lost_while_the_clock_changes(playing: Tablet, switch_ms: int) -> None:
    playing.pace(switch_ms=switch_ms)
    for number in range(1, 20):
        playing.wait(LULL - 5 + number)
        assert f"!{number} ok".encode() in heard(playing, frame(f"?{number} who"))
