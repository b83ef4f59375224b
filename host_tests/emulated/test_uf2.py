"""UF2, as it is written and as it is read; an image that is dragged onto a flash."""

import pytest

from dev.emulators import pico
from dev.images import uf2

IMAGE = bytes(range(256)) * 20 + b"end"
BLOCKS = 21
PACKED = uf2.pack(IMAGE)


def with_word(place: int, value: int) -> bytes:
    start = uf2.BLOCK + place
    return PACKED[:start] + value.to_bytes(4, "little") + PACKED[start + 4 :]


def test_a_flash_has_the_image_and_else_what_it_had() -> None:
    before = b"\x5a" * pico.FLASH
    after = pico.dragged(before, PACKED)
    assert after[: len(IMAGE)] == IMAGE
    erased = 2 * pico.SECTOR  # which is as much as the image touches
    assert set(after[len(IMAGE) : erased]) == {0xFF}
    assert after[erased:] == before[erased:]


def test_a_block_is_as_the_format_says() -> None:
    block = PACKED[-uf2.BLOCK :]
    words = [int.from_bytes(block[at : at + 4], "little") for at in range(0, 32, 4)]
    begin = [0x0A324655, 0x9E5D5157, 0x2000, 0x10000000 + 20 * 256]
    assert words == [*begin, 256, 20, BLOCKS, 0xE48BFF56]
    assert block[32:288] == b"end".ljust(256, b"\xff")
    assert block[-4:] == (0x0AB16F30).to_bytes(4, "little")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "0 bytes are no UF2"),
        (PACKED[:-1], "bytes are no UF2"),
        (PACKED[: -uf2.BLOCK], "block 0 of the UF2 says that it is block 0 of 21, not of 20"),
        (b"x" * uf2.BLOCK, "block 0 of the UF2 does not begin and end"),
        (with_word(508, 1), "block 1 of the UF2 does not begin and end"),
        (with_word(8, 0), "block 1 of the UF2 is not for an RP2040"),
        (with_word(28, 0xE48BFF59), "block 1 of the UF2 is not for an RP2040"),
        (with_word(20, 2), "block 1 of the UF2 says that it is block 2"),
        (with_word(16, 476), "block 1 of the UF2 has 476 bytes"),
        (with_word(12, 0x10000001), "not a page"),
        (with_word(12, 0x20000000), "where there is no flash"),
        (with_word(12, 0x10200000), "where there is no flash"),
    ],
)
def test_what_is_no_image_for_this_chip_is_refused_in_one_line(content, complaint):
    with pytest.raises(uf2.BadUF2, match=complaint) as refused:
        pico.dragged(pico.BLANK, content)
    assert "\n" not in str(refused.value)
