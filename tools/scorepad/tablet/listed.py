"""The end of a list that a tablet was given, entry by entry."""

from firmware.storage.record import checksum
from scorepad.tablet.cable import Cable


def finish(cable: Cable, word: str, records: list[bytes], size: int) -> int:
    """The tablet takes the list, if it has come in as these records; how many they are.

    `word`: the request that ends it; `size`: bytes of a record.
    """
    crc = checksum(b"".join(records), size=size)
    cable.ask(f"{word} {len(records)} {crc:08x}")
    return len(records)
