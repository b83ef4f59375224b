"""A tablet in this process, on MicroPython: the real app on real littlefs, its flash in RAM.

The stand-ins of the simulator are beneath it; the panel is absent, so that no time goes into
pictures. What the flash does when the power goes is said by `Blocks`, for NVS as well, whose entry
stands behind the blocks once there is one.
"""

import struct
import sys

import esp32
import run
import world

from host_tests.device.nor_flash import BLOCK, ERASED, NorFlash

sys.modules["time"] = world


class NVS:
    """`esp32.NVS` of the tablet that is switched on."""

    flash = None  # its Blocks

    def __init__(self, namespace):
        self._entry = b""

    def get_i32(self, key):
        entry = self.flash.image[BLOCK * BLOCKS :]
        if not entry:
            raise OSError(-0x1102)  # ESP_ERR_NVS_NOT_FOUND
        return struct.unpack("<i", entry)[0]

    def set_i32(self, key, number):
        self._entry = struct.pack("<i", number)

    def commit(self):
        self.flash.keep(self._entry)


esp32.NVS = NVS

from firmware.app import App  # noqa: E402  # needs the time of the world
from firmware.board import Board  # noqa: E402

BLOCKS = 40
ID = b"\x02chip."  # of the chip
UP, DOWN, LEFT, RIGHT, OK, BACK = range(6)
PRESS = 40  # ms
HOLD = 1200
READ = 600  # before a key that confirms comes again


class Cut(BaseException):
    """The power is gone; no code of the tablet catches this."""


class Blocks(NorFlash):
    """NOR flash of one run of the tablet, whose power goes at operation `left` (-1: never).

    `way`: how that one is done: 0 not at all, 1 half, 2 and more with noise, of its own kind each.
    NVS does an operation not at all or whole.
    """

    def __init__(self, image, left=-1, way=0):
        super().__init__(image)
        self.left, self.way = left, way
        self.operations = 0
        self.dead = False

    def readblocks(self, number, buffer, offset=0):
        if not self.dead:
            super().readblocks(number, buffer, offset)

    def keep(self, entry):
        self.change(BLOCK * BLOCKS, entry)

    def change(self, start, becomes):
        if self.dead:  # the collector closes files that were open: nothing comes of that
            return
        if self.operations == self.left:
            self.dead = True
            self._half_done(start, becomes)
            raise Cut
        self.operations += 1
        super().change(start, becomes)

    def _half_done(self, start, becomes):
        size = len(becomes)
        if start == BLOCK * BLOCKS:
            self.image[start:] = becomes if self.way else self.image[start:]
        elif self.way == 1:
            self.image[start : start + size // 2] = memoryview(becomes)[: size // 2]
        elif self.way >= 2:
            seed = start + self.left + self.way
            for place in range(start, start + size):
                seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
                kept = self.image[place] if becomes is ERASED else 0  # erasing clears no bit
                self.image[place] = kept | seed >> 16 & 255


class _Nobody:
    """The host, which does not listen."""

    def write(self, frame):
        return len(frame)


class Chip:
    """A tablet that is switched on with this flash. Raises Cut when its power goes."""

    def __init__(self, flash, tablet=ID):
        world.connect(_Nobody())
        world.panel_present = False
        world.tablet = tablet
        world.memory = b""
        world.fed = world.now
        esp32.Partition.find = lambda kind, label=None: [flash]
        NVS.flash = flash
        run.hold(0)
        self.app = App(Board())
        self._pressed = -1

    @property
    def screen(self):
        return self.app.screen.name

    def picture(self):
        self.app.draw()
        return bytes(self.app._panel._new)

    @property
    def game(self):
        return self.app._flow._game

    @property
    def store(self):
        return self.app.store

    def press(self, *keys):
        for key in keys:
            if key == self._pressed and key in (OK, RIGHT):
                run.rest(READ)
            self._pressed = key
            self._down(key, PRESS)

    def menu(self):
        self._down(BACK, HOLD)

    def _down(self, key, ms):
        run.hold(1 << key)
        run.run(self.app, ms)
        run.hold(0)
        run.run(self.app, PRESS)
