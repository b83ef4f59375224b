"""`scorepad serve` as a process of its own, and raw requests to it."""

import contextlib
import http.client
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

NO_PORT = "no-port"  # whatever is plugged into this machine is none of the tests'
SOON_S = 30  # until what another program has changed must be there
_LINK = re.compile(r"http://127\.0\.0\.1:(\d+)/enter\?key=(\S+)")


@dataclass
class Reply:
    """What a server has answered. `headers`: by their names in small letters; `raw`: its bytes."""

    status: int
    headers: dict[str, str]
    body: str
    raw: bytes = b""


@dataclass
class Served:
    """A server that runs. `key`: of the link that it has printed; `cookie`: of who came in."""

    process: subprocess.Popen[str]
    port: int
    key: str
    cookie: str = ""
    address: str = "127.0.0.1"
    database: str = ""

    @property
    def host(self) -> str:
        return f"{self.address}:{self.port}"

    def enter(self, key: str = "") -> Reply:
        """Opens the link."""
        return self._taken(self.ask("GET", f"/enter?key={key or self.key}"))

    def log_in(self, password: str, **headers: str) -> Reply:
        """Sends the form for the director's password."""
        return self._taken(self.post("/login", {"password": password}, **headers))

    def _taken(self, reply: Reply) -> Reply:
        if cookie := reply.headers.get("set-cookie"):
            self.cookie = cookie.partition(";")[0]
        return reply

    def get(self, path: str, **headers: str) -> Reply:
        return self.ask("GET", path, **headers)

    def shows(self, path: str, text: str, there: bool = True) -> bool:
        """Whether a page has a text, or has not, at the latest a moment later."""
        return self.soon(path, lambda body: (text in body) == there)

    def soon(self, path: str, right: Callable[[str], bool]) -> bool:
        """Whether a page is as it should be, at the latest a moment later."""
        end = time.monotonic() + SOON_S
        while not right(self.get(path).body):
            if time.monotonic() > end:
                return False
            time.sleep(0.1)
        return True

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
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
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
        connection = http.client.HTTPConnection(self.address, self.port, timeout=30)
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
            found = {name.lower(): value for name, value in reply.getheaders()}
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
    """As `scorepad club password` takes it from no terminal."""
    command = [sys.executable, "-m", "scorepad", "club", "password", "--db", str(database)]
    subprocess.run(command, input=password + "\n", text=True, check=True, stdout=subprocess.PIPE)


@contextlib.contextmanager
def serving(
    database: Path | str,
    *options: str,
    within: Sequence[str] = (),
    password: str = "",
    errors: Path | None = None,
) -> Iterator[Served]:
    """Serves a database at a free port; ends as Ctrl-C ends it, unless it has ended before.

    `within`: a command that runs what follows it, elsewhere; `password`: is set before;
    `errors`: the file of what it writes to standard error.
    """
    if password:
        set_password(database, password)
    python = [*within, sys.executable, "-m", "scorepad"]
    with contextlib.ExitStack() as stack:
        how = {"stderr": stack.enter_context(errors.open("wb"))} if errors else {}
        served = stack.enter_context(started(python, "--db", str(database), *options, **how))
        served.database = str(database)
        yield served


@contextlib.contextmanager
def started(scorepad: Sequence[str | Path], *options: str, **how: Any) -> Iterator[Served]:
    """The same by this command. `how`: as `subprocess.Popen` takes it."""
    command = [*scorepad, "serve", "--no-open", "--port", "0", *options]
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
        process.wait(timeout=30)
