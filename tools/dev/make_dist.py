"""The wheel and the source package, with MicroPython for tablets in browsers in both.

``python -m dev.make_dist`` makes them in build/dist, `make dist` too.
"""

import contextlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from dev.fetching.get_micropython_wasm import parts
from dev.fetching.outcome import Missing, say
from scorepad.web.tablet import bundle

ROOT = Path(__file__).resolve().parents[2]
TARGET = Path("build") / "dist"


def make(project: Path, into: Path, *kind: str) -> list[Path]:
    """Makes both of a copy of the project, the wheel of the source package, or one `kind`, as
    `build` calls it; where they are. Raises CalledProcessError."""
    with packed(project / bundle.PACKED.relative_to(ROOT)):
        words = (*kind, "--outdir", str(into), str(project))
        command = [sys.executable, "-m", "build", "--no-isolation", *words]
        subprocess.run(command, capture_output=True, check=True)
    return sorted(into.iterdir())


@contextlib.contextmanager
def packed(folder: Path) -> Iterator[None]:
    """MicroPython is in a folder of the sources, if it can be had.

    It is gone again in the end: in a clone it is in the cache.
    """
    try:
        library = parts().library
    except Missing as problem:
        say(__file__, f"{problem}: `scorepad serve` will have no tablet for browsers")
        yield
        return
    try:
        for name in bundle.RUNTIME:
            folder.mkdir(exist_ok=True)
            shutil.copy(library / name, folder)
        yield
    finally:
        shutil.rmtree(folder)


def main() -> int:
    """Makes both; 2 is the exit status if they cannot be made."""
    shutil.rmtree(ROOT / TARGET, ignore_errors=True)
    try:
        made = make(ROOT, ROOT / TARGET)
    except subprocess.CalledProcessError as failed:
        print(failed.stderr.decode(errors="replace"), file=sys.stderr)
        return 2
    for path in made:
        print(TARGET / path.name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
