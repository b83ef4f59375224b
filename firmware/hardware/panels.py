"""Which panel it is; loaded until one has answered for the first time.

The lowest three bits of an SH1106's status byte are 0 (its data sheet V2.3, command 23). No sheet
says what an SSD1306 has there, where Larry Bank's libraries (ss_oled, OneBitDisplay) find 3, 6 or
7: what has any bit set is taken for one. We know of no sure way to tell an SSD1309 from that, so
somebody has to say that it is one.
"""

from micropython import const

from firmware import loading

_USUAL = const(0x3C)
_OTHER = const(0x3D)  # where the module's jumper is moved
_NOP = b"\x00\xe3"
_NOT_SH1106 = const(0x07)  # bits of the status byte


def touch(i2c) -> int:
    """The address at which a panel answers. Raises OSError if none does."""
    try:
        i2c.writeto(_OTHER, _NOP)
        return _OTHER
    except OSError:
        i2c.writeto(_USUAL, _NOP)
        return _USUAL


def _status(i2c, address: int) -> int:
    """The status byte; all bits of a module that cannot be read."""
    try:
        return i2c.readfrom(address, 1)[0]
    except OSError:
        return 0xFF


def found(board, driver, name: str):  # a driver
    """The driver of the panel `name`; where nobody knows that name, of the one that answers.

    `driver`: the SSD1306's; `board.panel` is the name of the one that is taken. Raises OSError if
    no panel answers.
    """
    address = touch(board.i2c)  # a read is of the status then, after a command
    if name not in ("ssd1306", "ssd1309") and not _status(board.i2c, address) & _NOT_SH1106:
        name = "sh1106"
    if name in ("sh1106", "ssd1309"):
        driver = loading.borrow("hardware." + name).Panel(board.i2c)
    else:
        name = "ssd1306"
    driver.address = address
    board.panel = name.upper()
    return driver
