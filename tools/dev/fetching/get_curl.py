"""Find curl, which asks a server from a shell, for the example of docs/api.md.

``python -m dev.fetching.get_curl`` makes sure that it is there: that of PATH, else the
distribution's package, unpacked into .cache; nothing is installed, no root is needed.
"""

import os
import shutil
import sys

from dev.fetching.outcome import Missing, explain, show
from dev.fetching.unpacking import libraries, unpacked
from scorepad import debian


class NoCurl(Missing):
    """It cannot be had; the message is one line for the user."""


def with_curl() -> dict[str, str]:
    """The environment in which a shell finds it, fetched if it must be. Raises NoCurl."""
    if shutil.which("curl"):
        return dict(os.environ)
    try:
        root = unpacked("curl", ("curl",))
    except debian.NoPackages as problem:
        raise NoCurl(explain("curl", problem, "install curl")) from problem
    path = f"{root / 'usr/bin'}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, **libraries(root), "PATH": path}


def main() -> int:
    """Run the command line; 2 is the exit status when it cannot be had."""
    return show(__file__, lambda: f"curl: {shutil.which('curl', path=with_curl()['PATH'])}")


if __name__ == "__main__":
    sys.exit(main())
