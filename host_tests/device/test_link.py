"""The link on the tablet: its codec, and what it answers to good and bad requests."""

import sys
import unittest
from binascii import a2b_base64, crc32

from dev.ram_files import RamFiles
from firmware import session
from firmware.link.codec import MAX_LINE, BadLine, LineReader, frame, unframe
from firmware.link.requests import Link
from firmware.scoring.deal import NORTH, SPADES, pack
from firmware.storage.outline import summed
from firmware.storage.pin import Pin, secret
from firmware.storage.record import SIZE, checksum
from firmware.storage.store import Store
from host_tests.device.deals import game

TABLET = b"\x02\xfe\xed\xfa\xca\xde"
REQUEST = "?12 read 7 0"


class Board:
    def __init__(self):
        self.received = b""
        self.sent = b""
        self.clock = None
        self.now = 0
        self.charge = None
        self.low = False
        self.panel = "SSD1306"
        self.plugged = True
        self.i2c = self

    def read(self):
        chunk, self.received = self.received[:64], self.received[64:]
        return chunk

    def write(self, line):
        self.sent += line

    def set_minutes(self, minutes):
        self.clock = minutes

    def minutes(self):
        return self.clock or 0

    def battery(self):
        return self.charge

    def writeto(self, address, message):
        if not self.plugged:
            raise OSError(19)

    def ticks_ms(self):
        return self.now

    def elapsed(self, now, since):
        return now - since


def refused(line):
    """Whether a line does not verify."""
    try:
        unframe(line)
    except BadLine:
        return True
    return False


class Codec(unittest.TestCase):
    def test_a_line_comes_out_as_it_went_in(self):
        for end in (b"", b"\n", b"\r\n"):
            self.assertEqual(unframe(frame(REQUEST)[:-1] + end), REQUEST)

    def test_every_changed_byte_is_noticed(self):
        line = frame(REQUEST)[:-1]
        for place in range(len(line)):
            for byte in range(256):
                changed = line[:place] + bytes([byte]) + line[place + 1 :]
                if changed != line:
                    self.assertTrue(refused(changed), repr(changed))

    def test_every_lost_doubled_or_swapped_byte_is_noticed(self):
        line = frame(REQUEST)[:-1]
        for place in range(len(line) - 1):
            here, there = line[place : place + 1], line[place + 1 : place + 2]
            rest = line[place + 2 :]
            for pair in (there, here + here + there, there + here):
                changed = line[:place] + pair + rest
                if changed != line:
                    self.assertTrue(refused(changed), repr(changed))

    def test_every_part_of_a_line_is_refused(self):
        line = frame(REQUEST)[:-1]
        for place in range(1, len(line)):
            self.assertTrue(refused(line[:place]), repr(line[:place]))
            self.assertTrue(refused(line[place:]), repr(line[place:]))

    def test_what_cannot_be_typed_is_refused_though_it_verifies(self):
        for body in (b"?1 \x03who", b"?1 \x1b[2J", b"?1 who\x7f", b"\xc3\xbc"):
            self.assertTrue(refused(body + b" *%08x" % crc32(body)), repr(body))

    def test_a_line_is_at_most_200_bytes(self):
        self.assertEqual(len(frame("x" * 189)), MAX_LINE)
        self.assertFalse(refused(frame("x" * 189)))
        self.assertTrue(refused(frame("x" * 190)))

    def test_a_line_may_come_in_any_pieces(self):
        stream = frame("?1 who") + b"\r\n" + frame("?2 list 0")
        for first in range(len(stream)):
            for second in range(first, len(stream), 7):
                reader = LineReader()
                lines = reader.feed(stream[:first]) + reader.feed(stream[first:second])
                lines += reader.feed(stream[second:])
                self.assertEqual([unframe(line) for line in lines], ["?1 who", "?2 list 0"])

    def test_what_has_no_end_is_dropped_as_it_comes(self):
        reader = LineReader()
        for _ in range(1 << 9):
            self.assertEqual(reader.feed(b"noise " * 10 + b"...."), [])
        self.assertTrue(len(reader.pending) <= MAX_LINE + 1)
        self.assertEqual(reader.feed(b"\n" + frame("?1 who")), [frame("?1 who")[:-1]])

    def test_the_end_of_a_line_that_is_too_long_is_no_line(self):
        reader = LineReader()
        lines = reader.feed(b"x" * 500) + reader.feed(frame("?1 who"))
        self.assertEqual(lines, [])


