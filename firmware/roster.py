"""The club's players as the PC sent them, read from flash one at a time: a name costs no heap.

The file `roster` has a record of 24 bytes for each: the player's id in the club, 4 bytes, and the
name, UTF-8 of at most 20 bytes, filled up with zeros.
"""

import struct

from micropython import const

SIZE = 24
RECORD = "<I20s"
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

        Nobody (0, "") where a shorter roster has come in meanwhile; a name that has rotted is "".
        """
        try:
            with self._files().open("roster", "rb") as file:
                file.seek(place * SIZE)
                found = file.read(SIZE)
        except OSError:
            found = b""
        number, name = struct.unpack(RECORD, found if len(found) == SIZE else bytes(SIZE))
        try:
            return number, name.rstrip(b"\0").decode()
        except UnicodeError:
            return number, ""

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
        return self.name_at(place) if place >= 0 else f"#{number}"

    def name_at(self, place: int) -> str:
        """The name of the player in a place, or the id where it has none."""
        number, name = self.at(place)
        return name or f"#{number}"
