"""What strangers send to a real server takes a bounded amount of memory, and keeps nobody out."""

import contextlib
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorepad.web.authentication.patience import MOST, MOST_UNFINISHED
from scorepad.web.tablet.joining import MOST_GREETING
from support.web.instant import FIN, PING, TEXT, frame_of
from support.web.served import Served, serving

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is Linux's"),
]

MB = 2**20
LARGEST = 256 * MB
SHARE = 80 * MB  # of it strangers take
POST = (
    "POST /login HTTP/1.1\r\nHost: {host}\r\nSec-Fetch-Site: same-origin\r\n"
    "Content-Type: application/x-www-form-urlencoded\r\n"
)
UPGRADE = (
    "GET /tablet/link HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
GET = "GET {path} HTTP/1.1\r\nHost: {{host}}\r\n\r\n"
ROUNDS = 10


@pytest.fixture
def errors(tmp_path: Path) -> Path:
    return tmp_path / "stderr"


@pytest.fixture
def served(tmp_path: Path, errors: Path) -> Iterator[Served]:
    with (
        errors.open("wb") as log,
        serving(tmp_path / "club.db", "--lan", password="Sieben Herzen", stderr=log) as served,
    ):
        yield served


def peak(served: Served) -> int:
    """Return the most memory that the process has had, in bytes."""
    lines = Path(f"/proc/{served.pid}/status").read_text().splitlines()
    (line,) = [line for line in lines if line.startswith("VmHWM:")]
    return int(line.split()[1]) * 1024


def test_what_strangers_send_takes_little_memory(served: Served, errors: Path) -> None:
    assert served.get("/tablet/").status == 200
    large = "/tablet/micropython.wasm"
    size = len(served.get(large).raw)
    assert size > 100_000
    assert served.enter().status == 200
    attacks = (
        (MOST + 20, POST + "Content-Length: 4000\r\n\r\n", b"x" * 3999),
        (MOST_UNFINISHED + 20, POST + "Transfer-Encoding: chunked\r\n\r\n", b"fffff\r\n" * MB),
        (MOST_UNFINISHED + 20, GET.format(path="/room.live"), b"x" * MB),
        (MOST_UNFINISHED + 20, GET.format(path=large), b""),
        (MOST_GREETING + 20, UPGRADE, frame_of(PING, b"x" * 125) * 40_000),
        (MOST_GREETING + 20, UPGRADE, frame_of(TEXT) + frame_of(0) * 200_000),
        (MOST_GREETING + 20, UPGRADE, frame_of(FIN | TEXT) * 200_000),
    )
    before = peak(served)
    for number, head, more in attacks:
        with contextlib.ExitStack() as all_of_them:
            taken = [all_of_them.enter_context(served.raw(head)) for _ in range(number)]
            for made in taken:  # its system takes little that it does not read
                made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            if head == UPGRADE:
                for made in taken[-MOST_GREETING // 2 :]:  # the first may have made room
                    assert made.recv(12) == b"HTTP/1.1 101"
            left = dict.fromkeys(taken, memoryview(more))
            for _ in range(ROUNDS):
                for made in taken:
                    with contextlib.suppress(OSError):  # it was cut, or is not read
                        left[made] = left[made][made.send(left[made], socket.MSG_DONTWAIT) :]
                assert served.get("/players").status == 200
    assert peak(served) - before < SHARE
    assert served.log_in("Sieben Herzen").status == 303
    assert peak(served) < LARGEST
    assert not errors.read_text()
