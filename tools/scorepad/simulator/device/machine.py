"""MicroPython's `machine` as the simulated tablet has it: pins, I2C and RTC joined to the host.

Pin levels are set by run.py from what the host says; an I2C write becomes a frame to the host,
where the model of the panel decodes it.
"""

import world

_ONE_COMMAND = 0x80  # then one byte for the RAM, or none


class Pin:
    """A pin; an input reads what drives it (`world.levels`), or its pull-up, or else 0."""

    IN, OPEN_DRAIN, PULL_UP, IRQ_FALLING, IRQ_RISING, OUT = range(6)

    def __init__(self, number, mode=IN, pull=None, value=None):
        self._number = number
        self._level = value
        self._floating = int(pull == self.PULL_UP)

    def irq(self, handler, value):
        world.interrupts[self._number] = lambda: handler(self)

    def value(self, level=None):
        if level is None:
            return world.levels.get(self._number, self._floating)
        if level and not self._level and world.sda_held:  # an output: the clock, and SDA last
            world.sda_held -= 1
        self._level = level
        return None


class I2C:
    """The bus with the panel on it."""

    def __init__(self, number, scl, sda, freq=400_000, timeout=50_000):
        pass

    def writeto(self, address, message):
        if world.sda_held:
            raise OSError(116)  # ETIMEDOUT: the bus is never free
        if address != world.panel[0]:
            raise OSError(19)  # ENODEV: nobody acknowledged the address
        if 0 <= world.bus_hangs_after < len(message):
            world.send(b"C", bytes([address]), message[: world.bus_hangs_after])
            world.bus_hangs_after = -1
            world.panel = (0, 0)
            raise OSError(110)  # ETIMEDOUT
        world.send(b"W", bytes([address]), message)
        if message[0] == _ONE_COMMAND:  # column 0, and what is written or read next is of the RAM
            world.cell = message[3:] or world.cell
        world.slow_writes += world.hz <= world.REST
        return len(message)

    def readfrom(self, address, number):
        """Return the status; of a panel with readable RAM, the last write to column 0."""
        return (world.cell if world.panel[1] > 255 else bytes([world.panel[1]])) * number


class RTC:
    """The clock of the day, which stands still between the host's commands, and its memory."""

    def memory(self, new=None):
        if new is None:
            return world.memory
        if len(new) > 2048:
            raise ValueError("buffer too long")
        world.memory = bytes(new)
        world.send(b"M", world.memory)

    def datetime(self, new=None):
        if new is not None:
            world.datetime = new
        return world.datetime


class WDT:
    """The watchdog; run.py looks whether it was fed in time."""

    def __init__(self, id=0, timeout=5000):
        world.watchdog = timeout
        self.feed()

    def feed(self):
        world.fed = world.now


class ADC:
    """A converter at half the battery's voltage, of which it sees a part only with 0 dB."""

    ATTN_11DB = 3

    def __init__(self, pin, atten=0):
        self._most = 3_100_000 if atten == self.ATTN_11DB else 950_000

    def read_uv(self):
        return min(world.battery_uv, self._most)


# Frames of a PC at an ESP32-C3's own USB, and at an S3's.
mem32 = {0x60043024: 0, 0x60038024: 0}


def lightsleep(ms):
    """Let time pass without the loop; what arrives then is lost (run.py)."""
    world.now += ms
    world.slept += ms
    world.deaf = True


def freq(hz):
    """Set the CPU's clock, which takes time except at the start; nothing else notices."""
    if hz // 1_000_000 not in (20, 40, 80, 160, 240):  # of an ESP32
        raise ValueError("frequency must be 20MHz, 40MHz, 80Mhz, 160MHz or 240MHz")
    if world.board:
        world.now += world.switch_ms
    world.at(hz)


def reset():
    """End this process; the host starts it again, with the panel as it was."""
    world.send(b"R")
    raise SystemExit


def unique_id():
    return world.tablet
