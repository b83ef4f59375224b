"""Frozen as main.py: runs what boot.py has loaded."""

import os

if os.getcwd() == "/":
    __import__("firmware.main").main.run()
else:
    execfile("main.py")  # type: ignore[name-defined]  # noqa: F821  # MicroPython's
