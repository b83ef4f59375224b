"""boot.py of an image: starts what was installed last, this image or what was deployed onto it.

MicroPython runs what is frozen under this name, and no file of it. `scorepad deploy` leaves
/boot.py, which goes to the folder of its version and loads it. An image that is another one than
at the last start is newer than that file, which then gets another name in one step.
"""

import os
import sys

from scorepad_image import ID  # type: ignore[import-not-found]  # made with the image

_KEPT = "/scorepad/image"  # which image has started last


def _kept() -> str:
    try:
        with open(_KEPT) as file:
            return file.read()
    except OSError:
        return ""


def _let_go() -> None:
    """Has the image start, now and until something is deployed onto it."""
    if "boot.py" in os.listdir("/"):
        os.rename("/boot.py", "/boot.py.old")
    if "scorepad" not in os.listdir("/"):
        os.mkdir("/scorepad")
    with open(_KEPT, "w") as file:
        file.write(ID)


def _start_deployed() -> None:
    """Starts what was deployed; what goes wrong in it is said, and the image starts."""
    try:
        with open("/boot.py") as file:
            exec(file.read(), {"__name__": "boot"})
    except Exception as error:
        sys.print_exception(error)  # type: ignore[attr-defined]  # MicroPython's


try:
    if _kept() != ID:
        _let_go()
    if "boot.py" in os.listdir("/"):
        _start_deployed()
except OSError as error:  # of a flash that cannot be read or written
    sys.print_exception(error)  # type: ignore[attr-defined]  # MicroPython's
if "firmware.app" not in sys.modules:
    os.chdir("/")
    sys.modules.clear()
    sys.path[:] = [".frozen", "", "/lib"]  # whatever there is in files
    __import__("scorepad_boot")
