"""The page fetches a bare microcontroller, which an emulator is: the firmware in its own image."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from dev.emulators.qemu_board import Emulator, frozen
from dev.fetching import get_qemu
from support.commands import scorepad
from support.databases import select
from support.tablet.tablets import NEW_GAME, THREE_SPADES_BY_SOUTH
from support.web.serial_ports import plugged

pytestmark = pytest.mark.full

TAKEN = "SELECT session, sequence, raw FROM records ORDER BY session, sequence"
LONG_MS = 60_000  # an emulated chip is slow


@pytest.mark.full
def test_a_board_is_fetched_and_then_synced(
    browser: Browser, address: str, tmp_path: Path
) -> None:
    try:
        get_qemu.interpreter()
    except get_qemu.NoQemu as missing:
        pytest.skip(str(missing))
    with Emulator(kernel=frozen()) as board:
        board.started()
        board.press(*NEW_GAME, *THREE_SPADES_BY_SOUTH)
        context = browser.new_context(bypass_csp=True, accept_downloads=True)
        with plugged(context, board.cable, usb=(0x2E8A, 0x0005)):
            page = context.new_page()
            page.goto(address)
            page.wait_for_selector("body[data-core=here]")
            page.click("#fetch")
            page.wait_for_selector("body[data-state=ready]", timeout=LONG_MS)
            assert "0 complete and 1 open" in page.inner_text("#said")
            with page.expect_download() as download:
                page.click("#save")
            file = tmp_path / "fetched.json"
            download.value.save_as(file)
            context.close()
        dbs = [tmp_path / name for name in ("by-file.db", "by-cable.db")]
        assert scorepad("club", "import", file, "--db", dbs[0]).returncode == 0
        assert scorepad("sync", board.cable, "--db", dbs[1]).returncode == 0
    assert select(dbs[0], TAKEN) == select(dbs[1], TAKEN)
    assert len(select(dbs[0], TAKEN)) == 3
