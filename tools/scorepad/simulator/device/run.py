"""Runs the firmware in this process as the host tells it, on MicroPython or on CPython.

    run.py CONTROL FLASH TABLET     CONTROL: a file descriptor of a stream socket to the host,
                                    FLASH: the file with the flash, TABLET: the chip's id in hex

Standard input and output are the tablet's serial port. The host sends lines on CONTROL, each is
answered by frames (world.py) and ends with the frame `.`:

    run MS KEYS     time goes on by MS, KEYS (a bit per button) held down; the app's loop turns
    look            frame J: the screen's name and the text on it, as JSON
    panel 0|1       the panel is taken away, or is back
    flash 0|1       the flash takes no more writes, or is whole again
    clock Y M D H M the clock of the day
    count           frame J: heap in use and free after a collection, bytes programmed and
                    blocks erased since the start
"""

import gc
import sys

import world
from micropython import const

_STEP = const(5)  # ms between two turns of the loop


def main(control, flash, tablet):
    """Boots as the board does, then serves the host until it hangs up."""
    world.connect(control)
    world.flash, world.tablet = flash, bytes.fromhex(tablet)
    __import__("boot")
    app = None
    while True:
        line = control.readline().decode().split()
        if not line:
            return
        if line[0] == "run":
            hold(int(line[2]))
            app = app or __import__("main").build()
            run(app, int(line[1]))
        elif line[0] == "look":
            world.send(b"J", look(app))
        elif line[0] == "panel":
            world.panel_present = line[1] == "1"
        elif line[0] == "flash":
            world.flash_broken = line[1] == "0"
        elif line[0] == "clock":
            year, month, day, hour, minute = [int(word) for word in line[1:6]]
            world.datetime = (year, month, day, 0, hour, minute, 0, 0)
        elif line[0] == "count":
            gc.collect()
            counts = (gc.mem_alloc(), gc.mem_free(), world.programmed, world.erased)
            world.send(b"J", ("[%d, %d, %d, %d]" % counts).encode())
        world.send(b".")


def hold(keys):
    """Puts the fingers on the buttons."""
    from firmware.board import KEYS

    for button, pin in enumerate(KEYS):
        world.levels[pin] = 0 if keys >> button & 1 else 1


def run(app, ms):
    """Lets time go on; a turn of the loop each _STEP."""
    end = world.now + ms
    while True:
        world.now = min(world.now + _STEP, end)
        app.tick()
        if world.now >= end:
            return


def look(app):
    """What `looking` sees; it is loaded for that only, to leave the heap to the firmware."""
    seen = __import__("looking").look(app)
    del sys.modules["looking"]
    return seen


def prepare():
    """Makes `time` and the serial port what they are on the tablet."""
    if sys.implementation.name == "micropython":
        sys.modules["time"] = world
    else:
        __import__("host_python").prepare(world)


if __name__ == "__main__":
    prepare()
    main(open(int(sys.argv[1]), "r+b", buffering=0), sys.argv[2], sys.argv[3])
