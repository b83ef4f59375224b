"""The page of the evening says of a plugged tablet what its battery has, beside all else."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from scorepad.reports.content.report import Advice, Report
from scorepad.tablet import watch
from scorepad.tablet.sync import Summary
from scorepad.web.pages.evening import tablets
from scorepad.web.watching.tablets import Plugged
from support.link.ptys import impostor, script
from support.link.syncing import speaks
from support.web.served import serving_here

TROUBLE = "port: give it a table: `scorepad sync port --table 3`"


def rows(*summaries: Summary) -> list[list[str]]:
    """Of the table with the heads in front, tablets being plugged in with these summaries."""
    listed = [Plugged(one.port, answered=True, summary=one) for one in summaries]
    site: Any = SimpleNamespace(
        tablets=SimpleNamespace(listed=lambda: listed), phones=SimpleNamespace(away=list)
    )
    report = tablets(site)[0]
    assert isinstance(report, Report)
    table = report.sections[0].table
    assert table
    return [[column.head for column in table.columns], *map(list, table.rows)]


def test_only_where_one_can_measure_it_there_is_a_column() -> None:
    """Another trouble leads on beside a low battery."""
    none, full = Summary("a", found=True, table=1), Summary("b", found=True, table=2, charge=55)
    assert [len(row) for row in rows(none)] == [3, 3]
    low = Summary("port", found=True, table=3, trouble=TROUBLE, charge=9, low=True)
    found = rows(none, full, low)
    assert [row[3] for row in found] == ["Battery", "", "55 %", "charge me: 9 %"]
    assert isinstance(found[3][1], Advice) and found[3][1] == TROUBLE


def test_open_pages_are_told_of_another_charge() -> None:
    before = Plugged("a", summary=Summary("a", charge=9, low=True)).reads
    for charge, low in ((9, False), (10, True), (None, False)):
        assert Plugged("a", summary=Summary("a", charge=charge, low=low)).reads != before


def test_a_tablet_that_is_plugged_in_is_asked_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "NEXT_S", 0)
    charge = ["ok 9 low"]
    with (
        impostor(script(speaks({"clock": lambda words: charge[0]}))) as port,
        serving_here(tmp_path / "club.db", port) as served,
    ):
        served.enter()
        assert served.shows("/evening", "charge me: 9 %")
        charge[0] = "ok 21"
        assert served.shows("/evening", "21 %")
        assert "charge me" not in served.get("/evening").body
