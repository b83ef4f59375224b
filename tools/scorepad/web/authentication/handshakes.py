"""HTTPS: TLS handshakes, bounded in time and number, before a connection is one of the server."""

import asyncio
import contextlib
import socket
import ssl
from asyncio import sslproto
from collections.abc import Callable
from pathlib import Path
from typing import cast

from scorepad.errors import UserError
from scorepad.web.authentication.names import place_of
from scorepad.web.authentication.patience import HEAD_S, LARGEST_HEAD, Places

UNREAD = 64 * 1024  # bytes of an answer that wait, as without TLS; asyncio has 512 KB here
MOST_GREETING = 100  # handshakes at a time; see Places


class Https:
    """The part of the server that is encrypted.

    chain: returns the file with key and certificates, which it renews
    authority: returns the certificate that phones may trust, as DER; kept
    """

    def __init__(
        self,
        listener: socket.socket,
        chain: Callable[[], Path],
        authority: Callable[[], bytes],
    ):
        self._listener, self._chain, self._read_authority = listener, chain, authority
        sslproto.SSLProtocol.max_size = LARGEST_HEAD  # for each connection; asyncio has 256 KB
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self._load()
        self.waiting = Places(MOST_GREETING)

    def renew(self) -> None:
        """Serve new connections with the certificate that suits this machine now."""
        with contextlib.suppress(UserError, OSError):  # the one of before goes on
            self._load()

    def _load(self) -> None:
        self.context.load_cert_chain(self._chain())
        self.authority = self._read_authority()

    async def serve(self, make: Callable[[], asyncio.Protocol]) -> asyncio.Server:
        """Accept connections; make: returns what serves one that is encrypted."""
        loop = asyncio.get_running_loop()
        return await loop.create_server(lambda: _Handshake(self, make), sock=self._listener)


class _Handshake(asyncio.Protocol):
    def __init__(self, https: Https, make: Callable[[], asyncio.Protocol]):
        self._https, self._make = https, make
        self._early: list[bytes] = []  # what comes before the server knows of the connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        raw = cast(asyncio.Transport, transport)
        raw.pause_reading()  # until start_tls reads
        self._https.waiting.take(raw.abort, place_of(raw.get_extra_info("peername")))
        self._work = asyncio.create_task(self._encrypt(raw))

    def data_received(self, data: bytes) -> None:
        self._early.append(data)

    async def _encrypt(self, raw: asyncio.Transport) -> None:
        encrypt = asyncio.get_running_loop().start_tls
        how = {"server_side": True, "ssl_handshake_timeout": HEAD_S}
        try:
            encrypted = await encrypt(raw, self, self._https.context, **how)  # type: ignore[arg-type]
        except OSError:  # too slow, or no TLS at all
            return
        finally:
            self._https.waiting.leave(raw.abort)
        if encrypted and not encrypted.is_closing():
            made = self._make()
            encrypted.set_write_buffer_limits(UNREAD)
            encrypted.set_read_buffer_limits(LARGEST_HEAD)  # type: ignore[attr-defined]
            encrypted.set_protocol(made)
            made.connection_made(encrypted)
            for piece in self._early:
                made.data_received(piece)
