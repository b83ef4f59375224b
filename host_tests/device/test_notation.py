"""Deals as text and as integers, both ways; runs on CPython and MicroPython."""

import unittest

from firmware.scoring import deal
from firmware.scoring.deal import VUL_NONE, BadDeal, check
from firmware.scoring.notation import parse, to_text

BAD = (  # what is said of these texts
    ("a deal or `pass` belongs here", ("", "by")),
    ("no contract", ("b7",)),
    ("b1 to b250", ("b0 4S N =", "b251 4S N =")),
    ("a contract is a level and a strain", ("S4 N =", "passed")),
    ("the level is 1 to 7", ("8S N =",)),
    ("the strain is", ("4 N =", "4Z N =")),
    ("after the strain only", ("4Sxxx N =", "4NTO N =")),
    ("declarer and result are missing", ("4S",)),
    ("declarer or result is missing", ("4S N",)),
    ("declarer is N, E, S or W", ("4S Q =", "4S NS =", "4S N/E/S =")),
    ("the acceptor is another player", ("4S N/N =",)),
    ("a result is =, +1 or -1", ("4S N 14", "4S N +0", "4S N +x", "4S N +1000", "3O W/S 4")),
    ("2NT 7: write -1 for 7 tricks, -7 for 7 down", ("2NT N 7",)),
    ("write -6 for 2 tricks, -2 for 2 down, +2 for 2 over", ("2NT N 2",)),
    ("4S +4: only 3 overtricks", ("4S N +4",)),
    ("7S +1: no overtrick", ("7S N +1",)),
    ("4S -11: at most 10 down", ("4S N -11",)),
    ("after the deal only", ("4S N = 5", "pass N")),
    ("0 to 40 high-card points", ("4S N = hcp=41",)),
    ("hcp= is said twice", ("4S N = hcp=9 HCP=9",)),
    ("leave out vul=", ("b7 4S N = vul=NS",)),
    ("none, NS, EW, both", ("4S N = vul=all",)),
    ("a seat and 3 to 5 honours", ("4S N = hon=Q4", "4S N = hon=N6", "4S N = hon=N4-x")),
    ("the richer hand first", ("4S N = hon=N2", "4S N = hon=N1-2")),
    ("the 4 aces", ("4N N = hon=N5",)),
    ("at nullo there are no honours", ("4O N = hon=N4",)),
    ("a passed-out deal has no honours", ("pass hon=N4",)),
    ("a deal is plain letters", ("4S N \u0664", "4S\x1b[2J N =")),
    ("hon=N4-000000000...: a line is like", ("4S N = hon=N4-00000000001",)),
)

SAME = (  # what one deal can be written as, and how it is written back
    ("4Sx S +1", ("4sx s +1", "4SX S +1", "4s* S +1", "\t4♠x  S +1 # made", "4♤X s +01")),
    ("3N N =", ("3NT N =", "3nt n =", "3n N =", "3NT by North 9", "3nt n=")),
    ("2N N -2", ("2NT N-2", "2nt by north -2", "2NT N down 2", "2NT n minus 2", "2N N 2 down")),
    ("2N N +1", ("2NT N 9", "2NT N+1", "2nt north plus 1", "2NT N + 1")),
    (
        "2Hxx W -1",
        ("2H redoubled by west down 1", "2H XX W-1", "2h*x w -1", "2♥XX W -1", "2♡xX W -1\r\n"),
    ),
    ("5C E -11", ("5♣ E -11", "5♧ e -11")),
    ("5D E =", ("5♦ E =", "5♢ e =")),
    ("3O W/S =", ("3NULLO W/S =", "3nullo w/s =", "3o W/S =")),
    ("pass", ("PASS", " Pass ", "pass# nobody bid")),
    ("b7 4S N +1", ("B7 4S N +1", "b007 4S N +1")),
    ("4H N = vul=EW", ("4H N = vul=ew", "4h n = VUL=EW")),
    ("3N E -1 hcp=23", ("3N E -1 HCP=23", "3N E -1 hcp=023")),
    ("3N W +1 hon=E4", ("3N W +1 HON=e4", "3N W +1 hon=E4-0")),
    ("3H N/E +1 hon=E2-1", ("3h n/e +1 hon=e2-1",)),
    ("b3 pass", ("b3 PASS",)),
    ("4S N = vul=both hcp=0 hon=N5", ("4S N = hon=n5 hcp=0 vul=BOTH",)),
)


