"""Light sleep on chips with a USB port of their own: the ESP32-S3 and the ESP32-C3."""

from time import sleep_ms  # type: ignore[attr-defined]  # MicroPython's

from machine import mem32

from firmware.hardware import espressif, peripherals


class OwnUSB(espressif.Espressif):
    """An Espressif chip that stays awake while a PC is at its own USB port.

    Sleep stops the port's clock, and a PC then takes the port for gone until somebody pulls the
    plug (ESP-IDF's guide to the USB Serial/JTAG console, "Sleep Mode Considerations").
    """

    FRAMES = 0  # address of the register that counts the PC's frames, one each ms
    _frame = -1  # the register, as last read

    def speed_up(self) -> None:
        """Speed the CPU up, as Hardware.speed_up does."""
        super().speed_up()
        self._frame = -1  # by the next nap the counter may have wrapped

    def nap(self) -> None:
        """Sleep as Hardware.nap does; while frames come, wait as long instead."""
        frame = mem32[self.FRAMES]
        if frame == self._frame:
            super().nap()
        else:
            self._frame = frame
            sleep_ms(peripherals.NAP)
