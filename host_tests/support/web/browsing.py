"""A real Chromium that looks at the pages, and what can be wrong with them to the eye."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from dev.fetching import get_browser
from support.web.crashes import NEVER_MS, watch_browser
from support.web.served import Served

if TYPE_CHECKING:  # it is installed for `make test-all` only
    from playwright.sync_api import Browser, Page

PHONE, DESK = 390, 1200  # CSS pixels
# To Chromium a script that a test hands out is from elsewhere, and may not call this machine.
OPTIONS = ("--no-sandbox", "--disable-features=LocalNetworkAccessChecks")

# The words that are on two lines though one has room for them.
BROKEN = """() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; node = walker.nextNode();)
    for (const word of node.data.matchAll(/[^\\s-]+/g)) {
      if (word[0].includes("://")) continue; // an address may be longer than a line
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
      if (lines.size > 1) found.push(word[0]);
    }
  return found;
}"""
# What is written upon something else.
UPON = """() => {
  const boxes = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; node = walker.nextNode();) {
    if (!node.data.trim() || node.parentElement.offsetWidth === 1) continue; // for ears only
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) boxes.push([node.data, box]);
  }
  const both = (one, two, from, to) => Math.min(one[to], two[to]) - Math.max(one[from], two[from]);
  const upon = ([a, one], [b, two]) =>
    both(one, two, "left", "right") > 1 && both(one, two, "top", "bottom") > 4;
  return boxes.flatMap((one, at) => boxes.slice(at + 1).filter(two => upon(one, two))
    .map(two => [one[0], two[0]]));
}"""
WIDE = "document.documentElement.scrollWidth > innerWidth"
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
UNFOLD = "document.querySelectorAll('details').forEach(one => one.open = true)"


@contextlib.contextmanager
def chromium(*options: str) -> Iterator[Browser]:
    from playwright.sync_api import expect, sync_playwright  # noqa: PLC0415

    expect.set_options(timeout=NEVER_MS)
    browser = get_browser.browser()
    # Said before Playwright starts, which can't be broken off: here `--quick` leaves a test out.
    sys.audit("subprocess.Popen", browser.program)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=str(browser.program),
            args=[*OPTIONS, *options],
            env=browser.variables(),
            timeout=NEVER_MS,
        )
        watch_browser(started)
        yield started
        started.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


def entered(browser: Browser, served: Served, **options: Any) -> Page:
    if not served.cookie:
        served.enter()
    context = browser.new_context(base_url=f"http://{served.host}", **options)
    name, _, value = served.cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": f"http://{served.host}"}])
    return context.new_page()


def troubles(page: Page) -> dict[str, Any]:
    scripts = {"wide": WIDE, "broken": BROKEN, "upon": UPON}
    return {name: found for name, script in scripts.items() if (found := page.evaluate(script))}


def violations(page: Page, options: dict[str, Any] | None = None) -> list[str]:
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415

    asked = {"resultTypes": ["violations"], **(options or {})}  # what is right takes it longer
    found = Axe().run(page, options=asked).response["violations"]
    return [f"{one['id']}: {node['html']}" for one in found for node in one["nodes"]]


def kind(path: str) -> str:
    """Pages of one kind differ in what stands behind the last slash."""
    above = path.rstrip("/").rpartition("/")[0]
    return f"{above}/" if above else path
