"""The firmware on an emulated Raspberry Pi Pico: the real board file, MicroPython's own port.

The simulated tablet is the oracle for pictures.
"""

import json
import re
import runpy
from collections.abc import Callable
from pathlib import Path

import pytest
from vfs import VfsLfs2

from dev.emulators import pico
from dev.images import pico as images
from firmware.storage.store import Store
from host_tests.device.nor_flash import NorFlash
from scorepad.deals_file import scored_sessions
from scorepad.simulator.flash import Flash
from scorepad.simulator.robot import Entry, Robot
from scorepad.simulator.tablet import Tablet
from scorepad.sources import SOURCES
from scorepad.tablet import deploy
from scorepad.upload import Upload
from support.commands import scorepad as on_the_pc
from support.needed import or_skip
from support.tablet.pico_board import SCORES, run, scorepad
from support.tablet.pico_twins import Twins, shows

pytestmark = pytest.mark.full

On = Callable[..., pico.Pico]
SPARE = 512  # bytes of the stack: no test can meet every interrupt at every depth
PLAYERS = 12
VISITS = """
import sys
from scorepad.tablet.board_link import Board
for seconds in (1, 9):
    with Board(sys.argv[1]) as board:
        for _ in range(seconds):
            board.run("import time; time.sleep(1)")
"""


def installed_files(root: Path) -> Path:
    """Put into a folder what a deploy leaves on a board; return where the firmware is."""
    files = root / deploy.FOLDERS[0][1:]
    for place, content in deploy.compile_version(pico.BOARD).files.items():
        (files / place).parent.mkdir(parents=True, exist_ok=True)
        (files / place).write_bytes(content)
    (root / "boot.py").write_text(deploy._boot(deploy.FOLDERS[0]))
    return files


def is_deep_enough(board: pico.Pico) -> bool:
    """Whether the C stack has always had room; MicroPython says so only where it looks."""
    return board.read_usage().stack <= pico.STACK - SPARE


def test_an_evening_looks_as_on_the_simulator_and_is_synced(board, tmp_path):
    db, deals = tmp_path / "club.db", tmp_path / "short.deals"
    deals.write_text("2Hx W -1\n1N E +2 hon=E4\n3N N =\n4S S =\n")
    with Twins(board) as twins:
        (session,) = scored_sessions("rubber", Upload(str(deals)))
        Robot(twins, session).play()
    assert "1 new" in scorepad(board, "sync", "--db", str(db))
    assert "1 already known" in scorepad(board, "sync", "--db", str(db))
    exported = on_the_pc("club", "export", "--all", "--format", "json", "--db", db)
    scored = on_the_pc("score", "rubber", deals, "--json")
    (kept,) = json.loads(exported.stdout)
    assert json.loads(scored.stdout).items() <= kept.items()
    assert is_deep_enough(board)


def test_no_watchdog_ends_a_visit_to_a_board_whose_app_does_not_load(
    switched_on: On, kernel: Path, tmp_path: Path
) -> None:
    """The first visit ends with a soft reset, which the watchdog outlives; it waits 8 s."""
    files = installed_files(tmp_path)
    (files / "firmware/app.mpy").unlink()
    board = switched_on(pico.flash(kernel, tmp_path))
    board.wait(3000)
    done = run(board, "-c", VISITS, board.cable)
    assert done.returncode == 0, done.stderr
    assert not any(event.startswith("watchdog") for event in board.events)


