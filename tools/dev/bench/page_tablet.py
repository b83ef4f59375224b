"""How a tablet in a page does in Chromium: what it weighs, how soon it is there; `make bench`.

A slow phone is this machine at a quarter of its speed. The browser's own tools slow down a page,
but none of its threads (Chromium refuses `Emulation.setCPUThrottlingRate` for a Worker). So the
time of a core that all of the browser's processes take is counted too: a phone that is four times
as slow, and has one core, takes four times as long at most.
"""

import contextlib
import os
import statistics
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, Route, sync_playwright

from dev.bench.figures import Figures, keep
from dev.bench.tables import show
from dev.bench.web import TICKS, Running, running
from dev.fetching import get_browser, get_micropython_wasm
from scorepad.web.tablet import bundle

TIMES = 5
DEALS = 20
SLOW = 4  # times
PRESS_MS, REST_MS, READ_MS = 60, 120, 620
BEGIN = ("Enter", "Enter", "Enter")  # a rubber
DEAL = ("ArrowDown", "Enter", "ArrowDown", "Enter")  # South goes one down in three spades
NOTE = """
const put = CanvasRenderingContext2D.prototype.putImageData;
window.drawn = [];
CanvasRenderingContext2D.prototype.putImageData = function (picture, ...where) {
  if (picture.data.some((part, at) => at % 4 < 3 && part)) drawn.push(performance.now());
  return put.call(this, picture, ...where);
};
window.pressed = [];
addEventListener("keydown", ({ timeStamp }) => pressed.push(timeStamp), true);
"""
COUNT = """
self.writes = self.bytes = 0;
const write = FileSystemSyncAccessHandle.prototype.write;
FileSystemSyncAccessHandle.prototype.write = function (bytes, where) {
  self.writes++;
  self.bytes += bytes.length;
  return write.call(this, bytes, where);
};
"""
MEMORY = """
self.used = () => {
  tablet.runtime.runPython("import gc\\ngc.collect()\\nused = gc.mem_alloc()");
  return tablet.runtime.globals.get("used");
};
"""


def main() -> None:
    get_micropython_wasm.parts()
    found = get_browser.browser()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        server = stack.enter_context(running(str(Path(folder) / "club.db")))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(
            executable_path=str(found.program), args=["--no-sandbox"], env={**found.variables()}
        )
        figures: Figures = {
            "wire.bytes": float(sum(sent(server, name) for name in names())),
            **soon(browser, server),
            **played(browser, server),
        }
        browser.close()
    show(keep("web.tablet", figures), "page_tablet")


def names() -> list[str]:
    """What the page is made of."""
    return [path.name for path in sorted(bundle.site().iterdir())]


def sent(server: Running, name: str) -> int:
    """Bytes of a file as they go over the wire."""
    asked = urllib.request.Request(
        f"{server.address}/tablet/{name}", headers={"Accept-Encoding": "gzip"}
    )
    with urllib.request.urlopen(asked) as reply:
        return len(reply.read())


def soon(browser: Browser, server: Running) -> Figures:
    """How long until somebody sees the first picture, each time in a browser that is new to it."""
    whole = [first(browser, server) for _ in range(TIMES)]
    slow = [first(browser, server, slow_page) for _ in range(TIMES)]
    return {
        "first_picture.whole_ms": statistics.median(ms for ms, _ in whole),
        "first_picture.slow_page_ms": statistics.median(ms for ms, _ in slow),
        "first_picture.cpu_ms": statistics.median(ms for _, ms in whole),
    }


def first(
    browser: Browser, server: Running, prepare: Callable[[Page], None] = lambda _: None
) -> tuple[float, float]:
    """Milliseconds from the start of the loading to the first picture, and those of a core."""
    with browser.new_context() as context:
        context.add_init_script(NOTE)
        page = context.new_page()
        prepare(page)
        before = worked()
        page.goto(f"{server.address}/tablet/", wait_until="commit")
        page.wait_for_function("() => window.drawn?.length")
        cpu = worked() - before
        return float(page.evaluate("drawn[0]")), cpu


def slow_page(page: Page) -> None:
    """As the browser's own tools do it."""
    system = page.context.new_cdp_session(page)
    system.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})


def worked() -> float:
    """Milliseconds of a core that all of the browser has taken."""
    ticks = 0
    for process in descendants(os.getpid()):
        with contextlib.suppress(OSError):
            stat = Path(f"/proc/{process}/stat").read_text(encoding="ascii")
            if "chrom" in stat or "headless" in stat:
                ticks += sum(map(int, stat.rpartition(")")[2].split()[11:13]))
    return ticks * 1000 / TICKS


def descendants(process: int) -> Iterator[int]:
    """All processes that it has started, and those that they have."""
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{process}/task").iterdir():
            for child in map(int, (task / "children").read_text(encoding="ascii").split()):
                yield child
                yield from descendants(child)


def played(browser: Browser, server: Running) -> Figures:
    """Deals by keyboard: from a key to its picture, and what goes to the disk."""
    with browser.new_context() as context:
        context.add_init_script(NOTE)
        behind(context, "stores.mjs", COUNT)
        behind(context, "worker.mjs", MEMORY)
        page = context.new_page()
        page.goto(f"{server.address}/tablet/")
        page.wait_for_selector("body[data-state=started]")
        press(page, *BEGIN)
        before = written(page)
        late = [one for _ in range(DEALS) for one in press(page, *DEAL)]
        writes, taken = (now - then for now, then in zip(written(page), before, strict=True))
        used = page.workers[0].evaluate("self.used()")
    return {
        "key.p50_ms": statistics.median(late),
        "key.p95_ms": statistics.quantiles(late, n=20)[-1],
        "deal.writes_calls": writes / DEALS,
        "deal.written_bytes": taken / DEALS,
        "heap.bytes": used,
    }


def behind(context: BrowserContext, module: str, more: str) -> None:
    """A module of the page ends with this."""

    def answer(route: Route) -> None:
        reply = route.fetch()
        route.fulfill(response=reply, body=reply.text() + more)

    context.route(f"**/tablet/{module}", answer)


def press(page: Page, *keys: str) -> list[float]:
    """Milliseconds from each to the last picture that came of it before the next."""
    late = []
    for key in keys:
        page.evaluate("drawn.length = pressed.length = 0")
        page.keyboard.press(key, delay=PRESS_MS)
        page.wait_for_timeout(READ_MS if key == "Enter" else REST_MS)
        late.append(float(page.evaluate("drawn.at(-1) - pressed[0]")))
    return late


def written(page: Page) -> tuple[int, int]:
    writes, taken = page.workers[0].evaluate("[self.writes, self.bytes]")
    return writes, taken


if __name__ == "__main__":
    main()
