"""The lines of the link, for the tablet and the PC: at most 200 bytes of printable ASCII.

    !12 ok <answer> *d049bd72

After the star stands the CRC-32 of everything before it. A line that does not verify is noise.
"""

from binascii import crc32

MAX_LINE = 200
_CRC_CHARS = 8


class BadLine(ValueError):
    """A line that does not verify: noise, an echo, half a line."""


def frame(text: str) -> bytes:
    """Return `text` as one line with its CRC-32."""
    return f"{text} *{crc32(text.encode()):08x}\n".encode()


def unframe(line: bytes) -> str:
    """Return the text of a line with or without its line end. Raise BadLine."""
    body, star, crc = bytes(line).strip().rpartition(b" *")
    if not star or len(crc) != _CRC_CHARS or len(line) > MAX_LINE:
        raise BadLine("no line of the link")
    if f"{crc32(body):08x}".encode() != crc or any(not 32 <= c < 127 for c in body):
        raise BadLine("the CRC does not verify")
    return body.decode()


class LineReader:
    """Cuts a stream of bytes into lines; what is too long to be a line is dropped as it comes."""

    def __init__(self) -> None:
        self.pending = b""  # of a line that is not whole yet

    def feed(self, received: bytes) -> list[bytes]:
        """Return the lines that are complete now, without their ends."""
        lines = (self.pending + received).replace(b"\r", b"\n").split(b"\n")
        self.pending = lines.pop()[-MAX_LINE - 1 :]
        return [line for line in lines if 0 < len(line) <= MAX_LINE]
