"""The modules that stand in for MicroPython's on CPython do what MicroPython's do.

Each program below runs on both, with the same arguments, and must print the same.
"""

import os
import sys
from pathlib import Path

import scorepad.simulator
from host_tests.device.nor_flash import ERASED
from scorepad.simulator.interpreters import micropython
from scorepad.sources import SOURCES
from support.commands import run_program
from support.depth import FULL, sampled

STANDINS = Path(scorepad.simulator.__file__).parent / "device" / "cpython"

# Both runtimes must draw the same numbers, so the generator is part of the programs.
CHANCE = """
class Chance:
    def __init__(self, seed):
        self.state = seed * 2654435761 & 0x7FFFFFFF

    def below(self, limit):
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % limit

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def one(self, choices):
        return choices[self.below(len(choices))]
"""

DRAW = (
    CHANCE
    + """
import binascii, framebuf, sys

def picture(chance):
    width, height = chance.between(1, 70), chance.between(1, 40)
    pixels = bytearray(chance.below(256) for _ in range((height + 7) // 8 * width))
    return pixels, framebuf.FrameBuffer(pixels, width, height, framebuf.MONO_VLSB)

def operation(chance):
    place = chance.between(-20, 90), chance.between(-20, 60)
    colour = chance.one((0, 1, 1, 7, -1))
    size = chance.between(-4, 60), chance.between(-4, 60)
    return chance.one((
        ("fill", (colour,)),
        ("pixel", place),
        ("pixel", place + (colour,)),
        ("hline", place + size[:1] + (colour,)),
        ("vline", place + size[:1] + (colour,)),
        ("fill_rect", place + size + (colour,)),
        ("rect", place + size + (colour,)),
    ))

for seed in range(int(sys.argv[1])):
    chance = Chance(seed)
    pixels, frame = picture(chance)
    for step in range(8):
        name, arguments = operation(chance)
        result = getattr(frame, name)(*arguments)
        print(seed, name, arguments, result, binascii.crc32(pixels))
"""
)

KEEP = (
    CHANCE
    + """
import binascii, sys, vfs

_, root, image, seed = sys.argv
sys.path.append(root)
from host_tests.device.nor_flash import NorFlash

SIZES = (0, 1, 100, 128, 129, 300, 5000)

def change(volume, files, chance):
    how = chance.one(("wb", "ab", "r+b", "remove", "rename") if len(files) > 2 else ("wb",))
    path = chance.one(sorted(files)) if files else ""
    if how == "wb":
        path = "/%s%d" % (chance.one(("", "", "d/")), chance.below(8))
        files[path] = content = bytes([chance.below(256)]) * chance.one(SIZES)
    elif how == "ab":
        content = bytes([chance.below(256)]) * chance.one((1, 12, 60, 128))
        files[path] += content
    elif how == "r+b":
        place, content = chance.below(len(files[path]) + 1), b"over"
        files[path] = files[path][:place] + content + files[path][place + 4:]
    elif how == "remove":
        volume.remove(path)
        del files[path]
    else:
        new = chance.one(("/0", "/1", "/d/2", "/new"))
        volume.rename(path, new)
        files[new] = files.pop(path)
    if how in ("wb", "ab", "r+b"):
        with volume.open(path, how) as file:
            if how == "r+b":
                file.seek(place)
            file.write(content[:5])
            file.flush()
            file.write(content[5:])

def tree(volume, folder="/"):
    for name, kind, _, size in volume.ilistdir(folder):
        path = folder + name
        if kind == 0x4000:
            yield from tree(volume, path + "/")
        else:
            with volume.open(path, "rb") as file:
                content = file.read()
            if not len(content) == size == volume.stat(path)[6]:
                raise ValueError("sizes of " + path)
            yield path, content

with open(image, "rb") as file:
    flash = NorFlash(bytearray(file.read()))
if seed == "0":
    vfs.VfsLfs2.mkfs(flash)
    vfs.VfsLfs2(flash, mtime=False).mkdir("/d")
volume = vfs.VfsLfs2(flash, mtime=False)
files = dict(tree(volume))
print("found", [(path, len(files[path]), binascii.crc32(files[path])) for path in sorted(files)])
chance = Chance(int(seed))
for _ in range(60):
    change(volume, files, chance)
if dict(tree(volume)) != files:
    raise ValueError("not what was saved")
print("left", [(path, len(files[path]), binascii.crc32(files[path])) for path in sorted(files)])
print(volume.statvfs("/"))
volume.umount()
with open(image, "wb") as file:
    file.write(flash.image)
"""
)


def lines_of(interpreter: str | Path, program: Path, *arguments: object) -> list[str]:
    run = run_program(
        [interpreter, program, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(STANDINS)},
    )
    assert run.returncode == 0, f"{interpreter}:\n{run.stdout[-500:]}{run.stderr}"
    return run.stdout.splitlines()


@sampled
def test_every_drawing_operation_gives_the_same_pixels(tmp_path):
    draw, pictures = tmp_path / "draw.py", 3000 if FULL else 150
    draw.write_text(DRAW)
    assert lines_of(sys.executable, draw, pictures) == lines_of(micropython(), draw, pictures)


def test_the_same_saves_leave_the_same_flash(tmp_path):
    keep, images = tmp_path / "keep.py", [tmp_path / "ours", tmp_path / "theirs"]
    keep.write_text(KEEP)
    for image in images:
        image.write_bytes(ERASED * 32)
    for seed in range(2):
        ours, theirs = (
            lines_of(interpreter, keep, SOURCES, image, seed)
            for interpreter, image in zip((sys.executable, micropython()), images, strict=True)
        )
        assert ours == theirs
        assert images[0].read_bytes() == images[1].read_bytes()
