"""The other boards' files, on the simulated chip: a game is played, kept and found again; and that
every board file calls only what MicroPython has on its board.
"""

import ast
import os
import re
import sys
from pathlib import Path

import pytest

from firmware.link.codec import frame
from scorepad import build
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from scorepad.sources import SOURCES
from support.commands import run_program
from support.depth import full
from support.stubs import find_stubs
from support.tablet.tablets import NEW_GAME, THREE_SPADES_BY_SOUTH, on_chip, shown

ESPRESSIF = [board for board in build.BOARDS if board.startswith("esp32")]

# What a board file must not use: strapping pins, flash and PSRAM, USB, serial port, no pull-up.
TAKEN = {
    "esp32": {0, 2, 5, 12, 15} | {*range(6, 12)} | {16, 17} | {1, 3} | {*range(34, 40)},
    "esp32s3": {0, 3, 45, 46} | {*range(26, 38)} | {19, 20} | {43, 44} | {*range(22, 26)},
    "esp32c3": {2, 8, 9} | {*range(11, 18)} | {18, 19} | {20, 21},
    "pico": {23, 24, 25, 29},
}
LAST = {"esp32": 39, "esp32s3": 48, "esp32c3": 21, "pico": 29}
# With the PLL as it is for the 80 MHz at rest (ESP-IDF, rtc_clk.c of each chip).
FASTEST = {"esp32": 160_000_000, "esp32s3": 240_000_000, "esp32c3": 160_000_000}  # Hz


def pins(board: str) -> dict[str, object]:
    """KEYS, SDA, SCL and BATTERY of a board file."""
    tree = ast.parse(build.board_file(board).read_text(encoding="utf-8"))
    found: dict[str, object] = {}
    for node in tree.body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(target, ast.Name) and target.id in {"KEYS", "SDA", "SCL", "BATTERY"}:
            found[target.id] = ast.literal_eval(node.value)  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize("board", build.BOARDS)
def test_no_pin_has_another_task(board: str) -> None:
    found = pins(board)
    used = [*found["KEYS"], found["SDA"], found["SCL"]]  # type: ignore[misc]
    assert len(used) == len(set(used)) == 8
    assert not set(used) & TAKEN[board]
    assert max(used) <= LAST[board]


@pytest.mark.parametrize(
    "board", [pytest.param(b, marks=() if b == "esp32s3" else full) for b in ESPRESSIF]
)
def test_a_game_is_played(board: str) -> None:
    with Tablet(Flash(), board=board) as tablet:
        tablet.wait(0)
        assert (tablet.speed().hertz, tablet.speed().slow_writes) == (FASTEST[board], 0)
        tablet.press(*NEW_GAME, *THREE_SPADES_BY_SOUTH, "DOWN")
        tablet.hang_bus(100)
        tablet.press("UP")
        tablet.reset()
        assert shown(tablet).startswith("contract: 4♠")
        tablet.press("BACK")
        before = shown(tablet)
        tablet.press("UP")
        tablet.power_cut()
        assert shown(tablet) == before
        assert any(tablet.pixels())
        tablet.serial_write(frame("?1 who"))
        tablet.wait(50)
        assert b"!1 ok" in tablet.serial_read()


# A board whose image gives all flash to one file system, mounted before anything of ours runs.
STOCK = """
world.datetime = (2021, 1, 1, 4, 0, 0, 0, 0)
import machine, esp32, vfs
flash = esp32.Partition(FILES)
try:
    files = vfs.VfsLfs2(flash, progsize=256)
except OSError:
    vfs.VfsLfs2.mkfs(flash, progsize=256)
    files = vfs.VfsLfs2(flash, progsize=256)
vfs.mount(files, "/scorepad")
CHIP
import run
app = run.boot()
def press(*keys):
    for key in keys:
        run.hold(1 << key)
        run.run(app, 40)
        run.hold(0)
        run.run(app, 600)  # OK that comes again sooner does nothing
def shown():
    return __import__("looking").look(app).decode()
board = app.board
UP, DOWN, LEFT, RIGHT, OK, BACK = range(6)
"""

PICO = """
timers = []
class Timer:
    def __init__(self, number):
        timers.append(self)
    def init(self, period, callback):
        self.feed = callback
    def deinit(self):
        self.feed = None
class ADC:
    def __init__(self, pin):
        pass
    def read_u16(self):
        return 1300 * 65535 // 3300
class rp2:
    Flash = lambda: flash
sys.modules["rp2"] = rp2
machine.Timer, machine.ADC = Timer, ADC
machine.freq = esp32.NVS = None  # neither is for this board
del esp32.Partition
"""

ESP32 = """
esp32.Partition.find = lambda kind, label: []
"""


def stock(
    board: str, chip: str, flash: Path, program: str, files: Path | None = None
) -> list[str]:
    """What a board of this kind prints. `flash`: where its NVS is; `files`: another flash."""
    begun = STOCK.replace("FILES", repr(str(files or flash))).replace("CHIP", chip)
    return on_chip(begun + program, flash, board, b"RP-23456")  # eight bytes, as in a Pico's flash


