"""Resets of an emulated Pico with our image, at milliseconds of its own: what its flash holds."""

import pytest
from vfs import VfsLfs2

from dev.emulators import pico
from dev.nor_flash import NorFlash
from firmware.storage.store import Store
from scorepad.simulator.robot import Entry
from support.tablet.pico_board import SCORES

pytestmark = pytest.mark.full

DEALS = 16  # each with a reset while it is saved
ONCE_MORE = 4  # one of so many starts is reset, too: 20 resets in all
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
