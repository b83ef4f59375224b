"""Bytes that say whether they are whole: behind them stands their CRC-32, four bytes more."""

import struct
from binascii import crc32


def sealed(body: bytes) -> bytes:
    """The bytes with their CRC-32."""
    return body + struct.pack("<I", crc32(body))


def unsealed(whole: bytes) -> bytes:
    """The bytes without their CRC-32; none if it is another one."""
    body = whole[:-4]
    return body if sealed(body) == whole else b""
