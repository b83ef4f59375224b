"""Browsers that crash: the test is run once more with a new browser, and a warning names it.

A test that fails in a browser that did not crash is not run again.
"""

from __future__ import annotations

import contextlib
from functools import wraps
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.runner import runtestprotocol

if TYPE_CHECKING:  # it is installed for `make test-all` only
    from playwright.sync_api import Browser, BrowserContext

NEVER_MS = 24 * 3600 * 1000  # Playwright gives up after some seconds, which a busy machine takes
_crashes = list[str]()  # of the test that runs


def note_crash(what: str) -> None:
    """Note that something has crashed while the test ran."""
    _crashes.append(what)


def watch_browser(browser: Browser) -> None:
    """Note if the process of a browser ends by itself, or one of its pages crashes."""
    closing = list[object]()

    def watched(make: Any) -> Any:
        @wraps(make)
        def made(*given: Any, **options: Any) -> Any:
            found = make(*given, **options)
            watch_pages(getattr(found, "context", found))
            return found

        return made

    def close(**options: Any) -> None:
        closing.append(browser)
        end(**options)

    end = browser.close
    setattr(browser, "close", close)  # noqa: B010
    for name in ("new_context", "new_page"):
        setattr(browser, name, watched(getattr(browser, name)))
    browser.on("disconnected", lambda _: closing or note_crash("the browser has ended"))


def watch_pages(context: BrowserContext) -> None:
    """Note if a page of a context crashes; let its pages take as long as they need."""
    context.set_default_timeout(NEVER_MS)

    def watch(page: Any) -> None:
        page.on("crash", lambda _: note_crash("a page has crashed"))

    for page in context.pages:
        watch(page)
    context.on("page", watch)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a test that may have a browser; if that crashes, once more with new fixtures."""
    if not item.get_closest_marker("full"):
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    _crashes.clear()
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    if _crashes and any(report.failed for report in reports):
        item.warn(pytest.PytestWarning(f"{_crashes[0]}: {item.nodeid} was run again"))
        with contextlib.suppress(Exception):  # of fixtures whose browser is gone
            item.session._setupstate.teardown_exact(None)
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True
