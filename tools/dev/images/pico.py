"""The image for a Raspberry Pi Pico: MicroPython with the firmware frozen in, as a UF2."""

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from dev.fetching import get_rp2040
from dev.images import uf2
from scorepad import build

BOARD = "pico"
ROOM = 640 << 10  # bytes of flash for it; behind them the board keeps its files


def image() -> Path:
    """What the flash holds from its first byte on. Raises NoPico."""
    lines = [f"include({str(get_rp2040.MANIFEST)!r})"]
    with TemporaryDirectory() as folder:
        for file, place in build.firmware_sources(
            BOARD
        ):  # the board's file has another name there
            (Path(folder) / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, Path(folder) / place)
            lines.append(f"module({str(place)!r}, base_path={folder!r})")
        manifest = Path(folder) / "manifest.py"
        manifest.write_text("\n".join(lines))
        return get_rp2040.image(manifest)


def make(into: Path) -> list[str]:
    """Puts the UF2 into a folder; what to say of it: sizes, and what to do next.

    Raises NoPico.
    """
    content = image().read_bytes()
    if len(content) > ROOM:
        raise get_rp2040.NoPico(
            f"the image has {len(content):,} bytes, and there is room for {ROOM:,}"
        )
    made = into / "scorepad-pico.uf2"
    made.write_bytes(uf2.packed(content))
    return [
        f"{made}: {made.stat().st_size:,} bytes for {len(content):,} of flash",
        "Hold BOOTSEL while you plug the Pico in, and drag the file onto the drive RPI-RP2.",
    ]
