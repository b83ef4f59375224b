"""An evening by touch in a page that is linked to the club, and the same on a board beside it.

Every picture that the players look at is the same on both, and so is what the club gets.
"""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from firmware.storage import record
from scorepad.club.records.evenings import today
from scorepad.club.records.store import Club
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from support.club.planned import NAMES, PAIRS, entered, planned
from support.databases import enrol, select
from support.link.syncing import synced
from support.tablet.evening import Table
from support.tablet.tablets import logs
from support.waiting import wait_until
from support.web.served import Served
from support.web.tablet_page import BesidePage, Fingers, kept_id, linked

pytestmark = pytest.mark.full

EVENT_TABLE = 1
SETTLED_MS = 1000  # in which no key acts on a screen that the club has changed


def test_a_round_of_an_event(context: BrowserContext, served: Served, tmp_path: Path) -> None:
    with Club(served.database) as club:
        enrol(served.database, NAMES)
        entered(club, planned(club, when=today()), PAIRS)
    copied, board = tmp_path / "copy.db", tmp_path / "board"
    shutil.copy(served.database, copied)
    with Tablet(Flash(board)) as tablet:
        assert synced(tablet, copied, "--table", str(EVENT_TABLE)) == 0
        assert synced(tablet, copied) == 0
    page = linked(context, served, EVENT_TABLE)
    assert served.shows("/evening", "sessions are here")
    Fingers(page).wait(SETTLED_MS)
    with BesidePage(Flash(board), page) as tablet:
        table = Table(tablet)
        tablet.press("OK")
        assert table.sees("seats")[:3] == ["N-S 1", *PAIRS[1]]
        tablet.press("OK")
        table.plays(1, "4S N =")
        table.plays(2, "3N S +1")
        table.sees("moves")
    (log,), of = logs(board), kept_id(page)
    key = record.session_key(bytes.fromhex(of), 1)
    query = f"SELECT raw FROM records WHERE session = '{of}-1' ORDER BY sequence"

    def has_come() -> bool:
        """It is the same but for the minute at which it began."""
        come = [*record.events(key, b"".join(raw for (raw,) in select(served.database, query)))]
        return bool(come) and (come[0][:3], come[1:]) == (log[0][:3], log[1:])

    wait_until(has_come)