def pico(flash: Path, program: str) -> list[str]:
    return stock("pico", PICO, flash, program)


def test_a_pico_naps_only_without_usb_and_where_a_nap_ends_well(flash: Path) -> None:
    """USB gives power where VBUS (24) is high; MicroPython 1.29 is the first to be trusted."""
    napped = """
module = __import__("firmware.board").board
class System:
    pass
module.sys = System()
module.sys.implementation = System()
for version in ((1, 28, 9), (1, 29, 0), (2, 0, 0)):
    module.sys.implementation.version = version
    for usb in (1, 0, None):
        if usb is None:
            del world.levels[24]  # as on a Pico W, whose radio is off, and on clones
        else:
            world.levels[24] = usb
        before = world.slept
        board.nap()
        print(world.slept - before)
"""
    assert pico(flash, napped) == ["0", "0", "0", *("0", "40", "0") * 2]


def test_a_pico_s_clock_goes_on_after_a_reset_from_the_last_key(flash: Path) -> None:
    """With Scorepad's image, whose heap ends before the RAM; a clock that a PC has set stays."""
    image = """
import uctypes
behind = bytearray(2048)
class scorepad_ram:
    RAM = uctypes.addressof(behind), len(behind)
sys.modules["scorepad_ram"] = scorepad_ram
"""
    reset = """
for day, after in ((27, (2021, 1, 1)), (27, (2026, 11, 28))):
    world.datetime = (2026, 11, day, 4, 12, 30, 5, 0)
    before = board.minutes()
    board.save_state(b"kept")
    world.datetime = after + (4, 12, 30, 0, 0)
    print(board.load_state(), board.minutes() - before, board.load_state())
"""
    of_before = """
from binascii import crc32
for state in (b'["home"]', b"[]"):
    world.datetime = (2021, 1, 1, 4, 12, 30, 0, 0)
    kept = crc32(state).to_bytes(4, "little") + len(state).to_bytes(2, "little") + state
    behind[: len(kept)] = kept
    board.load_state()
    print(board.minutes())
"""
    found = stock("pico", PICO + image, flash, reset + of_before)
    assert found == ["b'kept' 0 b''", "b'kept' 1440 b''", "0", "0"]


OWN_USB = """
class Registers:
    def __getitem__(self, address):
        return world.now & 0x7FF if port.there and address == FRAMES else 0
class port:
    there = True
def lightsleep(ms):
    port.there = False  # for good
module = __import__("firmware.board").board
module.lightsleep, module.mem32 = lightsleep, Registers()
def nap():
    board.nap()
    world.now += 42
    return port.there
world.switch_ms = 0
board.speed_up()
stays = [nap(), nap()]
world.now += 2048 - 42
board.speed_up()
print(stays, nap())
port.there = False
"""


@pytest.mark.parametrize(
    ("board", "image", "frames"),
    [
        ("esp32c3", "", 0x60043024),
        ("esp32s3", "machine.USBDevice = object", 0x60080808),  # MicroPython's image, with TinyUSB
        ("esp32s3", "", 0x60038024),  # ours
    ],
)
def test_a_chip_does_not_sleep_while_a_pc_is_at_its_own_usb(board, image, frames, flash):
    """Once it has, the port is gone. Frames are counted to 2,048, and then from 0 on."""
    unplugged = """
waits = []
module.sleep_ms = waits.append
nap(), nap(), nap()
print(waits)
"""
    program = f"FRAMES = {frames}\n" + OWN_USB + unplugged
    assert stock(board, ESP32 + image, flash, program) == ["[True, True] True", "[40]"]


@pytest.mark.parametrize(
    ("board", "chip"), [(name, PICO if name == "pico" else ESP32) for name in build.BOARDS]
)
def test_a_panel_s_reset_pin_is_low_for_a_moment_at_each_start(board, chip, flash):
    started = """
class Pin:
    OUT, OPEN_DRAIN = "out", "open drain"
    def __init__(self, number, mode, value):
        print(number, mode, value)
    def value(self, level):
        pass
module = __import__("firmware.board").board
module.Pin, module.RESET = Pin, 13
module.boot()
"""
    assert stock(board, chip, flash, started)[:2] == ["13 out 0", "13 out 1"]


def test_a_game_is_played_on_a_pico(flash: Path) -> None:
    played = """
press(OK, OK, OK, DOWN, OK, OK, UP, BACK)
print(shown())
print(board.tablet, board.last_number(), board.minutes(), world.watchdog, timers[0].feed)
"""
    after, state = pico(flash, played)
    assert '"compass"' in after and "Deal 2" in after
    assert state == "b'-23456' 1 0 8000 None"
    again = """
print(shown())
board.save_state(b"kept")
print(board.load_state(), board.battery())
board.battery_pin = 29
for usb in (1, 0):
    world.levels[24] = usb
    print(board.battery())
print(board.last_number())
board.keep_number(70000)
print(board.last_number())
__import__("firmware.board").board.pause_watchdog()
world.fed = -1
timers[0].feed(None)
print(world.fed == world.now)
"""
    found = pico(flash, again)
    assert found[0] == after
    percent = "70"  # 3 x 1.3 V of 3.3 to 4.15 V
    assert found[1:] == ["b'' None", "None", percent, "1", "70000", "True"]


