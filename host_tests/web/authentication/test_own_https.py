"""HTTPS with certificates of this machine's own: who trusts them, what they vouch for, renewal."""

import asyncio
import contextlib
import http.client
import shutil
import socket
import ssl
import sys
from asyncio import sslproto
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from scorepad.cli import main
from scorepad.club.codes import give_out
from scorepad.errors import UserError
from scorepad.web.authentication import certificates, handshakes
from scorepad.web.authentication.certificates import AUTHORITY_DAYS, SERVER_DAYS, Certificates
from scorepad.web.authentication.handshakes import Https
from scorepad.web.authentication.names import AUTHORITY, Names
from scorepad.web.authentication.patience import HEAD_S, LARGEST_HEAD
from scorepad.web.server import _RENEW_TICKS, Server, open_port
from support.web.instant import instantly
from support.web.served import Served, serving_here

PASSWORD = "Sieben Herzen 7♥"
NAMES = ("localhost", "127.0.0.1", "club-pc.local", "192.168.77.1")
BEGUN = datetime(2026, 11, 27, tzinfo=UTC)


@pytest.fixture
def own(tmp_path: Path) -> Certificates:
    return Certificates(tmp_path / "https", lambda: BEGUN)


def trusting(authority: bytes) -> ssl.SSLContext:
    context = ssl.create_default_context(cadata=authority)
    context.verify_flags |= ssl.VERIFY_X509_STRICT  # as Python 3.13 and later do
    return context


def greet(chain: Path | Https, authority: bytes, name: str) -> None:
    """Do a handshake in memory. Raise SSLCertVerificationError if the client refuses."""
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    if isinstance(chain, Https):
        serving = chain.context
    else:
        serving.load_cert_chain(chain)
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    server = serving.wrap_bio(to_server, to_client, server_side=True)
    client = trusting(authority).wrap_bio(to_client, to_server, server_hostname=name)
    for end in (client, server, client):
        with contextlib.suppress(ssl.SSLWantReadError):
            end.do_handshake()
    assert client.version() == "TLSv1.3"


@pytest.mark.parametrize("name", NAMES)
def test_who_trusts_the_authority_reaches_this_machine(own: Certificates, name: str) -> None:
    chain = own.chain(NAMES)
    greet(chain, own.authority(), name)
    for other in ("another.local", "192.168.77.2"):
        with pytest.raises(ssl.SSLCertVerificationError):
            greet(chain, own.authority(), other)


@pytest.mark.parametrize("name", ["bank.example", "local.example", "8.8.8.8"])
def test_a_stolen_key_vouches_for_nobody_else(own, name, monkeypatch):
    with monkeypatch.context() as stealing:
        stealing.setattr(certificates, "_NETWORKS", ("0.0.0.0/0",))
        chain = own.chain([name])
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree"):
        greet(chain, own.authority(), name)


def test_the_key_of_the_authority_is_kept_nowhere(own: Certificates) -> None:
    folder = own.chain(NAMES).parent
    root = x509.load_der_x509_certificate(own.authority())
    for file in folder.iterdir():
        assert b"".join(file.read_bytes().split()).count(b"PRIVATEKEY") == 2, file  # one key
        assert load_pem_private_key(file.read_bytes(), None).public_key() != root.public_key()
        assert sys.platform == "win32" or file.stat().st_mode & 0o777 == 0o600


def test_it_is_renewed_in_time_and_for_other_names(tmp_path: Path) -> None:
    days = 0
    own = Certificates(tmp_path, lambda: BEGUN + timedelta(days))
    first, authority = own.chain(NAMES).read_bytes(), own.authority()
    found = x509.load_pem_x509_certificate(first[first.index(b"-----BEGIN CERT") :])
    assert found.not_valid_after_utc - found.not_valid_before_utc == timedelta(SERVER_DAYS)
    days = SERVER_DAYS - 100
    assert own.chain(NAMES).read_bytes() == first
    days += 20
    seen = {first, own.chain(NAMES).read_bytes(), own.chain(NAMES[:3]).read_bytes()}
    days = AUTHORITY_DAYS - SERVER_DAYS - 2
    seen.add(own.chain(NAMES).read_bytes())
    assert len(seen) == 4 and own.authority() == authority
    days = -30  # the clock is wrong: phones go on trusting
    seen.add(own.chain(NAMES).read_bytes())
    assert len(seen) == 5 and own.authority() == authority
    days = AUTHORITY_DAYS - SERVER_DAYS  # it would outlive the authority
    own.chain(NAMES)
    assert own.authority() != authority


