"""House rules on real littlefs: as they came, skipped where they rotted, whole or the old ones."""

import unittest

from cells import Flash

from firmware.draft import Setup
from firmware.link.incoming_rules import checked, incoming, pack
from firmware.scoring.rules import NAMES, rule_set
from firmware.session import BadEvent
from firmware.storage.house import CHOSEN, DEFAULT, SIZE, House, opened
from firmware.storage.record import checksum

CHICAGO, NZ_MATCH = NAMES.index("chicago"), NAMES.index("nz-match")
OFF = bytes((0, 1, DEFAULT, 1, 1))  # nondealer vulnerable, passed counts, honours off
TUESDAY = (CHICAGO, OFF, "Tuesday")
CUP = (NZ_MATCH, bytes([1] + [DEFAULT] * 6 + [11]), "Coupe d'été")  # of 12 deals


def records(rules):
    return b"".join([pack(number, chosen, name.encode()) for number, chosen, name in rules])


def put(rules):
    """What puts house rules on a store, as the link does."""

    def send(store):
        coming = incoming(store)
        for place, (number, chosen, name) in enumerate(rules):
            coming.add(place, number, chosen, name.encode())
        coming.finish(len(rules), checksum(records(rules), size=SIZE))

    return send


def shown(store):
    """What can be chosen: name, rule set, options, acceptance."""
    house, found = House(store.files), []
    for place in range(house.count()):
        setup = Setup()
        if house.choose(place, setup):
            found.append((setup.house, setup.rules, setup.options, setup.accept))
    return found


AS_TUESDAY = (
    "Tuesday",
    "chicago",
    {"vulnerable": "nondealer", "passed": "counts", "honours": "off"},
    False,
)
AS_CUP = ("Coupe d'été", "nz-match", {"deals": 12}, True)


class Houses(unittest.TestCase):
    def test_rules_come_out_as_they_went_in(self):
        store = Flash().store()
        put([TUESDAY, CUP])(store)
        self.assertEqual(shown(store), [AS_TUESDAY, AS_CUP])

    def test_rules_are_found_by_all_their_options(self):
        store = Flash().store()
        put([CUP, TUESDAY, TUESDAY[:2] + ("Friday",)])(store)
        house, setup = House(store.files), Setup()
        for name, place in (("Tuesday", 1), ("Friday", 2)):
            self.assertTrue(house.choose(place, setup))
            options = rule_set("chicago").all_options(setup.options)
            self.assertEqual(house.find(setup, options), (place, name))
        setup.house = None
        self.assertEqual(house.find(setup, options), (1, "Tuesday"))
        setup.accept = True
        self.assertEqual(house.find(setup, options), (-1, ""))
        setup.accept = False
        self.assertEqual(house.find(setup, dict(options, carry="on")), (-1, ""))
        setup.choose("chicago-server")
        self.assertEqual(house.find(setup, {}), (-1, ""))

    def test_no_byte_can_rot_unseen(self):
        store = Flash().store()
        put([CUP, TUESDAY, CUP])(store)
        whole = store.read("rules")
        for place in range(SIZE, 2 * SIZE):
            for bits in (1, 0xFF):
                rotten = bytearray(whole)
                rotten[place] ^= bits
                store.write("rules", bytes(rotten))
                self.assertEqual(shown(store), [AS_CUP, AS_CUP])

    def test_rules_of_other_firmware_are_passed_over(self):
        """Records that verify, and say what this one does not know."""
        store = Flash().store()
        for number, chosen in ((len(NAMES), b"\0"), (CHICAGO, b"\0\2"), (CHICAGO, b"\2")):
            store.write("rules", pack(number, chosen, b"Newer") + records([CUP]))
            self.assertEqual(shown(store), [AS_CUP])
        store.write("rules", pack(7, bytes([1] + [DEFAULT] * 15 + [0]), b"One more option"))
        self.assertEqual(shown(store), [])

    def test_what_this_firmware_cannot_score_is_refused(self):
        for number, chosen in (
            (len(NAMES), b"\0"), (255, b"\0"), (256, b"\0"), ((1 << 32) - 1, b"\0"),
            (CHICAGO, b""), (CHICAGO, b"\2"), (CHICAGO, b"\xff"), (CHICAGO, b"\0\2"),
            (CHICAGO, bytes(9)), (CHICAGO, bytes(CHOSEN + 1)), (0, b"\0\0\3"),
            (NZ_MATCH, bytes([0] + [DEFAULT] * 6 + [100])), (NAMES.index("duplicate"), b"\0\0"),
        ):  # fmt: skip
            with self.subTest(number=number, chosen=chosen), self.assertRaises(ValueError):
                checked(number, chosen, b"A")
        with self.assertRaises(BadEvent):
            opened(len(NAMES), b"\0")
