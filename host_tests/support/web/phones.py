"""Tablets in pages as the server meets them, without a page: each a WebSocket that answers."""

import contextlib
import json
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from dev.link.both_ends import LocalTablet
from dev.ram_files import RamFiles
from firmware.storage.store import Store
from scorepad.club.codes import find_codes, give_out
from scorepad.club.records.store import Club
from scorepad.web.authentication import table_links
from scorepad.web.tablet.routes import LINK
from scorepad.wording import minutes
from support.club.club_sessions import Event
from support.web.served import Served

KEY = "a" * 32


def token(served: Served, table: int) -> str:
    with contextlib.ExitStack() as opened:
        club = served.site.club if served.site else opened.enter_context(Club(served.database))
        now = datetime.now(UTC)
        if not club.read(partial(find_codes, now=now)):
            club.write(partial(give_out, now=now))
        codes = club.read(partial(find_codes, now=now))
        assert codes
        return table_links.token(codes.key, table)


def begun_now(log: list[Event]) -> list[Event]:
    """The same session, begun now: what began before its table had a code waits."""
    return [(*log[0][:3], minutes(datetime.now(UTC))), *log[1:]]


def hello(served: Served, table: int, tablet: str) -> dict[str, object]:
    return {"table": table, "token": token(served, table), "tablet": tablet, "key": KEY}


def dialled(
    served: Served, port: int = 0, origin: str = "", path: str = LINK, **headers: str
) -> ClientConnection:
    """The line to the server; `port`: of what stands in front of it; `origin`: of the page."""
    return connect(
        f"ws://{served.host}{path}",
        additional_headers=headers,
        origin=Origin(origin or f"http://{served.host}"),
        sock=socket.create_connection((served.address, port or served.port)),
        open_timeout=None,
        close_timeout=None,
        ping_interval=None,
    )


@dataclass
class LocalPhone:
    """A tablet of this process that comes in as one in a page does; `heard`: from the PC."""

    served: Served
    tablet: LocalTablet = field(default_factory=LocalTablet)
    heard: bytearray = field(default_factory=bytearray)

    @contextlib.contextmanager
    def joined(self, table: int, port: int = 0) -> Iterator[ClientConnection]:
        """As long as it lasts it is there, and answers. `port`: as `dialled` takes it."""
        with dialled(self.served, port) as line:
            self.greet(line, table)
            thread = threading.Thread(target=self.answer, args=(line,), daemon=True)
            thread.start()
            yield line
            line.close()
            thread.join()

    def greet(self, line: ClientConnection, table: int) -> None:
        line.send(json.dumps(hello(self.served, table, self.tablet.store.tablet.hex())))

    def answer(self, line: ClientConnection, most: int = 10_000) -> None:
        """Until one end goes, or so many messages have come."""
        with contextlib.suppress(ConnectionClosed, WebSocketException, OSError):
            for _, part in zip(range(most), line, strict=False):
                assert isinstance(part, bytes)
                self.heard += part
                if said := self.tablet.hear(part):
                    line.send(said)


def played_phone(served: Served, number: int) -> LocalPhone:
    begun = minutes(datetime.now(UTC))
    return LocalPhone(served, LocalTablet((0x0A0000000000 + number).to_bytes(6, "big"), begun))


def new_phone(served: Served, number: int) -> LocalPhone:
    """One on which nothing was played, and so takes an event."""
    phone = played_phone(served, number)
    tablet = phone.tablet
    tablet.files = RamFiles()
    tablet.store = Store(lambda: tablet.files, tablet.store.tablet)
    tablet.connect(tablet.store)
    return phone