def test_a_server_that_runs_takes_the_new_certificate(own: Certificates) -> None:
    names = [*NAMES[:3]]
    with socket.socket() as listener:
        https = Https(listener, lambda: own.chain(names), own.authority)
    names.append(NAMES[3])
    with pytest.raises(ssl.SSLCertVerificationError):
        greet(https, own.authority(), NAMES[3])
    for _ in range(2):
        https.renew()
        greet(https, own.authority(), NAMES[3])
        names.append("131.1.1.1")  # refused: the certificate of before goes on
    shutil.rmtree(own.chain(NAMES).parent)
    greet(https, https.authority, NAMES[3])
    names.pop()
    https.renew()
    greet(https, https.authority, NAMES[3])


def test_what_cannot_be_used_is_said(own: Certificates, tmp_path: Path) -> None:
    with pytest.raises(UserError):
        own.chain(["131.1.1.1"])
    chain = own.chain(NAMES)
    chain.write_bytes(chain.read_bytes().replace(b"-----BEGIN PRIVATE", b"-----BEGIN P"))
    greet(own.chain(NAMES), own.authority(), "localhost")  # it is made again
    (chain.parent / "issuer.pem").write_bytes(b"damaged")
    with pytest.raises(UserError, match=str(chain.parent)):
        own.chain(NAMES)


def test_without_its_package_and_beside_a_proxy_it_is_refused(monkeypatch, tmp_path, capsys):
    command = ["serve", "--port", "0", "--https", "--no-open", "--db", str(tmp_path / "club.db")]
    assert main([*command, "--url", "https://scores.example.org"]) == 2
    monkeypatch.setitem(sys.modules, "scorepad.web.authentication.certificates", None)
    assert main(command) == 2
    assert "scorepad[https]" in capsys.readouterr().err


def test_others_reach_it_by_https_alone() -> None:
    def origin(scheme: str, host: str, port: int) -> str | None:
        headers = [(b"host", f"{host}:{port}".encode())]
        scope = {"headers": headers, "scheme": scheme, "server": ("192.168.77.1", port)}
        return Names(8127, lan=True, https=8128).origin(scope)

    for host, here in (("192.168.77.1", None), ("localhost", "http://localhost:8127")):
        assert origin("https", host, 8128) == origin("wss", host, 8128) == f"https://{host}:8128"
        assert origin("http", host, 8127) == here
        assert origin("http", host, 8128) == origin("https", host, 8127) is None


@dataclass
class Encrypted(Served):
    """Somebody who reaches the server by HTTPS, and trusts its authority."""

    authority: bytes = b""

    def connection(self) -> http.client.HTTPSConnection:
        context = trusting(self.authority)
        return http.client.HTTPSConnection("localhost", self.port, context=context)

    @property
    def host(self) -> str:
        return f"localhost:{self.port}"


@pytest.fixture(scope="module")
def phone(club_file: Path) -> Iterator[Encrypted]:
    folder = club_file.parent / "https"
    with (
        patch("scorepad.web.serve.certified", lambda: NAMES),  # wherever the tests run
        serving_here(club_file, lan=True, password=PASSWORD, https=folder) as served,
    ):
        site = served.site
        assert site and site.https
        yield Encrypted(None, site.names.https, "", site=site, authority=site.https.authority)


def test_a_director_comes_in_by_https(phone: Encrypted) -> None:
    origin = {"Origin": f"https://{phone.host}"}
    reply = phone.log_in(PASSWORD, **origin)
    assert (reply.status, "secure" in reply.headers["set-cookie"].lower()) == (303, True)
    form = {"form": "club-players-add", "name": "Zoë Lund"}
    assert phone.post("/players", form, **origin).status == 303
    plain = {"Sec_Fetch_Site": "", "Origin": f"http://{phone.host}"}
    assert phone.post("/players", form, **plain).status == 403
    assert phone.site
    phone.site.club.write(partial(give_out, now=datetime.now(UTC)))
    digest = x509.load_der_x509_certificate(phone.authority).fingerprint
    page = phone.get("/phones").body
    assert digest(certificates.hashes.SHA256()).hex(":").upper() in page
    assert phone.site.names.outside("/tablet/#1-").startswith("https://")
    assert phone.site.names.outside("/tablet/#1-") in page


