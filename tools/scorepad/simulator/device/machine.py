"""MicroPython's `machine` as the simulated tablet has it: pins, I2C and RTC joined to the host.

Pin levels are set by run.py from what the host says; an I2C write becomes a frame to the host,
where the model of the panel decodes it.
"""

import world


class Pin:
    """A pin; an input reads what the host's fingers do."""

    IN, OPEN_DRAIN, PULL_UP = range(3)

    def __init__(self, number, mode=IN, pull=None, value=None):
        self._number = number

    def value(self, level=None):
        if level is None:
            return world.levels.get(self._number, 1)
        return None


class I2C:
    """The bus with the panel on it."""

    def __init__(self, number, scl, sda, freq=400_000, timeout=50_000):
        pass

    def writeto(self, address, message):
        if not world.panel_present:
            raise OSError(19)  # ENODEV: nobody acknowledged the address
        world.send(b"W", bytes([address]), message)
        return len(message)


class RTC:
    """The clock of the day; stands still between the host's commands."""

    def datetime(self, new=None):
        if new is not None:
            world.datetime = new
        return world.datetime


def freq(hz):
    """The CPU clock makes no difference here."""


def idle():
    """run.py turns the loop."""


def reset():
    """Ends this process; the host starts it again, with the panel as it was."""
    world.send(b"R")
    raise SystemExit


def unique_id():
    return world.tablet
