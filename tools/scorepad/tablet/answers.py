"""What a tablet answers, measured against what could be true.

Who it is, which sessions it has, and their records.
"""

import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from firmware.link.requests import PROTOCOL
from firmware.storage import record
from scorepad.errors import UserError
from scorepad.language import text
from scorepad.tablet.cable import Cable, Refused
from scorepad.wording import visible

MAX_RECORDS = 256 * record.PER_PAGE  # an evening has about 100; a page's name has two digits
MAX_SESSIONS = 4096  # more than the flash of a tablet holds
_HIGHEST = (1 << 30) - 1  # session number of a tablet (firmware/link/rare_requests.py)
_MAX_NUMBER = (1 << 32) - 1

_NUMBER = re.compile(r"[0-9]{1,10}")
_PROTOCOL = re.compile(r"scorepad ([0-9]{1,6})(?: .*)?")
_WHO = re.compile(
    r"scorepad [0-9]+ ((?:[0-9a-f]{2}){1,16}) ([0-9]{1,2}) ([!-~]{1,20}) ([0-9]{1,10})"
)
_LISTED = re.compile(r"([0-9]{1,10}):[a-z0-9?-]{0,20}:([0-9]{1,10}):([ocfd]):([0-9a-f]{8})")


class BadAnswer(UserError):
    """An answer that arrived undamaged, and is not one that a tablet gives."""


class TooNew(UserError):
    """A tablet that speaks a later version of the link."""


class Discrepancy(UserError):
    """The records differ from the list: a deal was just entered, or something is wrong."""


class Who(NamedTuple):
    """The identity of a tablet. `tablet`: its id, hexadecimal; `version`: of its firmware.

    `free`: bytes of its flash, as they were counted last.
    """

    tablet: str
    table: int
    version: str
    free: int


@dataclass(frozen=True)
class TabletSession:
    """A session as the tablet lists it. `state`: o open, c complete, f fetched, d damaged."""

    number: int
    records: int
    state: str
    crc: int


def who(cable: Cable) -> Who:
    """Return the identity of the tablet. Raise BadAnswer or TooNew."""
    answer = cable.ask("who")
    protocol = _PROTOCOL.fullmatch(answer)
    if not protocol:
        raise BadAnswer(text("{port}: what answers there is no tablet", port=cable.path))
    if int(protocol[1]) > PROTOCOL:
        about = {"port": cable.path, "version": int(protocol[1]), "ours": PROTOCOL}
        newer = text(
            "{port}: the tablet speaks version {version} of the link, this program {ours}; "
            "install a newer Scorepad",
            **about,
        )
        raise TooNew(newer)
    found = _WHO.fullmatch(answer)
    if not found:
        unknown = text("{port}: the tablet does not say who it is; reset it", port=cable.path)
        raise BadAnswer(unknown)
    return Who(found[1], int(found[2]), found[3], int(found[4]))


def listing(cable: Cable) -> Iterator[TabletSession]:
    """Yield the sessions that the tablet has. Raise BadAnswer."""
    after = count = 0
    while page := listed_after(cable, after):
        for listed in page:
            if listed.number <= after:
                about = {"port": cable.path, "number": listed.number}
                raise BadAnswer(text("{port}: the tablet lists session {number} twice", **about))
            after = listed.number
            count += 1
            if listed.records:  # none: a power cut came before the first one
                yield listed
        if count > MAX_SESSIONS:
            more = text("{port}: the tablet lists more sessions than it can hold", port=cable.path)
            raise BadAnswer(more)


def records(cable: Cable, listed: TabletSession) -> bytes:
    """Return all records of a session, as they are on the tablet's flash."""
    if listed.records > MAX_RECORDS:
        about = {"number": listed.records, "most": MAX_RECORDS}
        raise BadAnswer(text("it lists {number} records; a session has at most {most}", **about))
    raw, crc = b"", 0
    for first in range(0, MAX_RECORDS, record.PER_PAGE):
        if len(raw) >= listed.records * record.SIZE:
            break
        page = _page(cable.ask(f"read {listed.number} {first}"))
        raw += page
        crc = record.checksum(page, crc)
    if len(raw) // record.SIZE != listed.records or crc != listed.crc:
        raise Discrepancy(text("the records that it sends are not those that it lists"))
    return raw


def listed_after(cable: Cable, after: int) -> list[TabletSession]:
    """Return the sessions in one answer to `list`. Raise BadAnswer."""
    return [_parse_session(cable, word) for word in cable.ask(f"list {after}").split()]


def _parse_session(cable: Cable, word: str) -> TabletSession:
    found = _LISTED.fullmatch(word)
    if not found or int(found[1]) > _MAX_NUMBER:
        about = {"port": cable.path, "word": word}
        raise BadAnswer(text("{port}: the tablet lists what is no session: {word}", **about))
    return TabletSession(int(found[1]), int(found[2]), found[3], int(found[4], 16))


def _page(answer: str) -> bytes:
    """Return the records of one page, b"" for "-". Raise BadAnswer."""
    if answer == "-":
        return b""
    try:
        raw = binascii.a2b_base64(answer, strict_mode=True)
    except binascii.Error as error:
        raise BadAnswer(text("what it sends as records is not base64")) from error
    if not 0 < len(raw) <= record.PER_PAGE * record.SIZE:
        raise BadAnswer(text("it sends {number} bytes as one page", number=len(raw)))
    return raw


def set_next_number(cable: Cable, number: int) -> int:
    """Set the number of the tablet's next session to at least this; return what it was.

    So a tablet whose flash was erased does not reuse numbers of sessions that the club has. An
    older tablet, and one that can never reach the number, stay as they are: their sessions are
    refused if they have the ids of others. Raise Refused or BadAnswer if the tablet refuses.
    """
    if number > _HIGHEST:
        return number
    try:
        before = cable.ask(f"next {number}")
    except Refused as refused:
        if not refused.unknown:
            raise
        return number
    if not _NUMBER.fullmatch(before):
        raise BadAnswer(text("a session has a number, and not {word}", word=visible(before)))
    return int(before)
