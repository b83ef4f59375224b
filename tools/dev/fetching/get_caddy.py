"""Find Caddy, a server of web pages with HTTPS, for the tests of `scorepad serve --url`.

It is that of PATH, else the distribution's package, unpacked into .cache; no root is needed.
"""

import shutil
from pathlib import Path

from dev.fetching.unpacking import fetch_packages

_UNUSED = ("etc", "lib", "usr/lib", "usr/share")  # it is one file that needs nothing else


def caddy() -> Path:
    """The program, fetched if it must be. Raises Missing."""
    if found := shutil.which("caddy"):
        return Path(found)
    return fetch_packages("Caddy", "caddy", ("caddy",), _UNUSED, "install caddy") / "usr/bin/caddy"
