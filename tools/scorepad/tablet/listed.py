"""A list that a tablet is given, entry by entry, unless it has it already."""

import contextlib
from collections.abc import Iterable, Iterator

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


def send(cable: Cable, word: str, entries: Iterable[str], records: list[bytes], size: int) -> bool:
    """The tablet has the list then; whether it had to be sent.

    `entries`: the requests that bring it; `word` and `size`: as `finish` takes them. Raises
    Refused.
    """
    try:
        finish(cable, word, records, size)
    except Refused as refused:
        if refused.unknown:
            raise
    else:
        return False
    for entry in entries:
        cable.ask(entry)
    finish(cable, word, records, size)
    return True


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
