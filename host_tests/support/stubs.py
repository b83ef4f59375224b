"""Fetch into .cache what MicroPython's modules on the supported boards offer, as type stubs.

They are `micropython-stubs` (Jos Verlinde), made from the firmware and the documentation of each
board, on PyPI. The hashes hold pip to exactly these archives.
"""

import subprocess
import sys
from pathlib import Path

from dev.fetching.outcome import Missing, explain
from scorepad import cache
from scorepad.debian import run

# By board, as scorepad.build names them.
PINS = {
    "esp32": (
        "micropython-esp32-esp32-generic-stubs==1.29.0.post1",
        "c12f4e27a5b11f01dbbad89ec9599cd788b4f8374fa8decf4b1c28a86983c55a",
    ),
    "esp32s3": (
        "micropython-esp32-esp32-generic-s3-stubs==1.29.0.post1",
        "83f8e8acbc7730585b8bc3761af09c4d140fcccc83821eb74754e059fc3e33c9",
    ),
    "esp32c3": (
        "micropython-esp32-esp32-generic-c3-stubs==1.29.0.post1",
        "55f1c96e5e47300ee21b0612db89248e93a3708e70595e9d2a50f44c380a9910",
    ),
    "pico": (
        "micropython-rp2-rpi-pico-stubs==1.29.0.post1",
        "d9199003a7cd9a85f29c2f014c11315ebb04fdd7ddba835dfd05a4ab0764a512",
    ),
}
STANDARD_LIBRARY = (
    "micropython-stdlib-stubs==1.29.0.post2",
    "bdcd54d9896d8e1d455b3a99995d82a8399e1e2c9cb94eacabe278e5c2397783",
)


def find_stubs(board: str) -> Path:
    """Return a folder with the stubs of a board and, in `stdlib`, those of the standard library.

    Raises Missing.
    """
    pins = (PINS[board], STANDARD_LIBRARY)
    folder = (
        cache.folder() / "stubs" / "-".join(pin.rpartition("==")[2] for pin, _ in pins) / board
    )
    try:
        return cache.fetch(folder, lambda draft: _install(pins, draft))
    except (subprocess.CalledProcessError, OSError) as failure:
        raise Missing(explain("type stubs", failure)) from failure


def _install(pins: tuple[tuple[str, str], ...], folder: Path) -> None:
    lines = folder / "pins.txt"
    lines.write_text("".join(f"{pin} --hash=sha256:{digest}\n" for pin, digest in pins))
    pip = (sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", "install")
    run(*pip, "--no-deps", "--require-hashes", "--target", folder, "--requirement", lines)
