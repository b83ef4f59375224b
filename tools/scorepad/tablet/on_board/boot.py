"""Starts one of the two versions of Scorepad on this board; the other where it cannot be loaded.

`scorepad deploy` wrote it, last of all: which folder is the first is the choice. What runs next is
main.py of the folder that is then the current one, which is also where modules are looked for.
Where neither can be loaded that is the root, and an image that has Scorepad in it starts.
"""

import os
import sys

FOLDERS = "/scorepad-a", "/scorepad-b"

for folder in FOLDERS:
    try:
        os.chdir(folder)
        __import__("boot")
        __import__("firmware.app")
        break
    except Exception as error:
        sys.print_exception(error)
        sys.modules.clear()
else:
    os.chdir("/")
