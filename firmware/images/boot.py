"""Frozen as boot.py: starts what was installed last, this image or what was deployed on it.

`scorepad deploy` puts a boot.py on the board, which MicroPython leaves alone, since a frozen one
comes first. Which image was there the file KEPT says. So the first start of another image lets go
of what was deployed before; where what was deployed does not load, the image starts.
"""

import os
import sys

from scorepad_image import ID  # type: ignore[import-not-found]  # made with the image

HOME = "/scorepad"
KEPT = HOME + "/image"
BOOT = "/boot.py"
FOLDERS = "/scorepad-"  # of deployed versions, which the boot.py of `scorepad deploy` names


def is_deployed() -> bool:
    """Return True if there is a boot.py of `scorepad deploy` that is as new as this image."""
    if not contains(BOOT, FOLDERS):
        keep_id()
        return False
    if contains(KEPT, ID):
        return True
    os.remove(BOOT)
    keep_id()
    return False


def contains(path: str, text: str) -> bool:
    """Return True if a file contains this text, False also if it cannot be read."""
    try:
        with open(path) as file:
            return text in file.read()
    except (OSError, ValueError):
        return False


def keep_id() -> None:
    """Save which image this is, for the start of another one; littlefs writes it in one step."""
    if contains(KEPT, ID):
        return
    if HOME[1:] not in os.listdir("/"):
        os.mkdir(HOME)
    with open(KEPT, "w") as file:
        file.write(ID)


def load_deployed() -> bool:
    """Load the deployed firmware, if there is any. Return True if it is loaded."""
    try:
        if is_deployed():
            sys.modules.clear()  # some of the image's own are loaded
            execfile(BOOT)  # type: ignore[name-defined]  # noqa: F821  # MicroPython's
    except Exception as error:
        sys.print_exception(error)  # type: ignore[attr-defined]
    return "firmware.app" in sys.modules


if not load_deployed():
    os.chdir("/")
    sys.modules.clear()
    sys.path[:] = [".frozen"]  # an earlier firmware in the files hides nothing
    __import__("firmware.boot")
