"""How the host is joined to a tablet's process by sockets of this machine."""

import sys

from scorepad.simulator.wires import Inherited, Loopback, Wires

# Connects twice as host_python.py does. Before come a stranger, one that leaves, and one that does
# not say all of the token.
CHILD = """
import socket, sys, time
token = sys.stdin.buffer.read(16)
def joined(said):
    host = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
    host.sendall(said)
    return host
stranger = joined(bytes(16))
mute, silent = joined(b""), joined(token[:5])
mute.close()
control, serial = joined(token), joined(token)
control.sendall(b"control")
serial.sendall(b"serial " + serial.recv(100))
control.recv(1)
"""
DESCRIPTOR = """
import socket, sys
control = socket.socket(fileno=int(sys.argv[1]))
control.sendall(b"control")
sys.stdout.buffer.write(b"serial " + sys.stdin.buffer.read(4))
sys.stdout.flush()
control.recv(1)
"""


def conversation(joined: type[Inherited | Loopback], program: str) -> tuple[bytes, bytes]:
    """What the process says on the control stream and on its serial port."""
    wires: Wires = joined([sys.executable, "-c", program], [])
    control = wires.control.makefile("rb").read(7)
    wires.write(b"here")
    serial = b""
    while len(serial) < 11:
        serial += wires.read()
    wires.control.sendall(b".")
    assert wires.child.wait() == 0
    wires.cut()
    return control, serial


def test_both_ways_carry_the_same() -> None:
    for joined, program in ((Loopback, CHILD), (Inherited, DESCRIPTOR)):
        assert conversation(joined, program) == (b"control", b"serial here")


def test_a_process_that_dies_at_once_says_nothing_more() -> None:
    wires = Loopback([sys.executable, "-c", "raise SystemExit(3)"], [])
    assert wires.control.recv(1) == b""
    assert wires.child.wait() == 3
    assert wires.child.stdin
    wires.child.stdin.write(b"the token, too late")
    wires.cut()
