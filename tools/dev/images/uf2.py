"""UF2, the form in which the RP2040's boot ROM takes an image that is dragged onto its drive.

Blocks of 512 bytes: where in the flash 256 bytes of the image go, and these. The format is
Microsoft's, "USB Flashing Format (UF2)"; the RP2040 Datasheet, section 2.8.4.2, says what of it
the boot ROM takes.
"""

import struct
from collections.abc import Iterator

RP2040 = 0xE48BFF56  # the family
FLASH = 0x10000000  # address of the flash's first byte
PAYLOAD = 256  # bytes of the image in a block
BLOCK = 512
_FIRST, _SECOND, _LAST = 0x0A324655, 0x9E5D5157, 0x0AB16F30
_HAS_FAMILY = 0x2000  # in the flags
# first, second, flags, address, payload's size, number, how many blocks, family, payload, last
_BLOCK = struct.Struct("<8I476sI")


class BadUF2(ValueError):
    """A file that is no image for this chip; the message is one line and names the wrong block."""


def pack(image: bytes) -> bytes:
    """Return the UF2 of an image from its first byte on; the last block is padded as erased."""
    parts = [image[start : start + PAYLOAD] for start in range(0, len(image), PAYLOAD)]
    return b"".join(
        _BLOCK.pack(
            *(_FIRST, _SECOND, _HAS_FAMILY, FLASH + number * PAYLOAD, PAYLOAD, number),
            *(len(parts), RP2040, part.ljust(PAYLOAD, b"\xff"), _LAST),
        )
        for number, part in enumerate(parts)
    )


def unpack(uf2: bytes, flash: int) -> Iterator[tuple[int, bytes]]:
    """Yield where in a flash of this size each payload goes, and the payload. Raise BadUF2."""
    total, rest = divmod(len(uf2), BLOCK)
    if rest or not total:
        raise BadUF2(f"{len(uf2)} bytes are no UF2: it has blocks of {BLOCK} bytes")
    for number in range(total):
        yield _payload(uf2[number * BLOCK :][:BLOCK], number, total, flash)


def _payload(block: bytes, number: int, total: int, flash: int) -> tuple[int, bytes]:
    first, second, flags, address, size, own, of, family, payload, last = _BLOCK.unpack(block)
    start = address - FLASH
    for wrong, what in (
        ((first, second, last) != (_FIRST, _SECOND, _LAST), "does not begin and end as one"),
        (not flags & _HAS_FAMILY or family != RP2040, "is not for an RP2040"),
        ((own, of) != (number, total), f"says that it is block {own} of {of}, not of {total}"),
        (size != PAYLOAD or start % PAYLOAD, f"has {size} bytes for 0x{address:08x}, not a page"),
        (not 0 <= start <= flash - PAYLOAD, f"is for 0x{address:08x}, where there is no flash"),
    ):
        if wrong:
            raise BadUF2(f"block {number} of the UF2 {what}")
    return start, payload[:PAYLOAD]
