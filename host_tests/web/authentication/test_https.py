"""HTTPS by a proxy on the same machine: the configuration that docs/https.md shows, as it is."""

import contextlib
import http.client
import os
import socket
import ssl
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from dev.fetching.outcome import Missing
from scorepad.cli import main
from support.commands import EXAMPLES
from support.waiting import wait_until
from support.web.served import Served, serving_here
from support.web.web_programs import caddy

pytestmark = pytest.mark.full

NAME = "scores.example.org"
PASSWORD = "Sieben Herzen 7♥"
_OWN = """{{
	https_port {https}
	http_port {http}
	admin off
	skip_install_trust
}}
"""


@dataclass
class Browser(Served):
    """Somebody out there, who knows the name alone, and trusts the certificate."""

    https: int = 0
    root: Path = Path()

    @property
    def host(self) -> str:
        return f"{NAME}:{self.https}"

    def connection(self) -> http.client.HTTPSConnection:
        trusted = ssl.create_default_context(cafile=str(self.root))
        made = http.client.HTTPSConnection(NAME, self.https, context=trusted)
        made.sock = trusted.wrap_socket(
            socket.create_connection(("127.0.0.1", self.https)), server_hostname=NAME
        )
        return made

    def is_answered(self) -> bool:
        """Return False while the proxy makes its certificate."""
        try:
            return self.get("/room").status == 200
        except OSError:
            return False


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@pytest.fixture(scope="module")
def browser(club_file: Path) -> Iterator[Browser]:
    try:
        program = caddy()
    except Missing as problem:
        pytest.skip(str(problem))
    https, folder = free_port(), club_file.parent
    own = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    root = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    url = f"https://{NAME}:{https}"
    with serving_here(club_file, url=url, password=PASSWORD) as served:
        config = (EXAMPLES / "Caddyfile").read_text(encoding="utf-8")
        for old, new in (("# tls internal\n\t", "tls internal\n\t"), ("8127", str(served.port))):
            assert old in config
            config = config.replace(old, new)
        file = folder / "Caddyfile"
        file.write_text(_OWN.format(https=https, http=free_port()) + config)
        words = [program, "run", "--config", file, "--adapter", "caddyfile"]
        with (folder / "caddy.log").open("wb") as log:
            process = subprocess.Popen(words, env=own, stdout=log, stderr=log)
        try:
            browser = Browser(None, served.port, served.key, https=https, root=root)
            wait_until(lambda: process.poll() is not None or browser.is_answered())
            assert process.poll() is None, "Caddy does not begin"
            yield browser
        finally:
            process.terminate()
            process.wait()


def test_the_director_works_by_https(browser: Browser) -> None:
    origin = {"Origin": f"https://{browser.host}"}
    assert browser.get("/players").status == 403
    reply = browser.log_in(PASSWORD, **origin)
    assert (reply.status, reply.headers["location"]) == (303, "/")
    assert all("secure" in cookie for cookie in reply.headers["set-cookie"].lower().split(","))
    assert "max-age" in browser.get("/evening").headers["strict-transport-security"]
    form = {"form": "club-players-add", "name": "Zoë Lund"}
    reply = browser.post("/players", form, **origin)
    assert (reply.status, reply.headers["location"].partition("?")[0]) == (303, "/players")
    assert "Zoë Lund" in browser.get("/players").body
    other = {"Sec_Fetch_Site": "", "Origin": "https://evil.example"}
    assert browser.post("/players", form, **other).status == 403
    assert f"https://{browser.host}/room/read" in browser.get("/room").body
    evil = f"evil.example:{browser.https}"
    assert "Scorepad" not in browser.get("/room", Host=evil).body


def test_what_the_room_is_sent_comes_at_once(browser: Browser, club_file: Path) -> None:
    with contextlib.closing(browser.connection()) as connection:
        connection.request("GET", "/room.live", headers={"Host": browser.host})
        reply = connection.getresponse()
        assert reply.status == 200
        lines = [reply.readline().decode() for _ in range(3)]  # before the answer has an end
        assert any("Nothing is released" in line for line in lines)
        assert main(["club", "release", "--evening", "2026-01-17", "--db", str(club_file)]) == 0
        changed = (reply.readline().decode() for _ in range(50))
        assert any(line.startswith("data:") for line in changed)
