"""Plays on a flash that is full to the last block, on MicroPython and real littlefs.

    micropython full.py

Something else takes all blocks but for a few while a game is played. What the tablet says is saved
is on flash; what it cannot save it says so, and keeps on the screen; when there is room again, the
same OK saves it.
"""

from chip import BLOCK, BLOCKS, DOWN, ID, OK, Blocks, Chip
from vfs import VfsLfs2

from firmware.storage.store import Store

BEFORE = 200  # deals, while there is room
DEALS = 500  # more than fit


def fill(files, blocks):
    """Takes all but so many blocks, or all that there are."""
    free = files.statvfs("/")[3] - blocks
    with files.open("other", "wb") as other:
        try:
            for _ in range(free):
                other.write(b"x" * BLOCK)
        except OSError:
            pass


def saved(image):
    store = Store(lambda: VfsLfs2(Blocks(bytearray(image))), ID)
    return len(list(store.events(store.newest()))) - 2


def begun():
    """The flash after so many deals of a game."""
    image = bytearray(b"\xff" * (BLOCK * BLOCKS))
    chip = Chip(Blocks(image))
    chip.press(OK, OK, OK)
    for _ in range(BEFORE):
        chip.press(DOWN, OK, DOWN, OK)
    return image


def play(image, blocks):
    """The game goes on with so many blocks left; how many deals it took."""
    chip = Chip(Blocks(image))
    fill(chip.store.files(), blocks)
    for deal in range(BEFORE, DEALS):
        chip.press(DOWN, OK, DOWN, OK)
        if chip.screen == "trouble":
            assert saved(image) == deal, (saved(image), deal)
            resume(chip, image, deal)
            return deal
        assert chip.screen == "compass", chip.screen
    raise AssertionError("the flash is never full")


def resume(chip, image, deal):
    """The deal is still there; with room again it is saved."""
    chip.press(OK)
    assert chip.screen == "result", chip.screen
    chip.press(OK)
    assert chip.screen == "trouble", chip.screen
    chip.press(OK)
    chip.store.files().remove("other")
    chip.press(OK)
    assert chip.screen == "compass", chip.screen
    assert saved(image) == deal + 1


if __name__ == "__main__":
    before = begun()
    for blocks in (0, 1):
        print("blocks left", blocks, "deals", play(bytearray(before), blocks), "then NOT SAVED")
