"""The table of partitions with one for the scores, as an ESP32 has it in its flash.

The rows are those of docs/hardware.md. The form is ESP-IDF's (`esp_flash_partitions.h`): 32 bytes
a row, then a row with the MD5 of those before, and erased flash to the end.
"""

import hashlib
import struct

_ROW = struct.Struct("<2sBBII16sI")
_MAGIC = b"\xaa\x50"
_SUM = b"\xeb\xeb" + bytes((0xFF,)) * 14
_SIZE = 0xC00
_APP, _DATA = 0, 1
_FACTORY, _PHY, _NVS, _FAT = 0, 1, 2, 0x81
_ROWS = (
    ("nvs", _DATA, _NVS, 0x9000, 0x6000),
    ("phy_init", _DATA, _PHY, 0xF000, 0x1000),
    ("factory", _APP, _FACTORY, 0x10000, 0x1F0000),
    ("vfs", _DATA, _FAT, 0x200000, 0x100000),
    ("scores", _DATA, _FAT, 0x300000, 0x100000),
)


def table() -> bytes:
    """What belongs at 0x8000 of 4 MB of flash or more."""
    rows = b"".join(
        _ROW.pack(_MAGIC, kind, subtype, start, size, name.encode(), 0)
        for name, kind, subtype, start, size in _ROWS
    )
    return (rows + _SUM + hashlib.md5(rows).digest()).ljust(_SIZE, b"\xff")
