"""An event is dated by the evening's end, and shown in the language, that the club has set."""

import json
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from scorepad.cli import main
from scorepad.club.records.store import Club
from support.club.planned import (
    NAMES,
)
from support.databases import enrol
from support.in_process import Commands
from support.link.ptys import impostor, script
from support.link.syncing import LIAR, speaks
from support.zones import in_zone, zone_at

pytestmark = pytest.mark.full

MOVEMENT = ("--movement", "mitchell --tables 3 --boards 2")
OLD = {  # a tablet that knows no events
    "who": f"ok scorepad 1 {LIAR.hex()} 1 0.1.0 4096",
    **dict.fromkeys(("entry", "event"), "error unknown request"),
}


@pytest.fixture
def run(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> Commands:
    path = str(tmp_path / "club.db")
    Club(path).close()
    enrol(path, NAMES)
    return Commands(path, capsysbinary, ())


@pytest.fixture
def at_three() -> Iterator[date]:
    """Yield the date, where it is between three and four in the morning now."""
    with in_zone(zone_at(3)):
        yield datetime.now().astimezone().date()


@pytest.mark.parametrize(("ends", "before"), [("", 1), ("06:00", 1), ("02:00", 0)])
def test_today_is_the_evening_that_has_not_ended(run, at_three, ends, before):
    today = at_three - timedelta(days=before)
    run.run("club", "settings", "set", f"evening-ends={ends}")
    run.run("event", "new", "Late", *MOVEMENT)
    assert json.loads(run.run("event", "show", "--json"))["date"] == str(today)
    with impostor(script(speaks(OLD))) as port:
        for words in (["event", "send", "--port", port], ["sync", port]):
            main([*words, "--db", run.database])
            assert "its event stays" in run.captured.readouterr().err.decode()
    run.run("event", "drop", "Late")
    for words in (("send", "--port", "none"), ("show",)):
        assert f"the club has no event on {today}" in run.refused("event", *words)