class Requests(unittest.TestCase):
    """A tablet with three sessions: 1 complete, 2 complete, 3 open."""

    def setUp(self):
        self.flash = RamFiles()
        self.board = Board()
        self.store = Store(lambda: self.flash, TABLET)
        for complete in (True, True, False):
            self.store.create(game(1 + complete, complete))
        self.link = Link(self.board, self.store)
        self.number = 0

    def say(self, received):
        """What the tablet sends when it receives these bytes."""
        self.board.received, self.board.sent = received, b""
        while self.board.received:
            self.link.poll()
        return self.board.sent

    def ask(self, words):
        """The text of the answer, without its number. First the tablet says that it has heard."""
        self.number += 1
        heard, answer, end = self.say(frame(f"?{self.number} {words}")).split(b"\n")
        self.assertEqual(unframe(heard), f"!{self.number} wait")
        self.assertTrue(len(answer) <= MAX_LINE, words)
        self.assertEqual(end, b"")
        number, _, text = unframe(answer).partition(" ")
        self.assertEqual(number, f"!{self.number}")
        return text

    def assert_refused(self, words):
        """The answer is an error; which one, test_a_bad_request and docs/link.md say."""
        self.assertEqual(self.ask(words).split()[0], "error")

    def summary(self, number, state):
        records, crc = summed(self.store, number)
        return f"{number}:rubber:{records}:{state}:{crc:08x}"

    def test_list_says_what_there_is_after_a_number(self):
        sessions = [self.summary(1, "c"), self.summary(2, "c"), self.summary(3, "o")]
        for after in range(4):
            words = " ".join(sessions[after:])
            self.assertEqual(self.ask(f"list {after}"), f"ok {words}".rstrip())

    def test_read_gives_the_records_as_they_are_on_flash(self):
        self.store.append(3, 3, [(session.VOID, 0, 1, 0)] * 30)
        raw, answer = b"", self.ask("read 3 0")
        while answer != "ok -":
            raw += a2b_base64(answer[3:].encode())
            answer = self.ask(f"read 3 {len(raw) // SIZE}")
        self.assertEqual((len(raw) // SIZE, checksum(raw)), summed(self.store, 3))
        self.assertEqual(a2b_base64(self.ask("read 3 8")[3:].encode()), raw[8 * SIZE : 10 * SIZE])

    def test_done_marks_a_session_for_as_long_as_it_does_not_change(self):
        crc = summed(self.store, 1)[1]
        for _ in range(2):
            self.assertEqual(self.ask(f"done 1 {crc:08x}"), "ok")
            self.assertEqual(self.ask("list 0").split()[1], self.summary(1, "f"))
        deal = pack(4, SPADES, 0, NORTH, 11)
        self.store.append(1, 5, [(session.CORRECT, 0, 2, deal)])
        self.assertEqual(self.ask("list 0").split()[1], self.summary(1, "c"))
        self.assert_refused(f"done 1 {crc:08x}")

    def test_the_answer_to_the_clock_has_the_charge(self):
        charges = ((None, True, "ok"), (100, False, "ok 100"), (9, True, "ok 9 low"))
        for self.board.charge, self.board.low, answer in charges:
            self.assertEqual(self.ask("clock 13000000"), answer)
        self.assertEqual(self.board.clock, 13000000)

    def test_the_club_s_language_is_spoken_until_the_director_chooses_another(self):
        for said, chosen, spoken in ((2, 0, 2), (2, 1, 1), (0, 1, 0)):
            self.store.settings.use("language", chosen)
            self.store.settings.save()
            self.assertEqual(self.ask(f"language {said}"), "ok")
            self.assertEqual(Store(lambda: self.flash, TABLET).settings.language, spoken)

    def test_the_director_s_pin_is_the_club_s(self):
        Pin(self.store).take(secret(b"saltsalt", "1111"))
        self.assertFalse(Pin(self.store).check("2222"))
        self.assertEqual(self.ask("pin " + secret(b"saltsalt", "0417").hex()), "ok")
        self.assertEqual((Pin(self.store).wrong, Pin(self.store).check("0417")), (1, True))

    def about(self):
        """What a board says of itself, without what differs from one Python to another."""
        ok, *words = self.ask("about").split()
        self.assertEqual(ok, "ok")
        said = [
            word for word in words if word.split("=")[0] in ("clock", "battery", "low", "panel")
        ]
        version = ".".join([str(part) for part in sys.implementation.version[:3]])
        self.assertIn(f"{sys.implementation.name}={version}", words)
        return said

    def test_a_board_says_what_it_is(self):
        self.assertEqual(self.about(), ["clock=0", "panel=SSD1306"])
        self.board.panel = ""
        self.assertEqual(self.about(), ["clock=0", "panel=?"])
        self.board.plugged, self.board.charge, self.board.low = False, 7, True
        self.ask("clock 13000000")
        self.assertEqual(self.about(), ["clock=13000000", "battery=7", "low=1", "panel=-"])
        self.assert_refused("about 1")

    def test_a_roster_takes_the_old_one_s_place_when_it_is_whole(self):
        for _ in range(2):
            self.assertEqual(self.ask("player 0 17 416e6e61"), "ok")
            self.assertEqual(self.ask("player 1 4294967295 5a6fc3ab"), "ok")
            self.assertFalse("roster" in self.flash.content)
        players = b"\x11\0\0\0Anna" + bytes(16), b"\xff\xff\xff\xffZo\xc3\xab" + bytes(16)
        records = b"".join([p + crc32(p).to_bytes(4, "little") for p in players])
        crc = f"{checksum(records, size=28):08x}"
        self.assert_refused(f"roster 1 {crc}")
        for _ in range(3):
            self.assertEqual(self.ask(f"roster 2 {crc}"), "ok")
            self.assertEqual(self.flash.content["roster"], records)
        self.assert_refused("player 2 1 41")
        self.assertEqual(self.ask("player 0 1 41"), "ok")
        self.assert_refused(f"roster 1 {crc}")
        self.assertEqual(self.flash.content["roster"], records)

    def test_a_list_in_the_middle_of_another_begins_both_anew(self):
        self.assertEqual(self.ask("player 0 17 416e6e61"), "ok")
        self.assertEqual(self.ask("rule 0 4 00 41"), "ok")
        self.assert_refused("player 1 18 41")
        self.assert_refused("rule 1 4 00 41")

    def test_a_bad_request_is_an_error_and_changes_nothing(self):
        """More of them are in docs/link.md, Errors."""
        before = dict(self.flash.content)
        for words, answer in (
            ("", "unknown request"), ("who 1", "who takes 0 arguments"),
            ("list", "list takes 1 arguments"), ("read 1", "read takes 2 arguments"),
            ("read -1 0", "not a number: -1"), ("read 1 0x0", "not a number: 0x0"),
            ("read 4294967296 0", "not a number: 4294967296"),
            ("read 99999999999 0", "not a number: 99999999999"),
            ("done 9 00000000", "no session 9"), ("table 0", "table is 1 to 99"),
            ("language 3", "language is 0 to 2"), ("pin 00", "a PIN has 40 bytes, not 1"),
            ("player 0 1 " + "41" * 21, "player 1: a name has 1 to 20 bytes of UTF-8, not 21"),
            ("rule 0 4 02 41", "chicago has no option 255 with value 2"),
            ("rule 0 4 " + "00" * 18 + " 41", "what is chosen has 1 to 17 bytes, not 18"),
            ("rule 0 4 00 " + "41" * 21, "a name has 1 to 20 bytes of UTF-8, not 21"),
            ("rule 20 4 00 41", "rule 20 is too many; a tablet has room for 20"),
            ("rule 1 4 00 41", "rule 1 is out of turn; begin with rule 0"),
        ):  # fmt: skip
            with self.subTest(words=words):
                self.assertEqual(self.ask(words), "error " + answer)
                self.assertEqual(self.flash.content, before)
        self.assertIsNone(self.board.clock)
        self.assertFalse(self.link.changed)

    def test_noise_and_answers_of_others_are_not_answered(self):
        for noise in (b"\n\r\n \n", b"?1 who\n", frame("!1 ok"), frame("who"), b"\xff" * 99):
            self.assertEqual(self.say(noise), b"", repr(noise))

    def test_a_request_is_answered_whatever_stands_before_it(self):
        for noise in (b"\n", b"?4 wh\n", b"\x00\xff\n", b"x" * 1000 + b"\r\n"):
            answer = self.say(noise + frame("?5 total 3") + frame("?6 total 1"))
            first = frame("!5 wait") + frame("!5 ok NS=120 EW=0")
            self.assertEqual(answer, first + frame("!6 wait") + frame("!6 ok NS=940 EW=0"))

    def test_a_request_that_comes_again_is_answered_again_without_any_work(self):
        request = frame("?5 list 0")
        once = self.say(request)
        reads = self.flash.reads
        again = once[once.index(b"\n") + 1 :]
        self.assertEqual(self.say(request * 5), again * 5)
        self.assertEqual(self.flash.reads, reads)
        self.store.append(3, 3, [(session.VOID, 0, 1, 0)])
        self.assertEqual(self.say(request), again)
        self.assertNotEqual(self.say(frame("?6 list 0"))[-20:], again[-20:])

    def test_a_list_is_short_where_a_session_takes_long(self):
        read = self.flash.open

        def slowly(name, mode):
            self.board.now += 40
            return read(name, mode)

        self.flash.open = slowly
        self.assertEqual(self.ask("list 0"), f"ok {self.summary(1, 'c')}")

    def test_a_damaged_session_is_listed_and_can_be_read(self):
        page = self.flash.content["000/2.00"]
        self.flash.content["000/2.00"] = page[:20] + b"?" + page[21:]
        records, crc = summed(self.store, 2)
        self.assertEqual(self.ask("list 1").split()[1], f"2:?:{records}:d:{crc:08x}")
        self.assertEqual(
            a2b_base64(self.ask("read 2 0")[3:].encode()), self.flash.content["000/2.00"]
        )
        self.assertEqual(self.ask("total 2"), "error game 2: record 1 does not verify (CRC)")

    def test_a_flash_that_takes_nothing_more_is_an_error(self):
        before = dict(self.flash.content)
        self.flash.full = True
        crc = summed(self.store, 1)[1]
        self.assertEqual(self.ask(f"done 1 {crc:08x}")[:12], "error store:")
        self.assertEqual(self.ask("table 5")[:12], "error store:")
        self.assertEqual(self.store.settings.table, 1)
        self.flash.full = False
        self.assertEqual(self.ask("list 0").split()[1][-10:-8], "c:")
        self.assertEqual(self.flash.content, before)
