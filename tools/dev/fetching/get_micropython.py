"""Makes ready what plays the firmware: MicroPython, and for the tests two library modules.

``python -m dev.fetching.get_micropython`` makes sure that a unix MicroPython can be started
(simulator/interpreters.py says where from), and that the two modules that the tests use are at
hand. With ``--32`` it is one with 32-bit words, as a microcontroller's are, whose heap figures are
then those of a board: Debian's package for i386, on an x86-64 machine.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from dev.fetching.outcome import say
from scorepad import cache
from scorepad.debian import last_line, run
from scorepad.errors import UserError
from scorepad.simulator.interpreters import MicroPythonMissing, micropython, micropython32

# Debian's source package leaves micropython-lib out. These are the releases on PyPI that pip can
# still read: its own unittest, and within another package the display driver from which
# micropython-lib's has grown. The hashes hold pip to exactly these archives.
LIBRARY = {
    "unittest.py": (
        "micropython-unittest==0.2",
        "7c6d409348f84708a051934e9bbad6752d854656c2ab330b8dfdd744b755f69f",
    ),
    "ssd1306.py": (
        "micropython-ssd1306py==3.1",
        "1e62557f17c6f0424ac4381d351e0be14683330604b7fa2156302824f1c155db",
    ),
}


def micropython_lib() -> Path:
    """Return a folder for MICROPYPATH that holds micropython-lib's unittest and ssd1306.

    Raise MicroPythonMissing if it is neither cached nor to be had.
    """
    interpreter = micropython()
    library = cache.folder() / "micropython-lib"

    def fill(draft: Path) -> None:
        say(__file__, "fetching micropython-lib's unittest and ssd1306")
        _pip_library(draft)

    try:
        return cache.fetch(library, fill, lambda: _library_works(interpreter, library))
    except (subprocess.CalledProcessError, OSError) as failure:
        reason = f"micropython-lib cannot be fetched ({last_line(failure)})"
        raise MicroPythonMissing(f"{reason}: `make check` runs without it") from failure


def _library_works(interpreter: Path, library: Path) -> bool:
    probe = subprocess.run(
        [interpreter, "-c", "import unittest, ssd1306; unittest.TestCase, ssd1306.SSD1306_I2C"],
        env={**os.environ, "MICROPYPATH": str(library)},
        capture_output=True,
        check=False,
    )
    return probe.returncode == 0


def _pip_library(folder: Path) -> None:
    pins = folder / "pins.txt"
    pins.write_text("".join(f"{pin} --hash=sha256:{digest}\n" for pin, digest in LIBRARY.values()))
    archives = folder / "archives"
    pip = (sys.executable, "-m", "pip", "-q", "download", "--no-deps", "--no-binary", ":all:")
    run(*pip, "--require-hashes", "--requirement", pins, "--dest", archives)
    for module, (pin, _digest) in LIBRARY.items():
        archive = archives / f"{pin.replace('==', '-')}.tar.gz"
        (folder / module).write_bytes(_member(archive, module))
    shutil.rmtree(archives)


def _member(archive: Path, name: str) -> bytes:
    with tarfile.open(archive) as files:
        found = next(entry for entry in files if Path(entry.name).name == name)
        content = files.extractfile(found)
        return content.read() if content else b""


def main() -> int:
    """Run the command line; 2 is the exit status when MicroPython cannot be had."""
    options = argparse.ArgumentParser(description="Find or fetch MicroPython.")
    options.add_argument("--path", action="store_true", help="print only the interpreter's path")
    options.add_argument("--32", action="store_true", dest="short", help="one with 32-bit words")
    asked = options.parse_args()
    only_path = asked.path
    try:
        interpreter = micropython32() if asked.short else micropython()
        print(interpreter if only_path else f"MicroPython: {interpreter}")
        if not only_path:
            micropython_lib()
    except (UserError, subprocess.CalledProcessError) as problem:
        say(__file__, last_line(problem))
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
