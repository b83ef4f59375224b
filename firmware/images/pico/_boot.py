"""Mounts the flash of a Pico, before boot.py; frozen in place of MicroPython's own.

What it has loaded goes again: a version that was deployed brings its own.
"""

import sys

from firmware.hardware import rp2_flash

rp2_flash.mount_files()
sys.modules.clear()
