"""Events as bytes: fixed records of 14 bytes, each with its own CRC-32, five to a page.

    offset  size  field
    0       2     sequence number in the session, from 0
    2       1     kind of event (session.py)
    3       1     place
    4       2     number
    6       4     value
    10      4     CRC-32 of the ten bytes before, started with the key of the session

All little-endian. The key is the CRC-32 of the tablet's id and the session's number, so a record
of another tablet or another session does not verify here. A page is at most 70 bytes: littlefs
keeps a file of up to 128 bytes inside its directory entry, where saving costs no erase, and
programs it again for each added record. With fewer records in a page there are more names
to program: five cost the least.
The records go over the wire and into the club's database as they are on flash.
"""

import struct
from binascii import crc32

SIZE = 14
PER_PAGE = 5
_BODY = "<HBBHI"


class BadRecord(ValueError):
    """Bytes that are not the record that belongs at this place."""


def session_key(tablet: bytes, number: int) -> int:
    """Return the initial CRC of session `number` of the tablet with the id `tablet`."""
    return crc32(struct.pack("<I", number), crc32(tablet))


def pack(key: int, sequence: int, event: tuple[int, int, int, int]) -> bytes:
    """Return the record of an event, SIZE bytes."""
    return seal(struct.pack(_BODY, sequence, *event), key)


def seal(body: bytes, key: int = 0) -> bytes:
    """Return bytes of any kind and their CRC-32; `key`: its initial value."""
    return body + struct.pack("<I", crc32(body, key))


def unseal(raw: bytes, key: int = 0) -> bytes:
    """Return the sealed bytes without their CRC-32; none if the checksum is wrong."""
    body = raw[:-4]
    return body if struct.pack("<I", crc32(body, key)) == raw[-4:] else b""


def unpack(key: int, sequence: int, raw: bytes) -> tuple[int, int, int, int]:
    """Return the event of a record. Raise BadRecord if its CRC or its number is wrong."""
    if len(raw) != SIZE:
        raise BadRecord(f"record {sequence} has {len(raw)} bytes, a whole one has {SIZE}")
    body = unseal(raw, key)
    if not body:
        raise BadRecord(f"record {sequence} does not verify (CRC)")
    found, kind, place, number, value = struct.unpack(_BODY, body)
    if found != sequence:
        raise BadRecord(f"record {found} stands where record {sequence} belongs")
    return kind, place, number, value


def checksum(raw: bytes | memoryview, crc: int = 0, size: int = SIZE) -> int:
    """Return the CRC-32 of records, each with its own CRC in front; `crc`: of those before.

    As they stand they would all have the same: what is followed by its own CRC-32 leaves a
    remainder that does not depend on it. `size`: bytes of a record, of any kind.
    """
    for offset in range(0, len(raw), size):
        end = offset + size
        crc = crc32(raw[offset : end - 4], crc32(raw[end - 4 : end], crc))
    return crc


def events(key: int, raw: bytes, first: int = 0):
    """Yield the events of whole records one after another, the first of which has number `first`.

    Raise BadRecord.
    """
    for offset in range(0, len(raw), SIZE):
        yield unpack(key, first + offset // SIZE, raw[offset : offset + SIZE])
