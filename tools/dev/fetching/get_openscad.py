"""Find OpenSCAD, which makes the case: the distribution's, unpacked into .cache.

Its pictures are drawn with OpenGL on a screen, so there is a screen in memory as well: Xvfb, with
Mesa's drawing in software.
"""

import contextlib
import os
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from dev.fetching.outcome import Missing
from dev.fetching.unpacking import fetch_packages, libraries
from scorepad import cache

PACKAGES = ("openscad", "xvfb", "x11-xkb-utils", "xkb-data", "libgl1-mesa-dri")
_UNUSED = ("usr/share/icons", "usr/share/openscad/examples", "usr/share/fonts")
# Where Xvfb starts the program that compiles its keyboard, and the same below our folder.
_PROGRAMS = (b"\0/usr/bin\0", b"\0usr/bin/\0")


@dataclass(frozen=True)
class Openscad:
    """OpenSCAD of the packages unpacked in `root`; `display`: the screen that it draws on."""

    root: Path
    display: str = ""

    def __call__(self, *options: str | Path) -> str:
        """Run it; what it says. Raise CalledProcessError."""
        done = subprocess.run(
            (self.root / "usr/bin/openscad", *options),
            check=True, capture_output=True, encoding="utf-8",
            env={**os.environ, **self._paths(), "DISPLAY": self.display},
        )  # fmt: skip
        return done.stderr

    @contextlib.contextmanager
    def on_screen(self) -> Iterator["Openscad"]:
        """The same, with a screen in memory for as long as it is needed."""
        ours, theirs = os.pipe()
        command = (self._server(), "-displayfd", str(theirs), "-nolisten", "tcp",
                   "-screen", "0", "1280x1024x24", "-xkbdir", "usr/share/X11/xkb")  # fmt: skip
        with subprocess.Popen(
            command,
            cwd=self.root,
            env={**os.environ, **self._paths()},
            pass_fds=(theirs,),
            stderr=subprocess.DEVNULL,
        ) as screen:
            os.close(theirs)
            try:
                with open(ours) as answer:
                    number = answer.readline().strip()
                if not number:
                    raise Missing("Xvfb, the screen for its pictures, does not start")
                yield replace(self, display=f":{number}")
            finally:
                screen.terminate()

    def _server(self) -> Path:
        """Start Xvfb, with the compiler of its keyboard below the folder that it starts in."""

        def fill(draft: Path) -> None:
            program = (self.root / "usr/bin/Xvfb").read_bytes()
            (draft / "Xvfb").write_bytes(program.replace(*_PROGRAMS))
            (draft / "Xvfb").chmod(0o755)

        return cache.fetch(self.root / "screen", fill) / "Xvfb"

    def _paths(self) -> dict[str, str]:
        drivers = next(self.root.glob("usr/lib/*-linux-gnu*/dri"))
        found = libraries(self.root)["LD_LIBRARY_PATH"]
        return {
            "LD_LIBRARY_PATH": f"{found}:{self.root / 'usr/lib'}",  # there libspnav alone
            "LIBGL_DRIVERS_PATH": str(drivers),
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "OPENSCADPATH": str(self.root / "usr/share/openscad/libraries"),
        }


def openscad() -> Openscad:
    return Openscad(fetch_packages("OpenSCAD", "openscad", PACKAGES, _UNUSED))
