"""Images of MicroPython for an ESP32, and tables of partitions, of any content."""

import random
import struct

# Of each board the chip's number in an image, and where in the flash it begins.
CHIPS = {"esp32": (0, 0x1000), "esp32c3": (5, 0), "esp32s3": (9, 0)}
TABLE, APP = 0x8000, 0x10000
STOCK = (("nvs", 1, 2, 0x9000, 0x6000), ("factory", 0, 0, APP, 0x1F0000))
_ROW = struct.Struct("<HBBII16sI")


def image(board: str, size: int = 0x14000) -> bytes:
    """An image with the form of MicroPython's, as long as that, of any bytes."""
    chip, start = CHIPS[board]
    content = bytearray(random.Random(1).randbytes(size))
    # How an image begins (ESP-IDF, esp_app_format.h).
    header = struct.pack("<BBBBI4xHBHH4xB", 0xE9, 3, 2, 0x20, 0x400805F0, chip, 0, 0, 399, 1)
    content[:24] = content[APP - start : APP - start + 24] = header
    content[TABLE - start : APP - start] = table(*STOCK).ljust(APP - TABLE, b"\xff")
    return bytes(content)


def table(*rows: tuple[str, int, int, int, int]) -> bytes:
    """Partitions: name, type, subtype, offset, size."""
    return b"".join(_ROW.pack(0x50AA, *row[1:], row[0].encode(), 0) for row in rows)
