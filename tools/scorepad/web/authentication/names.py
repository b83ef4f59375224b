"""By which names the server may be called, and who is at the machine that it runs on."""

import ipaddress
import socket
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import Scope

from scorepad.errors import UserError

LOOPBACK = "127.0.0.1"
PROXY = "proxy"
_HOME = (LOOPBACK, "localhost", "[::1]")
_USUAL = {"http": 80, "https": 443}
READ = "/room/read"  # the path where phones begin
TABLET = "/tablet/"  # the same of those that are tablets
AUTHORITY = "/scorepad-ca.crt"  # the path of the certificate that they may trust
_OF_PROXIES = ("x-forwarded-for", "x-forwarded-host", "forwarded", "via")  # headers
_NOWHERE = "192.0.2.1"  # which is nobody's; nothing is sent there
_OF_LAN = (ipaddress.ip_network("fe80::/10"), ipaddress.ip_network("fc00::/7"))


@dataclass(frozen=True)
class Names:
    """`lan`: whether other machines reach it at `port`; `url`: where a proxy is, "" = nowhere.

    `https`: the port at which they reach it instead, encrypted; 0 = none.
    What a proxy says of whom it serves is not believed: with `url` the server knows what browsers
    call it, and needs no more.
    """

    port: int
    lan: bool = False
    url: str = ""
    https: int = 0

    @property
    def asks(self) -> bool:
        """Return True if users of other machines may sign in, with a password."""
        return self.lan or bool(self.url)

    def origin(self, scope: Scope) -> str | None:
        """Return the origin of the pages for a client, such as `https://scores.example.org`.

        None if the server is not called so: somebody else may have given this machine that name.
        """
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        called = hosts[0].decode("latin-1").lower() if len(hosts) == 1 else ""
        if self.url and called == urlsplit(self.url).netloc:
            return self.url
        scheme = "https" if scope.get("scheme") in ("https", "wss") else "http"
        return f"{scheme}://{called}" if called in self._list_hosts(scope, scheme) else None

    def _list_hosts(self, scope: Scope, scheme: str) -> Iterator[str]:
        port = self.https if scheme == "https" else self.port
        reached = self.lan and bool(self.https) == (scheme == "https")
        for name in (*_HOME, *(self._of_lan(scope) if reached else ())):
            yield f"{name}:{port}"
            if port == _USUAL[scheme]:
                yield name

    def _of_lan(self, scope: Scope) -> Iterator[str]:
        # An address is no name that somebody could have given; it is the one that was reached.
        if reached := _address((scope.get("server") or ("",))[0]):
            yield f"[{reached}]" if reached.version > 4 else str(reached)
        yield from (socket.gethostname().lower(), _local_name())

    def is_at_home(self, connection: HTTPConnection) -> bool:
        """Return True if it is a browser of this machine that has connected without a proxy.

        A proxy may pass on any Host of a stranger, but almost all add a header of their own.
        """
        if self.url and any(name in connection.headers for name in _OF_PROXIES):
            return False
        host = connection.headers.get("host", "").lower().removesuffix(f":{self.port}")
        peer = _address(connection.client.host if connection.client else "")
        return host in _HOME and peer is not None and peer.is_loopback

    def visitor(self, connection: HTTPConnection, singly: bool = False) -> str:
        """Return the network_of a client, PROXY for a request that a proxy passes on."""
        network = network_of(connection.client, singly)
        return PROXY if network == LOOPBACK and not self.is_at_home(connection) else network

    def is_secure(self, connection: HTTPConnection) -> bool:
        return (self.origin(connection.scope) or "").startswith("https:")

    def address(self, connection: HTTPConnection) -> str:
        """Return where a request comes from: an address, of IPv6 its /64, or the proxy's URL."""
        if self.url and self.origin(connection.scope) == self.url:
            return self.url
        return network_of(connection.client).removesuffix("/32")

    @property
    def home(self) -> str:
        """The address for a browser of this machine."""
        return f"http://{LOOPBACK}:{self.port}"

    @property
    def reading(self) -> str:
        """The address where phones begin to read."""
        return self.outside(READ)

    def outside(self, path: str) -> str:
        """Return a path's address for phones or, if they cannot connect, for browsers here."""
        if self.url or not self.lan:
            return (self.url or self.home) + path
        if self.https:
            return f"https://{_own_address() or _local_name()}:{self.https}{path}"
        return f"http://{_own_address() or socket.gethostname()}:{self.port}{path}"


def url_of(given: str) -> str:
    """Return the origin that `--url` names, in small letters. Raise UserError."""
    try:
        parts = urlsplit(given.lower())
        fine = parts.scheme in _USUAL and parts.hostname and parts.path in ("", "/")
        port = parts.port
    except ValueError:
        fine, port = False, None
    if not fine or parts.query or parts.fragment or "@" in parts.netloc or not given.isascii():
        raise UserError(f"--url {given}: it is like https://scores.example.org, without a path")
    host = f"[{parts.hostname}]" if ":" in str(parts.hostname) else parts.hostname
    usual = port in (None, _USUAL[parts.scheme])
    return f"{parts.scheme}://{host}" + ("" if usual else f":{port}")


def network_of(peer: Sequence[Any] | None, singly: bool = False) -> str:
    """Return the network that counts as one visitor: an IPv4 address, or 64 bits of an IPv6 one.

    `peer`: host, port ... LOOPBACK for this machine, "" for what is no address. `singly`: each of
    a LAN's own IPv6 addresses counts, for a whole room of phones may be in one network.
    """
    address = _address(peer[0] if peer else "")
    if address is None or address.is_loopback:
        return LOOPBACK if address else ""
    if singly and any(address in each for each in _OF_LAN):
        return str(address)
    return str(ipaddress.ip_network((address, 64 if address.version > 4 else 32), strict=False))


place_of = partial(network_of, singly=True)  # by which connections have places


def certified() -> list[str]:
    """Return the names and addresses by which browsers reach this machine with HTTPS."""
    names = ("localhost", LOOPBACK, _local_name(), _own_address())
    return [each for each in names if each and each.isascii()]


def _local_name() -> str:
    """Return the machine's name in a network without a name server (RFC 6762)."""
    return f"{socket.gethostname().lower().partition('.')[0]}.local"


def _address(given: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return an IP address, as IPv4 if it is a mapped one; None if it is invalid."""
    try:
        found = ipaddress.ip_address(given.partition("%")[0])
    except ValueError:
        return None
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return mapped or found


def _own_address() -> str:
    """Return this machine's address in the network; "" if there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((_NOWHERE, 9))
        except OSError:
            return ""
        return str(asking.getsockname()[0])
