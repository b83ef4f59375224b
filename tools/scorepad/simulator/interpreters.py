"""MicroPython for this machine: found, or fetched into the cache without root.

In order: the interpreter that the variable MICROPYTHON names, the one on PATH, the one fetched
before, and on Debian and Ubuntu the distribution's own package, which apt downloads and verifies
but does not install.
"""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from scorepad import cache, debian
from scorepad.errors import UserError

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

# `--argv0` makes sys.executable the launcher, so that programs can start themselves again.
LAUNCHER = """#!/bin/sh
# The interpreter with the C library of its own release: this machine's may be too old for it.
root=${{0%/*}}/..
exec "$root/{loader}" --argv0 "$0" --library-path "$root/{libraries}" \\
    "$root/usr/bin/micropython" "$@"
"""


_fit: set[Path] = set()  # those that were tried and have no defect


class MicroPythonMissing(UserError):
    """No suitable MicroPython can be had here; the message is one line for the user."""


def micropython() -> Path:
    """Return an interpreter that can run the firmware, fetching it if it must.

    Raise MicroPythonMissing, also for a MICROPYTHON variable that names an unsuitable one.
    """
    if chosen := os.environ.get("MICROPYTHON"):
        return _checked(Path(shutil.which(chosen) or chosen))
    for launcher in (shutil.which("micropython"), _cached_launcher()):
        if launcher and not defect(Path(launcher)):
            return Path(launcher)
    return _cached_or_fetched(_cached_launcher())


def micropython32() -> Path:
    """Return an interpreter with 32-bit words; the heap it takes is what a board's would be.

    Raise MicroPythonMissing where the distribution has none that this machine can run.
    """
    if platform.machine() != "x86_64" or sys.platform != "linux":
        raise MicroPythonMissing("MicroPython with 32-bit words needs Linux on x86-64")
    return _cached_or_fetched(_cached_launcher("micropython32"), architecture="i386")


def _cached_or_fetched(launcher: Path, architecture: str = "") -> Path:
    """Return the interpreter that `launcher` starts, after fetching it if it does not work."""

    def fill(root: Path) -> None:
        _unpack(root, architecture)

    try:
        cache.fetch(launcher.parents[1], fill, is_usable=lambda: not defect(launcher))
    except debian.NoPackages as problem:
        raise MicroPythonMissing(_advice(str(problem))) from problem
    return launcher


def defect(interpreter: Path) -> str:
    """Say what makes `interpreter` unfit for the firmware; empty if nothing does."""
    if interpreter in _fit:
        return ""
    try:
        probe = subprocess.run(
            [interpreter, "-c", PROBE],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=30,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as problem:
        return f"it does not start ({type(problem).__name__})"
    found = _defect_in(probe.stdout.split())
    if not found:
        _fit.add(interpreter)
    return found


def _defect_in(report: list[str]) -> str:
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
    return cache.folder() / folder / "bin" / "micropython"


def _unpack(root: Path, architecture: str) -> None:
    """Put the distribution's package into an empty folder, with a launcher that starts it.

    architecture: as Debian names it; empty for this machine's
    """
    system = debian.distribution().capitalize()
    source = f"{system}'s packages {architecture}".rstrip()
    print(f"fetching MicroPython from {source}", file=sys.stderr)
    archives = debian.packages(root / "apt", "micropython", architecture=architecture)
    for archive in archives:
        debian.run("dpkg-deb", "-x", archive, root)
    shutil.rmtree(root / "apt")
    _checked(_write_launcher(root))


def _advice(reason: str) -> str:
    wanted = ".".join(map(str, OLDEST))
    how = (
        "brew install micropython"
        if sys.platform == "darwin"
        else "install your system's micropython package, or set MICROPYTHON to one"
    )
    return (
        f"MicroPython >= {wanted} is missing and {reason}: {how}; "
        "`scorepad sim --runtime cpython` and `make check` run without it"
    )


def _write_launcher(root: Path) -> Path:
    libraries = next(root.rglob("libc.so.6")).parent
    loader = next(libraries.glob("ld*.so.*"))
    launcher = root / "bin" / "micropython"
    launcher.parent.mkdir(exist_ok=True)
    places = {"loader": loader.relative_to(root), "libraries": libraries.relative_to(root)}
    launcher.write_text(LAUNCHER.format(**places))
    launcher.chmod(0o755)
    return launcher
