"""A cable that a page of another computer relays: who may, and what the club does over it."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from dev.link.both_ends import hear
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from scorepad.tablet import deploy
from scorepad.tablet.cable import CableGone
from scorepad.web.tablet.line import AGAIN
from scorepad.web.tablet.routes import RELAY
from support.link.ptys import plugged_in
from support.link.syncing import game
from support.tablet.prompt_board import APP, PromptBoard, content
from support.waiting import wait_until
from support.web.browsing import entered, troubles, violations
from support.web.forms import ended, fill
from support.web.phones import dialled
from support.web.serial_ports import PLUG_IN, plugged
from support.web.served import Served, serving_here, set_password

if TYPE_CHECKING:  # it is installed for `make test-all` only
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving_here(tmp_path / "club.db", lan=True, password="correct horse") as served:
        served.enter()
        yield served


def port_of(served: Served) -> str:
    """The name of the one port that is there, once it is."""
    assert served.site
    (port,) = wait_until(served.site.relays.there)
    return port


@contextlib.contextmanager
def relayed(served: Served, hears: Callable[[bytes], bytes]) -> Iterator[ClientConnection]:
    """Have something at a cable that a page relays, as long as the block lasts."""

    def carry() -> None:
        with contextlib.suppress(ConnectionClosed, OSError):
            for part in line:
                assert isinstance(part, bytes)
                if part and (said := hears(part)):
                    line.send(said)

    with dialled(served, path=RELAY, Cookie=served.cookie) as line:
        thread = threading.Thread(target=carry)
        thread.start()
        yield line
        line.close()
        thread.join()


def test_a_tablet_is_synced_and_gets_its_table(served: Served, tmp_path: Path) -> None:
    with Tablet(Flash(tmp_path / "flash")) as tablet:
        game(tablet)
        with relayed(served, partial(hear, tablet)):
            assert served.shows("/evening", "1 session is here")
            port = port_of(served)
            given = fill(served, "/evening", "sync", {"ports": port, "table": "4"})
            assert given.status == 303, given.body
            assert served.shows("/evening", "computer 1")
            found = ended(served, fill(served, "/tablets", "doctor", {"port": port}))
            assert "Scorepad answers" in found and "table 4" in found
        assert served.shows("/cable", "No tablet is plugged in.")


def test_a_board_is_installed_and_looked_through(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"boot.mpy": b"boot", "main.py": b"main", APP: b"M1.0"}
    monkeypatch.setattr(deploy, "compile_version", lambda *_: deploy.Version(files, "1.0"))
    board = PromptBoard()
    with relayed(served, board._hear):
        port = port_of(served)
        told = ended(served, fill(served, "/tablets", "deploy", {"port": port, "table": "9"}))
        assert "version 1.0" in told and "table 9: 3 files sent" in told
        assert content(board.image)["/scorepad-a/main.py"] == b"main"
        saved = ended(served, fill(served, "/tablets", "rescue", {"port": port}))
        assert "computer 1: the board says: OSError: no scores partition" in saved


def test_only_who_has_entered_relays_and_as_long_as_that_holds(served: Served) -> None:
    for cookie, origin in (("", ""), (served.cookie, "http://elsewhere.example")):
        with pytest.raises(InvalidStatus) as refused:
            dialled(served, origin=origin, path=RELAY, Cookie=cookie)
        assert refused.value.response.status_code == 403
    served.cookie = ""
    served.log_in("correct horse")
    assert served.site
    with dialled(served, path=RELAY, Cookie=served.cookie) as line:
        port = port_of(served)
        assert served.site.relays.open(port)
        set_password(served.database, "battery staple")
        with pytest.raises(CableGone):
            served.site.relays.open(port)
        with pytest.raises(ConnectionClosed) as closed:
            for _ in range(1000):
                line.recv()
        assert closed.value.rcvd and closed.value.rcvd.code == AGAIN


def test_of_too_many_the_longest_there_gives_way(served: Served) -> None:
    assert served.site
    with contextlib.ExitStack() as stack:
        lines = [
            stack.enter_context(dialled(served, path=RELAY, Cookie=served.cookie))
            for _ in range(21)
        ]
        wait_until(lambda: len(served.site.relays.there()) == 20)  # type: ignore[union-attr]
        with pytest.raises(ConnectionClosed):
            for _ in range(1000):
                lines[0].recv()


@pytest.mark.full
def test_the_page_of_another_computer_is_the_cable(
    served: Served, tmp_path: Path, browser: Browser
) -> None:
    """Also after it was pulled, and where the club was not to be reached for a while."""
    pulled = threading.Event()
    with Tablet(Flash(tmp_path / "flash")) as tablet:
        game(tablet)
        with (
            plugged_in(tablet) as pty,
            contextlib.closing(entered(browser, served, bypass_csp=True)) as page,
            plugged(page.context, pty, lambda _: not pulled.is_set()),
        ):
            page.goto("/cable")
            page.click("#cable")
            page.wait_for_selector("#state[data-name=open]")
            page.wait_for_selector("[data-live]:has-text('1 session is here')")
            pulled.set()
            page.wait_for_selector("#state[data-name=gone]")
            pulled.clear()
            page.evaluate(PLUG_IN, True)
            page.wait_for_selector("#state[data-name=open]")
            page.wait_for_selector("[data-live]:has-text('computer 2')")
            assert violations(page) == [] and troubles(page) == {}
