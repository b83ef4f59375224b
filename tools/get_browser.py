"""Find a browser that prints pages without a window, for the tests of the HTML export.

``python3 tools/get_browser.py`` makes sure that one is there: Chromium on PATH, else the
distribution's packages of its headless shell, unpacked into .cache; nothing is installed.
"""

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from scorepad import cache, debian
from scorepad.debian import last_line, run

NAMES = (
    *("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
PACKAGES = ("chromium-headless-shell", "fonts-dejavu-core")
_LIBRARIES = "usr/lib/*-linux-gnu*"
_UNUSED = (  # most of what is unpacked: drawing with a graphics card, translations, manuals
    "apt",
    f"{_LIBRARIES}/dri",
    *(f"{_LIBRARIES}/{name}*" for name in ("libLLVM", "libz3", "libgallium")),
    *("usr/lib/chromium/locales/[!e]*", "usr/lib/chromium/libVkLayer*"),
    *("usr/share/doc", "usr/share/man", "usr/share/locale"),
)
_OPTIONS = (
    "--headless",
    "--no-sandbox",  # it opens only our own pages, also as root, as in a container
    "--disable-gpu",
    "--disable-dev-shm-usage",  # which is small in a container
    "--no-pdf-header-footer",
)


class NoBrowser(RuntimeError):
    """No browser can be had; the message is one line for the user."""


@dataclass(frozen=True)
class Browser:
    """`program`, and where its libraries and fonts were unpacked; None: it is installed."""

    program: Path
    root: Path | None

    def print_to_pdf(self, page: Path, pdf: Path) -> None:
        """Print an HTML file as the paper says that its style sheet asks for. Raises NoBrowser."""
        options = [*_OPTIONS, f"--user-data-dir={pdf.with_suffix('.profile')}"]
        try:
            run(
                self.program,
                *options,
                f"--print-to-pdf={pdf}",
                page.resolve().as_uri(),
                variables=self._environment(),
            )
        except subprocess.CalledProcessError as failure:
            raise NoBrowser(f"the browser fails: {last_line(failure)}") from failure

    def _environment(self) -> dict[str, str]:
        if not self.root:
            return {}
        libraries = sorted({str(path.parent) for path in self.root.glob(f"{_LIBRARIES}/**/*.so*")})
        return {
            "LD_LIBRARY_PATH": ":".join(libraries),
            "FONTCONFIG_FILE": str(self.root / "fonts.conf"),
        }


def browser() -> Browser:
    """The browser, fetched if it must be. Raises NoBrowser."""
    for name in NAMES:
        if found := shutil.which(name):
            return Browser(Path(found), None)
    root = cache.folder() / "browser"
    with cache.locked():
        if not root.exists():
            _fetch(root)
    return Browser(root / "usr/lib/chromium/chromium-headless-shell", root)


def _fetch(root: Path) -> None:
    print("get_browser: fetching Chromium from the distribution's packages", file=sys.stderr)
    with cache.replacing(root) as draft:
        try:
            archives = debian.packages(draft / "apt", *PACKAGES, own=True)
        except debian.NoPackages as problem:
            raise NoBrowser(f"there is no browser and {problem}: install chromium") from problem
        for archive in archives:
            if not archive.name.startswith("libc6_"):  # this machine's own is of the same release
                run("dpkg-deb", "-x", archive, draft)
        run("rm", "-r", *(path for part in _UNUSED for path in draft.glob(part)))
        (draft / "fonts.conf").write_text(
            f"<fontconfig><dir>{root}/usr/share/fonts</dir>"
            f"<cachedir>{root}/fonts.cache</cachedir></fontconfig>\n"
        )


def main() -> int:
    """Run the command line; 2 is the exit status when no browser can be had."""
    try:
        print(f"browser: {browser().program}")
    except NoBrowser as problem:
        print(f"get_browser: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
