"""The process behind `scorepad serve`: a port, the pages, and the browser that opens them."""

import asyncio
import contextlib
import os
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

import uvicorn

from scorepad.club.password import load_hash
from scorepad.club.records.phone_bounds import PHONE
from scorepad.club.records.store import Club
from scorepad.errors import UserError
from scorepad.tablet.cable import register_opener, register_places
from scorepad.web.application import application
from scorepad.web.authentication.keys import Keys
from scorepad.web.authentication.names import LOOPBACK, Names
from scorepad.web.authentication.password import Password
from scorepad.web.authentication.patience import (
    LARGEST_HEAD,
    MOST,
    MOST_UNFINISHED,
    Bounds,
    Patient,
    Places,
)
from scorepad.web.authentication.security_log import SecurityLog
from scorepad.web.live.changes import Changes, Shared
from scorepad.web.live.phones import Phones
from scorepad.web.live.relays import RELAY, Relays
from scorepad.web.live.tablets import Sync, Tablets
from scorepad.web.site import Site
from scorepad.web.tablet.line import ANSWER_S, BEAT_S, LARGEST_MESSAGE
from scorepad.web.work import WorkList

_FILES = 4096  # open at a time: connections and the database; macOS begins with 256
_BACKLOG = 128  # connections that are accepted at once, before any of them can be closed again
_LINK_PAGE = """<!DOCTYPE html><meta charset="utf-8"><title>Scorepad</title>
<meta http-equiv="refresh" content="0; url={link}"><a href="{link}">Scorepad</a>"""
_RENEW_TICKS = 600  # of uvicorn, which are 0.1 s: between two looks at the certificate
_LEAVE_S = 1  # for what is still being answered when the server ends


def new_site(
    club: Club,
    names: Names,
    there: Callable[[], set[str]],
    device: Callable[[str], bool],
    sync: Sync,
) -> Site:
    """Return the site of a club, which syncs its tablets.

    `there`: the ports that are there now; `device`: whether something is plugged in at one of
    them; `sync`: takes what the tablet at one has.
    """
    changes = Changes()
    stirred = threading.Event()
    phones = Phones(changes.soon, stirred.set)
    register_places(PHONE, phones.place)
    relays = Relays(stirred.set)
    register_opener(RELAY, relays.open)
    tablets = Tablets(
        lambda: there() | phones.there() | relays.there(),
        lambda port: port.startswith((PHONE, RELAY)) or device(port),
        sync,
        changes.soon,
        phones.news,
        stirred,
    )
    password = Password(lambda: club.read(load_hash))
    work, log = WorkList(changes.soon), SecurityLog(club)
    keys, shared = Keys(note=log.note), Shared(changes)
    return Site(club, keys, changes, tablets, work, names, password, shared, phones, relays, log)


def serve(
    site: Site, listener: socket.socket, announce: Callable[[str], None], browser: bool
) -> None:
    """Serve a site until it is interrupted. `announce` is called with the link that opens it."""
    link = new_link(site)
    try:
        announce(link)
        if browser:
            open_browser(site, link)
        asyncio.run(Server(site).serve([listener]))
    except KeyboardInterrupt:
        return
    finally:
        site.forget_link()


def open_browser(site: Site, link: str) -> None:
    """Open a link by a page that this user alone can read: all users see a browser's command.

    On Linux it is in the home folder: browsers in a snap see neither /tmp nor hidden folders.
    """
    with contextlib.suppress(OSError, RuntimeError):  # no home; the link was printed, too
        folder = Path.home() if sys.platform == "linux" else None
        number, name = tempfile.mkstemp(".html", "scorepad-", folder)
        site.forget_link = partial(_remove, Path(name))
        with open(number, "w", encoding="utf-8") as page:
            page.write(_LINK_PAGE.format(link=escape(link)))
        # In a thread: one that runs in the terminal comes back when it is left.
        opening = partial(webbrowser.open, Path(name).as_uri())
        threading.Thread(target=opening, daemon=True).start()


def _remove(page: Path) -> None:
    with contextlib.suppress(OSError):  # it is gone, or on Windows a browser has it open
        page.unlink()


def new_link(site: Site) -> str:
    return f"{site.names.home}/enter?key={site.keys.new_link()}"


class Server(uvicorn.Server):
    """Does not wait for pages that are kept up to date when it ends."""

    def __init__(self, site: Site):
        connections = Places(min(MOST, _allow_files() // 2))
        bounds = Bounds(site.knows, connections, Places(MOST_UNFINISHED))
        super().__init__(
            uvicorn.Config(
                application(site),
                http=partial(Patient, bounds),  # type: ignore[arg-type]
                ws="websockets-sansio",
                ws_max_size=LARGEST_MESSAGE,
                ws_ping_interval=BEAT_S,
                ws_ping_timeout=ANSWER_S,
                ws_per_message_deflate=False,
                log_level="error",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                backlog=_BACKLOG,
                h11_max_incomplete_event_size=LARGEST_HEAD,
                timeout_graceful_shutdown=_LEAVE_S,
            )
        )
        self._site = site

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the ports; a handshake that is slow or one of many is bounded (handshakes.py)."""
        await super().startup(sockets)
        if self._site.https:
            new: Any = self.config.http_protocol_class
            new = partial(new, self.config, self.server_state, self.lifespan.state)
            self.servers.append(await self._site.https.serve(new))

    async def on_tick(self, counter: int) -> bool:
        """Keep the certificate as it has to be, because an address can change."""
        if self._site.https and counter % _RENEW_TICKS == 0:
            self._site.https.renew()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._site.changes.end()
        await super().shutdown(sockets)


def _allow_files() -> int:
    if resource is None:
        return _FILES
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


def open_port(port: int, lan: bool) -> socket.socket:
    """Open a port of this machine, 0 for any; `lan`: for others too. Raise UserError."""
    both = lan and socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if both else socket.AF_INET
    where = ("" if lan else LOOPBACK, port)
    try:
        return socket.create_server(where, family=family, dualstack_ipv6=both)
    except OSError as error:
        why = os.strerror(error.errno or 0)  # its own words have the address, too
        raise UserError(f"port {port}: {why}; take another one with --port") from error
