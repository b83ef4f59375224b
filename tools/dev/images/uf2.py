"""UF2, the file that one drags onto the drive of a chip: blocks that say where they belong.

The format is Microsoft's (UF2 specification, "File format"); the family is the RP2040's.
"""

import struct
from collections.abc import Iterator

RP2040 = 0xE48BFF56
PAYLOAD = 256  # bytes of a block
_BLOCK = struct.Struct("<8I476sI")
_MAGIC = 0x0A324655, 0x9E5D5157
_LAST_MAGIC = 0x0AB16F30
_HAS_FAMILY = 0x2000


class BadUF2(ValueError):
    """A file that no RP2040 would take; the message is one line."""


def packed(content: bytes, address: int) -> bytes:
    """A UF2 file for an RP2040 with `content` from `address` on, filled up to a whole block."""
    parts = [content[start : start + PAYLOAD] for start in range(0, len(content), PAYLOAD)]
    return b"".join(
        _BLOCK.pack(
            *_MAGIC,
            _HAS_FAMILY,
            address + number * PAYLOAD,
            PAYLOAD,
            number,
            len(parts),
            RP2040,
            part.ljust(PAYLOAD, b"\xff"),
            _LAST_MAGIC,
        )
        for number, part in enumerate(parts)
    )


def unpacked(file: bytes) -> Iterator[tuple[int, bytes]]:
    """Addresses and what belongs there. Raises BadUF2."""
    if not file or len(file) % _BLOCK.size:
        raise BadUF2(f"{len(file)} bytes are no whole number of blocks of {_BLOCK.size}")
    count = len(file) // _BLOCK.size
    for place, block in enumerate(_BLOCK.iter_unpack(file)):
        first, second, flags, address, size, number, total, family, content, last = block
        if (first, second, last) != (*_MAGIC, _LAST_MAGIC):
            raise BadUF2(f"block {place} has not the marks of a UF2 block")
        if not flags & _HAS_FAMILY or family != RP2040:
            raise BadUF2(f"block {place} is for another chip than an RP2040")
        if (number, total) != (place, count):
            raise BadUF2(f"block {place} says that it is {number} of {total}, not of {count}")
        if size != PAYLOAD or address % PAYLOAD:
            raise BadUF2(f"block {place} has {size} bytes for {address:#x}, not a page of 256")
        yield address, content[:size]
