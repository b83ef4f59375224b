"""The whole sync with the firmware on MicroPython: cuts, resets, power cuts and wrong clocks.

The same accidents at every byte, without MicroPython, are in test_sync_cuts.py.

TORTURE=1 pytest host_tests/tablet/test_sync_resets.py              each request, each tenth byte
CASE=power_cut:7 pytest host_tests/tablet/test_sync_resets.py       what has failed at request 7
"""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from firmware.session import START
from scorepad.club.records.store import Club
from scorepad.simulator.flash import Flash
from scorepad.simulator.process import Process
from scorepad.simulator.tablet import Tablet
from scorepad.tablet import sync as sync_module
from scorepad.tablet.sync import Summary, sync_port
from support.depth import FULL, TORTURE, sampled
from support.link.accidents import (
    assert_done,
    assert_safe,
    assert_whole,
    chosen,
    evening,
    flash_file,
    replay,
    tablet_in,
)
from support.link.local import plugged_in
from support.link.ptys import Wire
from support.tablet.tablets import NEW_GAME, logs

EPOCH = 946_684_800  # 2000-01-01 00:00 UTC in Unix time
REQUESTS = range(1, 17) if TORTURE else (2, 12) if FULL else (9,)  # of 16 that a sync has
CUTS = range(5, 1400, 10) if TORTURE else (333,) if FULL else (777,)  # bytes, of both ways
EVENING = evening()
NOW = EPOCH + 60 * 14_142_009  # 2026-11-20 19:09 UTC


def sync(tablet: Tablet | Wire, database: Path) -> Summary:
    with plugged_in(tablet) as port, Club(str(database)) as club:
        return sync_port(port, club, lambda done, total: None)


def fresh(there: Path, token: str) -> tuple[Path, Path]:
    """Files for the flash with the evening on it, and for a database."""
    return flash_file(EVENING, there / f"{token}.flash"), there / f"{token}.db"


@sampled
@pytest.mark.parametrize("what", ["reset", "power_cut"])
def test_the_tablet_starts_again_amidst_a_request(there, what):
    for token in chosen([f"{what}:{number}" for number in REQUESTS]):
        flash, database = fresh(there, token)
        with replay(token), Tablet(Flash(flash)) as tablet:
            requests = iter(range(1, 1000))

            def start_again(
                passing: bytes,
                tablet: Tablet = tablet,
                requests: Iterator[int] = requests,
                moment: int = int(token.partition(":")[2]),
            ) -> bytes:
                """Half of the request was heard before."""
                if next(requests) != moment:
                    return passing
                tablet.serial_write(passing[: len(passing) // 2])
                tablet.wait(1)
                getattr(tablet, what)()
                return passing[len(passing) // 2 :]

            summary = sync(Wire(tablet, to_tablet=start_again), database)
            assert_done(summary)
            assert (summary.new, summary.open) == (2, 1)
            assert_whole(tablet_in(flash), database)


@sampled
def test_a_cable_that_is_pulled_and_put_back(there):
    for cut in chosen(CUTS):
        flash, database = fresh(there, str(cut))
        with replay(cut), Tablet(Flash(flash)) as tablet:
            wire = Wire(tablet, cut_after=cut)
            summary = sync(wire, database)
            assert bool(summary.trouble) == wire.cut
            assert_safe(tablet_in(flash), database)
            assert_done(sync(tablet, database))
            assert_whole(tablet_in(flash), database)


@pytest.mark.parametrize("year", [1970, 2099])
def test_a_clock_that_is_wrong_is_set_and_changes_no_record(there, monkeypatch, year):
    flash, database = there / "flash", there / "club.db"
    last = 36525 * 1440 - 1 if year == 2099 else 0  # minute that is in the log
    wrong = [(year, 12, 31, 23, 59)]  # once: then only the PC sets it
    show = Process.clock
    monkeypatch.setattr(sync_module, "time", SimpleNamespace(time=lambda: NOW))
    monkeypatch.setattr(Process, "clock", lambda self, *_: wrong and show(self, *wrong.pop()))
    with Tablet(Flash(flash)) as tablet:
        tablet.press(*NEW_GAME)
        assert_done(sync(tablet, database))
        for _ in range(4):
            tablet.press("UP", "OK", "OK")
        tablet.wait(1000)
        tablet.press("OK")
        tablet.press(*NEW_GAME)
        assert_done(sync(tablet, database))
    began = [value for log in logs(flash) for kind, _, _, value in log if kind == START]
    assert began[0] == last
    assert began[1] - (NOW - EPOCH) // 60 in (0, 1)
    assert_whole(tablet_in(flash, Flash(flash).tablet), database)
