"""The page that fetches a tablet, in a real Chromium, by its serial port, a pseudo-terminal.

What it fetches, however often the cable is pulled, is in the club what a sync would have brought.
"""

import contextlib
import json
import re
import runpy
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from support.commands import scorepad
from support.databases import select
from support.link.ptys import impostor, plugged_in, script
from support.link.syncing import LIAR, b64, game, listed, log, play, speaks, start
from support.tablet.fetched import of_every_kind
from support.web.browsing import UNFOLD, troubles, violations
from support.web.serial_ports import Message, always, plugged
from support.web.web_site import WEBSITE

pytestmark = pytest.mark.full

READY = "body[data-state=ready]"
CORE = "body[data-core=here]"
SIZES = ((320, 640), (390, 780), (780, 390), (1200, 800))
TAKEN = "SELECT session, sequence, raw FROM records ORDER BY session, sequence"
SESSIONS = "SELECT id, state, crc, records FROM sessions ORDER BY id"
FOCUS = "document.activeElement.id"
NAME = re.compile(r"scorepad-table-[0-9]+-[0-9a-f]+-[0-9]{4}-[0-9]{2}-[0-9]{2}-[0-9]{4}\.json")
SHEETS = WEBSITE / "fetch" / "sheets.py"
CANNOT = """
scored = sheet
def sheet(tablet, number, pages):
    if number == 1:
        raise MemoryError("no room")
    return scored(tablet, number, pages)
"""

Opened = Callable[..., contextlib.AbstractContextManager[Page]]


@pytest.fixture
def opened(browser: Browser, address: str) -> Opened:

    @contextlib.contextmanager
    def open_page(path: str, passes: Message = always, language: str = "en-GB") -> Iterator[Page]:
        context = browser.new_context(bypass_csp=True, locale=language)
        with plugged(context, path, passes):
            page = context.new_page()
            page.goto(address)
            page.wait_for_selector("body[data-state]")
            yield page
        context.close()

    return open_page


@pytest.fixture(scope="module")
def flash(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("played") / "flash"
    with Tablet(Flash(path)) as tablet:
        for _ in range(2):
            game(tablet)
            tablet.wait(1000)
        start(tablet)
        play(tablet, 1)
    return path.read_bytes()


@pytest.fixture
def port(flash: bytes, tmp_path: Path) -> Iterator[str]:
    """With a tablet that was played."""
    path = tmp_path / "flash"
    path.write_bytes(flash)
    with Tablet(Flash(path)) as tablet, plugged_in(tablet) as port:
        yield port


def fetch(page: Page) -> str:
    page.wait_for_selector(CORE)
    page.click("#fetch")
    page.wait_for_selector(READY)
    return page.inner_text("#said")


def save(page: Page, folder: Path) -> Path:
    with page.expect_download() as download:
        page.click("#save")
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def counts(*words: str | Path, db: Path) -> tuple[int, int, int, int]:
    """How many sessions a command takes in that are new, known, open, and refused."""
    done = scorepad(*words, "--json", "--db", db)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)["all"]
    return told["new"], told["known"], told["open"], told["refused"]


def test_what_is_fetched_comes_in_as_by_a_sync(port: str, opened: Opened, tmp_path: Path) -> None:
    ours, theirs = tmp_path / "by-file.db", tmp_path / "by-cable.db"
    with opened(port) as page:
        assert "2 complete and 1 open. To be looked at: 0." in fetch(page)
        summaries = page.locator("#sessions summary")
        assert summaries.nth(0).inner_text().endswith("N-S 1,060 · E-W 0")
        assert "3♠ N =" in page.locator("#sessions table").nth(0).text_content()
        assert page.is_disabled("#safe")
        file = save(page, tmp_path)
        assert NAME.fullmatch(file.name)
        states = [one["state"] for one in json.loads(file.read_text())["sessions"]]
        assert states == ["c", "c", "o"]
        assert counts("club", "import", file, db=ours) == (2, 0, 1, 0)
        page.click("#safe")
        page.wait_for_selector(READY)
        assert page.inner_text("#told").endswith("safe: 2.")
        assert page.is_disabled("#safe")
    assert counts("sync", port, db=theirs) == (2, 0, 1, 0)
    assert counts("sync", port, db=ours) == (0, 2, 1, 0)
    assert select(ours, TAKEN) == select(theirs, TAKEN)
    assert select(ours, SESSIONS) == select(theirs, SESSIONS)
    assert counts("club", "import", file, db=ours) == (0, 2, 1, 0)


def with_troubles() -> dict[str, Any]:
    """A tablet with a session that is damaged, one that it does not give, one whose total is
    another, and one that is right."""
    second = log(number=2)
    bent = second[:20] + bytes([second[20] ^ 1]) + second[21:]
    sessions = [
        listed(log(), 1), listed(bent, 2, "d"), listed(log(number=3), 3), listed(log(number=4), 4),
    ]  # fmt: skip
    return {
        "list 0": f"ok {' '.join(sessions)}",
        **{f"list {n}": f"ok {sessions[n]}" for n in range(1, 4)},
        **{f"read {n} 0": f"ok {b64(log(number=n))}" for n in (1, 3)},
        "read 2 0": f"ok {b64(bent)}",
        "read 4 0": "error store: 5",
        "total 2": "error session 2 is damaged",
        "total 3": "ok NS=1 EW=0",
    }


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def troubled(told: list[str]) -> Iterator[str]:
    answers = speaks(with_troubles())

    def answer(words: str) -> str:
        told.append(words)
        return answers(words)

    with impostor(script(answer)) as path:
        yield path


