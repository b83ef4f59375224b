"""A long season on one tablet: an evening costs the same after many as after few."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tablets import ESP32_HEAP, with_board_words

import season
from season import Measured, Past

FEW, MANY = 24, 240
FLASH_OF_A_FOLDER = 2 * 4096  # bytes: its two blocks
FOUND = 8  # reads more or less, as the log of a folder happens to be


@pytest.fixture(scope="module")
def evenings() -> tuple[Measured, Measured]:
    """The same evening after few sessions and after many."""
    with with_board_words():
        few, many = season.season((FEW, MANY))
    assert (few.sessions, many.sessions) == (FEW, MANY)
    return few, many


Evenings = tuple[Measured, Measured]


def test_a_deal_reads_no_more_of_the_flash(evenings: Evenings) -> None:
    few, many = evenings
    assert few.usual("reads") > 0
    assert many.usual("reads") <= few.usual("reads") + FOUND
    assert many.usual("read") <= FLASH_OF_A_FOLDER


def test_a_deal_reads_no_more_at_the_end_of_a_session(evenings: Evenings) -> None:
    """Saving it does not read what was saved before."""
    for measured in evenings:
        first = sorted(cost.reads for cost in measured.deals[1:6])
        last = sorted(cost.reads for cost in measured.deals[9:14])
        assert last[2] <= first[2] + FOUND


def test_a_deal_wears_the_flash_no_more(evenings: Evenings) -> None:
    """With what starting and ending the sessions of the evening takes."""
    for measured in evenings:
        assert len(measured.deals) == season.DEALS
        assert 0 < measured.mean("programmed") <= 150  # 170 is the goal; nine a page take 157
        assert measured.mean("erased") <= 0.1


def test_the_heap_is_bounded(evenings: Evenings) -> None:
    few, many = evenings
    assert many.heap - few.heap < 8 * (MANY - FEW)  # a number of 4 bytes for each session
    assert many.left > 20 * 1024 and many.heap < ESP32_HEAP


def test_switching_on_reads_a_little_for_each_session(evenings: Evenings) -> None:
    """littlefs reads the log of every folder when it is mounted, and the store no more than that:
    what is in the older folders it does not look at."""
    few, many = evenings
    assert many.boot.reads - few.boot.reads < 16 * (MANY - FEW)
    assert many.boot.read - few.boot.read < 3072 * (MANY - FEW)


def test_a_game_begins_without_counting_the_room_again(evenings: Evenings) -> None:
    """The first one after switching on counts it; littlefs may look for a free block once."""
    for measured in evenings:
        assert min(cost.reads for cost in measured.starts[2::2]) < 100


def test_the_pc_lists_what_is_new_without_reading_the_rest(evenings: Evenings) -> None:
    few, many = evenings
    assert many.fetch.reads < 4 * max(few.fetch.reads, 1000)
    assert many.fetch.read < 700_000


@pytest.fixture
def pasts(tmp_path: Path) -> Iterator[Past]:
    yield Past(tmp_path / "t.flash")


def test_the_season_has_five_thousand_deals(pasts: Past) -> None:
    """As the figures in the documentation say: 400 sessions, most of them fetched."""
    pasts.grow(40)
    assert 11 < pasts.dealt / pasts.sessions < 14
    assert 400 * sum(season.LENGTHS) / len(season.LENGTHS) >= 4900
