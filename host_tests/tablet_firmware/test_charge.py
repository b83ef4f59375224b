"""A battery that is nearly empty, from the pin that measures it to home and to a sync."""

import subprocess
from pathlib import Path

import pytest

from firmware.link.codec import frame
from firmware.ui import words
from scorepad.simulator import process
from scorepad.simulator.flash import Flash
from scorepad.simulator.process import HEAP
from scorepad.simulator.tablet import Tablet
from support.depth import full
from support.tablet.faults import FONTS, Pixel, lit
from support.tablet.tablets import shown, store_in
from support.tablet.watched import settings

MINUTE = 60_000
ENOUGH = 18  # percent, at which it is no longer said


@pytest.mark.parametrize(
    "spoken", [0, *[pytest.param(n, marks=full) for n in (1, 2)]], indirect=True
)
def test_home_asks_for_it_until_there_is_enough(spoken: int, tmp_path: Path) -> None:
    with store_in(tmp_path / "flash") as store:
        store.write("settings", settings(spoken))
    warning = words.say("charge me")
    with Tablet(Flash(tmp_path / "flash"), battery=9) as tablet:
        assert warning in shown(tablet)
        for percent in (ENOUGH - 1, ENOUGH):
            tablet.charge(percent)
            tablet.wait(MINUTE)
            look = tablet.look()
            assert (warning in look.text) == (percent < ENOUGH)
        drawn = {said: lit(FONTS[high], said, x, y) for high, x, y, said in look.drawn}
        charge = drawn.pop(f"{ENOUGH}%")
        assert not charge & set[Pixel]().union(*drawn.values())  # it lies over nothing
        tablet.charge(3)
        tablet.reset()
        assert warning in shown(tablet)


# Half of 3.30 V is empty, half of 4.15 V full; a board without the pin measures nothing.
MEASURED = """
import sys, world
sys.modules["time"] = world
world.connect(open("/dev/null", "wb"))
world.flash, world.tablet = FLASH, b"123456"
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


def test_what_a_board_measures_at_its_pin(tmp_path: Path) -> None:
    program = MEASURED.replace("FLASH", repr(str(Flash(tmp_path / "t.flash").path)))
    interpreter, folder, environment = process.command("unix", HEAP)
    done = subprocess.run(
        [*interpreter[:3], "-c", program],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        check=True,
        capture_output=True,
        text=True,
    )
    measured = "None 0 0 58 100 100 16 False 14 True 17 True 18 False 16 False"
    assert done.stdout.split() == measured.split()


def test_the_answer_to_the_clock_has_the_charge() -> None:
    for percent, answer in ((9, "!1 ok 9 low"), (100, "!1 ok 100"), (None, "!1 ok")):
        with Tablet(Flash(), battery=percent) as tablet:
            tablet.serial_write(frame("?1 clock 14141955"))
            tablet.wait(200)
            assert frame(answer) in tablet.serial_read()
            assert ("%" in shown(tablet)) == (percent is not None)