def test_what_is_wrong_is_named_and_the_others_come(troubled, told, opened, tmp_path):
    with opened(troubled) as page:
        assert "1 complete and 0 open. To be looked at: 3." in fetch(page)
        wrong = page.locator(".session p.wrong").all_inner_texts()
        assert [line.split(":")[0] for line in wrong] == [
            "This session is damaged",
            "The tablet says NS=1 EW=0, its records say NS=940 EW=0. What the records say counts. "
            "Ask the players.",
            "This session did not come",
        ]
        assert "store: 5" in wrong[2]
        file = save(page, tmp_path)
        page.click("#safe")
        page.wait_for_selector(READY)
    assert [words.split()[:2] for words in told if words.startswith("done")] == [["done", "1"]]
    done = scorepad("club", "import", file, "--db", tmp_path / "club.db")
    assert done.returncode == 1
    for line in ("-2: it is damaged", "-3: the tablet says NS=1 EW=0", "-4: the tablet answers"):
        assert f"session {LIAR.hex()}{line}" in done.stderr
    assert "1 new" in done.stdout


def test_what_was_stopped_is_saved_and_goes_on(port: str, opened: Opened, tmp_path: Path) -> None:
    """The focus goes to what can be pressed; a session that comes is no news."""
    goes_on = threading.Event()

    def passes(message: bytes) -> bool:
        return b" read 2 " not in message or goes_on.wait(60)

    with opened(port, passes) as page:
        page.wait_for_selector(CORE)
        page.click("#fetch")
        page.wait_for_selector("#sessions details")
        assert (page.inner_text("#said"), page.evaluate(FOCUS)) == ("", "stop")
        assert "1 of 3" in page.inner_text("#here")
        page.click("#stop")
        page.wait_for_selector(READY)
        goes_on.set()
        assert "Stopped: 1 of 3" in page.inner_text("#said")
        assert page.evaluate(FOCUS) == "fetch"
        save(page, tmp_path)
        page.click("#safe")
        page.wait_for_selector(READY)
        assert page.inner_text("#told").endswith("safe: 1.")
        assert page.evaluate(FOCUS) == "told"
        assert "2 complete and 1 open" in fetch(page)


def test_a_session_that_cannot_be_scored_holds_up_no_other(port: str, opened: Opened) -> None:
    fails = SHEETS.read_text(encoding="utf-8") + CANNOT
    with opened(port) as page:
        page.route("**/sheets.py", lambda route: route.fulfill(body=fails))
        page.reload()
        assert "1 complete and 1 open. To be looked at: 1." in fetch(page)
        assert "cannot be scored here" in page.inner_text("#sessions .wrong")


def test_it_is_saved_without_the_scoring_core(port: str, opened: Opened, tmp_path: Path) -> None:
    """But what was not compared is not said to be safe."""
    with opened(port) as page:
        page.route("**/core.bin", lambda route: route.abort())
        page.reload()
        page.wait_for_selector("#look:has-text('has not come whole')")
        page.click("#fetch")
        page.wait_for_selector("#sessions details:nth-child(3)")
        page.wait_for_selector(READY)
        file = save(page, tmp_path)
        assert page.is_disabled("#safe")
    assert counts("club", "import", file, db=tmp_path / "club.db") == (2, 0, 1, 0)


@pytest.mark.parametrize("language", ["en-GB", "de-AT", "fr-CH"])
def test_it_can_be_read_and_used_by_everybody(language, troubled, opened, tmp_path):
    """In every size, light and dark, without a mouse; nothing is said in no language."""
    with opened(troubled, language=language) as page:
        page.wait_for_selector(CORE)
        for key in ("Tab", "Tab", "Enter"):  # past the way to the front page
            page.keyboard.press(key)
        page.wait_for_selector("#sessions details")
        page.wait_for_selector(READY)
        save(page, tmp_path)
        page.evaluate(UNFOLD)
        text = page.inner_text("body")
        assert "undefined" not in text and "{" not in text and "null" not in text
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert troubles(page) == {}, width
        for colours in ("light", "dark") if language == "en-GB" else ():
            page.emulate_media(color_scheme=colours)  # type: ignore[arg-type]
            assert violations(page) == []


SCORE = """async (sessions) => {
  const sheet = await (await import("/fetch/core.mjs")).scoring();
  return sessions.map(([tablet, number, pages]) => sheet(tablet, { number, pages }));
}"""
DRAW = """async ([sessions, sheets]) => {
  const { drawn } = await import("/fetch/sheets.mjs");
  const all = document.getElementById("sessions");
  for (const [place, sheet] of sheets.entries()) {
    const [, number, pages] = sessions[place];
    const session = { number, pages, rules: "chicago-server", state: "c", total: "", error: "" };
    all.append(drawn(session, sheet));
  }
}"""


def test_the_page_scores_as_the_pc_and_every_sheet_fits(browser: Browser, address: str) -> None:
    """The same file on MicroPython in the page and on this Python, and on the smallest screen."""
    here = runpy.run_path(str(SHEETS))["sheet"]
    sessions = of_every_kind()
    page = browser.new_page(viewport={"width": 320, "height": 640})
    page.goto(address)
    page.wait_for_selector(CORE)
    there = page.evaluate(SCORE, sessions)
    assert there == [json.loads(here(of, number, json.dumps(one))) for of, number, one in sessions]
    faults = [bool(one["fault"]) for one in there]
    assert (sum(faults), sum(one["damaged"] for one in there)) == (3, 2)
    page.evaluate(DRAW, [sessions, there])
    page.evaluate(UNFOLD)
    assert page.locator("tbody tr").count() > 100
    assert troubles(page) == {}
    page.close()
