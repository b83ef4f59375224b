"""A tablet that is plugged in: what is done to it from the pages, and its charge on them."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from scorepad.errors import remedy
from scorepad.language import pieces_of, text
from scorepad.reports.content.report import Report
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from scorepad.tablet import watch
from scorepad.tablet.sync import Summary
from scorepad.web.live.tablets import Plugged
from scorepad.web.pages.evening import tablets
from support.commands import scorepad
from support.link.ptys import impostor, plugged_in, script
from support.link.syncing import LIAR, log, speaks
from support.tablet.saved import content, session
from support.web.forms import ended, fill, form_of, said
from support.web.served import Served, serving_here

PORT = "port"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("club")
    file, port = folder / "club.db", folder / PORT
    planned = ("event", "new", "Tuesday", "--movement", "howell --pairs 4 --boards 3")
    assert scorepad(*planned, "--db", file).returncode == 0
    with (
        Tablet(Flash(folder / "tablet.flash")) as tablet,
        plugged_in(tablet) as pty,
        serving_here(file, str(port)) as served,
    ):
        served.enter()
        assert served.get("/evening").body.count("No tablet is plugged in.") == 1
        none = fill(served, "/evening", "sync", {"table": "2"})
        assert (none.status, said(none.body)) == (422, ["No tablet is plugged in."])
        port.symlink_to(pty)
        assert served.shows("/evening", "0 sessions are here")
        yield served


def test_a_tablet_gets_its_table_and_the_part_of_the_event(served: Served) -> None:
    reply = fill(served, "/start", "sync", {"table": "2"})
    assert reply.status == 303, said(reply.body)
    told = said(served.get(reply.headers["location"]).body)
    assert re.match("port: tablet [0-9a-f]{12}, table 2: 0 new", told[0])
    assert served.shows("/evening", "table 2")
    wrong = fill(served, "/evening", "sync", {"table": "100"})
    assert wrong.status == 422 and "1 to 99" in said(wrong.body)[0]


def test_an_event_is_sent_once_more(served: Served) -> None:
    body = ended(served, fill(served, "/events/id=1", "event-send", {"again": "yes"}))
    assert "event: has it already" in body


def test_what_is_no_board_cannot_be_rescued(served: Served) -> None:
    assert said(fill(served, "/evening", "rescue", {}).body) == ["Port is missing."]
    body = ended(served, fill(served, "/evening", "rescue", {"port": "/dev/null/none"}))
    assert "refused" in body and "no such port" in body.lower()


def test_what_a_browser_has_fetched_comes_in_once(served: Served) -> None:
    form = form_of(served, "/sessions", "club-import")
    for outcome in ("1 new", "1 already known"):
        file = ("fetched.json", json.dumps(content([session(1, log())])).encode())
        body = ended(served, served.send("/sessions", form, {"file": file}))
        assert outcome in body and "fetched.json: tablet" in body
    assert f"{LIAR.hex()}-1" in served.get("/sessions").body
    body = ended(served, served.send("/sessions", form, {"file": ("bad.json", b"{}")}))
    assert "bad.json: " in body and "refused" in body


# ---- its charge, beside all else

GIVE = remedy("sync", ports="port", table=3)
TROUBLE = text("port: give it a table: {remedy}", remedy=GIVE)


def rows(*summaries: Summary) -> list[list[str]]:
    """Of the table with the heads in front, tablets being plugged in with these summaries."""
    listed = [Plugged(summary.port, answered=True, summary=summary) for summary in summaries]
    site: Any = SimpleNamespace(
        tablets=SimpleNamespace(list_connected=lambda: listed), phones=SimpleNamespace(away=list)
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
    assert found[3][1] == TROUBLE and GIVE in pieces_of(found[3][1].in_language("en"))


def test_open_pages_are_told_of_another_charge() -> None:
    before = Plugged("a", summary=Summary("a", charge=9, low=True)).reads
    for charge, low in ((9, False), (10, True), (None, False)):
        assert Plugged("a", summary=Summary("a", charge=charge, low=low)).reads != before


def test_a_plugged_tablet_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
