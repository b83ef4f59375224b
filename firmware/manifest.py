"""What is frozen into an image of MicroPython: the files that package.json lists, no others.

A board's own manifest includes this one (docs/build.md). Nothing is required from micropython-lib:
the firmware imports only what MicroPython has built in.
"""

import json

with open("package.json", encoding="utf-8") as package:
    for name, _ in json.load(package)["urls"]:
        module(name.replace(".mpy", ".py"), base_path="..")