def test_a_board_with_files_gets_its_table_and_players_and_is_rescued_from(
    switched_on: On, kernel: Path, tmp_path: Path
) -> None:
    """With players, of whom the prompt prints more than the port's FIFO holds."""
    installed_files(tmp_path / "root")
    board = switched_on(pico.flash(kernel, tmp_path / "root"))
    db = str(tmp_path / "club.db")
    said = scorepad(board, "deploy", "--board", "pico", "--table", "3", "--self-test")
    assert "nothing to copy" in said and "table 3" in said
    done = run(board, "-m", "scorepad", "doctor")  # which finds the board by itself
    assert done.returncode == 0, done.stdout + done.stderr
    for words in ("(USB 2E8A:0005)", "RP2040, MicroPython 1.", "panel: SSD1306", "clock: 20"):
        assert words in done.stdout
    assert (
        "main.py"
        in run(board, "-m", "mpremote", "connect", board.cable, "resume", "fs", "ls").stdout
    )
    board.reset()  # which ends what mpremote began
    board.started()
    for number in range(PLAYERS):
        on_the_pc("club", "players", "add", f"Robot Number {number}", "--db", db)
    board.press("OK", "OK", "OK")
    assert f"roster: {PLAYERS} players" in scorepad(board, "sync", "--roster", "--db", db)
    rescued = scorepad(board, "rescue", "--json", "--db", str(tmp_path / "rescued.db"))
    assert json.loads(rescued)
    assert is_deep_enough(board)


# ---- other panels: one is found, one is named in the image


@pytest.mark.parametrize(("panel", "named"), [("sh1106", ""), ("ssd1309", "ssd1309")])
def test_it_shows_the_home_screen(panel: str, named: str, switched_on: On) -> None:
    with or_skip():
        flash = pico.flash(images.image(named))
    board = switched_on(flash, panel)
    board.started()
    with Tablet(Flash()) as tablet:
        tablet.wait(100)
        assert any(tablet.pixels())
        assert shows(board, tablet)


# ---- resets, at milliseconds of its own: what its flash holds

DEALS = 12  # each with a reset while it is saved
ONCE_MORE = 4  # one of so many starts is reset, too: 15 resets in all
SAVING = 160  # ms from OK: in about half of it a deal is saved and its picture is sent
STARTING = 300  # ms: longer than a start takes
TO_COMPASS = ("BACK", "BACK", "BACK", "OK")  # by the home screen
TABLET = bytes.fromhex("5c0b7069636f")


def saved(board: pico.Pico) -> list[Entry]:
    """What the one session on the flash has, each record verified."""
    files = VfsLfs2(NorFlash(bytearray(board.content()[SCORES:])))
    store = Store(lambda: files, TABLET)
    (number,) = store.numbers()
    return list(store.events(number))


def test_a_reset_at_any_instant_loses_no_deal_that_was_shown_as_saved(board: pico.Pico) -> None:
    whole = broken_off = 0
    board.press("OK", "OK", "OK")
    board.wait(1000)
    before = saved(board)
    for deal in range(DEALS):
        board.press("DOWN", "OK", "DOWN")
        sent = board.i2c_bytes
        board.wait(1 + deal * SAVING // DEALS, "OK")
        confirmed = board.i2c_bytes > sent
        board.reset()
        if deal % ONCE_MORE == 0:
            board.wait(1 + deal * STARTING // DEALS)
            board.reset()
        board.started()
        after = saved(board)
        assert after[: len(before)] == before
        assert len(after) - len(before) in ((1,) if confirmed else (0, 1))
        whole += confirmed
        broken_off += not confirmed
        if after == before:  # the result that was being entered is there again
            board.press(*TO_COMPASS)
        before = after
    assert whole and broken_off, "no instants but before the picture, or behind it"


# ---- the RAM behind the heap


def heap_end(kernel):
    """The address of the end of an image's heap, as the linker says it."""
    symbols = kernel.with_suffix(".nm").read_text()
    found = re.search(r"^([0-9a-f]+) \w __GcHeapEnd$", symbols, re.MULTILINE)
    assert found
    return int(found[1], 16)


def test_what_outlives_a_reset_lies_behind_the_heap_to_the_end_of_the_ram(pico_image):
    address, size = runpy.run_path(str(SOURCES / "firmware/images/pico/scorepad_ram.py"))["RAM"]
    assert heap_end(pico_image) == address
    assert address + size == 0x20040000  # where the C stack begins
