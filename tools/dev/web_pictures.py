"""The pictures of docs/web.md: every page at a desk and on a phone, in one picture each.

python -m dev.web_pictures docs/pictures/web
"""

import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image

from dev.fetching import get_browser
from scorepad.sources import SOURCES as ROOT
from scorepad.web.pages.table import PAGES

if TYPE_CHECKING:  # installed for `make test-all` only, and a test asks which pictures there are
    from playwright.sync_api import Page

TESTS = ROOT / "host_tests"
SCOREPAD = (sys.executable, "-m", "scorepad")
TABLES = (1, 2)
PORT = "8127"  # the usual one; it stands in pictures
# A machine in UTC, on which somebody of the club has logged in.
ENVIRONMENT = {
    **os.environ,
    **{"TZ": "UTC", "LOGNAME": "Ann", "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(TESTS)},
}
ONE = {  # of what there are several
    "session": "02005c0e9b01-1",
    "event": "id=1",
    "name:path": "Cup 2026",
    "player": "id=2",
}
EVENING = "?--evening=2026-01-17"
NEW = {"start": "/start"}  # of a club that has nothing yet
OUTSIDE = {"phones": "/phones"}  # where others reach it
ADDRESS = "https://scores.example.org"
BESIDE = {"room": "/room", "room-phone": "/room/read", "api": "/api/"}
# What no picture is worth: there is one of its kind, or it is there for moments.
LEFT_OUT = re.compile(
    r"/help|/house-rules/|/work/|/restore|/replacements|/stakes|/start|/tablets|/movements|/scoring"
    r"|/security|/waiting|/cable"
)

DESK, PHONE = (1000, 800), (390, 800)  # CSS pixels
GAP = 24
COLOURS = 48


def main() -> int:
    folder = Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, _browser() as page:
        os.chdir(place)
        _run("-m", "support.web.full_club", "club.db", "--plain")
        with _plugged_in() as ports:
            _pictures(page, folder, paths(), "club.db", *ports)
        _pictures(page, folder, NEW, "new.db", "no-port")
        _run("-m", "scorepad", "club", "password", "--db", "club.db", said="correct horse\n")
        _run("-m", "scorepad", "club", "codes", "new", "--db", "club.db")
        _pictures(page, folder, OUTSIDE, "club.db", "no-port", "--url", ADDRESS)
    return 0


def paths() -> dict[str, str]:
    found = {}
    for declared in PAGES:
        if not LEFT_OUT.match(declared.path) and declared.path not in OUTSIDE.values():
            name, _, rest = declared.path.removeprefix("/").partition("/")
            found[name + ("-one" if rest else "")] = re.sub(
                r"\{([\w:]+)\}", lambda part: ONE[part[1]], declared.path
            )
    found["evening"] += EVENING
    return {**found, **BESIDE}


def _pictures(
    page: "Page", folder: Path, wanted: dict[str, str], database: str, *ports: str
) -> None:
    with _serving(database, *ports) as link:
        page.goto(link)
        page.wait_for_url(re.compile("/(evening|start)"))
        if "no-port" not in ports:
            page.get_by_text("0 sessions are here").nth(1).wait_for()
        for name, path in wanted.items():
            made = _take_picture(page, link.partition("/enter")[0] + path)
            made.quantize(COLOURS).save(folder / f"{name}.png", optimize=True)
            print(f"{name}.png", flush=True)


def _take_picture(page: "Page", address: str) -> Image.Image:
    """Return the page at both widths, side by side."""
    shots = []
    for width, height in (DESK, PHONE):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(address)
        shots.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
    both = Image.new("RGB", (DESK[0] + GAP + PHONE[0], DESK[1]), "white")
    both.paste(shots[0], (0, 0))
    both.paste(shots[1], (DESK[0] + GAP, 0))
    return both


@contextlib.contextmanager
def _browser() -> Iterator["Page"]:
    browser = get_browser.browser()
    from playwright.sync_api import sync_playwright  # noqa: PLC0415

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=str(browser.program),
            args=["--no-sandbox"],
            env={**browser.variables()},
        )
        yield started.new_page(locale="en-GB")
        started.close()


@contextlib.contextmanager
def _plugged_in() -> Iterator[list[str]]:
    """New tablets with table numbers, at ports that are always called the same."""
    with contextlib.ExitStack() as opened:
        for table in TABLES:
            port = Path(f"ttyUSB{table - 1}")
            command = (*SCOREPAD, "sim", "--flash", f"{table}.flash", "--pty")
            port.symlink_to(opened.enter_context(_started(command)))
            _run("-m", "scorepad", "sync", port, "--table", str(table), "--db", "club.db")
        yield [f"ttyUSB{table - 1}" for table in TABLES]


@contextlib.contextmanager
def _serving(database: str, *ports: str) -> Iterator[str]:
    """The link that opens the pages."""
    command = (*SCOREPAD, "serve", "--no-open", "--port", PORT, "--db", database, *ports)
    with _started(command) as said:
        yield re.findall(r"http\S+", said)[0]


@contextlib.contextmanager
def _started(command: Sequence[str | Path]) -> Iterator[str]:
    """A process that runs, and the line that it prints first."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def _run(*words: str | Path, said: str | None = None) -> None:
    how: dict[str, Any] = {"env": ENVIRONMENT, "stdout": sys.stderr, "input": said, "text": True}
    subprocess.run([sys.executable, *words], check=True, **how)


if __name__ == "__main__":
    sys.exit(main())
