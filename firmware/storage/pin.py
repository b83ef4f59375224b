"""The director's PIN on flash: four digits, never in clear, and the number of failed tries.

The file `pin`: wrong tries since the last right one (1 byte), salt (8), hash (32), CRC-32 of the
bytes before (4). A try is counted before its answer is known, so that neither a reset nor a power
cut gives one more.

No power cut leaves the file damaged, for littlefs replaces it as a whole. If it is, the chip fails
or somebody was at it over the cable: then no PIN is right and none can be chosen, or else spoiling
the file would be the way in. Games go on without the director; who has the cable can remove the
file, and the tablet asks for a new PIN.
"""

import os
from hashlib import sha256

from micropython import const

from firmware.storage.record import seal, unseal

_FREE_TRIES = const(3)
_FIRST_WAIT = const(30)  # s, doubled by each further try
_LONGEST_WAIT = const(3600)  # s
_COUNTED = const(99)  # more tries than this make no difference
_SALT = const(8)
_SIZE = const(41)  # of all this

# Blocks of 64 bytes that one try hashes, as OpenPGP's iterated and salted S2K does (RFC 4880,
# 3.7.1.3). An ESP32 at 80 MHz takes some 60 cycles a byte for SHA-256, about 50 us a block, and
# the loop about 20 us: 0.6 s. Hashing one digest of the other would cost the same time, and
# an allocation for each. No number of rounds makes 10,000 PINs many to who has a copy of the
# flash; it is the waiting that keeps a player at the table out.
_BLOCKS = const(8192)


class Pin:
    """`known`: whether one was chosen; `wrong`: tries in vain since the last right one.

    `damaged`: one was chosen, and what is left of it opens nothing.
    """

    def __init__(self, store):
        self._store = store
        saved = unseal(store.read("pin"))
        whole = len(saved) == _SIZE
        self.known = whole or store.has_file("pin")
        self.damaged = self.known and not whole
        self.wrong = saved[0] if whole else 0
        self._secret = saved[1:]  # salt and hash

    def wait(self) -> int:
        """Return the seconds from the last failed try to the next one."""
        if self.wrong < _FREE_TRIES:
            return 0
        return min(_FIRST_WAIT << min(self.wrong - _FREE_TRIES, 7), _LONGEST_WAIT)

    def tries_left(self) -> int:
        """Return how many tries are left before there is a wait."""
        return max(0, _FREE_TRIES - self.wrong)

    def choose(self, digits: str) -> None:
        """Set another PIN, unless the old one is damaged.

        Raise OSError if it could not be written; the old one is then right.
        """
        if self.damaged:
            return
        self._save(0, secret(os.urandom(_SALT), digits))
        self.known = True

    def take(self, secret: bytes) -> None:
        """Replace the PIN by this salt and hash; failed tries stay counted.

        Raise ValueError; OSError if it could not be written.
        """
        if len(secret) != _SIZE - 1:
            raise ValueError(f"a PIN has {_SIZE - 1} bytes, not {len(secret)}")
        if secret != self._secret:
            self._save(self.wrong, secret)

    def check(self, digits: str) -> bool:
        """Return True if this is the PIN. Raise OSError if the try could not be counted."""
        if self.damaged:
            return False
        self._save(min(self.wrong + 1, _COUNTED), self._secret)
        if not _same(secret(self._secret[:_SALT], digits), self._secret):
            return False
        self._save(0, self._secret)
        return True

    def _save(self, wrong: int, secret: bytes) -> None:
        self._store.write("pin", seal(bytes((wrong,)) + secret))
        self.wrong, self._secret = wrong, secret


def secret(salt: bytes, digits: str) -> bytes:
    """Return salt and hash of a PIN, as they are stored."""
    block = 2 * sha256(salt + digits.encode()).digest()
    hashed = sha256(salt)
    for _ in range(_BLOCKS):
        hashed.update(block)
    return salt + hashed.digest()


def _same(a: bytes, b: bytes) -> bool:
    """Compare in constant time."""
    differ = len(a) ^ len(b)
    for left, right in zip(a, b):
        differ |= left ^ right
    return not differ
