"""`scorepad serve`, in a thread or as a process of its own, and raw requests to it."""

import asyncio
import contextlib
import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch
from urllib.parse import urlencode

from argon2 import PasswordHasher
from starlette.types import ASGIApp, Receive, Scope, Send

from scorepad.club.database.opening import PATIENCE_S
from scorepad.club.password import keep
from scorepad.club.records.store import Club
from scorepad.web.authentication.names import Names, url_of
from scorepad.web.serve import encrypt, make_site
from scorepad.web.server import Server, new_link, open_port
from scorepad.web.site import Site
from support.commands import scorepad
from support.waiting import wait_until

NO_PORT = "no-port"  # whatever is plugged into this machine is none of the tests'
VISITOR = "192.168.77.2"  # the address of another machine in the network
_PEER = "X-Test-Peer"  # the header that names the address from which a request seems to come
_LINK = re.compile(r"http://127\.0\.0\.1:(\d+)/enter\?key=(\S+)")
_LOOK_S = 0.1  # between two looks at a page, which costs half as much
CHEAP = PasswordHasher(1, 8, 1)  # the least that argon2 can do: a hash says how it was made


@dataclass
class Reply:
    """What a server has answered. `headers`: by their names in small letters; `raw`: its bytes."""

    status: int
    headers: dict[str, str]
    body: str
    raw: bytes = b""


@dataclass
class Served:
    """A server that runs.

    process: its process, None if it runs in a thread of this one; then `site` is its site
    key: of the link that opens it
    cookie: of the login, "" without one
    """

    process: subprocess.Popen[str] | None
    port: int
    key: str
    cookie: str = ""
    address: str = "127.0.0.1"
    database: str = ""
    site: Site | None = None

    @property
    def pid(self) -> int:
        assert self.process
        return self.process.pid

    def end(self, how: signal.Signals = signal.SIGINT) -> int:
        """Send its process a signal and return its exit status."""
        assert self.process
        self.process.send_signal(how)
        return self.process.wait()

    @property
    def host(self) -> str:
        return f"{self.address}:{self.port}"

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self.address, self.port)

    def raw(self, text: str) -> socket.socket:
        """A new connection on which a text was sent; it may have {host} and {cookie}."""
        made = socket.create_connection(("127.0.0.1", self.port))
        made.sendall(text.format(host=self.host, cookie=self.cookie).encode())
        return made

    def enter(self, key: str = "") -> Reply:
        return self._taken(self.ask("GET", f"/enter?key={key or self.key}"))

    def log_in(self, password: str, **headers: str) -> Reply:
        return self._taken(self.post("/login", {"password": password}, **headers))

    def _taken(self, reply: Reply) -> Reply:
        if cookie := reply.headers.get("set-cookie"):
            self.cookie = cookie.partition(";")[0]
        return reply

    def command(self, *words: str) -> str:
        """Do a command on its club; return what that prints."""
        done = scorepad(*words, "--db", self.database)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def get(self, path: str, **headers: str) -> Reply:
        return self.ask("GET", path, **headers)

    def shows(self, path: str, text: str) -> bool:
        """Wait until a page has a text; return True."""
        return self.soon(path, lambda body: text in body)

    def soon(self, path: str, right: Callable[[str], bool]) -> bool:
        return wait_until(lambda: right(self.get(path).body), _LOOK_S)

    def post(
        self, path: str, values: dict[str, str] | dict[str, list[str]], **headers: str
    ) -> Reply:
        """A form as a browser sends it from a page of this server."""
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        same = {"Sec-Fetch-Site": "same-origin"}
        return self.ask(
            "POST", path, urlencode(values, doseq=True), **{**kind, **same, **_named(headers)}
        )

    def send(
        self, path: str, values: dict[str, str], files: dict[str, tuple[str, bytes]]
    ) -> Reply:
        """A form with files, by their fields: what each is called, and what is in it."""
        mark = "a-line-between-two-parts"
        parts = [_part(name, "", value.encode()) for name, value in values.items()]
        parts += [
            _part(name, f'; filename="{called}"', raw) for name, (called, raw) in files.items()
        ]
        body = b"".join(f"--{mark}\r\n".encode() + part for part in parts)
        kind = {"Content-Type": f"multipart/form-data; boundary={mark}"}
        same = {"Sec-Fetch-Site": "same-origin"}
        return self.ask("POST", path, body + f"--{mark}--\r\n".encode(), **kind, **same)

    def told(self, page: str) -> Iterator[str]:
        """What somebody is told who watches a page: what is new in it, again and again."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        with contextlib.closing(connection):
            connection.request("GET", f"{page}.live", headers={"Cookie": self.cookie})
            reply, lines = connection.getresponse(), list[str]()
            while line := reply.readline().decode():
                if line.startswith("data: "):
                    lines.append(line[6:])
                elif lines and line == "\n":
                    yield "".join(lines)
                    lines.clear()

    def ask(self, method: str, path: str, body: str | bytes = "", **headers: str) -> Reply:
        """A request, with the cookie of who came in. A header that is "" is left out."""
        connection = self.connection()
        sent = {"Host": self.host, "Cookie": self.cookie, **_named(headers)}
        raw = body.encode() if isinstance(body, str) else body
        with contextlib.closing(connection):
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            if raw:
                sent["Content-Length"] = str(len(raw))
            for name, value in sent.items():
                if value:
                    connection.putheader(name, value)
            connection.endheaders(raw or None)
            reply = connection.getresponse()
            found = {name.lower(): str(reply.getheader(name)) for name, _ in reply.getheaders()}
            return Reply(
                reply.status, found, (whole := reply.read()).decode(errors="replace"), whole
            )


def _part(name: str, more: str, raw: bytes) -> bytes:
    head = f'Content-Disposition: form-data; name="{name}"{more}\r\n\r\n'
    return head.encode() + raw + b"\r\n"


def _named(headers: dict[str, str]) -> dict[str, str]:
    """`Sec_Fetch_Site` is said where no hyphen can stand."""
    return {name.replace("_", "-"): value for name, value in headers.items()}


def set_password(database: Path | str, password: str) -> None:
    """Set the director's password, which takes no time to check."""
    with Club(str(database)) as club:
        club.begin()
        club.write(lambda rows: keep(rows, CHEAP.hash(password)))


