"""Records on flash and wire: what was saved comes back, and nothing else does.

Runs on CPython and MicroPython.
"""

import unittest
from binascii import crc32

from firmware.storage import record
from firmware.storage.record import BadRecord, checksum, pack

TABLET = b"\x24\x6f\x28\xaa\xbb\xcc"
KEY = record.session_key(TABLET, 7)
EVENT = (5, 0, 3, 0x1234567)
EXTREMES = ((0, 0, 0, 0), (255, 255, 65535, 0xFFFFFFFF), (5, 250, 1, (1 << 29) - 1))


class Records(unittest.TestCase):
    def test_its_bytes_never_change(self):
        """Tablets in use have them on flash, clubs in their databases."""
        body = b"\x09\x00\x05\x00\x03\x00\x67\x45\x23\x01"
        crc = b"\x74\x87\xd6\xe7"  # of tablet id, session and body, by a bitwise CRC-32
        self.assertEqual(record.pack(KEY, 9, EVENT), body + crc)

    def refused(self, key, sequence, raw):
        with self.assertRaises(BadRecord) as caught:
            record.unpack(key, sequence, raw)
        return str(caught.exception)

    def test_every_single_bit_matters(self):
        for event in EXTREMES:
            raw = record.pack(KEY, 9, event)
            for bit in range(8 * record.SIZE):
                with self.subTest(event=event, bit=bit):
                    changed = bytearray(raw)
                    changed[bit // 8] ^= 1 << bit % 8
                    self.refused(KEY, 9, bytes(changed))

    def test_other_tablets_and_sessions_are_refused(self):
        raw = record.pack(KEY, 9, EVENT)
        others = [(TABLET[:-1] + b"\xcd", 7), (TABLET[:-1], 7), (b"", 7)]
        others += [(TABLET, number) for number in (0, 6, 8, 7 << 8, 7 | 1 << 31)]
        for tablet, number in others:
            with self.subTest(tablet=tablet, number=number):
                message = self.refused(record.session_key(tablet, number), 9, raw)
                self.assertEqual(message, "record 9 does not verify (CRC)")

    def test_a_record_at_another_place_is_refused(self):
        raw = record.pack(KEY, 9, EVENT)
        for place in (0, 8, 10):
            message = f"record 9 stands where record {place} belongs"
            self.assertEqual(self.refused(KEY, place, raw), message)

    def test_a_part_of_a_record_is_refused(self):
        raw = record.pack(KEY, 9, EVENT)
        for size in [record.SIZE + 1] + list(range(record.SIZE)):
            message = f"record 9 has {size} bytes, a whole one has 14"
            self.assertEqual(self.refused(KEY, 9, (raw + raw)[:size]), message)

    def test_their_checksum_depends_on_what_they_say(self):
        """That of the bytes as they stand would not: each record ends with its own CRC."""
        logs = [pack(7, 0, (1, 2, 3, n)) + pack(7, 1, (4, 5, 6, 7)) for n in range(50)]
        self.assertEqual(len({crc32(log) for log in logs}), 1)
        self.assertEqual(len({checksum(log) for log in logs}), 50)
        for place in range(len(logs[0])):
            bent = bytearray(logs[0])
            bent[place] ^= 1
            self.assertNotEqual(checksum(bytes(bent)), checksum(logs[0]))
            self.assertNotEqual(checksum(logs[0][:place]), checksum(logs[0]))
