"""The image for a Raspberry Pi Pico: MicroPython with the firmware frozen in, as a UF2."""

from pathlib import Path
from tempfile import TemporaryDirectory

from dev.fetching import building, get_rp2040
from dev.images import freezing, uf2

BOARD = "pico"
ROOM = 640 << 10  # bytes of flash for it; behind them the board keeps its files
PORT = ('freeze("$(PORT_DIR)/modules", "rp2.py")',)


def image(panel: str = "") -> Path:
    """Return a file with the whole flash. `panel`: as in freezing.manifest. Raise Missing."""
    with TemporaryDirectory() as folder:
        return get_rp2040.image(freezing.manifest(BOARD, BOARD, PORT, Path(folder), panel))


def make(into: Path, panel: str = "") -> list[str]:
    """Put the UF2 into a folder; return its sizes, and what to do next. Raise Missing."""
    content = image(panel).read_bytes()
    if len(content) > ROOM:
        raise building.DoesNotBuild(
            f"the image has {len(content):,} bytes, and there is room for {ROOM:,}"
        )
    made = into / f"{freezing.name(BOARD, panel)}.uf2"
    made.write_bytes(uf2.pack(content))
    return [
        f"{made}: {made.stat().st_size:,} bytes for {len(content):,} of flash",
        "Hold BOOTSEL while you plug the Pico in, and drag the file onto the drive RPI-RP2.",
    ]
