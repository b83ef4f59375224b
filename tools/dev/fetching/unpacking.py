"""Programs of the distribution, unpacked into .cache with all they need; nothing is installed."""

import sys
from pathlib import Path

from dev.fetching.outcome import Missing, explain
from scorepad import cache, debian
from scorepad.debian import run

_LIBRARIES = ("lib/*-linux-gnu*", "usr/lib/*-linux-gnu*")
_UNUSED = ("apt", "usr/share/doc", "usr/share/man", "usr/share/locale")


def fetch_packages(
    what: str,
    folder: str,
    packages: tuple[str, ...],
    unused: tuple[str, ...] = (),
    remedy: str = "",
) -> Path:
    """Return a folder in .cache with packages of this machine's own release; fetch them if needed.

    unused: patterns of what is thrown away; what, remedy: as of `explain`. Raise Missing.
    """

    def fill(root: Path) -> None:
        print(f"fetching {' and '.join(packages)} from the distribution", file=sys.stderr)
        _unpack(packages, root)
        waste = [path for part in (*_UNUSED, *unused) for path in root.glob(part)]
        run("rm", "-rf", *waste)

    try:
        return cache.fetch(cache.folder() / folder, fill)
    except debian.NoPackages as problem:
        raise Missing(explain(what, problem, remedy)) from problem


def _unpack(packages: tuple[str, ...], folder: Path) -> None:
    for archive in debian.packages(folder / "apt", *packages, own=True):
        if not archive.name.startswith("libc6_"):  # this machine's own is of the same release
            run("dpkg-deb", "-x", archive, folder)


def libraries(root: Path) -> dict[str, str]:
    """Return the variable with which programs unpacked in `root` find their libraries."""
    files = (path for part in _LIBRARIES for path in root.glob(f"{part}/**/*.so*"))
    folders = {str(path.parent) for path in files}
    return {"LD_LIBRARY_PATH": ":".join(sorted(folders))}
