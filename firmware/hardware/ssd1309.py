"""SSD1309, of most 2.42-inch modules: an SSD1306 that has no charge pump, and can be locked.

Of its data sheet (Solomon Systech, SSD1309 rev 1.1) only the contents and what was changed were at
hand, so the values after reset are those of its forerunner (SPD0301 rev 0.10, table 8-1), and the
clock's is the one that was changed.
"""

from firmware.hardware.oled import SSD1306


class Panel(SSD1306):
    """As SSD1306; its module makes the voltage of the panel."""

    START = (
        b"\x00\xe3\xe3"  # commands; NOP, for arguments that went missing
        b"\xfd\x12"  # not locked: it takes commands
        b"\xae"  # display off while the registers change
        b"\x2e"  # stop scrolling
        b"\xd5\x70"  # oscillator frequency and divide ratio
        b"\xa8\x3f"  # multiplex ratio
        b"\xd3\x00\x40"  # display offset, start line 0
        b"\x20\x00"  # horizontal addressing
        b"\xa1\xc8"  # upright with the connector on top
        b"\xda\x12"  # alternative COM pins
        b"\xd9\x22\xdb\x34"  # pre-charge, V_COMH deselect level
        b"\xa4\xa6"  # show the RAM, not inverted
    )
