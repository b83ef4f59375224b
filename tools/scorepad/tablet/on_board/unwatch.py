"""Has the watchdog of an app that ran wait, and makes room: sent to a board's prompt first."""

import gc
import sys

# CTRL of the watchdog, whose bit 30 says that it runs: WATCHDOG_BASE of the Pico SDK.
CTRL = {"RP2040": 0x40058000, "RP2350": 0x400D8000}

try:
    __import__("firmware.board").board.pause_watchdog()
except Exception:
    # There is no firmware to feed it, and nothing stops it but the power: a soft reset does not.
    ctrl = CTRL.get(getattr(sys.implementation, "_machine", "").split(" with ")[-1][:6])
    if ctrl:
        from machine import WDT, Timer, mem32

        if mem32[ctrl] >> 30 & 1:
            feed = WDT(timeout=8000).feed
            feeding = Timer(period=2000, callback=lambda timer: feed())
gc.collect()
