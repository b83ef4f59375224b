"""firmware/hardware/oled.py as it would be on the driver of micropython-lib: whole frames only."""

from ssd1306 import SET_DISP, SSD1306_I2C

WIDTH = 128
HEIGHT = 64
FULL = 255  # contrast


class OLED(SSD1306_I2C):
    """The panel. Draw on `frame`, then `show`."""

    def __init__(self, i2c):
        super().__init__(WIDTH, HEIGHT, i2c)
        self.frame = self.framebuf

    def start(self) -> None:
        """As its constructor does: the search for a panel has set page addressing since."""
        self.init_display()

    def contrast(self, value: int, started: bool) -> None:
        """0 (dim) to 255."""
        super().contrast(value)

    def power(self, on: bool) -> None:
        self.write_cmd(SET_DISP | on)
