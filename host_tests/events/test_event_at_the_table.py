"""The whole way of an event: planned, sent, played on tablets, fetched, scored and exported."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from scorepad.cli import main
from scorepad.club.records.evenings import today
from scorepad.club.records.store import Club
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from support.club.planned import NAMES, PAIRS, RESULTS, TUESDAY, entered, planned
from support.databases import enrol
from support.link.syncing import synced
from support.tablet.evening import Table

pytestmark = pytest.mark.usefixtures("noon")

# By hand: support/club/planned.py. Pair, per cent.
RANKED = {1: 6250, 2: 6250, 3: 2500, 4: 5417, 5: 4167, 6: 5417}


def play(tablet: Tablet, number: int, path: Path, since: int = 1) -> None:
    """A table plays its rounds; at table 1 a board comes late, at table 2 a pair changes.

    At table 3 the tablet dies in round 2, after a board that has come in.
    """
    table, late = Table(tablet), None
    rounds = [one for one in TUESDAY.schedule if one.table == number]
    for one in rounds[since - 1 :]:
        sits = [f"N-S {one.ns}", *PAIRS[one.ns], f"E-W {one.ew}", *PAIRS[one.ew]]
        if one.ew == 4 and one.round > 1:
            sits[-1] = "Tom"
        assert table.sees("seats")[:6] == sits
        tablet.press("OK")
        if late:
            table.plays_late(*late)
        first, second = [(board, RESULTS[board][one.ns - 1]) for board in one.boards]
        late = first if (number, one.round) == (1, 1) else None
        if late:
            table.leaves_out(first[0])
        elif one.round == 1 or since < one.round:
            table.plays(*first)
        if (number, one.round, since) == (3, 2, 1):
            assert synced(tablet, path) == 0
            return
        if (number, one.round) == (2, 1):
            change = ["event", "pair", "Tuesday", "4", "Grete", "guest:Tom", "--round", "2"]
            assert main([*change, "--db", str(path)]) == 0
            assert synced(tablet, path) == 0
        table.plays(*second)
        if one is not rounds[-1]:
            table.sees("moves")
            tablet.press("OK")
    table.ends()


def test_three_tables_play_an_event(club: Club, database: str, tmp_path: Path, capsys) -> None:
    path = Path(database)
    enrol(path, NAMES)
    entered(club, planned(club, when=today()), PAIRS)

    def said(*words: str) -> str:
        capsys.readouterr()
        assert main([*words, "--db", str(path)]) == 0
        return capsys.readouterr().out

    for number in (1, 2, 3):
        with Tablet(Flash(tmp_path / f"{number}.flash")) as tablet:
            assert synced(tablet, path, "--table", str(number)) == 0
            assert "; event: sent\n" in capsys.readouterr().out
            assert synced(tablet, path) == 0
            assert "; event: has it already\n" in capsys.readouterr().out
            tablet.press("OK")
            play(tablet, number, path)
            told = capsys.readouterr().out
            assert ("1 still open, 0 refused; event: sent\n" in told) == (number == 2)
            assert synced(tablet, path) == 0
    with Tablet(Flash(tmp_path / "4.flash")) as tablet:
        assert synced(tablet, path, "--table", "3") == 0
        assert "; event: asks whether to take over the table\n" in capsys.readouterr().out
        tablet.press("OK")
        assert " ".join(Table(tablet).sees("resume")[:2]) == "Round 2. Take over table 3?"
        tablet.press("RIGHT")
        assert Table(tablet).sees("seats")[6] == "Round 2: 2"
        play(tablet, 3, path, since=2)
        assert synced(tablet, path) == 0
    evening = json.loads(said("club", "duplicate", "--json"))
    assert evening["doubts"] == []
    places = {place["number"]: place for place in evening["ranking"]}
    assert {pair: one["percentage_hundredths"] for pair, one in places.items()} == RANKED
    assert places[4]["pair"] == "4 Grete & Hugo; round 2: Grete & Tom"
    assert said("event", "show").count("6 of 6, ended") == 3
    usebio = said("club", "export", "--evening", str(today()), "--format", "usebio")
    event = ElementTree.fromstring(usebio)
    assert len(event.findall(".//TRAVELLER_LINE")) == 18
    assert {one.text for one in event.iter("PERCENTAGE")} >= {"62.50", "54.17", "25.00"}