def test_a_pico_whose_flash_takes_nothing_says_so(flash: Path) -> None:
    pico(flash, "")
    (said,) = pico(flash, "world.flash_broken = True\npress(OK, OK, OK)\nprint(shown())")
    assert '"trouble"' in said


def test_a_game_is_played_on_a_stock_image_without_a_partition(flash: Path) -> None:
    (after,) = stock(
        "esp32", ESP32, flash, "press(OK, OK, OK, DOWN, OK, OK, UP, BACK)\nprint(shown())"
    )
    assert '"compass"' in after and "Deal 2" in after
    again = """
print(shown())
print(board.last_number(), sorted(__import__("os").listdir("/scorepad/scores")))
world.flash_broken = True
press(DOWN, OK, OK)
print(shown())
"""
    before, kept, *_, trouble = stock("esp32", ESP32, flash, again)
    assert before == after
    assert kept == "1 ['000']"
    assert '"trouble"' in trouble


def test_what_was_long_ago_stays_so_when_the_clock_goes_round(flash: Path) -> None:
    """Its readings do so after twelve days; half of that is a difference below 0."""
    readings = "(5, 2**29 - 1, 2**29, 2**30 - 60_000, 2**30 - 59_999)"
    program = f"print(*[board.elapsed(now, 0) for now in {readings}])"
    (found,) = stock("esp32", ESP32, flash, program)
    assert [int(ms) for ms in found.split()] == [5, 2**29 - 1, 2**29, 2**29, 0]


def test_a_tablet_whose_partition_was_lost_does_not_begin_anew(tablet, path, tmp_path):
    tablet.press(*NEW_GAME)
    files = Flash(tmp_path / "files").path
    looks = "print(shown())\nprint(__import__('os').listdir('/scorepad'))"
    page, names = stock("esp32", ESP32, path, looks, files)
    assert "no scores partition" in page
    assert names == "[]"
    by_hand = ESP32 + "__import__('os').mkdir('/scorepad/scores')"
    page, names = stock("esp32", by_hand, path, looks, files)
    assert '"home"' in page
    assert names == "['scores']"


def test_where_there_is_a_partition_no_room_is_taken_for_a_folder(flash, tmp_path):
    partition = "esp32.Partition.find = lambda kind, label: [esp32.Partition(world.flash)]"
    shared = "'firmware.hardware.shared_filesystem' in sys.modules"
    looks = f"press(OK, OK, OK)\nprint(board.last_number(), {shared})"
    assert stock("esp32", partition, flash, looks, Flash(tmp_path / "files").path) == ["1 False"]


# ---- what MicroPython has on a board, as its type stubs say

BENEATH = (
    "hardware/peripherals.py", "hardware/shared_filesystem.py", "hardware/espressif.py",
    "hardware/own_usb.py", "hardware/rp2_flash.py", "hardware/kept_ram.py",
)  # fmt: skip


def complaints(board: str, source: str, folder: Path) -> list[str]:
    """What mypy finds in a board file and in what it is built on; not what it finds in stubs."""
    stubs = find_stubs(board)
    firmware = folder / "firmware"
    (firmware / "hardware").mkdir(parents=True)
    for module in (
        "__init__.py", "clock.py", "loading.py", "hardware/filesystem.py", *BENEATH[:2],
        *(module for module in BENEATH[2:] if Path(module).stem in source),
    ):  # fmt: skip
        (firmware / module).symlink_to(SOURCES / "firmware" / module)
    (firmware / "board.py").write_text(source, encoding="utf-8")
    checked = [f"firmware/{name}" for name in ("board.py", *BENEATH) if (firmware / name).exists()]
    mypy = (sys.executable, "-m", "mypy", "--config-file=", "--custom-typeshed-dir", stubs)
    # As Scorepad's oldest Python: for 3.13 the stubs want `warnings`, which MicroPython lacks.
    options = (
        *("--check-untyped-defs", "--explicit-package-bases", "--python-version=3.11"),
        *("--cache-dir", os.devnull),
    )
    done = run_program(
        [*mypy, *options, *checked], cwd=folder, env={**os.environ, "MYPYPATH": str(stubs)}
    )
    assert "checked" in done.stdout or "Success" in done.stdout, done.stdout + done.stderr
    found = re.findall(r"^firmware/.* error: .*$", done.stdout, re.MULTILINE)
    return [line for line in found if line.startswith(tuple(checked))]


@full
@pytest.mark.parametrize("board", build.BOARDS)
def test_a_board_file_calls_what_the_board_has(board: str, tmp_path: Path) -> None:
    source = build.board_file(board).read_text(encoding="utf-8")
    assert complaints(board, source, tmp_path) == []
    if board == "pico":  # what it does not have is found
        assert complaints(board, source.replace("read_u16()", "read_uv()"), tmp_path / "wrong")
