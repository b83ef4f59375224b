"""The firmware as it is joined: its lines, its traces, and what a tablet reads when it starts."""

from pathlib import Path

from dev.emulators import board_files, qemu_board
from scorepad import build
from scorepad.simulator.flash import Flash
from scorepad.simulator.process import DEVICE
from scorepad.sources import SOURCES
from support.depth import full
from support.interpreters import said

CHIP = [(path, Path(path.name)) for path in sorted(DEVICE.glob("*.py"))]


THROWS = """
from firmware.board import Board
from firmware.scoring import board
from firmware.scoring.deal import pack
from firmware.trace import where
from firmware.ui.entering import Result


def thrown(work, *arguments):
    try:
        work(*arguments)
    except Exception as error:
        return where(error)


def own():
    return [][1]


print(thrown(pack, 9, 0, 0, 0, 0))
print(thrown(Board.remember, None, 7))
print(thrown(own))
print(thrown(board.points, None, False))
print(thrown(Result(None).draw, None))
print(where(OSError(5)))
"""


@full
def test_a_trace_names_the_module_and_its_line(tmp_path: Path) -> None:
    throws = tmp_path / "throws.py"
    throws.write_text(THROWS, encoding="utf-8")
    sources = [*build.firmware_sources(), *CHIP, (throws, Path("throws.py"))]
    build.build(sources, tmp_path / "board")

    def line(place: str, text: str) -> int:
        lines = (SOURCES / "firmware" / place).read_text(encoding="utf-8").split("\n")
        return next(number for number, each in enumerate(lines, 1) if text in each)

    assert said(tmp_path / "board", "import throws").splitlines() == [
        f"BadDeal deal.mpy:{line('scoring/deal.py', 'a field of the deal')}",
        f"TypeError espressif.mpy:{line('hardware/espressif.py', 'RTC().memory(crc32')}",
        f"IndexError throws.mpy:{THROWS.split(chr(10)).index('    return [][1]') + 1}",
        f"TypeError board.mpy:{line('scoring/board.py', 'odd = deal >> 4')}",
        f"AttributeError result.mpy:{line('ui/screens/result.py', 'entry = self.game')}",
        "OSError",
    ]


BOOT = """
import builtins, os, sys, vfs
class Flash:
    reads = 0
    def __init__(self):
        self._file = open(%(image)r, "rb")
    def readblocks(self, number, buffer, offset=0):
        Flash.reads += 1
        self._file.seek(number * 4096 + offset)
        self._file.readinto(buffer)
    def writeblocks(self, *_):
        raise OSError(30)  # EROFS
    def ioctl(self, operation, _):
        return {4: %(blocks)d, 5: 4096}.get(operation, 0)
sys.path[:] = ["", ".frozen", %(chip)r]
import world
os.mount(vfs.VfsLfs2(Flash()), "/board")
os.chdir("/board")
world.connect(open("/dev/null", "wb"))
world.flash, world.tablet = %(scores)r, b"123456"
sys.modules["time"] = world
plain, loaded = builtins.__import__, []
def noting(name, *arguments):
    new = name not in sys.modules
    module = plain(name, *arguments)
    if new and name in sys.modules and name.startswith("firmware"):
        loaded.append(getattr(sys.modules[name], "__file__", name))
    return module
def boot():
    app = plain("main").build()
    app.board.waiting = lambda: False  # nobody says anything
    app.tick()
plain("boot")
builtins.__import__ = noting
boot()
print(Flash.reads)
print(*loaded)
"""


@full
def test_a_tablet_starts_with_few_files_and_few_reads(tmp_path: Path) -> None:
    """Until the first picture is there; the files in the order in which they are loaded."""
    tree, image = tmp_path / "tree", tmp_path / "image"
    board_files.compiled(build.firmware_sources(), tree)
    image.write_bytes(qemu_board.image(tree))
    build.build(CHIP, tmp_path / "chip")
    with_scores = Flash(tmp_path / "scores")
    program = BOOT % {
        "image": str(image),
        "blocks": image.stat().st_size // 4096,
        "chip": str(tmp_path / "chip"),
        "scores": str(with_scores.path),
    }
    reads, loaded = said(tmp_path, program).splitlines()[-2:]
    assert loaded.split() == [
        "firmware/app.mpy",
        "firmware/ui/english.mpy",
        "firmware/starting.mpy",
        "firmware/hardware/panels.mpy",  # until a panel has answered
    ]
    assert int(reads) < 2300  # it was 12,900 with a file for each module
