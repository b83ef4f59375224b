"""Run the firmware in this process as the host commands, on MicroPython or on CPython.

    run.py CONTROL FLASH TABLET     CONTROL: a file descriptor of a stream socket to the host,
                                    FLASH: the file with the flash, TABLET: the chip's id in hex

Standard input and output are the tablet's serial port. (CPython has all that from host_python.py;
CONTROL is a TCP port, and a fourth argument is the panel that the board file names.) The host
sends lines on CONTROL, each is answered by frames (world.py) and ends with the frame `.`:

    memory HEX      what the RTC's memory has kept over a reset
    held PULSES     the panel was left in mid-byte and holds SDA for so many clock pulses
    run MS KEYS     time goes on by MS, KEYS (a bit per button) held down; the app's loop turns
    look            frame J: the screen's name and the text on it, as JSON
    panel A STATUS  the panel is at address A (0: nowhere), and says this when it is read
    bus BYTES       the next transfer longer than this hangs after so many bytes, and so does all
                    after it until the panel is back
    flash 0|1       the flash takes no more writes, or is whole again
    clock Y M D H M the clock of the day
    battery UV      so much is at the pin that measures the battery; the board has one if this
                    comes before the first `run`
    starve BYTES    so much of the heap is left, until the next reset
    hang MS         time goes on by MS, and the loop does not turn
    busy MS KEYS    KEYS are down for MS while the loop is busy with something else, and up again
    idle TURNS      frame J: bytes of heap that so many turns take in which nothing happens
    pace MS US MS MS  how long a turn of the loop takes, a read of the flash, the work for a
                    request of the PC, which gets its answer only then, and another CPU clock
    skip MS         time goes on by MS in which nothing happens and the watchdog is content
    slept           frame J: ms in light sleep since the start
    speed           frame J: the CPU's clock in Hz; since the start ms at more than 80 MHz, and
                    writes to the panel at no more
    count           frame J: heap in use and free after a collection; since the start bytes
                    programmed, blocks erased, reads of the flash and bytes read
"""

import gc
import sys

import world
from micropython import const

_BATTERY = const(35)  # the pin that the board file of an ESP32 proposes
_STEP = const(5)  # ms between two turns of the loop
_RING = const(260)  # bytes that an ESP32 keeps until they are read
_CHUNK = const(256)  # bytes that are read at once
_BYTES_A_SECOND = const(11_520)  # at 115200 baud


def main(control, flash, tablet):
    """Boot as the board does, then serve the host until it hangs up."""
    world.connect(control)
    world.flash, world.tablet = flash, bytes.fromhex(tablet)
    app = None
    while True:
        words = control.readline().decode().split()
        if not words:
            return
        if words[0] in ("run", "busy"):
            hold(int(words[2]))
            app = app or boot()
            pass_time(app, words[0], int(words[1]))
        elif not change(words):
            world.send(b"J", answer(words, app))
        world.send(b".")


def boot():
    """Start as after a reset; return the app, which has a chip's serial port on this board."""
    __import__("boot")
    from firmware import board as file

    file.BATTERY = world.battery_pin
    app = __import__("main").build()
    world.board = board = app.board
    world.there, world.hear, world.write = board.waiting, board.read, board.write
    board.read, board.write = read, write
    return app


def pass_time(app, how, ms):
    """Let the time pass in which the loop turns, or is busy and sees the keys only afterwards."""
    if how == "run":
        listen(ms)
        run(app, ms)
    else:
        rest(ms)
        hold(0)


def change(words):
    """Change something outside the tablet. Return True if the word is such a change."""
    what = words[0]
    if what == "memory":
        world.memory = bytes.fromhex(words[1])
        return True
    values = [int(word) for word in words[1:]]
    if what == "pace":
        world.turn_ms, world.read_us, world.request_ms, world.switch_ms = values
    elif what == "held":
        world.sda_held = values[0]
    elif what == "panel":
        world.panel = values
    elif what == "bus":
        world.bus_hangs_after = values[0]
    elif what == "battery":
        world.battery_uv, world.battery_pin = values[0], _BATTERY
    elif what == "flash":
        world.flash_broken = values[0] == 0
    elif what == "clock":
        year, month, day, hour, minute = values
        world.datetime = (year, month, day, 0, hour, minute, 0, 0)
    elif what == "starve":
        world.eaten = starve(values[0])
    elif what == "skip":
        rest(values[0])
        world.fed = world.now
    elif what == "hang":
        rest(values[0])
        watch()
    else:
        return False
    return True