@dataclass
class Visitor(Served):
    """Requests to a server in a thread that seem to come from another machine in its network."""

    machine: str = "192.168.77.1"  # the address of the server there

    @property
    def host(self) -> str:
        return f"{self.machine}:{self.port}"

    def ask(self, method: str, path: str, body: str | bytes = "", **headers: str) -> Reply:
        return super().ask(method, path, body, **{_PEER: VISITOR, **headers})


def visitor(served: Served) -> Visitor:
    """Return somebody on another machine, who has no login."""
    return Visitor(None, served.port, served.key, database=served.database)


def _with_peer(app: ASGIApp) -> ASGIApp:
    """Wrap the site: requests of a Visitor come from another machine."""

    async def asked(scope: Scope, receive: Receive, send: Send) -> None:
        if dict(scope.get("headers", ())).get(_PEER.lower().encode()):
            scope["client"] = (VISITOR, 50_000)
            scope["server"] = (Visitor.machine, scope["server"][1])
        await app(scope, receive, send)

    return asked


@contextlib.contextmanager
def serving_here(
    database: Path | str,
    *ports: str,
    lan: bool = False,
    url: str = "",
    password: str = "",
    patience: float = PATIENCE_S,
    https: Path | None = None,
) -> Iterator[Served]:
    """Serve a database in a thread of this process while the block runs.

    ports: of its tablets; password: set before; patience: seconds to wait for other writers;
    https: folder of the certificates, None for no HTTPS, which is at another port of this machine
    """
    if password:
        set_password(database, password)
    with (
        patch("serial.tools.list_ports.comports", list),
        Club(str(database), patience) as club,
        open_port(0, lan and not https) as listener,
        open_port(0, False) as encrypted,
    ):
        club.begin()
        port = listener.getsockname()[1]
        site = make_site(ports or [NO_PORT], club, Names(port, lan, url_of(url) if url else ""))
        if https:
            encrypt(site, encrypted, https)
        server = Server(site)
        server.config.app = _with_peer(server.config.app)
        thread = threading.Thread(target=asyncio.run, args=(server.serve([listener]),))
        thread.start()
        try:
            wait_until(lambda: server.started)
            key = new_link(site).partition("key=")[2]
            yield Served(None, port, key, database=str(database), site=site)
        finally:
            server.should_exit = True
            thread.join()


@contextlib.contextmanager
def serving(
    database: Path | str, *options: str, password: str = "", **how: Any
) -> Iterator[Served]:
    """Serve a database by a process at a free port; it ends as Ctrl-C ends it, or it has ended.

    password: set before; how: as `subprocess.Popen` takes it
    """
    if password:
        set_password(database, password)
    command = [sys.executable, "-m", "scorepad"]
    with started(command, "--db", str(database), *options, **how) as served:
        served.database = str(database)
        yield served


@contextlib.contextmanager
def started(program: Sequence[str | Path], *options: str, **how: Any) -> Iterator[Served]:
    """The same by this command. `how`: as `subprocess.Popen` takes it."""
    command = [*program, "serve", "--no-open", "--port", "0", *options]
    how["env"] = {**how.get("env", os.environ), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **how)
    try:
        assert process.stdout
        found = _LINK.search(process.stdout.readline())
        assert found, "it has not said where it is"
        yield Served(process, int(found[1]), found[2])
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        process.wait()
