"""The tablet as a person has it in hand: keys in through pins, pixels out through I2C."""

import contextlib
import random
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from vfs import VfsLfs2

from firmware.link import frame
from firmware.scoring.deal import NORTH
from firmware.scoring.rules import NAMES
from firmware.session import opening
from firmware.store import Store
from scorepad.simulator import process
from scorepad.simulator.flash import FLASH_SIZE, Flash
from scorepad.simulator.process import HEAP, RUNTIMES, STAND_INS
from scorepad.simulator.tablet import KEYS, Tablet

NEW_GAME = ("OK", "OK", "OK")
THREE_SPADES_BY_SOUTH = ("DOWN", "OK", "OK")


@pytest.fixture(params=RUNTIMES)
def tablet(request: pytest.FixtureRequest) -> Iterator[Tablet]:
    with Tablet(Flash(), request.param) as tablet:
        yield tablet


@pytest.fixture
def playing(tablet: Tablet) -> Tablet:
    """A rubber has begun."""
    tablet.press(*NEW_GAME)
    return tablet


class Blocks:
    """A flash file as the block device that littlefs is mounted on."""

    def __init__(self, path: Path):
        self._path = path
        self._image = bytearray(path.read_bytes())

    def readblocks(self, number: int, buffer: bytearray, offset: int = 0) -> None:
        start = number * 4096 + offset
        buffer[:] = self._image[start : start + len(buffer)]

    def writeblocks(self, number: int, buffer: bytes, offset: int = 0) -> None:
        start = number * 4096 + offset
        self._image[start : start + len(buffer)] = buffer
        self._path.write_bytes(self._image)

    def ioctl(self, operation: int, argument: int) -> int:
        if operation == 6:
            self.writeblocks(argument, b"\xff" * 4096)
        return {4: FLASH_SIZE // 4096, 5: 4096}.get(operation, 0)


@contextlib.contextmanager
def littlefs(path: Path) -> Iterator[VfsLfs2]:
    """The files of a tablet that is switched off."""
    files = VfsLfs2(Blocks(path))
    yield files
    files.umount()


def shown(tablet: Tablet) -> str:
    look = tablet.look()
    return f"{look.screen}: {' | '.join(look.text)}"


def test_three_presses_start_a_game_with_the_defaults(tablet: Tablet) -> None:
    assert tablet.look().screen == "home"
    tablet.press(*NEW_GAME)
    assert shown(tablet).startswith("compass: Deal 1")


def test_a_part_score_is_entered_with_three_presses(playing: Tablet) -> None:
    playing.press(*THREE_SPADES_BY_SOUTH)
    assert shown(playing) == "compass: Deal 2 | N | saved ✓ | W | E | N-S +90 | S | OK | pass"


def test_the_points_change_with_the_result(playing: Tablet) -> None:
    playing.press("LEFT", "OK")
    seen = []
    for key in ("UP", "UP", "RIGHT", "DOWN", "DOWN", "DOWN", "RIGHT"):
        playing.press(key)
        text = playing.look().text
        seen.append((text[0], text[1], text[2], text[3]))
    assert seen == [
        ("3♠ W", "+1", "120", "to E-W"),
        ("3♠ W", "+2", "150", "to E-W"),
        ("3♠x W", "+2", "430", "to E-W"),
        ("3♠x W", "+1", "330", "to E-W"),
        ("3♠x W", "=", "230", "to E-W"),
        ("3♠x W", "-1", "100", "to N-S"),
        ("3♠xx W", "-1", "200", "to N-S"),
    ]


def test_the_result_stays_within_thirteen_tricks(playing: Tablet) -> None:
    playing.press("UP", "OK", *["UP"] * 9)
    assert playing.look().text[1] == "+4"
    playing.press(*["DOWN"] * 20)
    assert playing.look().text[:2] == ["3♠ N", "-9"]
    playing.press("BACK", "UP", "OK")
    assert playing.look().text[:2] == ["4♠ N", "-9"]


def test_level_and_strain_wrap(playing: Tablet) -> None:
    playing.press("UP")
    contracts = []
    for key in ("RIGHT", "RIGHT", "DOWN", "DOWN", "DOWN", "LEFT"):
        playing.press(key)
        contracts.append(playing.look().text[0])
    assert contracts == ["3NT", "3♣", "2♣", "1♣", "7♣", "7NT"]


def test_back_goes_one_step_back_and_keeps_what_was_chosen(playing: Tablet) -> None:
    playing.press("LEFT", "UP", "OK", "UP", "BACK")
    assert playing.look().text[0] == "4♠"
    playing.press("BACK")
    assert playing.look().screen == "compass"
    playing.press("BACK")
    assert playing.look().screen == "home"
    playing.press("BACK", "OK")
    assert playing.look().screen == "compass"


def test_passed_out_is_asked_once(playing: Tablet) -> None:
    playing.press("OK", "BACK")
    assert playing.look().screen == "compass"
    playing.press("OK", "OK")
    assert shown(playing).startswith("compass: Deal 2")


def test_holding_back_opens_the_menu_over_the_screen_that_was_showing(playing: Tablet) -> None:
    playing.press("DOWN")
    playing.hold("BACK")
    assert playing.look().screen == "menu"
    playing.press("BACK")
    assert playing.look().screen == "contract"


def test_honours_are_claimed_from_the_menu_for_the_last_deal(playing: Tablet) -> None:
    playing.press(*THREE_SPADES_BY_SOUTH)
    playing.hold("BACK")
    assert "Honours" in playing.look().text
    playing.press("DOWN", "OK", "DOWN", "DOWN", "OK")
    playing.hold("BACK")
    assert "Honours" not in playing.look().text
    playing.press("OK")
    assert shown(playing) == "sheet: N-S | 240 | E-W | 0 | 150 | 90"


def test_a_rubber_that_is_over_waits_to_be_finished(playing: Tablet) -> None:
    for _ in range(2):
        playing.press("UP", "RIGHT", "OK", "OK")
    assert shown(playing) == "end: N-S win by 900 | N-S | E-W | 900 | 0 | OK | finish"
    playing.press("UP")
    assert playing.look().screen == "sheet"
    playing.press("BACK", "OK")
    assert shown(playing) == (
        "home: Table 1 | Game 1 | N-S | 900 | Rubber | E-W | 0 | OK | new game"
    )


def test_players_may_stop_in_the_middle(playing: Tablet) -> None:
    playing.press("UP", "RIGHT", "OK", "OK")
    playing.hold("BACK")
    playing.press("UP", "OK")
    assert playing.look().screen == "stop"
    playing.press("OK")
    assert playing.look().text[0] == "N-S win by 400"
    playing.press("OK")
    assert playing.look().screen == "home"


@pytest.mark.parametrize("end", ["reset", "power_cut"])
def test_what_was_saved_is_there_again(playing: Tablet, end: str) -> None:
    playing.press(*THREE_SPADES_BY_SOUTH, "UP", "UP", "OK")
    getattr(playing, end)()
    text = playing.look().text
    assert text[0] == "Deal 2"
    assert "90" in text


def test_a_reset_during_the_end_comes_back_to_the_end(playing: Tablet) -> None:
    for _ in range(2):
        playing.press("UP", "RIGHT", "OK", "OK")
    playing.reset()
    assert playing.look().screen == "end"


def test_a_bouncing_contact_is_one_press(playing: Tablet) -> None:
    """Twenty milliseconds of chatter on both edges."""
    for bounce in (1, 2, 5, 10):
        for _ in range(20 // (2 * bounce)):
            playing.wait(bounce, "UP")
            playing.wait(bounce)
        playing.wait(60, "UP")
        for _ in range(20 // (2 * bounce)):
            playing.wait(bounce)
            playing.wait(bounce, "UP")
        playing.wait(60)
        assert playing.look().screen == "contract"
        assert playing.look().text[0] == "3♠"
        playing.press("BACK")


def test_a_held_direction_repeats(playing: Tablet) -> None:
    playing.press("UP")
    playing.hold("UP", 500 + 2 * 150 + 50)
    assert playing.look().text[0] == "7♠"


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


def test_scoring_goes_on_without_the_panel(playing: Tablet) -> None:
    playing.panel(False)
    playing.press(*THREE_SPADES_BY_SOUTH)
    assert sum(playing.pixels()) > 0
    playing.panel(True)
    assert sum(playing.pixels()) == 0
    playing.wait(1100)
    with Tablet(Flash()) as another:
        another.press(*NEW_GAME, *THREE_SPADES_BY_SOUTH)
        assert playing.pixels() == another.pixels()


def test_a_deal_that_cannot_be_saved_stays_on_the_screen(playing: Tablet) -> None:
    playing.press("DOWN", "OK", "UP")
    playing.flash(False)
    playing.press("OK")
    assert shown(playing).startswith("trouble: Call the director | NOT SAVED")
    playing.press("OK")
    assert playing.look().text[:3] == ["3♠ S", "+1", "120"]
    playing.press("OK")
    assert playing.look().screen == "trouble"
    playing.flash(True)
    playing.press("OK", "OK")
    assert "N-S +120" in playing.look().text
    playing.power_cut()
    assert playing.look().text[0] == "Deal 2"


def test_a_damaged_record_is_named_and_nothing_is_scored_from_it(tmp_path: Path) -> None:
    path = tmp_path / "tablet.flash"
    with Tablet(Flash(path)) as tablet:
        tablet.press(*NEW_GAME, *THREE_SPADES_BY_SOUTH)
    with littlefs(path) as files:
        with files.open("0001.00", "rb") as page:
            records = bytearray(page.read())
        records[-5] ^= 0x01
        with files.open("0001.00", "wb") as page:
            page.write(records)
    with Tablet(Flash(path)) as tablet:
        assert shown(tablet).startswith("trouble: Call the director | Store damaged | game 1")
        tablet.press("OK")
        assert shown(tablet) == "home: Table 1 | No game yet | OK | new game"
        tablet.press(*NEW_GAME)
        assert tablet.look().screen == "compass"
    with littlefs(path) as files:
        assert {entry[0] for entry in files.ilistdir("/")} == {"0001.00", "0002.00"}


def test_a_page_that_a_power_cut_left_empty_is_cleaned_up(tmp_path: Path) -> None:
    path = tmp_path / "tablet.flash"
    with Tablet(Flash(path)) as tablet:
        tablet.press(*NEW_GAME)
        tablet.hold("BACK")
        tablet.press("DOWN", "DOWN", "OK", "OK", "OK")
        before = shown(tablet)
    with littlefs(path) as files:
        files.open("0002.00", "wb").close()
    with Tablet(Flash(path)) as tablet:
        assert shown(tablet) == before
        tablet.press(*NEW_GAME)
        assert tablet.look().screen == "compass"
    with littlefs(path) as files:
        assert sorted(entry[0] for entry in files.ilistdir("/")) == ["0001.00", "0002.00"]


def test_files_that_are_not_the_store_s_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tablet.flash"
    with Tablet(Flash(path)) as tablet:
        tablet.press(*NEW_GAME, *THREE_SPADES_BY_SOUTH)
    strangers = ("notes.00", "00 1.00", ".00", "settings")
    with littlefs(path) as files:
        for name in strangers:
            with files.open(name, "wb") as file:
                file.write(b"not the store's")
    with Tablet(Flash(path)) as tablet:
        assert tablet.look().text[0] == "Deal 2"
        tablet.press(*THREE_SPADES_BY_SOUTH)
        assert tablet.look().text[0] == "Deal 3"
    with littlefs(path) as files:
        assert {entry[0] for entry in files.ilistdir("/")} == {"0001.00", *strangers}


def test_flash_with_something_else_on_it_is_never_formatted(tmp_path: Path) -> None:
    path = tmp_path / "tablet.flash"
    Flash(path).close()
    image = bytearray(path.read_bytes())
    image[: 4096 * 2] = bytes(range(256)) * 32
    path.write_bytes(image)
    with Tablet(Flash(path)) as tablet:
        assert shown(tablet).startswith(
            "trouble: Call the director | No scores | flash unreadable"
        )
        tablet.press("OK")
        assert tablet.look().screen == "trouble"
    assert path.read_bytes()[:8192] == bytes(range(256)) * 32


def test_a_power_cut_while_the_flash_was_formatted_is_made_good(tmp_path: Path) -> None:
    path = tmp_path / "tablet.flash"
    with Tablet(Flash(path)):
        pass
    image = bytearray(path.read_bytes())
    image[16:4096] = b"\xff" * 4080  # the first superblock half written, the second not yet
    image[4096:8192] = b"\xff" * 4096
    path.write_bytes(image)
    with Tablet(Flash(path)) as tablet:
        assert tablet.look().screen == "home"


def test_flash_that_was_used_is_not_formatted_whatever_its_first_blocks_hold(
    tmp_path: Path,
) -> None:
    path = tmp_path / "tablet.flash"
    Flash(path).close()
    image = bytearray(path.read_bytes())
    image[300 * 4096] = 0
    path.write_bytes(image)
    with Tablet(Flash(path)) as tablet:
        assert shown(tablet).startswith("trouble: Call the director | No scores")
    assert path.read_bytes() == bytes(image)


def test_a_game_that_cannot_be_started_is_no_game(tablet: Tablet) -> None:
    tablet.flash(False)
    tablet.press(*NEW_GAME)
    assert shown(tablet) == (
        "trouble: Call the director | NOT SAVED | The flash took no | write. | OK | again"
    )
    tablet.flash(True)
    tablet.press("OK", "OK")
    assert tablet.look().screen == "compass"
    tablet.power_cut()
    assert tablet.look().text[0] == "Deal 1"


def test_a_table_number_set_by_the_pc_shows_at_once(tablet: Tablet) -> None:
    tablet.serial_write(frame("?1 table 42"))
    tablet.wait(50)
    assert tablet.serial_read() == frame("!1 ok")
    with_number = tablet.pixels()
    assert tablet.look().text[0] == "Table 42"
    tablet.power_cut()
    assert tablet.pixels() == with_number


def test_a_session_number_is_never_used_again(tmp_path: Path) -> None:
    """Even if the sessions are gone: the settings remember."""
    path = tmp_path / "tablet.flash"
    with Tablet(Flash(path)) as tablet:
        tablet.press(*NEW_GAME)
        tablet.serial_write(frame("?1 table 2"))
        tablet.wait(50)
    with littlefs(path) as files:
        files.remove("0001.00")
    with Tablet(Flash(path)) as tablet:
        tablet.press(*NEW_GAME, "BACK")
        assert "Game 2" in tablet.look().text


def test_a_panel_that_was_left_scrolling_is_set_right(playing: Tablet) -> None:
    """The panel outlives a reset of the microcontroller."""
    before = playing.pixels()
    playing.chip.write(bytes((0x00, 0x26, 0x00, 0x00, 0x00, 0x07, 0x00, 0xFF, 0x2F)))
    assert playing.chip.scrolling
    playing.reset()
    assert not playing.chip.scrolling
    assert playing.pixels() == before


def test_an_absent_panel_is_asked_once_a_second(playing: Tablet) -> None:
    playing.panel(False)
    playing.press("UP")
    before = playing.i2c_bytes
    playing.panel(True)
    playing.wait(900)
    assert playing.i2c_bytes == before
    playing.wait(200)
    assert playing.i2c_bytes > before


def test_the_clock_outlives_a_reset(tmp_path: Path) -> None:
    path = tmp_path / "tablet.flash"
    with Tablet(Flash(path)) as tablet:
        tablet.reset()
        tablet.press(*NEW_GAME)
    with littlefs(path) as files, files.open("0001.00", "rb") as page:
        started = int.from_bytes(page.read()[6:10], "little")
    assert abs(started - (time.time() - 946_684_800) // 60) <= 2


def test_the_sheet_of_a_very_long_session_is_shown() -> None:
    with Tablet(Flash()) as tablet:
        tablet.press(*NEW_GAME)
        for _ in range(200):
            tablet.press("DOWN", "OK", "DOWN", "OK")
        tablet.hold("BACK")
        tablet.press("OK")
        assert tablet.look().screen == "sheet"
        tablet.hold("UP", 20_000)
        assert tablet.look().screen == "sheet"


def test_deal_numbers_of_three_digits_fit(tablet: Tablet) -> None:
    tablet.press(*NEW_GAME)
    for _ in range(100):
        tablet.press("OK", "OK")
    assert tablet.look().text[0] == "Deal 101"


def test_holding_back_on_the_sheet_leads_back_to_the_menu(playing: Tablet) -> None:
    playing.hold("BACK")
    playing.press("OK")
    assert playing.look().screen == "sheet"
    playing.hold("BACK")
    assert playing.look().screen == "menu"


def test_both_runtimes_leave_the_same_flash(tmp_path: Path) -> None:
    images = []
    for runtime in RUNTIMES:
        path = tmp_path / f"{runtime}.flash"
        Flash(path).close()
        with Tablet(Flash(path), runtime) as tablet:
            tablet.press(*NEW_GAME, *THREE_SPADES_BY_SOUTH, "OK", "OK")
        with Tablet(Flash(path), RUNTIMES[1 - RUNTIMES.index(runtime)]) as other:
            images.append(other.look().text)
    assert images[0] == images[1]
    assert images[0][0] == "Deal 3"


def test_an_evening_fits_into_the_heap_with_room_to_spare() -> None:
    """128 KB with 64-bit words in all, the simulated chip's own modules included."""
    with Tablet(Flash(), heap=HEAP - STAND_INS) as tablet:
        tablet.press(*NEW_GAME)
        for _ in range(30):
            tablet.press("OK", "OK", "RIGHT", "LEFT", "LEFT", "OK", "DOWN", "OK")
            tablet.hold("BACK")
            tablet.press("OK", "DOWN", "UP", "BACK", "BACK")
            assert tablet.look().screen == "compass"
        assert tablet.count().heap_free > 8 * 1024


def ask(tablet: Tablet, *requests: str) -> None:
    """The PC asks, and waits for each answer."""
    for number, request in enumerate(requests):
        tablet.serial_write(frame(f"?{number} {request}"))
        tablet.wait(10)
        assert b" ok " in tablet.serial_read(), request


def test_only_the_game_that_is_played_stays_on_the_heap(tmp_path: Path) -> None:
    """The PC asks for the score of every kind of session; their rules go again when it is said."""
    path = tmp_path / "t.flash"
    flash = Flash(path)
    with Tablet(flash) as tablet:
        assert tablet.look().screen == "home"  # switched on once, it has a file system
    with littlefs(path) as files:
        store = Store(lambda: files, flash.tablet)
        for name in (*NAMES, "rubber"):
            store.create(opening(name, {}, 1, NORTH, 0))
    with Tablet(Flash(path)) as tablet:
        assert shown(tablet).startswith("compass: Deal 1")
        ask(tablet, "list 0", f"total {len(NAMES) + 1}")
        free = [tablet.count().heap_free]
        for _ in range(3):
            ask(tablet, "list 4", *[f"total {number}" for number in range(1, len(NAMES) + 1)])
            free.append(tablet.count().heap_free)
        assert free[0] - free[1] < 2048  # names, which MicroPython keeps
        assert free[1] == free[3]


def test_ten_thousand_random_presses_lead_to_no_trouble() -> None:
    """With the PC asking in between, so that the code of the link is on the heap as well."""
    chance = random.Random(7)
    with Tablet(Flash()) as tablet:
        for step in range(10_000):
            if chance.random() < 0.05:
                tablet.hold("BACK")
            else:
                tablet.press(chance.choice((*KEYS, "OK", "OK")))
            if step % 97 == 0:
                for request in ("?1 who", "?2 list 0", "?3 read 1 0", "?4 total 1"):
                    tablet.serial_write(frame(request))
                    tablet.wait(10)
                assert tablet.serial_read().count(b" ok ") == 4 or step < 97
            if step % 10 == 0:
                assert tablet.look().screen != "trouble"
        assert tablet.count().heap_free > 8 * 1024


def test_main_turns_the_loop_for_ever(tmp_path: Path) -> None:
    """boot.py and main.py as a board runs them, until the third turn has nothing to do."""
    flash = Flash(tmp_path / "t.flash")
    program = f"""
import sys, world
sys.modules["time"] = world
world.connect(open("/dev/null", "wb"))
world.flash, world.tablet = {str(flash.path)!r}, b"123456"
import machine
turns = []
def idle():
    turns.append(1)
    if len(turns) == 3:
        raise SystemExit(7)
machine.idle = idle
import boot, main
main.run()
"""
    command, folder, environment = process.command("unix", HEAP)
    done = subprocess.run([*command[:3], "-c", program], cwd=folder, env=environment, check=False)
    assert done.returncode == 7
