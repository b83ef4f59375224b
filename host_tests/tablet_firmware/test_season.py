"""A long season on one tablet: an evening costs the same after many sessions as after few."""

import itertools
import statistics
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware.storage import store
from firmware.storage.outline import mark, summed
from support.tablet import season
from support.tablet.season import Evening, Measured, Past, Season
from support.tablet.tablets import ESP32_HEAP, with_board_words

pytestmark = pytest.mark.full

FEW, MANY = 90, 200
FLASH_OF_A_FOLDER = 2 * 4096  # bytes: its two blocks
FOUND = 12  # reads more or less, as the log of a folder happens to be
FLAT = 1.3  # as much at the end as at the beginning: logs are not always equally long
FULL = 24  # evenings until there are more sessions than stay
OLD = 20  # sessions that the PC does not take
PART = 13  # evenings that are taken together


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Season:
    """The season as it is played, with measured evenings after FEW and MANY sessions."""
    return Season(tmp_path_factory.mktemp("season"))


@pytest.fixture(scope="module")
def evenings(whole: Season) -> tuple[Measured, Measured]:
    """The same evening after few sessions and after many."""
    with with_board_words():
        return whole.measure(FEW), whole.measure(MANY)


@pytest.fixture
def unfetched(tmp_path: Path) -> Season:
    """A tablet that nobody ever plugs in."""
    return Season(tmp_path, fetches=False)


Evenings = tuple[Measured, Measured]


def test_the_club_has_every_session_and_the_tablet_the_newest(whole, evenings):
    left = whole.on_flash()
    assert store.KEPT - 6 <= len(left) <= store.KEPT  # a folder that was not read counts as full
    assert list(left.items()) == list(whole.logs.items())[-len(left) :]
    assert whole.logs.keys() - whole.in_the_club().keys() <= left.keys()
    whole.fetch()
    assert whole.in_the_club() == whole.logs
    assert len(whole.logs) == MANY
    assert whole.dealt >= 2400


def _reads(evenings: list[Past], of: Callable[[Past], season.Cost]) -> float:
    return statistics.mean(of(evening).reads for evening in evenings)


def test_boot_and_first_game_read_as_much_at_the_end(whole: Season, evenings: Evenings) -> None:
    """From when on sessions are erased; without that it is three times as much by then."""
    early, late = whole.past[FULL : FULL + PART], whole.past[-PART:]
    assert len(whole.past) >= FULL + 3 * PART
    assert 0 < _reads(late, lambda e: e.boot) <= FLAT * _reads(early, lambda e: e.boot)
    assert 0 < _reads(late, lambda e: e.start) <= FLAT * _reads(early, lambda e: e.start)


def test_an_evening_costs_the_same_after_many_sessions(evenings: Evenings) -> None:
    """In reads of 128 bytes, some 50 to 100 us each, and in heap."""
    few, many = evenings
    for measured in evenings:
        assert measured.kept <= store.KEPT
        assert 0 < measured.boot.reads <= 2000
        assert measured.most_reads() <= 12_000
        assert 0 < measured.fetch.reads < 4000
        # saving a deal does not read what was saved before
        first = sorted(cost.reads for cost in measured.deals[1:6])
        last = sorted(cost.reads for cost in measured.deals[9:14])
        assert last[2] <= first[2] + FOUND
    assert few.usual("reads") > 0 and many.usual("reads") <= few.usual("reads") + FOUND
    assert many.usual("read") <= 1.1 * FLASH_OF_A_FOLDER
    assert abs(many.heap - few.heap) < 512
    assert many.left > 20 * 1024 and many.heap < ESP32_HEAP


def test_a_deal_wears_the_flash_no_more_and_no_block_most(whole, evenings):
    """With what switching on, starting, ending, fetching and erasing the sessions takes."""
    late = whole.past[-len(whole.past) // 2 :]
    deals = sum(evening.deals for evening in late)
    assert 0 < sum(evening.whole.programmed for evening in late) <= 170 * deals
    assert 0 < sum(evening.whole.erased for evening in late) <= 0.1 * deals
    for measured in evenings:
        assert len(measured.deals) == season.DEALS
        assert 0 < measured.mean("erased") <= 0.1
    erased = whole.chip.erased
    assert max(erased) <= 4
    assert sum(1 for times in erased if times) >= 60


def test_old_sessions_that_stay_do_not_keep_younger_ones(unfetched: Season) -> None:
    """The PC took none of the oldest: they never go, and are no reason that others stay."""
    unfetched.play(OLD)
    stay = dict(unfetched.logs)
    for number in range(OLD + 1, OLD + store.KEPT + 1):
        unfetched.play(number)
        on_tablet = Evening(unfetched.chip).store
        mark(on_tablet, number, summed(on_tablet, number)[1])
    assert len(unfetched.on_flash()) <= store.KEPT + 1
    assert stay.items() <= unfetched.on_flash().items()


def on_flash(scores: store.Store) -> Iterator[int]:
    """The sessions that a store has, a folder at a time, as the PC asks for them."""
    last = 0
    while few := scores.after(last, 400):
        yield from few
        last = few[-1]


def test_when_all_is_fetched_at_last_each_game_erases_two(unfetched: Season) -> None:
    unfetched.play(store.KEPT + 21)
    unfetched.fetch()
    evening = Evening(unfetched.chip)
    counts = []
    for _ in range(24):
        evening.game.start()
        evening.play(1)
        counts.append(len(list(on_flash(evening.store))))
    assert counts[0] == store.KEPT + 21 + 1 - 2
    assert all(0 <= before - now <= 1 for before, now in itertools.pairwise(counts))
    assert counts[-1] == store.KEPT
    assert counts[0] > counts[len(counts) // 2]


def test_a_flash_that_takes_no_erasing_still_takes_a_game(unfetched, monkeypatch):
    unfetched.play(store.KEPT + 3)
    unfetched.fetch()
    evening = Evening(unfetched.chip)

    def refuse(_old: str, _new: str) -> None:
        raise OSError(5)

    monkeypatch.setattr(evening.store, "rename", refuse)
    before = len(unfetched.on_flash())
    evening.game.start()
    assert len(unfetched.on_flash()) == before + 1


def test_a_tablet_that_nobody_fetches_still_begins_the_last_game(unfetched: Season) -> None:
    with with_board_words():
        measured = unfetched.measure(season.MOST)
    assert measured.kept == season.MOST  # what was never fetched is never erased
    assert measured.most_reads() < 60_000
