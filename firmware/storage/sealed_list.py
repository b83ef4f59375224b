"""A list that the PC has sent, on flash: a file of records of one size, each with its own CRC-32.

They are read one at a time: a name costs no heap.
"""

from micropython import const

from firmware.storage.record import unseal

LONGEST_NAME = 20  # bytes of UTF-8
_SIZE_OF_FILE = const(6)  # in what `stat` gives


class SealedList:
    """`files`: gives the mounted file system of the store. The lists derive from it."""

    file = ""  # its name
    size = 0  # bytes of a record with its CRC-32
    most = 0  # records

    def __init__(self, files):
        self._files = files

    def count(self) -> int:
        """Return the number of places."""
        try:
            return min(self.most, self._files().stat(self.file)[_SIZE_OF_FILE] // self.size)
        except OSError:
            return 0

    def record(self, place: int) -> bytes:
        """Return the record in a place, 0 to `count` - 1, without its CRC-32.

        Nothing where a shorter list has come in meanwhile, or the record has rotted.
        """
        try:
            with self._files().open(self.file, "rb") as file:
                file.seek(place * self.size)
                return unseal(file.read(self.size))
        except OSError:
            return b""
