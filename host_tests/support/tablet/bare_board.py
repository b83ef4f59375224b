"""What is installed on an emulated board, made once a process."""

import functools
from pathlib import Path
from tempfile import TemporaryDirectory

from dev.emulators.qemu_board import compiled, image


@functools.cache
def installed() -> bytes:
    """The file system of a board on which the firmware is installed."""
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        compiled(tree)
        return image(tree)
