"""Find Caddy, a server of web pages with HTTPS, for the tests of `scorepad serve --url`.

``python -m dev.fetching.get_caddy`` makes sure that it is there: that of PATH, else the
distribution's package, unpacked into .cache; nothing is installed, no root is needed.
"""

import shutil
import sys
from pathlib import Path

from dev.fetching.outcome import Missing, explain, show
from dev.fetching.unpacking import unpacked
from scorepad import debian

_UNUSED = ("etc", "lib", "usr/lib", "usr/share")  # it is one file that needs nothing else


class NoCaddy(Missing):
    """It cannot be had; the message is one line for the user."""


def caddy() -> Path:
    """The program, fetched if it must be. Raises NoCaddy."""
    if found := shutil.which("caddy"):
        return Path(found)
    try:
        return unpacked("caddy", ("caddy",), _UNUSED) / "usr/bin/caddy"
    except debian.NoPackages as problem:
        raise NoCaddy(explain("Caddy", problem, "install caddy")) from problem


def main() -> int:
    """Run the command line; 2 is the exit status when it cannot be had."""
    return show(__file__, lambda: f"Caddy: {caddy()}")


if __name__ == "__main__":
    sys.exit(main())
