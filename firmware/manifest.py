"""The modules frozen into an image of MicroPython: those that modules.json lists, no others.

A board's own manifest includes this one (docs/build.md). Nothing is required from micropython-lib:
the firmware imports only what MicroPython has built in.
"""

import json

with open("modules.json", encoding="utf-8") as listed:
    for name in json.load(listed):
        module(name, base_path="..")
