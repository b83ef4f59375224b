"""Find curl, which asks a server from a shell, for the example of docs/api.md.

It is that of PATH, else the distribution's package, unpacked into .cache; no root is needed.
"""

import os
import shutil

from dev.fetching.unpacking import fetch_packages, libraries


def with_curl() -> dict[str, str]:
    """The environment in which a shell finds it, fetched if it must be. Raises Missing."""
    if shutil.which("curl"):
        return dict(os.environ)
    root = fetch_packages("curl", "curl", ("curl",), remedy="install curl")
    path = f"{root / 'usr/bin'}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, **libraries(root), "PATH": path}
