"""What is done to a tablet that is plugged in, from the pages."""

import json
import re
from collections.abc import Iterator

import pytest

from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from support.commands import scorepad
from support.link.ptys import plugged_in
from support.link.syncing import LIAR, log
from support.tablet.fetched import content, session
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
        none = fill(served, "/evening", "sync", {"--table": "2"})
        assert (none.status, said(none.body)) == (422, ["No tablet is plugged in."])
        port.symlink_to(pty)
        assert served.shows("/evening", "0 sessions are here")
        yield served


def test_a_tablet_gets_its_table_and_the_part_of_the_event(served: Served) -> None:
    reply = fill(served, "/start", "sync", {"--table": "2"})
    assert reply.status == 303, said(reply.body)
    told = said(served.get(reply.headers["location"]).body)
    assert re.match("port: tablet [0-9a-f]{12}, table 2: 0 new", told[0])
    assert served.shows("/evening", "table 2")
    wrong = fill(served, "/evening", "sync", {"--table": "100"})
    assert wrong.status == 422 and "1 to 99" in said(wrong.body)[0]


def test_an_event_is_sent_once_more(served: Served) -> None:
    body = ended(served, fill(served, "/events/id=1", "event-send", {"--again": "yes"}))
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
