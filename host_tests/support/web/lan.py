"""A network that nobody else is in: a namespace of this machine, with a server and who asks it.

python -m support.web.lan DATABASE PASSWORD      makes the network up, serves and asks
"""

import json
import socket
import struct
import subprocess
import sys
from pathlib import Path

from support.web.served import Served, serving_here

ADDRESS = "192.168.77.1"  # of the machine in its network
_TESTS = Path(__file__).parents[2]


def statuses(database: Path, password: str) -> dict[str, int]:
    """Serve a database with `--lan` in such a network; return the statuses of some answers.

    Raises CalledProcessError where this machine makes no networks of its own.
    """
    apart = ["unshare", "--user", "--map-root-user", "--net"]
    done = subprocess.run(
        [*apart, sys.executable, "-m", "support.web.lan", str(database), password],
        capture_output=True,
        text=True,
        check=True,
        cwd=_TESTS,
    )
    found: dict[str, int] = json.loads(done.stdout)
    return found


def _bring_up() -> None:
    """As `ip link set lo up` and `ip addr add` (netdevice(7)), which not every machine has."""
    import fcntl  # noqa: PLC0415  # Windows has none

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        up = struct.pack("16sh22x", b"lo", 1)
        fcntl.ioctl(any_socket, 0x8914, up)  # SIOCSIFFLAGS
        address = socket.inet_aton(ADDRESS)
        more = struct.pack("16sHH4s16x", b"lo:1", socket.AF_INET, 0, address)
        fcntl.ioctl(any_socket, 0x8916, more)  # SIOCSIFADDR


def _ask(database: str, password: str) -> dict[str, int]:
    with serving_here(database, lan=True, password=password) as served:
        guest = Served(None, served.port, served.key, address=ADDRESS)
        return {
            "players": guest.get("/players").status,
            "link": guest.enter().status,
            "room": guest.get("/room").status,
            "log in": guest.log_in(password).status,
            "players again": guest.get("/players").status,
            "link at home": served.enter().status,
        }


if __name__ == "__main__":
    _bring_up()
    json.dump(_ask(*sys.argv[1:]), sys.stdout)
