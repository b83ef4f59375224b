"""HTML on paper, as a browser prints it."""

import subprocess
from pathlib import Path
from xml.sax.saxutils import escape

from dev.fetching.get_browser import Browser, browser
from dev.fetching.outcome import Missing
from scorepad.debian import last_line, run

FONTS = "usr/share/fonts"
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


def print_to_pdf(
    page: Path, pdf: Path, fonts: Path | None = None, program: Browser | None = None
) -> None:
    """Print an HTML file as the paper says that its style sheet asks for. Raises Missing.

    `fonts`: a folder with the only fonts that there are; None: those of the machine, or
    those that were unpacked with the browser.
    """
    program, profile = program or browser(), pdf.with_suffix(".profile")
    try:
        run(
            program.program,
            *_OPTIONS,
            f"--user-data-dir={profile}",
            f"--print-to-pdf={pdf}",
            page.resolve().as_uri(),
            variables=program.variables() | _only(fonts or _unpacked(program), profile),
        )
    except subprocess.CalledProcessError as failure:
        raise Missing(f"the browser fails: {last_line(failure)}") from failure


def _unpacked(program: Browser) -> Path | None:
    return program.root / FONTS if program.root else None


def _only(folder: Path | None, profile: Path) -> dict[str, str]:
    """The variables by which it finds no other fonts."""
    if not folder:
        return {}
    profile.mkdir(exist_ok=True)
    file = profile / "fonts.conf"
    parts = f"<dir>{escape(str(folder))}</dir><cachedir>{escape(str(profile))}</cachedir>"
    file.write_text(f"<fontconfig>{parts}{_SERIF}</fontconfig>\n")
    return {"FONTCONFIG_FILE": str(file)}
