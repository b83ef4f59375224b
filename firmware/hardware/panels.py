"""Detection of the panel; loaded until one has answered for the first time.

All are driven alike (oled.py); which it is decides where its picture begins. An SH1106 gives back
over I2C what its RAM holds, where an SSD1306 only has its status: FlashFloppy and GP2040-CE tell
them apart by that, as the bits of the status are not the same in all chips of a kind. Nothing
tells an SSD1309 from an SSD1306, which matters little.
"""

from micropython import const

_USUAL = const(0x3C)
_OTHER = const(0x3D)  # where the module's jumper is moved
_PAGED = b"\x00\xe3\xe3\x20\x02"  # NOPs as in oled.py, then page addressing, which _RAM needs
_RAM = b"\x80\x00\xc0"  # column 0 of 16; its RAM is what is read or written next
_TRIES = b"\x5a\xa5\x3c"  # what no chip has as its status each time
_SH1106_OFFSET = const(2)  # of 132 columns the one that modules of 128 show first
_SH1106_PUMP = b"\xad\x8b"  # its converter on, as after its reset
_PUMP = b"\x8d\x14"


def touch(i2c) -> int:
    """Return the address at which a panel answers. Raise OSError if none does."""
    try:
        i2c.writeto(_OTHER, _PAGED)
        return _OTHER
    except OSError:
        i2c.writeto(_USUAL, _PAGED)
        return _USUAL


def _gives_back(i2c, address: int) -> bool:
    """Return whether the panel gives back what is written to its RAM; some give nothing."""
    try:
        for value in _TRIES:
            i2c.writeto(address, _RAM + bytes((value,)))
            i2c.writeto(address, _RAM)
            if i2c.readfrom(address, 2)[1] != value:  # the first byte is a dummy
                return False
    except OSError:
        return False
    return True


def find(board, driver, name: str) -> None:
    """Set up `driver` for the panel `name`; if that is no name, for the one that answers.

    `board.panel` is the name of the one that is taken. Raise OSError if no panel answers.
    """
    driver.address = touch(board.i2c)
    if name not in ("sh1106", "ssd1306", "ssd1309"):
        sure = _gives_back(board.i2c, driver.address) or _gives_back(board.i2c, driver.address)
        name = "sh1106" if sure else "ssd1306"
    if name == "sh1106":
        driver.offset = _SH1106_OFFSET
        driver.setup += _SH1106_PUMP
    elif name == "ssd1309":  # its module makes the voltage; some of these chips have a pump
        driver.setup = driver.setup.replace(_PUMP, b"")
    board.panel = name.upper()
