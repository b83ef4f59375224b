"""A network that nobody else is in: a namespace of this machine, for a server and who asks it."""

import contextlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest

from support.web.served import Reply, Served

ADDRESS = "192.168.77.1"  # of the machine in its network
# As `ip link set lo up` and `ip addr add` (netdevice(7)), which not every machine has.
_UP = f"""
import fcntl, socket, struct, sys
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
    up = struct.pack("16sh22x", b"lo", 1)
    fcntl.ioctl(any_socket, 0x8914, up)  # SIOCSIFFLAGS
    address = socket.inet_aton({ADDRESS!r})
    more = struct.pack("16sHH4s16x", b"lo:1", socket.AF_INET, 0, address)
    fcntl.ioctl(any_socket, 0x8916, more)  # SIOCSIFADDR
print("up", flush=True)
sys.stdin.read()
"""
_TESTS = Path(__file__).parents[2]


@contextlib.contextmanager
def network() -> Iterator[list[str]]:
    """The command that runs others in it."""
    if not all(map(shutil.which, ("unshare", "nsenter"))):
        pytest.skip("this machine makes no networks of its own")
    holding = subprocess.Popen(
        ["unshare", "--user", "--map-root-user", "--net", sys.executable, "-c", _UP],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert holding.stdin and holding.stdout
    try:
        if holding.stdout.readline() != "up\n":
            pytest.skip("this machine makes no networks of its own")
        yield [
            *["nsenter", "--preserve-credentials", "--user", "--net", "--target"],
            str(holding.pid),
        ]
    finally:
        holding.stdin.close()
        holding.wait(timeout=10)


@dataclass
class Phone(Served):
    """Somebody in the network `within`, who asks the machine by its address there."""

    within: tuple[str, ...] = ()
    address: str = ADDRESS

    def ask(self, method: str, path: str, body: str | bytes = "", **headers: str) -> Reply:
        raw = body.encode() if isinstance(body, str) else body
        told = [self.port, self.cookie, self.address, method, path, raw.decode(), headers]
        done = subprocess.run(
            [*self.within, sys.executable, "-m", "support.web.lan"],
            input=json.dumps(told),
            capture_output=True,
            text=True,
            check=True,
            cwd=_TESTS,
        )
        found: dict[str, Any] = json.loads(done.stdout)
        return Reply(**found, raw=found["body"].encode())


def phone(served: Served, within: list[str]) -> Phone:
    """Somebody who has no cookie."""
    return Phone(served.process, served.port, served.key, within=tuple(within))


def _ask(port: int, cookie: str, address: str, *asked: Any) -> Reply:
    served = Served(None, port, "", cookie, address)  # type: ignore[arg-type]
    method, path, body, headers = asked
    return served.ask(method, path, body, **headers)


if __name__ == "__main__":
    reply = asdict(_ask(*json.load(sys.stdin)))
    del reply["raw"]
    json.dump(reply, sys.stdout)
