"""Every board there can be, against endplay; test_adjusted_reckoning.py compares scores."""

import binascii
import itertools
import struct
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import selftest
from firmware.scoring import board, kernel
from firmware.scoring.comparing import butler, datum
from firmware.scoring.deal import (
    HEARTS,
    PASSED_OUT,
    VUL_NONE,
    pack,
    pack_honours,
    with_hcp,
    with_honours,
)
from firmware.scoring.duplicate import Duplicate, board_dealer, board_vulnerable
from firmware.scoring.imps import imps
from firmware.scoring.sheet import unpacked
from scorepad.club.duplicate.contract_scores import computed, north_south
from support.endplay_scores import LEVELS, STAKES, STRAINS, TRICKS, Player, Vul, duplicate

RESULTS = list(itertools.product(LEVELS, STRAINS, STAKES, TRICKS))
SEATS = VULNERABILITIES = range(4)

PLAYERS = (Player.north, Player.east, Player.south, Player.west)
VULS = (Vul.none, Vul.ns, Vul.ew, Vul.both)


def test_every_board_scores_as_endplay_says():
    """Also by the table of the PC: computed when it is first wanted, then kept."""
    for (level, strain, doubling, tricks), seat in itertools.product(RESULTS, SEATS):
        deal, side = pack(level, strain, doubling, seat, tricks), seat % 2
        for vulnerable in VULNERABILITIES:
            own = bool(vulnerable >> side & 1)
            points = duplicate((level, strain, doubling), tricks, own)
            sheet = Duplicate()
            sheet.add(deal, VUL_NONE + vulnerable)
            totals = [-points, points] if side else [points, -points]
            assert sheet.totals == totals, (deal, vulnerable)
            assert north_south(deal, vulnerable) == totals[0]
            assert north_south(deal, vulnerable) == totals[0]


def test_boards_are_those_of_endplay():
    for number in range(1, 251):
        assert VULS[board_vulnerable(number)] == Vul.from_board(number)
        assert PLAYERS[board_dealer(number)] == Player.from_board(number)


def test_honours_and_high_card_points_change_nothing_in_the_table():
    assert [north_south(PASSED_OUT, sides) for sides in VULNERABILITIES] == [0] * 4
    for deal in (PASSED_OUT, pack(4, HEARTS, 1, 3, 8)):
        assert north_south(with_hcp(deal, 40), 3) == computed(deal, 3)
    claimed = with_honours(deal, pack_honours(2, 5))
    assert north_south(claimed, 2) == north_south(deal, 2) == 500


def test_the_postings_are_the_score():
    order = ["tricks", "overtricks", "insult", "slam", "game", "part-score", "undertricks"]
    for (level, strain, doubling, tricks), vulnerable in itertools.product(RESULTS, (False, True)):
        packed: list[int] = []
        deal = pack(level, strain, doubling, 0, tricks)
        board.post_points(packed, 0, deal, vulnerable)
        postings = list(unpacked(packed))
        points = duplicate((level, strain, doubling), tricks, vulnerable)
        assert sum(amount for _, _, amount, _ in postings) == points
        assert board.points(deal, vulnerable) == points
        reasons = [reason for _, _, _, reason in postings]
        assert reasons == [reason for reason in order if reason in reasons]


def test_the_self_test_of_a_tablet_knows_the_table_of_endplay(monkeypatch):
    crc = 0
    for place, level in enumerate(LEVELS):
        for strain, tricks, vulnerable, stake in itertools.product(
            STRAINS, TRICKS, (False, True), STAKES
        ):
            points = duplicate((level, strain, stake), tricks, vulnerable)
            crc = binascii.crc32(struct.pack("<h", points), crc)
        assert crc == selftest._TABLE[place]
        assert selftest.run(place, None, None) == ""
    monkeypatch.setattr(kernel, "GAME", 90)
    with pytest.raises(selftest.Failed):
        selftest.run(2, None, None)  # of three, as three spades are 90


SCORES = st.lists(st.integers(-760, 316).map(lambda tens: 10 * tens), min_size=1, max_size=12)


@given(SCORES, st.booleans())
def test_the_datum_is_the_mean_rounded(scores, trim):
    counted = sorted(scores)[1:-1] if trim and len(scores) > 2 else scores
    mean = Fraction(sum(counted), len(counted))
    found = datum(scores, trim)
    assert found % 10 == 0 and abs(found - mean) <= 5
    assert abs(found - mean) < 5 or abs(found) > abs(mean)
    assert butler(scores, trim) == [imps(score - found) for score in scores]
