"""MicroPython onto an ESP32 from a page, in a real Chromium, by Espressif's own writer.

Everybody can read the page, in three languages, and use it by keyboard.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page

from dev.images import partitions
from support.depth import sampled, some
from support.web.bootloader import Bootloader, bootloader
from support.web.browsing import DESK, PHONE, troubles, violations
from support.web.flash_images import APP, CHIPS, STOCK, TABLE, image, table
from support.web.install_page import Cable, InstallPage, install_site, opened
from website import build

pytestmark = pytest.mark.full

ESP32 = image("esp32")
KEPT = (*STOCK, ("scores", 1, 0x81, 0x300000, 0x100000))
MESSAGES = 70  # that writing an image of this size takes, about

Plug = Callable[..., tuple[InstallPage, Bootloader]]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with install_site(tmp_path_factory.mktemp("site"), build.writer()) as address:
        yield address


@pytest.fixture
def plug(browser: Browser, address: str) -> Iterator[Plug]:
    """Opens the page with a chip at its cable, which is pulled at message `last`."""
    with ExitStack() as stack:

        def plug(chip: str = "esp32", last: int = 0) -> tuple[InstallPage, Bootloader]:
            board = stack.enter_context(bootloader(chip))
            page = stack.enter_context(opened(browser, address, board.port, Cable(last)))
            page.choose(chip)
            return page, board

        yield plug


def has(board: Bootloader, start: int, content: bytes) -> bool:
    return bytes(board.flash.data[start : start + len(content)]) == content


@pytest.mark.parametrize("chip", CHIPS)
def test_the_flash_has_the_image_where_the_chip_looks(chip: str, plug: Plug) -> None:
    page, board = plug(chip)
    assert page.flash(image(chip)) == "written", page.said
    start = CHIPS[chip][1]
    assert has(board, start, image(chip))
    end = start + len(image(chip))
    assert set(board.flash.data[:start] + board.flash.data[end:]) <= {0xFF}


@sampled
@pytest.mark.parametrize("last", some(range(5, MESSAGES, 10), 7))
def test_a_cable_that_was_pulled_is_plugged_in_and_it_goes_on(last: int, plug: Plug) -> None:
    page, board = plug("esp32", last)
    assert page.flash(ESP32, apart=True) == "trouble"
    assert "Plug it in again" in page.said
    assert page.plug_in() in ("written", "asked"), page.said
    if page.page.is_visible("#question"):
        assert page.answer(True) == "written"
    assert has(board, 0x1000, ESP32[: TABLE - 0x1000])
    assert has(board, TABLE, partitions.table())
    assert has(board, APP, ESP32[APP - 0x1000 :])


def test_a_board_that_nobody_has_chosen_is_not_touched(plug: Plug) -> None:
    page, _ = plug("esp32", 5)
    assert page.flash(ESP32) == "trouble"
    assert "may not start" in page.said
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
    # As the S3's image of MicroPython 1.25 says, which is for 8 MB.
    assert page.flash(ESP32[:3] + b"\x30" + ESP32[4:]) == "trouble"
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
def test_what_has_no_table_is_emptied_only_after_a_question(place: int, plug: Plug) -> None:
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


def sent(lines: list[dict[str, bool]]) -> list[tuple[bool, bool]]:
    """DTR and RTS as Windows sends them to a chip's own USB, and to a converter such as a CH343.

    Chromium sets DTR and then RTS, which usbser.sys keeps until DTR is set the next time.
    """
    dtr = rts = False
    states = []
    for line in lines:
        if "dataTerminalReady" in line:
            dtr = line["dataTerminalReady"]
            states.append((dtr, rts))
        rts = line.get("requestToSend", rts)
    return states


@pytest.mark.parametrize("chosen", ["esp32", "esp32s3"])
def test_written_or_refused_the_board_starts_in_the_end(chosen: str, plug: Plug) -> None:
    page, _ = plug("esp32")
    page.choose(chosen)
    page.page.evaluate(LINES)
    assert page.flash(image(chosen)) == {"esp32": "written", "esp32s3": "trouble"}[chosen]
    assert sent(page.page.evaluate("window.lines"))[-2:] == [(False, True), (False, False)]


@sampled
@pytest.mark.parametrize("last", [0, *some(range(10, MESSAGES, 10), 6)])
def test_a_board_with_scores_keeps_them_and_its_table(last: int, plug: Plug) -> None:
    """Also if the cable is pulled."""
    page, board = plug("esp32", last)
    board.flash.data[TABLE : TABLE + 96] = table(*KEPT)
    for place in (0x9000, 0x200000, 0x300000):
        board.flash.data[place : place + 6] = b"scores"
    before = bytes(board.flash.data)
    ended = page.flash(ESP32, apart=True)
    assert has(board, TABLE, before[TABLE:APP]) and has(board, 0x200000, before[0x200000:])
    if last:
        assert ended == "trouble"
        ended = page.plug_in()
    assert ended == "written", page.said
    assert has(board, 0x1000, ESP32[: TABLE - 0x1000]) and has(board, APP, ESP32[APP - 0x1000 :])
    assert has(board, TABLE, before[TABLE:APP]) and has(board, 0x200000, before[0x200000:])


def test_what_the_flash_does_not_keep_is_said(plug: Plug) -> None:
    page, board = plug()
    board.flash.rotten = 0x1100
    assert page.flash(ESP32) == "trouble"
    assert "The board has not taken it: MD5" in page.said


def test_where_nothing_answers_one_is_told_what_to_do(browser: Browser, address: str) -> None:
    with opened(browser, address, "loop://", answers=False) as page:
        assert page.flash(ESP32) == "trouble"
        assert "Hold the button BOOT" in page.said


# ---- the page, with nothing at its cable


ALL = """() => {
  for (const part of document.querySelectorAll("[hidden]")) part.hidden = false;
  document.getElementById("doing").textContent = document.getElementById("trouble").textContent =
    document.getElementById("no-serial").textContent;
}"""


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_everybody_can_read_it(language: str, browser: Browser, address: str) -> None:
    with opened(browser, address, "loop://", locale=language) as page:
        assert page.page.get_attribute("html", "lang") == language
        assert page.page.get_attribute(".home a", "href") == "../"
        page.page.evaluate(ALL)
        for width in (320, PHONE, DESK):
            page.page.set_viewport_size({"width": width, "height": 800})
            assert troubles(page.page) == {}
        for scheme in ("light", "dark") if language == "en" else ():
            page.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert violations(page.page) == []


def test_a_browser_without_serial_ports_is_told_of_others(browser: Browser, address: str) -> None:
    page = browser.new_page(locale="en")
    page.add_init_script("delete Navigator.prototype.serial")
    page.goto(address)
    page.wait_for_selector("#no-serial:visible")
    told = page.inner_text("#no-serial")
    assert "Firefox from version 151" in told
    assert "Chrome from version 147 on an Android" in told
    assert "begins with https" in told
    assert not page.is_visible("#steps")
    page.close()


def keys_to(page: Page, selector: str) -> int:
    """How often Tab is pressed until that has the focus."""
    for count in range(30):
        if page.evaluate("(one) => document.activeElement?.matches(one)", selector):
            return count
        page.keyboard.press("Tab")
    raise AssertionError(f"no key leads to {selector}")


def test_it_is_done_by_keyboard(browser: Browser, address: str) -> None:
    with opened(browser, address, "loop://") as page:
        keys_to(page.page, "[name=board]")
        page.page.keyboard.press("ArrowUp")  # round, to the last one
        assert page.page.is_checked("[value=pico]")
        assert page.page.is_visible("#drag")
        assert not page.page.is_visible("#flash")
        page.page.keyboard.press("ArrowDown")
        assert page.page.is_visible("#flash")
        assert 0 < keys_to(page.page, "#image") < keys_to(page.page, "#flash button") + 10
        assert page.flash(b"no image") == "trouble"  # the focus goes to what is said of it
        page.page.keyboard.press("Tab")
        assert page.page.evaluate("document.activeElement.id") == "again"
