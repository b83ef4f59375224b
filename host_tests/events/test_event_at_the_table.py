"""The whole way of an event: planned, sent, played on tablets, fetched, and scored by its plan."""

import json
from pathlib import Path

import pytest

from scorepad.cli import main
from scorepad.club.records.evenings import today
from scorepad.club.records.store import Club
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from support.club.planned import NAMES, PAIRS, entered, planned
from support.databases import enrol
from support.link.syncing import synced

pytestmark = pytest.mark.usefixtures("noon")

PLAYED = ("DOWN", "OK", "OK", "OK")  # South makes three spades, and the others accept
LATER = ("OK", "OK")  # to the next round, and those who sit there


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A club with an event today, at tables 1 to 3."""
    where = tmp_path / "club.db"
    with Club(str(where)) as club:
        enrol(where, NAMES)
        entered(club, planned(club, when=today()), PAIRS)
    return where


def test_three_tables_play_an_event(path: Path, tmp_path: Path, capsys) -> None:
    for table in (1, 2, 3):
        with Tablet(Flash(tmp_path / f"{table}.flash")) as tablet:
            assert synced(tablet, path, "--table", str(table)) == 0
            assert "; event: sent\n" in capsys.readouterr().out
            assert synced(tablet, path) == 0
            assert "; event: has it already\n" in capsys.readouterr().out
            tablet.press("OK")
            assert tablet.look().text[:3] == [f"N-S {table}", *PAIRS[table]]
            tablet.press("OK", *PLAYED)
            if table == 2:
                change = ["event", "pair", "Tuesday", "4", "Grete", "guest:Tom", "--round", "2"]
                assert main([*change, "--db", str(path)]) == 0
                assert synced(tablet, path) == 0
                assert "1 still open, 0 refused; event: sent\n" in capsys.readouterr().out
            tablet.press(*PLAYED, *LATER, *PLAYED, *PLAYED, *LATER, *PLAYED, *PLAYED)
            tablet.press("OK")
            tablet.wait(1000)
            tablet.press("OK")
            assert tablet.look().screen == "home"
            assert synced(tablet, path) == 0
    capsys.readouterr()
    assert main(["club", "duplicate", "--json", "--db", str(path)]) == 0
    evening = json.loads(capsys.readouterr().out)
    assert evening["doubts"] == []
    assert {place["percentage_hundredths"] for place in evening["ranking"]} == {5000}
    names = {place["pair"] for place in evening["ranking"] if place["number"] == 4}
    assert names == {"4 Grete & Hugo; round 2: Grete & Tom"}
    assert main(["event", "show", "--db", str(path)]) == 0
    assert capsys.readouterr().out.count("6 of 6, ended") == 3