def starve(left):
    """Fill the heap except for this many bytes."""
    gc.collect()
    eaten = []
    size = 1024
    while size >= 64:
        try:
            while gc.mem_free() > left + size:
                eaten.append(bytearray(size))
            return eaten
        except MemoryError:
            size //= 2
    return eaten


def answer(words, app):
    """Return the answer to a host's question, as JSON."""
    if words[0] == "look":
        return look(app)
    if words[0] == "idle":
        return str(idle_bytes(app, int(words[1]))).encode()
    if words[0] == "slept":
        return str(world.slept).encode()
    if words[0] == "speed":
        world.at(world.hz)
        return ("[%d, %d, %d]" % (world.hz, world.hurried, world.slow_writes)).encode()
    gc.collect()
    counts = (gc.mem_alloc(), gc.mem_free())
    counts += (world.programmed, world.erased, world.reads, world.read)
    return ("[%d, %d, %d, %d, %d, %d]" % counts).encode()


def hold(keys):
    """Put the fingers on the buttons."""
    from firmware.board import KEYS

    for button, pin in enumerate(KEYS):
        level = 0 if keys >> button & 1 else 1
        moves = level != world.levels.get(pin, 1)
        world.levels[pin] = level
        if moves and pin in world.interrupts and not asleep():
            world.interrupts[pin]()


def ahead():
    """Return True if the chip sleeps or works beyond the time that the host has released."""
    return world.now > world.end


def asleep():
    """Return True if it is ahead, and asleep."""
    return ahead() and world.deaf


def run(app, ms):
    """Let time go on; a turn of the loop each _STEP."""
    world.end += ms
    while world.now < world.end or (not ms and not ahead()):
        say()
        world.now = min(world.now + _STEP, world.end)
        watch()
        turn(app)
        if not ms:
            return


def listen(ms):
    """Let the bytes that arrive in this time wait in the serial port, as far as there is room.

    Bytes on a wire are lost while the chip naps, and works before it listens again.
    """
    world.board.waiting = world.there  # for `hear`
    come = b""
    part = world.hear()
    while part:
        come = (come + part)[: 2 * _RING]
        part = world.hear()
    lost = min(world.now - world.end, ms) * _BYTES_A_SECOND // 1000 if asleep() else 0
    world.waiting = (world.waiting + come[lost:])[:_RING]
    world.board.waiting = waiting


def waiting():
    """Return True if the firmware has something to read."""
    return bool(world.waiting)


def read():
    """Return what waits in the serial port to the firmware, up to _CHUNK bytes."""
    part = world.waiting[:_CHUNK]
    world.waiting = world.waiting[_CHUNK:]
    return part


def turn(app):
    """Turn the loop once, and let the time pass that it takes."""
    world.deaf = False
    reads = world.reads
    app.tick()
    app.rest()
    world.now += world.turn_ms + (world.reads - reads) * world.read_us // 1000


def say():
    """Send the answers of earlier work to the PC."""
    while world.unsaid:
        world.write(world.unsaid.pop(0))


def write(line):
    """Send a line to the PC: an acknowledgement immediately, an answer after the work."""
    if b" wait *" in line:
        world.write(line)
    else:
        world.now += world.request_ms
        world.unsaid.append(line)


def rest(ms):
    """Let time pass while the loop does not turn."""
    world.end += ms
    world.now = max(world.now, world.end)


def watch():
    """Reset the chip if the loop has not turned for too long."""
    if world.now - world.fed > world.watchdog > 0:
        __import__("machine").reset()


def idle_bytes(app, turns):
    """Return the bytes of heap that this many turns of the loop take if nothing happens."""
    gc.collect()
    before = gc.mem_alloc()
    gc.disable()
    for _ in range(turns):
        rest(_STEP)
        app.tick()
        app.rest()
    taken = gc.mem_alloc() - before
    gc.enable()
    return taken


def look(app):
    """Return what `looking` sees; it is loaded only now, to leave the heap to the firmware."""
    seen = __import__("looking").look(app)
    del sys.modules["looking"]
    return seen


def begin(number):
    """Replace `time` and the serial port by the tablet's; return the stream to the host."""
    if sys.implementation.name == "micropython":
        sys.modules["time"] = world
        return open(number, "r+b", buffering=0)
    return __import__("host_python").prepare(world, number)


if __name__ == "__main__":
    main(begin(int(sys.argv[1])), sys.argv[2], sys.argv[3])
