"""Find esptool-js, which writes MicroPython onto an ESP32 from a page.

``python -m dev.fetching.get_esptool_js`` makes sure that it is there.
"""

import subprocess
import sys
from pathlib import Path

from dev.fetching import npm
from dev.fetching.outcome import Missing, show
from scorepad import cache
from scorepad.debian import last_line

PACKAGE = (
    "esptool-js@0.7.0",
    "9c7797cfbcac3a989ab85c52c9daaa65ffc0d538c273a055757b98bb846fdf1f",
)


class NoEsptool(Missing):
    """It cannot be had here; the message is one line for the user."""


def package() -> Path:
    """Its folder, with bundle.js and LICENSE; fetched if it must be. Raises NoEsptool."""
    try:
        with cache.locked():
            return npm.package(__file__, *PACKAGE, cache.folder() / "esptool-js" / "0.7.0")
    except (subprocess.CalledProcessError, OSError, npm.Changed) as problem:
        raise NoEsptool(f"esptool-js cannot be fetched ({last_line(problem)})") from problem


def main() -> int:
    """Run the command line; 2 is the exit status when it cannot be had."""
    return show(__file__, package)


if __name__ == "__main__":
    sys.exit(main())
