"""Settings, PIN, erasing, roster and house rules on real littlefs.

The power is cut at each flash operation, and bytes rot.
"""

import unittest
from binascii import crc32

from cells import Flash, every_cut

from firmware import session
from firmware.draft import Setup
from firmware.link import incoming_roster, incoming_rules
from firmware.link.incoming import BadIncoming
from firmware.scoring.rules import NAMES, rule_set
from firmware.storage import house, roster
from firmware.storage import pin as pin_file
from firmware.storage.house import CHOSEN, DEFAULT, House, rules_session
from firmware.storage.outline import is_fetched, mark, summed
from firmware.storage.pin import Pin
from firmware.storage.record import checksum
from firmware.storage.roster import Roster
from firmware.storage.space import erase
from firmware.storage.stored_sessions import StoredSessions
from host_tests.device.deals import game

SETTINGS = ("table", "contrast", "language", "sleep_minutes")
FIRST = {"table": 7, "contrast": 99, "language": 1, "sleep_minutes": 9}
THEN = {"table": 8, "contrast": 15, "language": 2, "sleep_minutes": 60}


def keep(values):
    """What saves these settings on a store."""

    def save(store):
        for name in SETTINGS:
            store.settings.use(name, values[name])
        store.settings.save()

    return save


def kept(store):
    return {name: getattr(store.settings, name) for name in SETTINGS}


def fetched(store, deals=2):
    number = store.create(game(deals, True))
    mark(store, number, summed(store, number)[1])
    return number


class Settings(unittest.TestCase):
    def test_a_file_of_version_1_is_read(self):
        flash = Flash()
        body = bytes((1, 42)) + (77).to_bytes(4, "little")
        flash.store().write("settings", body + crc32(body).to_bytes(4, "little"))
        store = flash.store()
        self.assertEqual([getattr(store.settings, name) for name in SETTINGS], [42, 255, 0, 10])
        self.assertEqual(store.create(game(1, False)), 77)

    def test_a_file_that_has_rotted_gives_no_number_again(self):
        flash = Flash()
        store = flash.store()
        for _ in range(3):
            store.create(game(1, True))
        store.settings.save()
        for number in (1, 2, 3):
            erase(store, number)
        store = flash.store()
        store.write("settings", b"rotten")
        store.settings.load()
        self.assertEqual(store.create(game(1, False)), 4)

    def test_a_file_that_does_not_verify_is_none(self):
        flash = Flash()
        keep(FIRST)(flash.store())
        saved = flash.store().read("settings")
        for place in range(len(saved)):
            for bad in (saved[:place], saved[:place] + b"\x55" + saved[place + 1 :]):
                flash.store().write("settings", bad)
                self.assertEqual(flash.store().settings.table, 1, (place, bad))

    def test_what_could_not_be_saved_is_not_used(self):
        flash = Flash()
        store = flash.store()
        keep(FIRST)(store)
        flash.broken = True
        with self.assertRaises(OSError):
            keep(THEN)(store)
        flash.broken = False
        self.assertEqual(kept(store), FIRST)
        self.assertFalse(store.settings.tried)

    def test_each_change_is_counted(self):
        store = Flash().store()
        before = store.settings.changed
        store.settings.use("contrast", 100)
        self.assertEqual((store.settings.changed, store.settings.tried), (before + 1, True))
        store.settings.load()
        self.assertEqual((store.settings.changed, store.settings.tried), (before + 2, False))
        self.assertEqual(store.settings.contrast, 255)


