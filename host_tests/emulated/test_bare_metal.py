"""The firmware on an emulated Cortex-M3: power cuts at any write, and what an image freezes."""

from binascii import a2b_base64
from collections.abc import Iterator

import pytest

from dev.emulators.qemu_board import HASTY, Emulator, frozen
from dev.fetching import get_qemu
from firmware.scoring import deal as d
from firmware.session import DEAL
from firmware.storage import record
from scorepad import build
from scorepad.sources import SOURCES
from scorepad.tablet.cable import Cable

pytestmark = pytest.mark.full

ARROWS = ("UP", "RIGHT", "DOWN", "LEFT")  # of the seats N, E, S, W


@pytest.fixture
def frozen_board(qemu: None) -> Iterator[Emulator]:
    """A board with the firmware in its image, which starts five times as fast, and never rests."""
    with Emulator(kernel=frozen(), options=HASTY) as board:
        board.started()
        yield board


class Hazard:
    """A rubber in which every contract goes down, on a board whose power fails now and then.

    early: deals that were not there after a power cut while they were saved
    """

    def __init__(self, board: Emulator, cable: Cable):
        self.early = 0
        self._board, self._cable = board, cable
        board.press("OK", "OK", "OK")
        tablet = bytes.fromhex(cable.ask("who").split()[2])
        self._key = record.session_key(tablet, 1)
        self._records = self._on_flash()
        self._begun = len(self._records) // record.SIZE

    def save(self, arrow: str, write: int) -> bool:
        """Cut the power at this write of a deal's OK. Return True if the panel had shown it."""
        self._board.press(arrow, "OK", "DOWN")
        confirmed = self._cut("OK", write)
        self._come_back()
        self.early += not self._judge(arrow, confirmed)
        return confirmed

    def enter(self, write: int) -> None:
        self._board.press("UP", "OK")
        self._cut("DOWN", write)
        self._come_back()
        assert self._behind() == b""

    def boot(self, write: int) -> None:
        self._board.cut_after(write)
        self._board.wait(10)
        self._board.reset()
        self._board.booted()
        self._board.booted()  # after the cut
        self._come_back()
        assert self._behind() == b""

    def check(self) -> None:
        assert self._on_flash() == self._records

    def _cut(self, key: str, write: int) -> bool:
        """A press that a power cut ends; whether the panel had been sent something by then."""
        self._board.cut_after(write)
        before = self._board.i2c_bytes
        self._board.hold_down(key)
        self._board.booted()
        return self._board.i2c_bytes > before

    def _judge(self, arrow: str, confirmed: bool) -> bool:
        """Whether the deal is there, as it was entered; it is if it was seen to be.

        What was not confirmed may have come back: then its DOWN counts as well.
        """
        behind = self._behind()
        if not behind:
            assert not confirmed
            return False
        sequence = len(self._records) // record.SIZE
        kind, _, number, deal = record.unpack(self._key, sequence, behind)
        assert (kind, number) == (DEAL, sequence - self._begun + 1)
        assert (d.declarer(deal), d.level(deal), d.strain(deal)) == (
            ARROWS.index(arrow),
            3,
            d.SPADES,
        )
        assert d.overtricks(deal) < 0
        self._records += behind
        return True

    def _come_back(self) -> None:
        """Whatever the screen: to the home screen, and on with the game."""
        self._board.wait(10)
        self._board.press("BACK", "BACK", "BACK", "OK")

    def _behind(self) -> bytes:
        """What is on flash behind the last record that is known, which is there as it was."""
        last = len(self._records) // record.SIZE - 1
        page = a2b_base64(self._cable.ask(f"read 1 {last}"))
        known, behind = page[: record.SIZE], page[record.SIZE :]
        assert known == self._records[-record.SIZE :]
        following = self._cable.ask(f"read 1 {last + 1}")
        return behind or (b"" if following == "-" else a2b_base64(following))

    def _on_flash(self) -> bytes:
        raw = b""
        while (page := self._cable.ask(f"read 1 {len(raw) // record.SIZE}")) != "-":
            raw += a2b_base64(page)
        return raw


def test_a_power_cut_at_any_write_loses_nothing_that_was_confirmed(frozen_board: Emulator) -> None:
    """At the first write after OK, the second, and so on, until the picture has begun by then."""
    with Cable(frozen_board.cable) as cable:
        hazard = Hazard(frozen_board, cable)
        write = shown = 0
        while shown < 2:
            write += 1
            shown += hazard.save(ARROWS[write % 4], write)
            if write % 4 == 0:
                hazard.enter(1 + write // 4 % 2)
                hazard.boot(1 + write // 4)
        hazard.check()
    assert hazard.early


# ---- the firmware as an image has it

MANIFEST = SOURCES / "firmware" / "manifest.py"
FROZEN = {place.as_posix(): SOURCES / place for _, place in build.firmware_sources()}


def test_the_manifest_freezes_every_module_also_where_a_boards_own_includes_it(qemu, tmp_path):
    assert get_qemu.frozen(MANIFEST) == FROZEN
    manifest = tmp_path / "manifest.py"
    port = "$(MPY_DIR)/ports/esp32"
    manifest.write_text(f'freeze("{port}/modules")\ninclude("{MANIFEST}")\n')
    own = get_qemu.frozen(manifest).keys() - FROZEN.keys()
    assert {"_boot.py", "flashbdev.py", "inisetup.py"} <= own
    assert get_qemu.frozen(manifest).keys() >= FROZEN.keys()
