"""Find a browser that prints pages without a window, for the tests of the HTML export.

It is Chromium on PATH, else the distribution's packages of its headless shell in .cache.
"""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from dev.fetching.outcome import Missing
from dev.fetching.unpacking import fetch_packages, libraries
from scorepad.debian import last_line, run

NAMES = (
    *("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
FONTS = "usr/share/fonts"
PACKAGES = ("chromium-headless-shell", "fonts-dejavu-core")
_UNUSED = (  # most of what is unpacked: drawing with a graphics card, translations
    *(f"usr/lib/*-linux-gnu*/{name}*" for name in ("dri", "libLLVM", "libz3", "libgallium")),
    *("usr/lib/chromium/locales/[!e]*", "usr/lib/chromium/libVkLayer*"),
)
# As distributions have it: the first of these that there is has the place of a book's font.
_SERIF = (
    "<alias binding='same'><family>Times New Roman</family><accept>"
    "<family>Liberation Serif</family><family>DejaVu Serif</family><family>Noto Sans</family>"
    "</accept></alias>"
)
_OPTIONS = (
    "--headless",
    "--no-sandbox",  # it opens only our own pages, also as root, as in a container
    "--disable-gpu",
    "--disable-dev-shm-usage",  # which is small in a container
    "--no-pdf-header-footer",
)


@dataclass(frozen=True)
class Browser:
    """`program`, and where its libraries and fonts were unpacked; None: it is installed."""

    program: Path
    root: Path | None

    def print_to_pdf(self, page: Path, pdf: Path, fonts: Path | None = None) -> None:
        """Print an HTML file as the paper says that its style sheet asks for. Raises Missing.

        `fonts`: a folder with the only fonts that there are; None: those of the machine, or
        those that were unpacked with the browser.
        """
        profile = pdf.with_suffix(".profile")
        try:
            run(
                self.program,
                *_OPTIONS,
                f"--user-data-dir={profile}",
                f"--print-to-pdf={pdf}",
                page.resolve().as_uri(),
                variables=self._libraries() | self._only(fonts, profile),
            )
        except subprocess.CalledProcessError as failure:
            raise Missing(f"the browser fails: {last_line(failure)}") from failure

    def variables(self) -> dict[str, str]:
        """The environment in which it starts for whoever drives it."""
        return {**os.environ, **self._libraries()}

    def _libraries(self) -> dict[str, str]:
        return libraries(self.root) if self.root else {}

    def _only(self, fonts: Path | None, profile: Path) -> dict[str, str]:
        """The variables by which it finds no other fonts."""
        folder = fonts or (self.root and self.root / FONTS)
        if not folder:
            return {}
        profile.mkdir(exist_ok=True)
        file = profile / "fonts.conf"
        parts = f"<dir>{escape(str(folder))}</dir><cachedir>{escape(str(profile))}</cachedir>"
        file.write_text(f"<fontconfig>{parts}{_SERIF}</fontconfig>\n")
        return {"FONTCONFIG_FILE": str(file)}


def browser() -> Browser:
    for name in NAMES:
        if found := shutil.which(name):
            return Browser(Path(found), None)
    root = fetch_packages("a browser", "browser", PACKAGES, _UNUSED, "install chromium")
    return Browser(root / "usr/lib/chromium/chromium-headless-shell", root)
