"""Has the watchdog of an app that ran wait, and makes room: sent to a board's prompt first."""

import gc

try:
    __import__("firmware.board").board.unwatch()
except Exception:
    pass
gc.collect()