def test_whoever_does_not_trust_it_yet_fetches_the_authority(phone: Encrypted) -> None:
    context = ssl.create_default_context()
    with (
        socket.create_connection(("localhost", phone.port)) as raw,
        pytest.raises(ssl.SSLCertVerificationError),
    ):
        context.wrap_socket(raw, server_hostname="localhost")
    reply = phone.get(AUTHORITY)
    assert (reply.status, reply.raw) == (200, phone.authority)
    assert reply.headers["content-type"] == "application/x-x509-ca-cert"
    assert phone.get("/phones/trust.svg").status == 200


@pytest.mark.parametrize(("scheme", "status"), [("https", b"101"), ("http", b"403")])
def test_a_phone_is_a_tablet_by_https(phone: Encrypted, scheme: str, status: bytes) -> None:
    head = (
        f"GET /tablet/link HTTP/1.1\r\nHost: {phone.host}\r\nOrigin: {scheme}://{phone.host}\r\n"
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    context = trusting(phone.authority)
    with socket.create_connection(("localhost", phone.port)) as raw:
        made = context.wrap_socket(raw, server_hostname="localhost")
        made.sendall(head.encode())
        assert made.recv(12) == b"HTTP/1.1 " + status
        made.close()


def test_a_server_looks_at_its_certificate_as_its_ticks_go_by(phone, tmp_path):
    days, seen = 0, list[bytes]()
    own = Certificates(tmp_path, lambda: BEGUN + timedelta(days))
    with socket.socket() as listener:
        https = Https(listener, lambda: own.chain(NAMES), own.authority)
    server = Server(replace(phone.site, https=https))
    server.config.load()
    for ticks in (0, 1, _RENEW_TICKS):
        asyncio.run(server.on_tick(ticks))
        seen.append((tmp_path / "server.pem").read_bytes())
        days = SERVER_DAYS
    assert seen[0] == seen[1] != seen[2]


def test_what_is_not_tls_is_closed(phone: Encrypted) -> None:
    with socket.create_connection(("localhost", phone.port)) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        with contextlib.suppress(ConnectionResetError):
            assert b"HTTP" not in raw.recv(100)
    assert phone.get("/room").status == 200


class Connection(asyncio.Protocol):
    """What the server knows of a connection, once there is one."""

    def __init__(self) -> None:
        self.made = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.made.set_result(transport)


def test_a_connection_takes_no_more_memory_than_without_tls(own: Certificates) -> None:
    async def connect(listener: socket.socket) -> tuple[int, int]:
        connection = Connection()
        await Https(listener, lambda: own.chain(NAMES), own.authority).serve(lambda: connection)
        _, writer = await asyncio.open_connection(
            *listener.getsockname(), ssl=trusting(own.authority()), server_hostname="localhost"
        )
        transport = await connection.made
        writer.transport.abort()
        limits: tuple[int, int] = transport.get_write_buffer_limits()
        return limits[1], transport._ssl_protocol._incoming_high_water

    with open_port(0, False) as listener:
        limits = asyncio.run(connect(listener))
    assert limits == (handshakes.UNREAD, LARGEST_HEAD)
    assert sslproto.SSLProtocol.max_size == LARGEST_HEAD


@instantly
async def test_handshakes_are_bounded_in_number_and_time(own: Certificates) -> None:
    with open_port(0, False) as listener, contextlib.ExitStack() as stack:
        https = Https(listener, lambda: own.chain(NAMES), own.authority)
        server = await https.serve(asyncio.Protocol)
        loop = asyncio.get_running_loop()
        for number in range(handshakes.MOST_GREETING + 2):
            made = stack.enter_context(socket.socket())
            made.setblocking(False)
            await loop.sock_connect(made, listener.getsockname())
            if not number:
                first = made
        assert await loop.sock_recv(first, 1) == b""  # the oldest gives way, at once
        assert (loop.time(), len(https.waiting)) == (0, handshakes.MOST_GREETING)
        await asyncio.sleep(HEAD_S + 1)
        assert not https.waiting
        server.close()