class Notation(unittest.TestCase):
    def test_what_is_wrong_is_refused(self):
        for why, texts in BAD:
            for text in texts:
                with self.subTest(text=text), self.assertRaises(BadDeal) as caught:
                    parse(text)
                self.assertIn(why, str(caught.exception))

    def test_one_deal_can_be_written_in_several_ways(self):
        for text, others in SAME:
            for other in others:
                with self.subTest(text=text, other=other):
                    self.assertEqual(parse(other), parse(text))
                    self.assertEqual(to_text(*parse(other)), text)

    def test_every_contract_and_result_reads_back(self):
        for level in range(1, 8):
            for strain in range(6):
                for stake in range(3):
                    for tricks in range(14):
                        seat = (level + tricks) % 4
                        packed = deal.pack(
                            level, strain, stake, seat, tricks, (level * tricks) % 4
                        )
                        self.assertEqual(parse(to_text(packed)), (packed, 0))

    def test_every_place_reads_back(self):
        for place in list(range(251)) + list(range(VUL_NONE, VUL_NONE + 4)):
            self.assertEqual(parse(to_text(deal.PASSED_OUT, place)), (deal.PASSED_OUT, place))


def random_bits(count):
    """Numbers of 29 bits, the same each time."""
    state = 12345
    for _ in range(count):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        yield (state ^ state >> 7) & 0x1FFFFFFF


def refuses(number):
    """Whether `check` refuses `number`."""
    try:
        check(number)
    except BadDeal:
        return True
    return False


class DealInteger(unittest.TestCase):
    def test_the_bits_of_each_field(self):
        self.assertEqual(parse("pass"), (0, 0))
        one = 13 | 7 << 4 | 3 << 7 | 2 << 10 | 3 << 12 | 1 << 14
        self.assertEqual(parse("7Sxx W/N =")[0], one)
        self.assertEqual(parse("7Sxx W/N = hon=S3-2")[0], one | (2 | 3 << 2 | 2 << 5) << 16)
        self.assertEqual(parse("7Sxx W/N = hcp=0")[0], one | 1 << 23)
        self.assertEqual(parse("pass hcp=40")[0], 41 << 23)

    def test_hostile_integers_are_refused(self):
        played = parse("4S N =")[0]
        honours = (1, 2 << 2, 6 << 2, 2 << 2 | 3 << 5, 3 << 2 | 3 << 5)
        for number in (
            [-1, 1 << 29, 1 << 70]
            + [played | 42 << 23, played | 63 << 23, 42 << 23]
            + [1, 1 << 12, 1 << 22]  # of a passed-out deal
            + [14 | 1 << 4, 1 << 4 | 6 << 7, 1 << 4 | 3 << 10]
            + [played | held << 16 for held in honours]
        ):
            with self.subTest(number=number):
                self.assertTrue(refuses(number))

    def test_what_is_accepted_can_be_written_and_read(self):
        accepted = 0
        for number in random_bits(6000):
            if not refuses(number):
                accepted += 1
                self.assertEqual(parse(to_text(number)), (number, 0))
        self.assertTrue(150 < accepted < 3000, accepted)

    def test_fields_out_of_range_cannot_be_packed(self):
        good = (4, deal.SPADES, deal.UNDOUBLED, deal.SOUTH, 10, 2)
        self.assertEqual(to_text(deal.pack(*good)), "4S S/N =")
        for field, most in enumerate((7, 5, 2, 3, 13, 3)):
            for wrong in (-1, most + 1, most + 2, 16, 1 << 30):
                with self.subTest(field=field, wrong=wrong):
                    fields = list(good)
                    fields[field] = wrong
                    self.assertRaises(BadDeal, deal.pack, *fields)
        with self.assertRaises(BadDeal):
            deal.pack(0, *good[1:])

    def test_points_take_the_place_of_those_before(self):
        twice = deal.with_hcp(deal.with_hcp(parse("4S N =")[0], 31), 8)
        self.assertEqual(deal.hcp(twice), 8)