class Pins(unittest.TestCase):
    def test_the_right_one_is_right_and_no_other(self):
        flash = Flash()
        self.assertFalse(Pin(flash.store()).known)
        Pin(flash.store()).choose("0417")
        self.assertTrue(Pin(flash.store()).known)
        for digits in ("0000", "0418", "7140", "417", "04170"):
            self.assertFalse(Pin(flash.store()).check(digits), digits)
        self.assertTrue(Pin(flash.store()).check("0417"))

    def test_it_is_nowhere_on_the_flash_and_never_the_same_twice(self):
        flash, files = Flash(), []
        for _ in range(2):
            Pin(flash.store()).choose("0417")
            files.append(flash.store().read("pin"))
            self.assertFalse(b"0417" in bytes(flash.cells))
        self.assertNotEqual(files[0][1:9], files[1][1:9])
        self.assertNotEqual(files[0][9:41], files[1][9:41])

    def test_the_wait_grows_to_an_hour(self):
        pin = Pin(Flash().store())
        pin.choose("1111")
        waits = []
        for _ in range(12):
            self.assertFalse(pin.check("2222"))
            waits.append(pin.wait())
        self.assertEqual(waits, [0, 0, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
        self.assertTrue(pin.check("1111"))
        self.assertEqual((pin.wait(), pin.tries_left()), (0, 3))

    def test_many_tries_do_not_begin_anew(self):
        store = Flash().store()
        pin = Pin(store)
        pin.choose("1111")
        pin._save(255, pin._secret)  # as many as a byte can say
        self.assertFalse(pin.check("2222"))
        self.assertEqual(Pin(store).wait(), 3600)

    def test_a_try_is_counted_before_anybody_can_know_its_answer(self):
        store, counted = Flash().store(), []
        Pin(store).choose("1111")
        hashed = pin_file.secret

        def look_at_the_flash(salt, digits):
            counted.append(Pin(store).wrong)
            return hashed(salt, digits)

        pin_file.secret = look_at_the_flash
        try:
            answers = [Pin(store).check(digits) for digits in ("9999", "1111", "9999")]
        finally:
            pin_file.secret = hashed
        self.assertEqual((answers, counted), ([False, True, False], [1, 2, 1]))

    def test_a_cut_counts_a_try_or_gives_no_answer(self):
        for digits, left in (("9999", (0, 1)), ("1111", (0, 1, 0))):
            told, ends = [], []

            def guess(store, digits=digits, told=told):
                told.append(Pin(store).check(digits))

            for flash, whole in every_cut(lambda store: Pin(store).choose("1111"), guess):
                pin = Pin(flash.store())
                self.assertIn(pin.wrong, left)
                ends.append((pin.wrong, whole))
                self.assertTrue(pin.check("1111"))
            self.assertEqual(ends[-1], (left[-1], True))
            self.assertIn((0, False), ends)
            self.assertEqual(told, [digits == "1111"])


class Logs(unittest.TestCase):
    def test_a_cut_leaves_a_whole_game_or_none_where_a_folder_begins(self):
        def prepare(store):
            for _ in range(5):
                store.create(game(1, True))

        seen = []
        for flash, whole in every_cut(prepare, lambda store: store.create(game(1, False))):
            store = flash.store()
            begun = store.newest() == 6
            self.assertEqual(list(store.numbers()), [1, 2, 3, 4, 5] + [6] * begun)
            self.assertEqual(folders(store), ["000"] + ["001"] * begun)
            self.assertEqual(store.create(game(1, False)), 6 + begun)
            records = summed(store, 6)[0]
            self.assertIn(records, (0, 3) if begun else (3,))  # 0: the game removes it
            seen.append((begun, records, whole))
        self.assertIn((False, 3, False), seen)
        self.assertEqual(seen[-1], (True, 3, True))

    def test_a_cut_leaves_a_session_whole_or_away(self):
        def prepare(store):
            fetched(store, 12)
            store.create(game(3, False))

        before = Flash()
        prepare(before.store())
        whole_sum = summed(before.store(), 1)
        seen = []
        for flash, whole in every_cut(prepare, lambda s: StoredSessions(s, 2).erase_next()):
            store = flash.store()
            numbers = list(store.numbers())
            self.assertIn(numbers, ([1, 2], [2]))
            if numbers == [1, 2]:
                self.assertEqual(summed(store, 1), whole_sum)
                self.assertTrue(is_fetched(store, 1, whole_sum[1]))
            else:
                files = [entry[0] for entry in store.files().ilistdir("000")]
                self.assertEqual([name for name in files if name[0] == "1"], [])
            self.assertEqual(summed(store, 2)[0], 5)
            seen.append((numbers == [2], whole))
        self.assertIn((False, False), seen)
        self.assertIn((True, False), seen)

    def test_only_what_the_pc_has_as_it_stands_goes(self):
        store = Flash().store()
        for number in (1, 2, 3, 4):
            self.assertEqual(fetched(store), number)
        store.create(game(2, True))  # 5: complete, not fetched
        store.create(game(1, False))  # 6: open
        mark(store, 6, summed(store, 6)[1])
        store.append(2, summed(store, 2)[0], [(session.VOID, 0, 1, 0)])  # changed since
        page = bytearray(store.read("000/3.00"))
        page[20] ^= 1
        store.write("000/3.00", bytes(page))
        shelf = StoredSessions(store, 4)  # 4 is on the home screen
        self.assertTrue(shelf.erase_next())
        self.assertFalse(shelf.erase_next())
        self.assertEqual(list(store.numbers()), [2, 3, 4, 5, 6])
        states = [shelf.outline(number)[2] for number in store.numbers()]
        self.assertEqual(states, ["c", "d", "f", "c", "o"])
        self.assertIn("record 1", shelf.damage(3))
        self.assertEqual(shelf.damage(2), "")

    def test_what_is_not_the_store_s_stays(self):
        flash = Flash()
        store = flash.store()
        strangers = ["3.py", "3.OK", "03.01", "-1.00", "notes.00", "6.01", "3.1", "3.ok~"]
        store.files().mkdir("001")
        for name in strangers + ["3.ok"]:
            store.write("001/" + name, b"x")
        for left_by_a_cut in ("roster.new", "rules.new", "event.new", "test"):
            store.write(left_by_a_cut, b"x")
        store.write("event", b"x")
        store.write("0009.00", b"x")
        store.files().mkdir("1")
        store = flash.store()
        self.assertEqual(list(store.numbers()), [])
        self.assertEqual(sorted(e[0] for e in store.files().ilistdir("001")), sorted(strangers))
        root = [entry[0] for entry in store.files().ilistdir("/")]
        self.assertEqual(sorted(root), ["0009.00", "001", "1", "event"])

    def test_a_folder_goes_with_its_last_session(self):
        flash = Flash()
        store = flash.store()
        for _ in range(7):
            fetched(store)
        erase(store, 6)
        self.assertEqual(folders(store), ["000", "001"])
        erase(store, 7)
        self.assertEqual(folders(store), ["000"])
        store.files().mkdir("001")  # as a power cut leaves it
        store = flash.store()
        self.assertEqual(list(store.numbers()), [1, 2, 3, 4, 5])
        self.assertEqual(folders(store), ["000"])

    def test_sessions_are_found_from_either_end(self):
        flash = Flash()
        for _ in range(14):
            fetched(flash.store(), 1)
        for gone in (3, 6, 7, 8, 9, 10, 11):
            erase(flash.store(), gone)
        left = [1, 2, 4, 5, 12, 13, 14]
        for number in range(16):
            store = flash.store()
            self.assertEqual(store.before(number), max([0] + [n for n in left if n < number]))
            later = [n for n in left if n > number]
            found = flash.store().after(number, 3)
            self.assertEqual(found, later[: len(found)])
            self.assertEqual(bool(found), bool(later))
            self.assertTrue(len(found) <= 3)
        self.assertEqual(flash.store().newest(), 14)
        self.assertEqual(list(flash.store().numbers()), left)

    def test_a_session_without_its_first_page_is_damaged_and_stays(self):
        flash = Flash()
        store = flash.store()
        store.files().mkdir("001")
        store.write("001/3.01", b"x")
        store = flash.store()
        self.assertEqual(list(store.numbers()), [9])
        self.assertEqual(StoredSessions(store, 0).outline(9)[2], "d")
        self.assertEqual(store.read("001/3.01"), b"x")


def folders(store):
    return [entry[0] for entry in store.files().ilistdir("/") if entry[1] == 0x4000]


ROSTER = incoming_roster, roster.SIZE
RULES = incoming_rules, house.SIZE


def encoded(entries):
    """A list for the link: the last of each entry is its name."""
    return [entry[:-1] + (entry[-1].encode(),) for entry in entries]


def records(kind, entries):
    return b"".join([kind[0].pack(*entry) for entry in encoded(entries)])


def begin(store, kind, entries):
    """A list that is coming in, as the link takes it."""
    coming = kind[0].incoming(store)
    for place, entry in enumerate(encoded(entries)):
        coming.add(place, *entry)
    return coming


def put(kind, entries):
    """What puts a list on a store."""
    crc = checksum(records(kind, entries), size=kind[1])
    return lambda store: begin(store, kind, entries).finish(len(entries), crc)


def players(store):
    found = Roster(store.files)
    return [found.at(place) for place in range(found.count())]


def opening_pins(store):
    return [pin for pin in ("1111", "2222") if Pin(store).check(pin)]


def players_alone(store):
    """None if there are other files."""
    alone = [entry[0] for entry in store.files().ilistdir("/")] == ["roster"]
    return players(store) if alone else None


def rules(store):
    """What can be chosen: name, rule set, options, acceptance."""
    house, found = House(store.files), []
    for place in range(house.count()):
        setup = Setup()
        if house.choose(place, setup):
            found.append((setup.house, setup.rules, setup.options, setup.accept))
    return found


OLD = [(n, f"Old {n}") for n in range(1, 4)]
NEW = [(n, f"Zoë {n}") for n in range(1, 100)]

CHICAGO, NZ_MATCH = NAMES.index("chicago"), NAMES.index("nz-match")
OFF = bytes((0, 1, DEFAULT, 1, 1))  # nondealer vulnerable, passed counts, honours off
TUESDAY = (CHICAGO, OFF, "Tuesday")
CUP = (NZ_MATCH, bytes([1] + [DEFAULT] * 6 + [11]), "Coupe d'été")  # of 12 deals
AS_CUP = ("Coupe d'été", "nz-match", {"deals": 12}, True)


class Replacing(unittest.TestCase):
    def test_a_cut_leaves_what_was_or_what_comes(self):
        """Settings, the PIN, a roster, of which nothing else is left."""
        one, two = [lambda store, pin=pin: Pin(store).choose(pin) for pin in ("1111", "2222")]
        for before, then, look, old, new in (
            (keep(FIRST), keep(THEN), kept, FIRST, THEN),
            (one, two, opening_pins, ["1111"], ["2222"]),
            (put(ROSTER, OLD), put(ROSTER, NEW), players_alone, OLD, NEW),
        ):
            seen = []
            for flash, whole in every_cut(before, then):
                found = look(flash.store())
                self.assertIn(found, (old, new))
                seen.append((found == new, whole))
            self.assertIn((False, False), seen)
            self.assertEqual(seen[-1], (True, True))


class Rosters(unittest.TestCase):
    def test_players_come_out_as_they_went_in(self):
        names = ["A", "Zoë Müller-Lüdens", "Ω" * 10, "山田太郎", "O'Hara <b>", "\U0001f600"]
        ids = [(1 << 32) - 1 - place for place in range(len(names))]
        store = Flash().store()
        put(ROSTER, list(zip(ids, names)))(store)
        self.assertEqual(players(store), list(zip(ids, names)))
        self.assertEqual(Roster(store.files).name(ids[3]), "山田太郎")
        self.assertEqual(Roster(store.files).name(5), "#5")
        self.assertEqual(Roster(store.files).at(99), (0, ""))

    def test_no_byte_of_an_entry_can_rot_unseen(self):
        for name, kind, entries, look, left in (
            ("roster", ROSTER, OLD, players, [OLD[0], (0, ""), OLD[2]]),
            ("rules", RULES, [CUP, TUESDAY, CUP], rules, [AS_CUP, AS_CUP]),
        ):
            store, size = Flash().store(), kind[1]
            put(kind, entries)(store)
            whole = store.read(name)
            for place in range(size, 2 * size):
                for bits in (1, 0xFF):
                    rotten = bytearray(whole)
                    rotten[place] ^= bits
                    store.write(name, bytes(rotten))
                    self.assertEqual(look(store), left)
                    self.assertEqual(Roster(store.files).name(2), "#2")

    def test_a_roster_that_is_not_whole_changes_nothing(self):
        store = Flash().store()
        put(ROSTER, OLD)(store)
        crc = checksum(records(ROSTER, NEW), size=roster.SIZE)
        for count, announced in ((len(NEW) - 1, crc), (len(NEW), crc ^ 1), (0, 1), (4, 0)):
            coming = begin(store, ROSTER, NEW)
            with self.assertRaises(BadIncoming):
                coming.finish(count, announced)
            self.assertEqual(players(store), OLD)

    def test_the_last_sent_begins_anew_with_player_0(self):
        store = Flash().store()
        coming = begin(store, ROSTER, NEW[:70])
        for place in (28, 71, 1 << 31):
            with self.assertRaises(BadIncoming):
                coming.add(place, 1, b"out of turn")
        for place, (number, name) in enumerate(OLD):
            coming.add(place, number, name.encode())
        coming.finish(len(OLD), checksum(records(ROSTER, OLD), size=roster.SIZE))
        self.assertEqual(players(store), OLD)


class Houses(unittest.TestCase):
    def test_rules_are_found_by_all_their_options(self):
        store = Flash().store()
        put(RULES, [CUP, TUESDAY, TUESDAY[:2] + ("Friday",)])(store)
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

    def test_rules_of_other_firmware_are_passed_over(self):
        """Records that verify, and say what this one does not know."""
        store = Flash().store()
        for number, chosen in ((len(NAMES), b"\0"), (CHICAGO, b"\0\2"), (CHICAGO, b"\2")):
            store.write(
                "rules", incoming_rules.pack(number, chosen, b"Newer") + records(RULES, [CUP])
            )
            self.assertEqual(rules(store), [AS_CUP])
        store.write(
            "rules", incoming_rules.pack(7, bytes([1] + [DEFAULT] * 15 + [0]), b"One more option")
        )
        self.assertEqual(rules(store), [])

    def test_what_this_firmware_cannot_score_is_refused(self):
        for number, chosen in (
            (len(NAMES), b"\0"), (255, b"\0"), (256, b"\0"), ((1 << 32) - 1, b"\0"),
            (CHICAGO, b""), (CHICAGO, b"\2"), (CHICAGO, b"\xff"), (CHICAGO, b"\0\2"),
            (CHICAGO, bytes(9)), (CHICAGO, bytes(CHOSEN + 1)), (0, b"\0\0\3"),
            (NZ_MATCH, bytes([0] + [DEFAULT] * 6 + [100])), (NAMES.index("duplicate"), b"\0\0"),
        ):  # fmt: skip
            with self.subTest(number=number, chosen=chosen), self.assertRaises(ValueError):
                incoming_rules.checked(number, chosen, b"A")
        with self.assertRaises(session.BadEvent):
            rules_session(len(NAMES), b"\0")
