"""An event is dated by the evening's end, and shown in the language, that the club has set."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from firmware.session import UNPLAYED
from scorepad.cli import main
from scorepad.club.records.store import Club
from support.club.club_sessions import stopped
from support.club.planned import (
    NAMES,
    TUESDAY,
    at_table,
    begun,
    deal,
    planned,
    round_begins,
    session,
    take,
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
    """A club of twelve."""
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


def test_what_comes_back_is_told_in_the_club_s_language(run):
    with Club(run.database) as club:
        event = planned(club)
        first, second, _ = (one for one in TUESDAY.schedule if one.table == 2)
        log = [*begun(event.number, 2), deal(1, "b9 pass"), round_begins(first)]
        log += [deal(2, "b3 pass"), (UNPLAYED, 4, 2, 0), deal(3, "b6 pass")]
        log += [round_begins(replace(second, ns=3), overruled=True)]
        take(club, {1: at_table(event, 1), 2: stopped(log)})
    run.run("club", "settings", "set", "language=de")
    english = json.loads(run.run("club", "duplicate", "--json"))["doubts"]
    assert {one["kind"] for one in english} == {
        *("missing", "not-played", "no-session", "overruled", "other-board", "again", "no-pair")
    }
    said = " ".join(run.run("club", "duplicate", "--doubts").split())
    assert not any(one["what"] in said or one["remedy"] in said for one in english)
    assert "5-6, geändert" in run.run("club", "show", session(2))
