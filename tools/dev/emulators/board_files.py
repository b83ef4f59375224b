"""The files on an emulated board, and their file system."""

import shutil
from pathlib import Path

from littlefs import LittleFS

from dev.make_firmware import STARTED
from scorepad import build
from scorepad.sources import SOURCES


def compile_into(sources: list[tuple[Path, Path]], into: Path) -> None:
    """Put sources, compiled, into a new folder. Raise BuildError."""
    shutil.copytree(build.cached(sources), into)
    for name in STARTED:
        (into / name).with_suffix(".mpy").unlink()
        shutil.copy(SOURCES / name, into)


def filled(files: LittleFS, tree: Path) -> bytes:
    """Return the blocks of a new file system, with the files of a folder in it."""
    for path in sorted(tree.rglob("*")):
        name = str(path.relative_to(tree))
        if path.is_dir():
            files.mkdir(name)
        else:
            with files.open(name, "wb") as file:
                file.write(path.read_bytes())
    return bytes(files.context.buffer)
