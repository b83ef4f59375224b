"""Whoever has opened the site from https has it without a network too, one version as a whole."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from support.waiting import wait_until
from support.web.web_site import site_served
from website import build

pytestmark = pytest.mark.full

# Of this machine too, which a browser trusts as if it had https; `scorepad serve` is not there.
HOST = "scorepad.localhost"
BENEATH = "clubs/scorepad/"
READY = "navigator.serviceWorker.ready.then(() => true)"
# How far the worker is that is kept for the next version.
WAITING = """() => navigator.serviceWorker.getRegistration()
  .then(async (kept) => { await kept.update(); return Boolean(kept.waiting); })"""
# Whether the page has said that it is open, and takes no other version any more.
SETTLED = "navigator.locks.query().then(({ held }) => held.length > 0)"
REGISTERED = "() => navigator.serviceWorker.getRegistrations().then((all) => all.length)"
CACHES = "() => caches.keys()"
LOADED = "() => performance.getEntriesByType('navigation').length && performance.timeOrigin"


@pytest.fixture
def folder(server: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(server, tmp_path / "server"))


@pytest.fixture
def port(folder: Path) -> Iterator[int]:
    with site_served(folder) as origin:
        yield urlsplit(origin).port or 0


@pytest.fixture
def address(port: int) -> str:
    return f"http://{HOST}:{port}/{BENEATH}"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with browser.new_context(viewport={"width": 390, "height": 780}) as context:
        yield context


def opened(context: BrowserContext, url: str) -> Page:
    page = context.new_page()
    page.goto(url)
    return page


def kept(context: BrowserContext, url: str) -> Page:
    page = opened(context, url)
    assert page.evaluate(READY)
    return page


@pytest.fixture
def page(context: BrowserContext, address: str) -> Page:
    """The front page, when the browser has kept the site."""
    return kept(context, address)


def publish_anew(folder: Path) -> None:
    files = build.site()
    front = files["index.html"].decode().replace("scores bridge at the table", "does it all anew")
    style = files["site.css"] + b"/* anew */"
    files |= {"index.html": front.encode(), "site.css": style}
    del files[build.WORKER]
    files[build.WORKER] = build.worker(files)
    for name, content in files.items():
        (folder / BENEATH / name).write_bytes(content)


def wait_for(page: Page, condition: str) -> None:
    wait_until(lambda: page.evaluate(condition))


def test_without_a_network_all_opens_that_opened_with_one(page: Page, address: str) -> None:
    """Also pages at which nobody was; of the pictures those that somebody has looked at."""
    page.goto(address + "docs/tablet.html")
    page.wait_for_function("() => [...document.images].every((one) => one.complete)")
    page.context.set_offline(True)
    page.goto(address + "tablet/")
    page.wait_for_selector("body[data-state=started]")
    page.keyboard.press("Enter", delay=60)
    page.reload()
    page.wait_for_selector("body[data-state=started]")
    for path in ("", "tablet/", "install/", "docs/", "docs/scoring.html"):
        page.goto(address + path)
        assert page.inner_text("h1")
    page.goto(address + "docs/tablet.html")
    page.wait_for_function("() => [...document.images].every((one) => one.complete)")
    assert page.evaluate("[...document.images].every((one) => one.naturalWidth > 0)")


def test_a_new_version_comes_when_no_other_page_is_open(context, address, folder):
    """A page that is open goes on with the old one, and so does all that is opened beside it."""
    tablet = kept(context, address + "tablet/")
    tablet.reload()
    tablet.wait_for_selector("body[data-state=started]")
    wait_for(tablet, SETTLED)
    publish_anew(folder)
    wait_for(tablet, WAITING)
    front = opened(context, address)
    assert "scores bridge at the table" in front.inner_text("main")
    assert "anew" not in front.evaluate("fetch('site.css').then((got) => got.text())")
    tablet.click("#menu summary")
    tablet.click("#reset")
    tablet.wait_for_selector("body[data-state=started]")
    loaded = tablet.evaluate(LOADED)
    front.close()
    assert tablet.evaluate(LOADED) == loaded
    tablet.goto(address, wait_until="commit")  # it is loaded again
    tablet.wait_for_selector("text=does it all anew")
    assert "anew" in tablet.evaluate("fetch('site.css').then((got) => got.text())")
    assert len(tablet.evaluate(CACHES)) == 1
    context.set_offline(True)
    tablet.goto(address)
    tablet.wait_for_selector("text=does it all anew")


def test_a_version_that_is_not_whole_is_not_taken(page: Page, address: str, folder: Path) -> None:
    old = (folder / BENEATH / "tablet" / "worker.mjs").read_bytes()
    publish_anew(folder)
    (folder / BENEATH / "tablet" / "worker.mjs").write_bytes(old + b"// of another version")
    page.evaluate("navigator.serviceWorker.getRegistration().then((kept) => kept.update())")
    wait_for(page, "navigator.serviceWorker.getRegistration().then((kept) => !kept.installing)")
    assert not page.evaluate(WAITING)
    page.goto(address)
    wait_for(page, SETTLED)
    assert "scores bridge at the table" in page.inner_text("main")
    (folder / BENEATH / "tablet" / "worker.mjs").write_bytes(old)
    wait_for(page, WAITING)
    page.goto(address, wait_until="commit")  # it is loaded again
    page.wait_for_selector("text=does it all anew")


def test_a_picture_of_another_version_is_left_out(page: Page, address: str, folder: Path) -> None:
    picture = folder / BENEATH / "docs" / "pictures" / "home.png"
    picture.write_bytes((folder / BENEATH / "docs" / "pictures" / "menu.png").read_bytes())
    page.goto(address + "docs/tablet.html")
    page.wait_for_function("() => [...document.images].every((one) => one.complete)")
    broken = "[...document.images].filter((one) => !one.naturalWidth).map((one) => one.src)"
    assert page.evaluate(broken) == [address + "docs/pictures/home.png"]


def test_when_the_site_is_gone_nothing_of_it_stays(page: Page, address: str, folder: Path) -> None:
    shutil.rmtree(folder / BENEATH)
    (folder / BENEATH).mkdir()
    (folder / BENEATH / "index.html").write_text("<h1>Another site</h1>")
    page.goto(address)
    while page.inner_text("h1") != "Another site" or page.evaluate(REGISTERED):
        page.goto("about:blank")  # a worker that is unregistered goes when no page uses it
        page.goto(address)
    wait_for(page, "caches.keys().then((names) => !names.length)")


def test_on_this_machine_nothing_is_kept(browser: Browser, port: int) -> None:
    with browser.new_context() as context:
        for name in ("127.0.0.1", "localhost"):
            page = opened(context, f"http://{name}:{port}/{BENEATH}")
            page.wait_for_load_state("networkidle")
            assert page.evaluate("isSecureContext")
            assert page.evaluate(REGISTERED) == 0
