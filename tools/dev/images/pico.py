"""Scorepad's own image for a Raspberry Pi Pico: MicroPython with the firmware frozen in.

Behind the image the flash has two file systems (firmware/hardware/rp2_flash.py); what starts is
settled by firmware/images/boot.py.
"""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from dev.fetching import get_rp2040
from dev.images import uf2
from scorepad import build

BOARD = "pico"
ROOM = 640 << 10  # bytes: behind them is the storage (MICROPY_HW_FLASH_STORAGE_BYTES of the board)
_MANIFEST = """\
freeze("$(PORT_DIR)/modules", "rp2.py")
freeze({folder!r})
"""
# MicroPython runs what is frozen by these names, and no files of them.
_STARTED = {"boot.py": "scorepad_boot.py", "main.py": "scorepad_main.py"}


def image() -> Path:
    """What the flash holds from its beginning. Raises NoPico."""
    with TemporaryDirectory() as folder:
        place = Path(folder)
        frozen(place / "frozen")
        (place / "manifest.py").write_text(_MANIFEST.format(folder=str(place / "frozen")))
        made = get_rp2040.image(place / "manifest.py")
    if made.stat().st_size > ROOM:
        raise get_rp2040.NoPico(f"the image has {made.stat().st_size} bytes, more than {ROOM}")
    return made


def frozen(into: Path) -> None:
    """Puts into a new folder what is frozen besides MicroPython's own."""
    for file, place in build.firmware_sources(BOARD):
        target = into / _STARTED.get(place.as_posix(), place)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)
    for file in (*build.IMAGES.glob("*.py"), *(build.IMAGES / BOARD).glob("*.py")):
        shutil.copy(file, into)
    (into / "scorepad_image.py").write_text(
        f'ID = "{build.identity(BOARD)}"\nRAM = {get_rp2040.KEPT_RAM}\n'
    )


def make(into: Path) -> list[str]:
    """Puts the file to drag onto a Pico into a folder; what to say of it. Raises NoPico."""
    content = image().read_bytes()
    made = into / "scorepad-pico.uf2"
    made.write_bytes(uf2.packed(content))
    return [
        f"{made}: {made.stat().st_size:,} bytes, for {len(content):,} of flash",
        "Hold BOOTSEL while you plug the Pico in, and drag the file onto the drive RPI-RP2.",
    ]
