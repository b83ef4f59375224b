"""Find esptool-js, which writes MicroPython onto an ESP32 from a page.

``python -m dev.fetching.get_esptool_js`` makes sure that it is there.
"""

import sys
from pathlib import Path

from dev.fetching import npm
from dev.fetching.outcome import Missing, explain, show
from scorepad import cache

PACKAGE = (
    "esptool-js@0.7.0",
    "9c7797cfbcac3a989ab85c52c9daaa65ffc0d538c273a055757b98bb846fdf1f",
)


class NoEsptool(Missing):
    """It cannot be had here; the message is one line for the user."""


def package() -> Path:
    """Its folder, with bundle.js and LICENSE; fetched if it must be. Raises NoEsptool."""
    try:
        return npm.package(__file__, *PACKAGE, cache.folder() / "esptool-js" / "0.7.0")
    except npm.FAILURES as problem:
        raise NoEsptool(explain("esptool-js", problem)) from problem


def main() -> int:
    """Run the command line; 2 is the exit status when it cannot be had."""
    return show(__file__, package)


if __name__ == "__main__":
    sys.exit(main())
