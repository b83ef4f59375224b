"""The end of a list that a tablet was given, entry by entry."""

import contextlib
from collections.abc import Iterator

from firmware.storage.record import checksum
from scorepad.errors import UserError
from scorepad.tablet.cable import Cable, Refused


class TooOld(UserError):
    """A tablet whose firmware has no list of this kind."""


def finish(cable: Cable, word: str, records: list[bytes], size: int) -> int:
    """The tablet takes the list, if it has come in as these records; how many they are.

    `word`: the request that ends it; `size`: bytes of a record.
    """
    cable.ask(f"{word} {len(records)} {crc_of(records, size):08x}")
    return len(records)


def crc_of(records: list[bytes], size: int) -> int:
    """The checksum of a list, by which both sides know it."""
    return checksum(b"".join(records), size=size)


@contextlib.contextmanager
def understood(what: str) -> Iterator[None]:
    """Raises TooOld for requests that the tablet does not know; `what`: what they are about."""
    try:
        yield
    except Refused as refused:
        if not refused.unknown:
            raise
        raise TooOld(
            f"the tablet's firmware is too old for {what}; `scorepad deploy` brings a newer one"
        ) from refused
