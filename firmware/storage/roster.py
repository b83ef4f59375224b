"""The club's players as the PC sent them.

The file `roster` has a record of 28 bytes for each: the player's id in the club, 4 bytes, the
name, UTF-8 of at most 20 bytes, filled up with zeros, and the CRC-32 of the bytes before.
"""

import struct

from firmware.storage.sealed_list import LONGEST_NAME, SealedList

RECORD = f"<I{LONGEST_NAME}s"  # without the CRC
SIZE = struct.calcsize(RECORD) + 4
MOST = 500  # players: more are no list for six keys


class Roster(SealedList):
    file = "roster"
    size = SIZE
    most = MOST

    def at(self, place: int) -> tuple[int, str]:
        """Return id and name of the player in a place; (0, "") if `record` finds none."""
        found = self.record(place)
        if not found:
            return 0, ""
        number, name = struct.unpack(RECORD, found)
        return number, name.rstrip(b"\0").decode()

    def place(self, number: int) -> int:
        """Return the position of the player with this id, -1 if there is none."""
        if not number:
            return -1
        wanted = struct.pack("<I", number)
        try:
            with self._files().open(self.file, "rb") as file:
                for place in range(self.count()):
                    if file.read(SIZE)[:4] == wanted:
                        return place
        except OSError:  # there is no roster
            pass
        return -1

    def name(self, number: int) -> str:
        """Return the name of the player with this id, or the id if it is unknown."""
        place = self.place(number)
        return (place >= 0 and self.at(place)[1]) or f"#{number}"
