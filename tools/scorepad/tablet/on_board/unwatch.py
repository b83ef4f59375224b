"""Has the watchdog of an app that ran wait, and makes room: sent to a board's prompt first."""

import gc
import sys

CTRL = 0x40058000  # of an RP2040's watchdog: bit 30 says that it runs (RP2040 Datasheet, 4.7.6)

try:
    __import__("firmware.board").board.unwatch()
except Exception:
    # There is no firmware to feed it, and nothing stops it but the power: a soft reset does not.
    if "RP2040" in getattr(sys.implementation, "_machine", ""):
        from machine import WDT, Timer, mem32

        if mem32[CTRL] >> 30 & 1:
            feed = WDT(timeout=8000).feed
            feeding = Timer(period=2000, callback=lambda timer: feed())
gc.collect()
