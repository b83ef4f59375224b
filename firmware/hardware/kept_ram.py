"""The state in RAM that no start clears: its checksum says whether it is still there.

After a power cut such RAM holds anything.
"""

from binascii import crc32


def save_state(ram: bytearray, state: bytes) -> None:
    """Keep a state over a reset; at most six bytes less than there are."""
    kept = crc32(state).to_bytes(4, "little") + len(state).to_bytes(2, "little") + state
    ram[: len(kept)] = kept


def load_state(ram: bytearray) -> bytes:
    """Return the saved state, once: a state that hangs the tablet must not return."""
    state = bytes(ram[6 : 6 + (ram[4] | ram[5] << 8)])
    whole = crc32(state).to_bytes(4, "little") == ram[:4]
    ram[:4] = b"\xff\xff\xff\xff"
    return state if whole else b""
