"""Rots the flash beneath littlefs, one byte at a time, on MicroPython.

    micropython raw_rot.py SHARD SHARDS

Every byte that is not erased is flipped, those of NVS too. The tablet must boot to a page that
says what is wrong or to a game, in a bounded number of reads; whatever log is there begins as it
was, and is scored as what it is; the next game gets a number that none ever had.
"""

import sys

from chip import BLOCK, BLOCKS, NVS, Blocks, Chip
from rot import LOGS, TABLET, readable, written

from firmware.board import Board
from firmware.session import fold

READS = 20_000  # of one boot; a whole one takes some hundreds


class Endless(Exception):
    """The boot reads on and on."""


class CountedBlocks(Blocks):
    """Blocks that are read only so often."""

    reads = 0

    def readblocks(self, number, buffer, offset=0):
        self.reads += 1
        if self.reads > READS:
            raise Endless
        super().readblocks(number, buffer, offset)


def look(image):
    """Boots and reads every log; what is showing."""
    chip = Chip(CountedBlocks(image), TABLET)
    if chip.store:
        for number in chip.store.numbers():
            kept, _ = readable(chip.store, number)
            assert kept == LOGS[number][: len(kept)], (number, kept)
            if number == chip.game.log.number:
                assert chip.game.session.sheet.totals == fold(kept).sheet.totals
        assert chip.store.next_number() > max(LOGS), chip.store.next_number()
    return chip.screen


def torture(shard, shards):
    """Rots the bytes of one shard; how often each screen came."""
    image = bytearray(b"\xff" * (BLOCK * BLOCKS))
    NVS.flash = Blocks(image)
    written(image, TABLET, Board())
    assert look(bytearray(image)) == "compass"
    seen = {}
    used = [place for place, byte in enumerate(image) if byte != 0xFF]
    for place in used[shard::shards]:
        rotten = bytearray(image)
        rotten[place] ^= 0xFF
        try:
            screen = look(rotten)
        except Exception as wrong:
            print("FAILED", place)
            sys.print_exception(wrong)
            continue
        seen[screen] = seen.get(screen, 0) + 1
    return seen


if __name__ == "__main__":
    seen = torture(int(sys.argv[1]), int(sys.argv[2]))
    print("screens", seen)
    print("cases", sum(seen.values()))
