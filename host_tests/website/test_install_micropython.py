"""MicroPython onto an ESP32 from a page, in a real Chromium, by Espressif's own writer."""

import hashlib
import re
import struct
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser

from dev.images import partitions
from support.commands import ROOT
from support.depth import sampled, some
from support.web.bootloader import Bootloader, bootloader
from support.web.flash_images import APP, CHIPS, STOCK, TABLE, image, table
from support.web.install_page import Cable, InstallPage, install_site, opened
from website import installing

pytestmark = pytest.mark.full

ESP32 = image("esp32")
KEPT = (*STOCK, ("scores", 1, 0x81, 0x300000, 0x100000))
MESSAGES = 70  # that writing an image of this size takes, about

Plug = Callable[..., tuple[InstallPage, Bootloader]]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with install_site(tmp_path_factory.mktemp("site"), installing.files()) as address:
        yield address


@pytest.fixture
def plug(browser: Browser, address: str) -> Iterator[Plug]:
    """Opens the page with a chip at its cable."""
    with ExitStack() as stack:

        def plug(
            chip: str = "esp32", cable: Cable | None = None
        ) -> tuple[InstallPage, Bootloader]:
            board = stack.enter_context(bootloader(chip))
            page = stack.enter_context(opened(browser, address, board.port, cable or Cable()))
            page.choose(chip if chip in CHIPS else "esp32")
            return page, board

        yield plug


def has(board: Bootloader, start: int, content: bytes) -> bool:
    """Whether the flash has this there."""
    return bytes(board.flash.data[start : start + len(content)]) == content


@pytest.mark.parametrize("chip", CHIPS)
def test_the_flash_has_the_image_where_this_chip_looks_for_it_and_nothing_else(
    chip: str, plug: Plug
) -> None:
    page, board = plug(chip)
    assert page.flash(image(chip)) == "written", page.said
    start = CHIPS[chip][1]
    assert has(board, start, image(chip))
    end = start + len(image(chip))
    assert set(board.flash.data[:start] + board.flash.data[end:]) <= {0xFF}


@sampled
@pytest.mark.parametrize("last", some(range(5, MESSAGES, 10), 7))
def test_the_cable_may_be_pulled_at_any_message_and_it_goes_on_when_it_is_plugged_in(
    last: int, plug: Plug
) -> None:
    cable = Cable(last)
    page, board = plug("esp32", cable)
    assert page.flash(ESP32, apart=True) == "trouble"
    assert cable.pulled, page.said
    assert "Plug it in again" in page.said
    assert page.plug_in() in ("written", "asked"), page.said
    if page.page.is_visible("#question"):
        assert page.answer(True) == "written"
    assert has(board, 0x1000, ESP32[: TABLE - 0x1000])
    assert has(board, TABLE, partitions.table())
    assert has(board, APP, ESP32[APP - 0x1000 :])


def test_a_board_that_nobody_has_chosen_is_not_touched(plug: Plug) -> None:
    page, _ = plug("esp32", Cable(5))
    assert page.flash(ESP32) == "trouble"
    assert "may not start" in page.said
    assert "Nothing is lost" not in page.said
    before = page.said
    assert page.plug_in(same=False) == "trouble"
    assert page.said == before
    page.ask_again()
    assert page.choose_port() == "written", page.said


def test_what_is_right_for_another_board_is_refused_before_anything_is_erased(plug: Plug) -> None:
    page, board = plug("esp32s3")
    page.choose("esp32")
    assert page.flash(ESP32) == "trouble"
    assert "The chip of this board is an ESP32-S3, and the image is for an ESP32" in page.said
    assert not board.flash.touched


def test_what_has_no_room_is_refused_before_anything_is_erased(plug: Plug) -> None:
    page, board = plug()
    assert page.flash(ESP32.ljust(4 << 20)) == "trouble"
    assert "does not fit into the board's flash of 4MB" in page.said
    assert page.flash(ESP32.ljust(0x1F0000 + APP), apart=True) == "trouble"
    assert "too large for the board's partitions" in page.said
    assert not board.flash.touched


