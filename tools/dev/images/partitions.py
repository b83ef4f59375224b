"""Tables of partitions with one for the scores, as an ESP32 has them in its flash.

The form is ESP-IDF's (`esp_flash_partitions.h`): 32 bytes a row, then a row with the MD5 of those
before, and erased flash to the end.

``python -m dev.images.partitions scores.bin`` writes the table for a board with MicroPython's own
image (docs/hardware.md).
"""

import argparse
import hashlib
import struct
import sys
from pathlib import Path
from typing import NamedTuple

AT = 0x8000  # in the flash
_ROW = struct.Struct("<2sBBII16sI")
_MAGIC = b"\xaa\x50"
_SUM = b"\xeb\xeb" + bytes((0xFF,)) * 14
_SIZE = 0xC00
_APP, _DATA = 0, 1
_FACTORY, _PHY, _NVS, _FAT = 0, 1, 2, 0x81


class Partition(NamedTuple):
    """`kind`, `subtype`: ESP-IDF's numbers; `start`, `size`: in bytes."""

    name: str
    kind: int
    subtype: int
    start: int
    size: int


_KEPT = (
    Partition("vfs", _DATA, _FAT, 0x200000, 0x100000),
    Partition("scores", _DATA, _FAT, 0x300000, 0x100000),
)
# Beside MicroPython's own image, whose first rows these are.
STOCK = (
    Partition("nvs", _DATA, _NVS, 0x9000, 0x6000),
    Partition("phy_init", _DATA, _PHY, 0xF000, 0x1000),
    Partition("factory", _APP, _FACTORY, 0x10000, 0x1F0000),
    *_KEPT,
)
# Of our own image: all that a board keeps lies behind the app, so that one file from the
# bootloader to the app's end is written over none of it.
IMAGE = (
    Partition("phy_init", _DATA, _PHY, 0xF000, 0x1000),
    Partition("factory", _APP, _FACTORY, 0x10000, 0x1E0000),
    Partition("nvs", _DATA, _NVS, 0x1F0000, 0x6000),
    *_KEPT,
)


def table(rows: tuple[Partition, ...] = STOCK) -> bytes:
    """Return the partition table, for AT in 4 MB of flash or more."""
    packed = b"".join(
        _ROW.pack(_MAGIC, row.kind, row.subtype, row.start, row.size, row.name.encode(), 0)
        for row in rows
    )
    return (packed + _SUM + hashlib.md5(packed).digest()).ljust(_SIZE, b"\xff")


def main() -> int:
    options = argparse.ArgumentParser(description="Write the table with a partition for scores.")
    options.add_argument("file", type=Path, help="where to")
    options.parse_args().file.write_bytes(table())
    return 0


if __name__ == "__main__":
    sys.exit(main())
