"""The connections of a tablet's process to the host: a control stream, and its serial port.

MicroPython inherits the descriptor of a socket, and its standard streams are the serial port. That
is the quickest way, and one that only POSIX has. CPython connects to sockets of this machine
instead, on every system alike: a process of Windows can inherit neither a socket nor wait for its
standard streams.
"""

import contextlib
import os
import secrets
import select
import socket
import subprocess
from collections.abc import Generator

TOKEN_SIZE = 16  # bytes; who does not know them is not the tablet's process
_POLL_S = 0.05  # how often it is looked whether it has died meanwhile
_CHUNK = 65536


class Inherited:
    """Streams for an interpreter that gets the descriptor of its control stream as argument.

    `child`: its process; `control`: the stream to it.
    """

    def __init__(self, command: list[str], arguments: list[str], **how: object):
        self.control, theirs = socket.socketpair()
        with theirs:
            number = theirs.fileno()
            self.child = _start([*command, str(number), *arguments], pass_fds=[number], **how)
        assert self.child.stdin and self.child.stdout
        self._in, self._out = self.child.stdin, self.child.stdout
        os.set_blocking(self._out.fileno(), False)

    def write(self, received: bytes) -> None:
        self._in.write(received)
        self._in.flush()

    def read(self) -> bytes:
        """Return what the process has sent on its serial port since the last call."""
        return self._out.read() or b""

    def cut(self) -> None:
        """Close both; the process has ended."""
        _close(self.child)
        self.control.close()


class Loopback:
    """Streams for an interpreter that gets a TCP port of this machine as first argument.

    It reads a token from its standard input, and connects twice, to be controlled and with its
    serial port; each time it says the token first.
    """

    def __init__(self, command: list[str], arguments: list[str], **how: object):
        with socket.create_server(("127.0.0.1", 0)) as door:
            port = str(door.getsockname()[1])
            self.child = _start([*command, port, *arguments], **how)
            token = secrets.token_bytes(TOKEN_SIZE)
            assert self.child.stdin
            with contextlib.suppress(OSError):  # it has died: that shows below
                self.child.stdin.write(token)
                self.child.stdin.flush()
            with contextlib.closing(_admit(door, token, self.child)) as admitted:
                self.control = next(admitted)
                self._serial = next(admitted)
        self._serial.setblocking(False)

    def write(self, received: bytes) -> None:
        with contextlib.suppress(BlockingIOError):  # what finds no room is lost, as on a cable
            self._serial.send(received)

    def read(self) -> bytes:
        received = b""
        try:
            while part := self._serial.recv(_CHUNK):
                received += part
        except BlockingIOError:
            pass
        return received

    def cut(self) -> None:
        _close(self.child)
        self._serial.close()
        self.control.close()


Wires = Inherited | Loopback


def _start(command: list[str], **how: object) -> subprocess.Popen[bytes]:
    """Start a process with pipes; a Ctrl-C at the terminal is for the host alone."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    group = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    return subprocess.Popen(
        command,
        start_new_session=True,
        creationflags=group,
        **pipes,
        **how,  # type: ignore[call-overload]
    )


def _admit(
    door: socket.socket, token: bytes, child: subprocess.Popen[bytes]
) -> Generator[socket.socket, None, None]:
    """Yield the connections that say the token; anybody else on this machine is turned away.

    Wait as long as the process runs, however slow it is. Once it has died, yield connections that
    say nothing more.
    """
    said: dict[socket.socket, bytes] = {}  # by the connections that have not said all of it
    with contextlib.ExitStack() as turned_away:
        while child.poll() is None:
            for ready in select.select([door, *said], [], [], _POLL_S)[0]:
                if ready is door:
                    said[turned_away.enter_context(door.accept()[0])] = b""
                elif _knows(ready, said, token):
                    admitted = ready.dup()
                    admitted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    yield admitted
    while True:
        nobody, other = socket.socketpair()
        other.close()
        yield nobody


def _knows(guest: socket.socket, said: dict[socket.socket, bytes], token: bytes) -> bool:
    """Take what a connection says; return True if that makes the token. Forget who says less."""
    try:
        part = guest.recv(len(token) - len(said[guest]))
    except OSError:
        part = b""
    heard = said.pop(guest) + part
    if part and len(heard) < len(token):
        said[guest] = heard  # the rest is still to come
        return False
    return secrets.compare_digest(heard, token)


def _close(child: subprocess.Popen[bytes]) -> None:
    for stream in (child.stdin, child.stdout, child.stderr):
        if stream:
            with contextlib.suppress(OSError):  # what a dead process was not told any more
                stream.close()
