"""Mounts the emulated board's file system, as a real board's image does before boot.py."""

import sys

import psram
import vfs

vfs.mount(psram.mounted(psram.FILES), "/")
sys.path.append("/lib")
