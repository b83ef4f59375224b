"""The club's players as the PC sent them, read from flash one at a time: a name costs no heap.

The file `roster` has a record of 28 bytes for each: the player's id in the club, 4 bytes, the
name, UTF-8 of at most 20 bytes, filled up with zeros, and the CRC-32 of the bytes before.
"""

import struct
from binascii import crc32

from micropython import const

SIZE = 28
RECORD = "<I20s"  # without the CRC
_SIZE_OF_FILE = const(6)  # in what `stat` gives


class Roster:
    """`files`: gives the mounted file system of the store."""

    def __init__(self, files):
        self._files = files

    def count(self) -> int:
        """How many players there are."""
        try:
            return self._files().stat("roster")[_SIZE_OF_FILE] // SIZE
        except OSError:
            return 0

    def at(self, place: int) -> tuple[int, str]:
        """Id and name of the player in a place, 0 to `count` - 1.

        Nobody (0, "") where a shorter roster has come in meanwhile, or the record has rotted.
        """
        try:
            with self._files().open("roster", "rb") as file:
                file.seek(place * SIZE)
                found = file.read(SIZE)
        except OSError:
            found = b""
        if len(found) != SIZE or struct.pack("<I", crc32(found[:-4])) != found[-4:]:
            return 0, ""
        number, name = struct.unpack(RECORD, found[:-4])
        return number, name.rstrip(b"\0").decode()

    def place(self, number: int) -> int:
        """Where the player with this id stands; -1 if there is none."""
        if not number:
            return -1
        wanted = struct.pack("<I", number)
        try:
            with self._files().open("roster", "rb") as file:
                for place in range(self.count()):
                    if file.read(SIZE)[:4] == wanted:
                        return place
        except OSError:  # there is no roster
            pass
        return -1

    def name(self, number: int) -> str:
        """The name of the player with this id, or the id where there is none."""
        place = self.place(number)
        return (place >= 0 and self.at(place)[1]) or f"#{number}"
