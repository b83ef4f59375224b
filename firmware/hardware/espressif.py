"""The common part of ESP32, ESP32-S3 and ESP32-C3: flash, NVS, RTC memory, watchdog.

A file boards/*.py or board.py says which pins.
"""

from binascii import crc32

from esp32 import NVS, Partition
from machine import ADC, RTC, WDT, Pin, freq
from micropython import const

from firmware import loading
from firmware.hardware import filesystem, peripherals

_REST_HZ = const(80_000_000)  # the slowest at which I2C and the serial port keep their clocks
_WATCHDOG = const(16_000)  # ms without a turn of the loop, after which the chip is reset
_LEFT_ALONE = const(900_000)  # ms
_SCORES = "scores"  # label of the partition that holds the score store
_NAMESPACE = "scorepad"  # in the chip's NVS
_NUMBER = "session"  # the entry there
_ABSURD = const(1 << 30)  # no tablet comes to so many sessions; an entry of NVS is 32 bits, signed

_handles: list[NVS] = []  # one, once it is asked for


def boot(sda: int, scl: int, fastest: int, reset: int | None = None) -> None:
    """Set the CPU's clock, and first free an I2C bus that a reset left hanging."""
    freq(fastest)
    peripherals.recover_bus(sda, scl, reset)


def pause_watchdog() -> None:
    """Give a user at the prompt a quarter of an hour, after which a forgotten tablet restarts.

    A watchdog cannot be stopped, only be set.
    """
    WDT(timeout=_LEFT_ALONE)


def mount_scores():  # a mounted VfsLfs2, or a Folder
    """Return the file system of the score partition; a folder on an image that has none.

    Raises filesystem.NoScores: also where sessions were counted and there is neither. Then the
    table with the partition was lost, and the tablet must not go on as one that is new.
    """
    found = Partition.find(Partition.TYPE_DATA, label=_SCORES)
    if not found:
        shared = loading.load_temporarily("hardware.shared_filesystem")
        if shared.exists() or _last_number() < 1:
            return shared.mount()
    return filesystem.mount(found[0] if found else None)


def _last_number() -> int:
    """Return the session number in NVS; less than 1 if there is none."""
    try:
        number = _open_nvs().get_i32(_NUMBER)
    except OSError:
        return 0
    return number if number < _ABSURD else 0


def _open_nvs() -> NVS:
    """Return the one handle: MicroPython has no way to close it."""
    if not _handles:
        _handles.append(NVS(_NAMESPACE))
    return _handles[0]


class Espressif(peripherals.Hardware):
    """A board with such a chip; its battery's voltage is halved before the ADC.

    `fastest`: of the CPU's clocks for which the PLL stays as it is at rest, in Hz. A change takes
    up to 10 ms, a tick of FreeRTOS, in which interrupts go on.
    """

    def __init__(
        self, keys: tuple[int, ...], sda: int, scl: int, battery: int | None, fastest: int
    ):
        super().__init__(keys, sda, scl, battery)
        self._fastest = fastest
        self.feed = WDT(timeout=_WATCHDOG).feed  # the loop does, and nothing else

    def speed_up(self) -> None:
        """Run at the chip's full clock."""
        freq(self._fastest)

    def slow_down(self) -> None:
        """Run at the clock of a tablet at rest."""
        freq(_REST_HZ)

    def millivolts(self, pin: Pin) -> int:
        """Return the voltage at a pin; the chip knows the calibration of its own ADC.

        With the default of MicroPython before 1.26, 0 dB, it would end near 1 V.
        """
        return ADC(pin, atten=ADC.ATTN_11DB).read_uv() // 500

    def save_state(self, state: bytes) -> None:
        """Keep up to 2 KB over a reset, not over a power cut; at no cost to the flash."""
        RTC().memory(crc32(state).to_bytes(4, "little") + state)

    def load_state(self) -> bytes:
        """Return the saved state, once: a state that hangs the tablet must not return."""
        kept = bytes(RTC().memory())
        RTC().memory(b"")
        whole = crc32(kept[4:]).to_bytes(4, "little") == kept[:4]
        return kept[4:] if whole else b""

    def last_number(self) -> int:
        """Return the session number that was kept last; less than 1 if there is none."""
        return _last_number()

    def keep_number(self, number: int) -> None:
        """Save a session number, if possible, in NVS: its own partition, written in one step.

        Where it cannot, games are started all the same: the score store counts as well.
        """
        try:
            _open_nvs().set_i32(_NUMBER, number)
            _open_nvs().commit()
        except OSError:
            pass
