"""A flash that takes no more writes from some operation on, on MicroPython and real littlefs.

    micropython refuse.py

A new game whose first records take two pages is begun, and the flash refuses its first operation,
its second, and so on: the game before is still played, and after a reset it is as well. Of a game
that did not begin nothing stays, and its number is not given again; if it cannot be erased, that
hides no other. An NVS that takes nothing, or is not there, keeps no game from beginning.
"""

import chip
from chip import BLOCK, BLOCKS, DOWN, OK, Blocks, Chip
from vfs import VfsLfs2

from firmware import board

OPTIONS = {"honours": "off", "undertricks": "1935", "insult": "flat50", "settle": "100s"}


class Refusing(Blocks):
    """Blocks that take no more after so many operations."""

    takes = 1 << 30

    def change(self, start, becomes):
        if self.operations >= self.takes:
            raise OSError(5)
        super().change(start, becomes)


def evening():
    """A flash with a game in which one deal was played, and the players have finished."""
    image = bytearray(b"\xff" * (BLOCK * BLOCKS))
    chip = Chip(Blocks(image))
    chip.press(OK, OK, OK, DOWN, OK, DOWN, OK)
    return image


def begin(image, takes):
    """Begins another game on a flash that takes so many operations; whether it began."""
    flash = Refusing(image)
    chip = Chip(flash)
    game = chip.game
    setup = game.draft.setup
    setup.options, setup.players, setup.accept = dict(OPTIONS), [1, 2, 3, 4], True
    flash.takes = flash.operations + takes
    try:
        game.start()
    except OSError:
        assert game.log.number == 1, game.log.number
        assert len(game.session.deals) == 1
        again(bytearray(image), flash, game)
        assert next_number(image) == (3 if takes else 2), next_number(image)
        return False
    return True


def next_number(image):
    return Chip(Blocks(bytearray(image))).store.next_number()


def again(image, flash, game):
    """The flash works again, and so does the start; what is left of the first goes."""
    flash.image, flash.takes = image, 1 << 30
    game.start()
    store = Chip(Blocks(image)).store
    assert list(store.numbers()) == [1, 3], list(store.numbers())


def stays(image, refusing):
    """After a reset the first game is there; on a flash that works nothing else is."""
    flash = Refusing(bytearray(image))
    flash.takes = 0 if refusing else flash.takes
    chip = Chip(flash)
    assert chip.screen == "compass", chip.screen
    assert chip.game.log.number == 1, chip.game.log.number
    assert refusing or list(chip.store.numbers()) == [1]


def leftover(image):
    """The same with the empty first page that a power cut can leave."""
    VfsLfs2(Blocks(image)).open("000/2.00", "wb").close()
    for refusing in (True, False):
        stays(image, refusing)


class Unkept(Blocks):
    """Blocks beside an NVS that takes nothing."""

    def keep(self, entry):
        raise OSError(5)


def absent(namespace):
    """The constructor of an NVS that has no partition."""
    raise OSError(-0x1102)


def without_nvs(image, nvs):
    """The flash alone counts, over a reset as well."""
    board.NVS = nvs
    for number in (2, 3):
        game = Chip(Unkept(image)).game
        game.start()
        assert game.log.number == number, game.log.number
    board.NVS = chip.NVS


if __name__ == "__main__":
    whole = evening()
    takes = 0
    image = bytearray(whole)
    while not begin(image, takes):
        for refusing in (True, False):
            stays(image, refusing)
        takes += 1
        image = bytearray(whole)
    leftover(bytearray(whole))
    for nvs in (chip.NVS, absent):
        without_nvs(whole[: BLOCK * BLOCKS], nvs)
    print("cases", takes)
