"""Web Serial for the pages of a test: beneath it a real serial port, pseudo-terminal or socket.

The page's bytes come over a WebSocket, as a browser without a window has no port of its own.
"""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import serial
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from scorepad.tablet.cable import PORT_ERRORS

if TYPE_CHECKING:  # it is installed for `make test-all` only
    from playwright.sync_api import BrowserContext

_IN_THE_PAGE = Path(__file__).with_name("serial_port.js").read_text(encoding="utf-8")
_POLL_S = 0.02
_CHUNK = 4096
_LINES = {"dataTerminalReady": "dtr", "requestToSend": "rts"}
# The cable of the port is plugged in again, or that of another one.
PLUG_IN = """async (same) => {
  const [port] = same ? await navigator.serial.getPorts() : [new EventTarget()];
  const event = new Event("connect");
  Object.defineProperty(event, "target", { value: port });
  navigator.serial.dispatchEvent(event);
}"""

Message = Callable[[bytes], bool]


def always(_message: bytes) -> bool:
    return True


@contextlib.contextmanager
def plugged(
    context: BrowserContext, path: str, passes: Message = always
) -> Iterator[threading.Lock]:
    """The pages of `context` have the port at `path`, a name or URL of pyserial.

    Whoever holds the lock has it for himself: a page has closed it only a moment after it says so.

    `passes`: asked of each message that the page sends, whether it gets through: else the cable is
    pulled there. It can be plugged in again. A context with a Content-Security-Policy needs
    `bypass_csp`.
    """
    free = threading.Lock()
    with serve(lambda socket: _carry(socket, path, passes, free), "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        address = f"ws://127.0.0.1:{server.socket.getsockname()[1]}"
        context.add_init_script(f"const ADDRESS = {json.dumps(address)};{_IN_THE_PAGE}")
        yield free
        server.shutdown()


def _carry(socket: ServerConnection, path: str, passes: Message, free: threading.Lock) -> None:
    baud = int((socket.request.path if socket.request else "").rpartition("=")[2] or 115200)
    end = threading.Event()
    with free, contextlib.suppress(*PORT_ERRORS, ConnectionClosed):
        port = serial.serial_for_url(path, baudrate=baud, timeout=_POLL_S)
        with port:
            socket.send("open")
            reading = threading.Thread(target=_read, args=(socket, port, end), daemon=True)
            reading.start()
            try:
                _write(socket, port, passes)
            finally:
                end.set()
                reading.join()


def _write(socket: ServerConnection, port: serial.Serial, passes: Message) -> None:
    for message in socket:
        if isinstance(message, str):
            for name, level in json.loads(message).items():
                with contextlib.suppress(OSError):  # a pseudo-terminal has no such line
                    setattr(port, _LINES[name], level)
        elif passes(message):
            port.write(message)
        else:
            return


def _read(socket: ServerConnection, port: serial.Serial, end: threading.Event) -> None:
    with contextlib.suppress(*PORT_ERRORS, ConnectionClosed):
        while not end.is_set():
            come = port.read(1)
            if come:
                socket.send(come + port.read(min(port.in_waiting, _CHUNK)))
    socket.close()
