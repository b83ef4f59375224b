"""How a chip naps that has a USB port of its own: the ESP32-S3 and the ESP32-C3."""

from time import sleep_ms  # type: ignore[attr-defined]  # MicroPython's

from machine import mem32

from firmware.hardware import espressif, peripherals


class OwnUSB(espressif.Espressif):
    """As Espressif; awake while a PC is at that port.

    Sleep stops the port's clock, and a PC then takes the port for gone until somebody pulls the
    plug (ESP-IDF's guide to the USB Serial/JTAG console, "Sleep Mode Considerations").
    """

    FRAMES = 0  # address of the register that counts the PC's frames, one each ms
    _frame = -1  # the register, as last read

    def speed_up(self) -> None:
        """As Hardware.speed_up."""
        super().speed_up()
        self._frame = -1  # at the next nap it may have come round

    def nap(self) -> None:
        """As Hardware.nap; while frames come it waits as long, and does not sleep."""
        frame = mem32[self.FRAMES]
        if frame == self._frame:
            super().nap()
        else:
            self._frame = frame
            sleep_ms(peripherals.NAP)
