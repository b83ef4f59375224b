"""Find programs of the web for tests: Caddy, a server with HTTPS, and curl, which asks a server.

They are those of PATH, else the distribution's packages, unpacked into .cache; no root is needed.
"""

import os
import shutil
from pathlib import Path

from dev.fetching.unpacking import fetch_packages, libraries

_BESIDE_CADDY = ("etc", "lib", "usr/lib", "usr/share")  # it is one file that needs nothing else


def caddy() -> Path:
    if found := shutil.which("caddy"):
        return Path(found)
    root = fetch_packages("Caddy", "caddy", ("caddy",), _BESIDE_CADDY, "install caddy")
    return root / "usr/bin/caddy"


def with_curl() -> dict[str, str]:
    """The environment in which a shell finds it, fetched if it must be. Raises Missing."""
    if shutil.which("curl"):
        return dict(os.environ)
    root = fetch_packages("curl", "curl", ("curl",), remedy="install curl")
    path = f"{root / 'usr/bin'}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, **libraries(root), "PATH": path}
