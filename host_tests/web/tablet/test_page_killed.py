"""The thread of a page is killed at the writes of an evening: what was shown as saved is kept."""

from binascii import a2b_base64
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from firmware.link.codec import frame, unframe
from firmware.session import Session, fold
from firmware.storage import record
from scorepad.simulator.flash import Flash
from scorepad.simulator.robot import Entry, Robot
from scorepad.simulator.tablet import HOLD_MS, PRESS_MS, Tablet
from support.commands import ROOT
from support.depth import sampled, some
from support.web import evening
from support.web.served import Served
from support.web.tablet_page import (
    DEAL,
    PLAIN,
    as_picture,
    lasting_phone,
    picture_of,
    put_behind,
    with_cable,
)

pytestmark = pytest.mark.full

SUPPORT = ROOT / "host_tests" / "support" / "web"
EVERY = 10
STILL = 2  # steps at which nothing is written: the players wait, or look
HALF = (*DEAL, "DOWN", "OK")  # in the middle of the second deal
Step = tuple[str, int, str, str]  # a key or "", ms, the picture then, and after a reset then
PLAY = "async ([name, ...given]) => (await import('/tablet/evening_kills.mjs'))[name](...given)"


class Watched(Tablet):
    def __init__(self) -> None:
        self.done: list[tuple[str, int, str]] = []
        super().__init__(Flash())

    def wait(self, milliseconds: int, *keys: str) -> None:
        super().wait(milliseconds, *keys)
        if not keys and milliseconds > PRESS_MS:
            self._note("", milliseconds)

    def press(self, *keys: str) -> None:
        for key in keys:
            super().press(key)
            self._note(key, PRESS_MS)

    def hold(self, key: str, milliseconds: int = HOLD_MS) -> None:
        super().hold(key, milliseconds)
        self._note(key, milliseconds)

    def _note(self, key: str, milliseconds: int) -> None:
        self.done.append((key, milliseconds, as_picture(self.pixels())))


def played(session: Session) -> list[Step]:
    """All that is done in an evening; a second board is reset after each step, and goes on."""
    with Watched() as tablet, Tablet(Flash()) as reset:
        Robot(tablet, session).play()
        steps = []
        for key, milliseconds, then in tablet.done:
            reset.wait(milliseconds, *[key][: len(key)])
            reset.wait(PRESS_MS)
            reset.reset()
            steps.append((key, milliseconds, then, as_picture(reset.pixels())))
    return steps


@pytest.fixture(scope="module")
def rubber() -> Session:
    return evening.session_of("rubber", evening.RUBBER)


@pytest.fixture(scope="module")
def steps(rubber: Session) -> list[Step]:
    return played(rubber)


@pytest.fixture
def page(browser: Browser, served: Served, address: str, tmp_path: Path) -> Iterator[Page]:
    with lasting_phone(browser, served, tmp_path) as context:
        put_behind(context, served, "stores.mjs", (SUPPORT / "store_faults.mjs").read_text())
        with_cable(context, served)
        kills = SUPPORT / "evening_kills.mjs"
        context.route("**/evening_kills.mjs", lambda one: one.fulfill(path=kills))
        page = context.new_page()
        page.goto(f"{address}/tablet/words.mjs")
        assert page.evaluate("isSecureContext") == (address != PLAIN)
        yield page


def asked(page: Page, request: str) -> list[str]:
    said = page.evaluate(PLAY, ["ask", [*frame(f"?1 {request}")]])
    return unframe(said.strip().splitlines()[-1].encode()).split()


def entries(page: Page) -> list[Entry]:
    tablet = bytes.fromhex(asked(page, "who")[4])
    raw, key = b"", record.session_key(tablet, 1)
    while (part := asked(page, f"read 1 {len(raw) // record.SIZE}")[2]) != "-":
        raw += a2b_base64(part)
    return [*record.events(key, raw)]


@sampled
def test_what_was_saved_outlives_each_death(
    page: Page, steps: list[Step], rubber: Session
) -> None:
    """Of what goes to the disk half may be there; whoever opens the page again goes on."""
    killed = some(range(len(steps)), EVERY)
    assert page.evaluate(PLAY, ["play", picture_of(), steps, killed]) >= len(killed) - STILL
    found = fold(entries(page))
    assert (found.deals, found.places) == (rubber.deals, rubber.places)
    assert found.complete and found.sheet.totals == rubber.sheet.totals


def test_a_thread_that_dies_when_a_tablet_starts_for_the_first_time(page: Page) -> None:
    assert page.evaluate(PLAY, ["dieStarting", [picture_of()]]) > 0


def test_what_was_half_entered_comes_back_twice(page: Page) -> None:
    """A telephone closes its pages as it likes, and nobody need have pressed a key in between."""
    with Watched() as tablet:
        tablet.press(*HALF)
        steps = [(*done, "") for done in tablet.done]
    page.evaluate(PLAY, ["play", picture_of(), steps, []])
    half = picture_of(*HALF, then="reset")
    assert [page.evaluate(PLAY, ["dieStarting", [half]]) for _ in range(2)] == [0, 0]