def test_a_board_that_is_not_new_is_emptied_only_if_somebody_says_yes(plug: Plug) -> None:
    page, board = plug()
    board.flash.data[TABLE : TABLE + 64] = table(*STOCK)
    board.flash.data[0x200000:0x200008] = b"littlefs"
    assert page.flash(ESP32, apart=True) == "asked"
    assert page.answer(False) == "unchanged"
    assert not board.flash.touched
    assert page.flash(ESP32, apart=True) == "asked"
    assert page.answer(True) == "written"
    assert has(board, TABLE, partitions.table())
    assert set(board.flash.data[0x200000:0x400000]) == {0xFF}


@pytest.mark.parametrize("place", [0x1000, APP])
def test_what_has_no_table_where_it_belongs_is_emptied_only_after_a_question(
    place: int, plug: Plug
) -> None:
    page, board = plug()
    board.flash.data[place] = 0
    assert page.flash(ESP32, apart=True) == "asked"
    assert page.answer(False) == "unchanged"
    assert not board.flash.touched


LINES = """async () => {
  const [port] = await navigator.serial.getPorts();
  const set = port.setSignals.bind(port);
  window.lines = [];
  port.setSignals = async (lines) => { window.lines.push(lines); await set(lines); };
}"""


@pytest.mark.parametrize("chosen", ["esp32", "esp32s3"])
def test_whether_it_is_written_or_refused_the_board_starts_in_the_end(
    chosen: str, plug: Plug
) -> None:
    page, _ = plug("esp32")
    page.choose(chosen)
    page.page.evaluate(LINES)
    assert page.flash(image(chosen)) == {"esp32": "written", "esp32s3": "trouble"}[chosen]
    reset, run = page.page.evaluate("window.lines.slice(-2)")
    assert reset == {"dataTerminalReady": False, "requestToSend": True}
    assert run == {"dataTerminalReady": False, "requestToSend": False}


def test_a_board_with_scores_keeps_them_its_table_and_what_it_remembers(plug: Plug) -> None:
    page, board = plug()
    board.flash.data[TABLE : TABLE + 96] = table(*KEPT)
    for place in (0x9000, 0x200000, 0x300000):
        board.flash.data[place : place + 6] = b"scores"
    before = bytes(board.flash.data)
    assert page.flash(ESP32, apart=True) == "written"
    assert has(board, 0x1000, ESP32[: TABLE - 0x1000])
    assert has(board, TABLE, before[TABLE:APP])
    assert has(board, APP, ESP32[APP - 0x1000 :])
    assert has(board, 0x200000, before[0x200000:])


@sampled
@pytest.mark.parametrize("last", some(range(10, MESSAGES, 10), 6))
def test_a_cable_that_is_pulled_costs_no_scores(last: int, plug: Plug) -> None:
    page, board = plug("esp32", Cable(last))
    board.flash.data[TABLE : TABLE + 96] = table(*KEPT)
    board.flash.data[0x300000:0x300006] = b"scores"
    before = bytes(board.flash.data)
    assert page.flash(ESP32, apart=True) == "trouble"
    assert has(board, TABLE, before[TABLE:APP]) and has(board, 0x200000, before[0x200000:])
    assert page.plug_in() == "written", page.said
    assert has(board, APP, ESP32[APP - 0x1000 :])
    assert has(board, TABLE, before[TABLE:APP]) and has(board, 0x200000, before[0x200000:])


def test_what_the_flash_does_not_keep_is_said(plug: Plug) -> None:
    page, board = plug()
    board.flash.rotten = 0x1100
    assert page.flash(ESP32) == "trouble"
    assert "The board has not taken it: MD5" in page.said


@pytest.mark.full
def test_where_no_chip_answers_one_is_told_what_to_do(browser: Browser, address: str) -> None:
    with opened(browser, address, "loop://", answers=False) as page:
        assert page.flash(ESP32) == "trouble"
        assert "Hold the button BOOT" in page.said


def test_the_table_is_that_of_the_docs() -> None:
    made = partitions.table()
    rows = [made[start : start + 32] for start in range(0, made.index(b"\xeb\xeb"), 32)]
    assert made[len(rows) * 32 + 16 :][:16] == hashlib.md5(b"".join(rows)).digest()
    parts = [(row[12:28].rstrip(b"\0").decode(), *struct.unpack("<II", row[4:12])) for row in rows]
    page = (ROOT / "docs" / "hardware.md").read_text("utf-8")
    told = re.findall(r"^    (\w+), +\w+, +\w+, +(0x\w+), +(0x\w+)$", page, re.MULTILINE)
    assert parts == [(name, int(start, 16), int(size, 16)) for name, start, size in told]
