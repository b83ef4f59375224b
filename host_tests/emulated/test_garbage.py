"""When garbage is collected on a board: not while a deal is saved, nor before its picture.

And what becomes of a picture for which memory does not suffice.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from dev.emulators import qemu_board as emulator
from dev.emulators.qemu_board import ICOUNT, Emulator
from scorepad.simulator.panels.ssd1306 import SSD1306
from scorepad.simulator.tablet import KEYS
from scorepad.tablet.board_link import Board

pytestmark = pytest.mark.full

# The keys of a new game and three deals. `during`: of each write to the flash and to the panel,
# what the heap has lost meanwhile: less than nothing where garbage was collected.
PLAY = """
import gc, main
app = main.build()
app.board.waiting = lambda: False
during = {"create": [], "append": [], "writeto": []}
def watch(owner, name):
    work = getattr(owner, name)
    def watched(*arguments):
        for _ in range(20 if name == "append" else 0):
            bytearray(1024)
        before = gc.mem_alloc()
        found = None if name == "writeto" else work(*arguments)
        during[name].append(gc.mem_alloc() - before)
        return found
    setattr(owner, name, watched)
watch(app.store, "create")
watch(app.store, "append")
watch(app.board.i2c, "writeto")
def turn():
    before = gc.mem_alloc()
    app.tick()
    working = gc.mem_alloc() - before
    app.rest()
    return working
least = 0
for number, key in enumerate(%r):
    if number == 3:
        least = 0  # the game has begun, and the code of a deal is there
    for down in (1 << key, 0):
        app.board.down = down
        for _ in range(20):
            least = min(least, turn())
for name in ("create", "append", "writeto"):
    print(name, len(during[name]), min(during[name]))
print("turn", least)
"""
# Memory is short where so much of a picture is on the panel; then the panel starts anew, with the
# whole page that says so. Prints what the panel is sent, and nothing before it is.
HALF = """
import main
app = main.build()
app.board.waiting = lambda: False
sent = []
left = 0
def write(address, message):
    global left
    left -= 1
    if not left:
        raise MemoryError
    sent.append(bytes(message))
app.board.i2c.writeto = write
def press(key):
    for app.board.down in (1 << key, 0):
        for _ in range(20):
            app.tick()
            app.rest()
press(%(up)d)
left = %(left)d
press(%(ok)d)
broken = len(sent)
app._panel_up = False
press(%(up)d)
print(broken, *[message.hex() for message in sent])
"""
KB = 1024
GAME = ("OK", "OK", "OK", *("DOWN", "UP", "OK", "DOWN", "OK") * 3)


@pytest.fixture(params=["files", "frozen"])
def board(files: Path, request: pytest.FixtureRequest) -> Iterator[Emulator]:
    how = {"kernel": emulator.frozen()} if request.param == "frozen" else {"files": files}
    with Emulator(**how, options=ICOUNT) as board:
        board.started()
        yield board


def test_nothing_is_collected_while_somebody_waits(board: Emulator) -> None:
    """From a key of a deal to its picture the heap only grows, and so it does in every save."""
    with Board(board.cable) as prompt:
        said = prompt.run(PLAY % [KEYS.index(key) for key in GAME]).splitlines()
    counted = {name: [int(word) for word in words] for name, *words in map(str.split, said)}
    assert counted["create"][0] == 1
    assert counted["append"][0] == 1 + 3  # the first events of the game, and a deal each time
    assert counted["writeto"][0] > len(GAME)
    assert min(words[-1] for words in counted.values()) > -KB  # what a collection frees is more


@pytest.mark.parametrize("board", ["frozen"], indirect=True)
def test_of_a_picture_that_broke_off_nothing_stays(board: Emulator) -> None:
    for left in (5, 6, 7, 8):
        keys = {"up": KEYS.index("UP"), "ok": KEYS.index("OK"), "left": left}
        with Board(board.cable) as prompt:
            broken, *sent = prompt.run(HALF % keys).split()
        board.started()
        shown = [SSD1306(), SSD1306()]
        for panel, messages in zip(shown, (sent[: int(broken)], sent), strict=True):
            for message in messages:
                panel.write(bytes.fromhex(message))
        assert any(shown[0].pixels())
        assert shown[0].pixels() == shown[1].pixels()
