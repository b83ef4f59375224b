"""Find MicroPython for this machine, or fetch it into .cache without root.

``python3 tools/get_micropython.py`` makes sure that a unix MicroPython of version 1.25 or newer
can be started, and that the two library modules that the tests use are at hand. In order, it
takes: the interpreter that the variable MICROPYTHON names, the one on PATH, the one fetched
before, and on Debian and Ubuntu the distribution's own package, which apt downloads and verifies
but does not install. With ``--32`` it is one with 32-bit words, as a microcontroller's are, whose
heap figures are then those of a board: Debian's package for i386, on an x86-64 machine.

Tests and tools import `micropython` and `micropython_lib`. Only the standard library is used:
this runs before anything is installed.
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import debian
from fetching import CACHE, last_line, locked, replacing, run

OLDEST = (1, 25)

NEEDED = (
    ("vfs", "VfsLfs2"),
    ("framebuf", "FrameBuffer"),
    ("select", "poll"),
    ("binascii", "crc32"),
)
PROBE = f"""
import sys
print(sys.implementation.name, *sys.implementation.version[:2])
for module, name in {NEEDED!r}:
    try:
        getattr(__import__(module), name)
    except (ImportError, AttributeError):
        print(module + "." + name)
"""

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

# `--argv0` makes sys.executable the launcher, so that programs can start themselves again.
LAUNCHER = """#!/bin/sh
# The interpreter with the C library of its own release: this machine's may be too old for it.
root=${{0%/*}}/..
exec "$root/{loader}" --argv0 "$0" --library-path "$root/{libraries}" \\
    "$root/usr/bin/micropython" "$@"
"""


class MicroPythonMissing(RuntimeError):
    """No suitable MicroPython can be had here; the message is one line for the user."""


def micropython() -> Path:
    """Return an interpreter that can run the firmware, fetching it if it must.

    Raises MicroPythonMissing, also for a MICROPYTHON variable that names an unsuitable one.
    """
    if chosen := os.environ.get("MICROPYTHON"):
        return _checked(Path(shutil.which(chosen) or chosen))
    for launcher in (shutil.which("micropython"), _cached_launcher()):
        if launcher and not defect(Path(launcher)):
            return Path(launcher)
    return _cached_or_fetched(_cached_launcher())


def micropython32() -> Path:
    """Return an interpreter with 32-bit words; the heap it takes is what a board's would be.

    Raises MicroPythonMissing where the distribution has none that this machine can run.
    """
    if platform.machine() != "x86_64" or sys.platform != "linux":
        raise MicroPythonMissing("MicroPython with 32-bit words needs Linux on x86-64")
    return _cached_or_fetched(_cached_launcher("micropython32"), architecture="i386")


def _cached_or_fetched(launcher: Path, architecture: str = "") -> Path:
    if not defect(launcher):
        return launcher
    with locked(CACHE):  # another process may have fetched it meanwhile
        return launcher if not defect(launcher) else _fetched(launcher, architecture)


def micropython_lib() -> Path:
    """Return a folder for MICROPYPATH that holds micropython-lib's unittest and ssd1306.

    Raises MicroPythonMissing if it is neither cached nor to be had.
    """
    interpreter = micropython()
    library = CACHE / "micropython-lib"
    if not _library_works(interpreter, library):
        with locked(CACHE):
            if not _library_works(interpreter, library):
                _fetch_library(interpreter, library)
    return library


def defect(interpreter: Path) -> str:
    """Say what makes `interpreter` unfit for the firmware; empty if nothing does."""
    try:
        probe = subprocess.run(
            [interpreter, "-c", PROBE], capture_output=True, text=True, timeout=30, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        return f"it does not start ({type(problem).__name__})"
    return _defect_in(probe.stdout.split())


def _defect_in(report: list[str]) -> str:
    """Judge what `PROBE` printed."""
    match report:
        case ["micropython", major, minor, *missing] if major.isdigit() and minor.isdigit():
            if (int(major), int(minor)) < OLDEST:
                return f"it is version {major}.{minor}"
            return f"it lacks {', '.join(missing)}" if missing else ""
    return "it is not MicroPython"


def _checked(interpreter: Path) -> Path:
    if problem := defect(interpreter):
        wanted = ".".join(map(str, OLDEST))
        raise MicroPythonMissing(f"{interpreter} is no use as MicroPython >= {wanted}: {problem}")
    return interpreter


def _cached_launcher(folder: str = "micropython") -> Path:
    return CACHE / folder / "bin" / "micropython"


def _fetched(launcher: Path, architecture: str) -> Path:
    """Put the distribution's package into the cache, where `launcher` is to be; return that.

    `architecture`: as Debian names it; empty for this machine's.
    """
    with replacing(launcher.parent.parent) as root:
        archives = _downloaded(root / "apt", architecture)
        for archive in archives:
            run("dpkg-deb", "-x", archive, root)
        shutil.rmtree(root / "apt")
        _checked(_write_launcher(root))
    return launcher


def _downloaded(area: Path, architecture: str) -> list[Path]:
    try:
        system = debian.distribution().capitalize()
        _say(f"fetching MicroPython from {system}'s packages {architecture}".rstrip())
        return debian.packages(area, "micropython", architecture=architecture)
    except debian.NoPackages as problem:
        raise MicroPythonMissing(_advice(str(problem))) from problem


def _advice(reason: str) -> str:
    wanted = ".".join(map(str, OLDEST))
    how = (
        "brew install micropython"
        if sys.platform == "darwin"
        else "install your system's micropython package, or set MICROPYTHON to one"
    )
    return f"MicroPython >= {wanted} is missing and {reason}: {how}"


def _write_launcher(root: Path) -> Path:
    """Write the script that starts the unpacked interpreter; return its path."""
    libraries = next(root.rglob("libc.so.6")).parent
    loader = next(libraries.glob("ld*.so.*"))
    launcher = root / "bin" / "micropython"
    launcher.parent.mkdir(exist_ok=True)
    places = {"loader": loader.relative_to(root), "libraries": libraries.relative_to(root)}
    launcher.write_text(LAUNCHER.format(**places))
    launcher.chmod(0o755)
    return launcher


def _library_works(interpreter: Path, library: Path) -> bool:
    """Tell whether the interpreter can import what should be in `library`."""
    probe = subprocess.run(
        [interpreter, "-c", "import unittest, ssd1306; unittest.TestCase, ssd1306.SSD1306_I2C"],
        env={**os.environ, "MICROPYPATH": str(library)},
        capture_output=True,
        check=False,
    )
    return probe.returncode == 0


def _fetch_library(interpreter: Path, library: Path) -> None:
    """Fill `library` from PyPI or, failing that, with MicroPython's own installer."""
    _say("fetching micropython-lib's unittest and ssd1306")
    problems = []
    for source in (_pip_library, _mip_library):
        try:
            with replacing(library) as draft:
                source(interpreter, draft)
                return
        except (subprocess.CalledProcessError, OSError) as failure:
            problems.append(f"{source.__name__[1:4]}: {last_line(failure)}")
    raise MicroPythonMissing(f"micropython-lib cannot be fetched ({'; '.join(problems)})")


def _pip_library(_interpreter: Path, folder: Path) -> None:
    """Take the modules out of their releases on PyPI."""
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
    """Read the one file called `name`, in whatever folder of the archive it is."""
    with tarfile.open(archive) as files:
        found = next(entry for entry in files if Path(entry.name).name == name)
        content = files.extractfile(found)
        return content.read() if content else b""


def _mip_library(interpreter: Path, folder: Path) -> None:
    for module in LIBRARY:
        install = f"import mip; mip.install({module[:-3]!r}, target={str(folder)!r})"
        run(interpreter, "-c", install)


def _say(what: str) -> None:
    print(f"get_micropython: {what}", file=sys.stderr)


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
    except (MicroPythonMissing, subprocess.CalledProcessError) as problem:
        print(f"get_micropython: {last_line(problem)}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
