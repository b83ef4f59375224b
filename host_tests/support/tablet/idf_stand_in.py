"""Stands in for ESP-IDF's idf.py: freezes as MicroPython's build does, and leaves images that a
chip would take, of nothing. Its version is in IDF_SAYS.
"""

import hashlib
import os
import struct
import subprocess
import sys
from pathlib import Path

HEADER = struct.Struct("<BBBBI4xHBHH4xB")  # ESP-IDF, esp_app_format.h
NUMBERS = {"ESP32_GENERIC": 0, "ESP32_GENERIC_S3": 9, "ESP32_GENERIC_C3": 5}
RAM = {0: 0x40080000, 9: 0x40378000, 5: 0x4037C000}  # where code may be on these chips


def image(number: int, content: bytes) -> bytes:
    """An image with one segment, its checksum and its digest."""
    content = content.ljust(-(-len(content) // 4) * 4, b"\0")
    made = HEADER.pack(0xE9, 1, 2, 0x20, RAM[number], number, 0, 0, 399, 1)
    made += struct.pack("<II", RAM[number], len(content)) + content
    check = 0xEF
    for byte in content:
        check ^= byte
    made += bytes(15 - len(made) % 16) + bytes((check,))
    return made + hashlib.sha256(made).digest()


def freeze(port: Path, manifest: Path, board: str, build: Path) -> None:
    """Has MicroPython's own tools freeze what the manifest names."""
    sources = port.parents[1]
    words = build / "genhdr/qstrdefs.preprocessed.h"
    words.parent.mkdir(exist_ok=True)
    words.write_text("QCFG(BYTES_IN_LEN, (1))\nQCFG(BYTES_IN_HASH, (1))\n")
    variables = {
        "MPY_DIR": sources, "MPY_LIB_DIR": sources / "lib/micropython-lib", "PORT_DIR": port,
        "BOARD_DIR": port / "boards" / board,
    }  # fmt: skip
    given = [word for name, path in variables.items() for word in ("-v", f"{name}={path}")]
    command = [sys.executable, sources / "tools/makemanifest.py", "-o", build / "frozen_content.c"]
    subprocess.run([*command, "-b", build, *given, manifest], check=True, stdout=sys.stderr)


def main() -> None:
    if sys.argv[1:] == ["--version"]:
        print(os.environ["IDF_SAYS"])
        return
    words = sys.argv[1:]
    settings = dict(word.split("=", 1) for word in words if "=" in word)
    port, build = (Path(words[words.index(option) + 1]) for option in ("-C", "-B"))
    (build / "bootloader").mkdir(parents=True, exist_ok=True)
    board = settings["MICROPY_BOARD"]
    freeze(port, Path(settings["MICROPY_FROZEN_MANIFEST"]), board, build)
    number = NUMBERS[board]
    (build / "bootloader/bootloader.bin").write_bytes(image(number, b"bootloader" * 2000))
    (build / "micropython.bin").write_bytes(image(number, b"app" * 30000))


if __name__ == "__main__":
    main()
