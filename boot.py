"""Runs first on the tablet: clock and I2C bus, before anything can fail."""

import gc

from firmware.board import boot

gc.threshold(4096)  # type: ignore[attr-defined]  # collect often, so that garbage does not scatter what stays over the heap
boot()
