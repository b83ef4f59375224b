"""Find a browser that needs no window, for tests and the pictures of the documentation.

It is Chromium on PATH, else the distribution's packages of its headless shell in .cache.
"""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from dev.fetching.unpacking import fetch_packages, libraries

NAMES = (
    *("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
PACKAGES = ("chromium-headless-shell", "fonts-dejavu-core")
_UNUSED = (  # most of what is unpacked: drawing with a graphics card, translations
    *(f"usr/lib/*-linux-gnu*/{name}*" for name in ("dri", "libLLVM", "libz3", "libgallium")),
    *("usr/lib/chromium/locales/[!e]*", "usr/lib/chromium/libVkLayer*"),
)


@dataclass(frozen=True)
class Browser:
    """`program`, and where its libraries and fonts were unpacked; None: it is installed."""

    program: Path
    root: Path | None

    def variables(self) -> dict[str, str]:
        """Return the environment in which it starts for the program that drives it."""
        return {**os.environ, **(libraries(self.root) if self.root else {})}


def browser() -> Browser:
    for name in NAMES:
        if found := shutil.which(name):
            return Browser(Path(found), None)
    root = fetch_packages("a browser", "browser", PACKAGES, _UNUSED, "install chromium")
    return Browser(root / "usr/lib/chromium/chromium-headless-shell", root)
