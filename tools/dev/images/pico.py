"""The image for a Raspberry Pi Pico: MicroPython with the firmware frozen in, as a UF2."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from dev.fetching import get_rp2040
from dev.images import uf2
from scorepad import build
from scorepad.sources import SOURCES

BOARD = "pico"
ROOM = 640 << 10  # bytes of flash for it; behind them the board keeps its files
PORT = ('freeze("$(PORT_DIR)/modules", "rp2.py")', 'include("$(MPY_DIR)/extmod/asyncio")')
_IMAGES = SOURCES / "firmware" / "images"
STARTED = [  # by MicroPython, by these names
    (path, Path(path.name)) for path in (*_IMAGES.glob("*.py"), *(_IMAGES / BOARD).glob("*.py"))
]
# Where else what starts the firmware goes, since these start it.
PLACES = {SOURCES / name: Path("firmware") / name for name in ("boot.py", "main.py")}


def image() -> Path:
    """What the flash holds from its first byte on. Raises NoPico."""
    with TemporaryDirectory() as folder:
        manifest = Path(folder) / "manifest.py"
        manifest.write_text("\n".join([*PORT, *_frozen(Path(folder) / "frozen")]))
        return get_rp2040.image(manifest)


def _frozen(folder: Path) -> Iterator[str]:
    """Puts the firmware into a new folder, and gives the lines of a manifest that freezes it."""
    identity = folder / "scorepad_image.py"
    identity.parent.mkdir()
    identity.write_text(f'ID = "{build.identity(BOARD)}"\n')
    for file, place in (*build.firmware_sources(BOARD), *STARTED):
        target = folder / PLACES.get(file, place)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)
    for path in sorted(folder.rglob("*.py")):
        yield f"module({path.relative_to(folder).as_posix()!r}, base_path={str(folder)!r})"


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
