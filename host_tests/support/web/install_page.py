"""The page that puts Scorepad on a board, as its users see it."""

import contextlib
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page

from support.web.serial_ports import PLUG_IN, Message, always, plugged
from support.web.web_site import site_in, site_served

_READY = "() => document.body.dataset.state === ''"
_ENDED = "document.body.dataset.state && document.body.dataset.state !== 'busy'"
_ASKED = f"() => document.getElementById('question').open || ({_ENDED})"
# The browser's list of ports is open until somebody has chosen.
_LISTED = """() => {
  const { requestPort } = navigator.serial;
  const chosen = new Promise((resolve, reject) => Object.assign(window, { resolve, reject }));
  navigator.serial.requestPort = () => chosen.then(requestPort);
}"""
# Espressif's writer gives up by this clock, and then takes a late answer for noise.
_STANDING = "const opened = Date.now(); Date.now = () => opened;"


@contextlib.contextmanager
def install_site(folder: Path, made: Mapping[str, bytes]) -> Iterator[str]:
    """The address of the page, with what is `made` for it."""
    page = site_in(folder / "site") / "install"
    for name, content in made.items():
        (page / name).parent.mkdir(exist_ok=True)
        (page / name).write_bytes(content)
    with site_served(page.parent) as address:
        yield f"{address}/install/"


@dataclass
class Cable:
    """A cable that is pulled once: at message `last`, or where what the page says has `ends`.

    `said`: all that got through.
    """

    last: int = 0
    ends: bytes = b""
    said: list[bytes] = field(default_factory=list)
    pulled: bool = False

    _PARTS = 4  # messages that a word of the page may be cut into

    def __call__(self, message: bytes) -> bool:
        there = b"".join([*self.said[-self._PARTS :], message])
        if not self.pulled and (
            len(self.said) + 1 == self.last or (self.ends and self.ends in there)
        ):
            self.pulled = True
            return False
        self.said.append(message)
        return True


@dataclass(frozen=True)
class InstallPage:
    """The page. What begins something waits until it has ended, and gives how.

    `free`: is held by whoever else uses the port.
    """

    page: Page
    free: threading.Lock

    def choose(self, board: str) -> None:
        self.page.check(f"[name=board][value={board}]")

    def flash(self, image: bytes, apart: bool = False) -> str:
        """Writes MicroPython; `apart`: with a partition for the scores."""
        file = {"name": "image.bin", "mimeType": "application/octet-stream", "buffer": image}
        self.page.set_input_files("#image", file)  # type: ignore[arg-type]
        self.page.set_checked("#apart", apart)
        return self._press("#flash button")

    def answer(self, yes: bool) -> str:
        self.page.click(f"#question [value={'yes' if yes else 'no'}]")
        return self._ended()

    def plug_in(self, same: bool = True) -> str:
        """The cable is plugged in again, or that of another board."""
        self.page.evaluate(PLUG_IN, same)
        return self._ended()

    def ask_again(self) -> None:
        """The button is pressed, and the browser's list is open."""
        self.page.evaluate(_LISTED)
        self.page.click("#again")

    def choose_port(self) -> str:
        self.page.evaluate("window.resolve()")
        return self._ended()

    @property
    def said(self) -> str:
        return self.page.inner_text("#work")

    def _press(self, button: str) -> str:
        self.page.evaluate("document.body.dataset.state = ''")
        self.page.click(button)
        return self._ended()

    def _ended(self) -> str:
        self.page.wait_for_function(_ASKED)
        if self.page.is_visible("#question"):
            return "asked"
        return str(self.page.evaluate("document.body.dataset.state"))


@contextlib.contextmanager
def opened(
    browser: Browser,
    address: str,
    port: str,
    passes: Message = always,
    locale: str = "en",
    answers: bool = True,
) -> Iterator[InstallPage]:
    """The page in a browser that has a serial port. `answers`: what is there answers in the end,
    so no time passes while the page waits for it."""
    context = browser.new_context(bypass_csp=True, locale=locale)
    if answers:
        context.add_init_script(_STANDING)
    with plugged(context, port, passes=passes) as free:
        page = context.new_page()
        page.goto(address)
        page.wait_for_function(_READY)
        yield InstallPage(page, free)
        context.close()
