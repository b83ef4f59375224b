"""The firmware on an emulated Cortex-M3: 32-bit words, its own flash, and a cable.

The simulated tablet is the oracle for pictures, `scorepad score` for totals.
"""

import json
import random
import subprocess
import time
from binascii import a2b_base64
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from dev.emulators.qemu_board import HASTY, ICOUNT, STACK, Emulator, compiled, frozen, image
from dev.fetching import get_qemu
from firmware.scoring import deal as d
from firmware.session import DEAL
from firmware.storage import record
from scorepad.cli.commands.score import scored_sessions
from scorepad.simulator.flash import Flash
from scorepad.simulator.robot import Robot
from scorepad.simulator.tablet import PRESS_MS, Tablet
from scorepad.tablet.cable import Cable
from support.commands import EXAMPLES, ROOT, scorepad
from support.depth import FULL, SEED, sampled

# Rule sets; each example has its deals.
EVENING = ("rubber", "international", "rubber") if FULL else ("rubber",)
TOTALS = {"rubber": {"NS": 1260, "EW": 320}, "international": {"NS": 300, "EW": 1620}}
RESETS = 50 if FULL else 20  # some are before a deal is there that is being saved, some after
LEAST = RESETS // 20  # of either
BOOT_S = 0.4
ARROWS = ("UP", "RIGHT", "DOWN", "LEFT")  # of the seats N, E, S, W


@pytest.fixture(scope="session")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is installed on the board; skips where there is no emulator."""
    try:
        get_qemu.interpreter()
    except get_qemu.NoQemu as missing:
        pytest.skip(str(missing))
    folder = tmp_path_factory.mktemp("board") / "tree"
    compiled(folder)
    return folder


@pytest.fixture
def board(tree: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Emulator]:
    """A board on which the firmware is installed as files, at its first start.

    Its parameter: more options of QEMU's.
    """
    files = tmp_path / "files"
    files.write_bytes(image(tree))
    with Emulator(files, options=getattr(request, "param", ())) as board:
        board.started()
        yield board


@pytest.fixture
def frozen_board(tree: Path, request: pytest.FixtureRequest) -> Iterator[Emulator]:
    """A board with the firmware in its image, which starts five times as fast; else as `board`."""
    with Emulator(kernel=frozen(), options=getattr(request, "param", ())) as board:
        board.started()
        yield board


class Twins(Tablet):
    """A board and the simulated tablet under the same fingers: they show the same at any time."""

    def __init__(self, board: Emulator):
        self._twin = board
        super().__init__(Flash())

    def wait(self, milliseconds: int, *keys: str) -> None:
        """As Tablet.wait."""
        super().wait(milliseconds, *keys)
        self._twin.wait(milliseconds, *keys)
        assert self._twin.chip.pixels() == self.pixels(), self.look()


def mpremote(board: Emulator, *arguments: str | Path) -> str:
    command = [ROOT / ".venv/bin/mpremote", "connect", board.cable, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout


def home() -> bytes:
    """The picture of a tablet that is new."""
    with Tablet(Flash()) as tablet:
        return tablet.pixels()


@pytest.mark.full
def test_mpremote_installs_the_firmware_and_it_starts(tree: Path) -> None:
    with Emulator() as board:
        mpremote(board, "fs", "cp", "-r", f"{tree}/.", ":/")
        board.reset()
        board.started()
        assert board.chip.pixels() == home()
        board.reset()  # and not only the first time
        board.started()
        assert board.chip.pixels() == home()


def test_the_app_gives_way_to_mpremote_and_comes_back(board: Emulator) -> None:
    assert mpremote(board, "resume", "exec", "import gc; print(6 * 7)") == "42\n"
    assert "main.py" in mpremote(board, "resume", "fs", "ls", ":")
    with serial.Serial(board.cable) as port:
        port.write(b"\x02\x04")  # Ctrl-B, Ctrl-D: the prompt, a soft reset
        board.started()
    assert board.chip.pixels() == home()
    board.press("OK")
    assert board.chip.pixels() != home()


# A finger is down for as long as on the simulated tablet, unless this machine is very busy.
@sampled
@pytest.mark.parametrize("frozen_board", [ICOUNT], indirect=True, ids=["icount"])
def test_an_evening_looks_as_on_the_simulator_and_is_synced(
    frozen_board: Emulator, tmp_path: Path
) -> None:
    db = tmp_path / "club.db"
    with Twins(frozen_board) as twins:
        for rules in EVENING:
            (session,) = scored_sessions(rules, str(EXAMPLES / f"{rules}.deals"))
            assert Robot(twins, session).play().totals == TOTALS[rules]
    assert frozen_board.count().stack <= STACK
    assert f"{len(EVENING)} new" in synced(frozen_board, db)
    assert f"{len(EVENING)} already known" in synced(frozen_board, db)
    exported = scorepad("club", "export", "--all", "--format", "json", "--db", db)
    for session, rules in zip(json.loads(exported.stdout), EVENING, strict=True):
        scored = json.loads(scorepad("score", rules, EXAMPLES / f"{rules}.deals", "--json").stdout)
        assert session["state"] == "complete"
        assert {name: session[name] for name in scored} == scored


def synced(board: Emulator, db: Path) -> str:
    done = scorepad("sync", board.cable, "--db", db)
    assert done.returncode == 0, done.stderr
    return done.stdout


class Hazard:
    """A rubber in which every contract goes down, on a board that is reset now and then.

    `early` and `late`: resets during a press that saves a deal, which was not there or was there
    afterwards without having been seen to be; `seen`: those after the panel had said so.
    """

    def __init__(self, board: Emulator, cable: Cable, seed: int):
        self.early = self.late = self.seen = 0
        self._board, self._cable = board, cable
        self._chance = random.Random(seed)
        board.press("OK", "OK", "OK")
        tablet = bytes.fromhex(cable.ask("who").split()[2])
        self._key = record.session_key(tablet, 1)
        self._records = self._on_flash()
        self._begun = len(self._records) // record.SIZE
        self._saving = 0.0  # s that it takes

    def play(self) -> None:
        """A deal during which nothing happens."""
        keys = self._keys()
        self._board.press(*keys[:-1])
        begun = time.monotonic()
        self._board.wait(10, keys[-1])
        self._saving = time.monotonic() - begun
        self._board.wait(PRESS_MS)
        self._judge(keys[0], confirmed=True)

    def save(self) -> None:
        """A deal, and a reset while it is saved."""
        keys = self._keys()
        self._board.press(*keys[:-1])
        confirmed = self._cut("OK", self._saving)
        self._come_back()
        there = self._judge(keys[0], confirmed)
        self.early += not there
        self.late += there and not confirmed
        self.seen += confirmed

    def enter(self) -> None:
        """A reset before a deal is saved."""
        keys = self._keys()[: self._chance.randint(1, 3)]
        self._board.press(*keys[:-1])
        self._cut(keys[-1], self._saving)
        self._come_back()
        assert self._behind() == b""

    def boot(self) -> None:
        """A reset during the start after a reset."""
        self._board.reset()
        time.sleep(self._chance.uniform(0, BOOT_S))
        self._board.reset()
        self._come_back()
        assert self._behind() == b""

    def check(self) -> None:
        """Every deal is there, byte for byte."""
        assert self._on_flash() == self._records

    def _keys(self) -> list[str]:
        return [self._chance.choice(ARROWS), "OK", "DOWN", "OK"]

    def _cut(self, key: str, longest: float) -> bool:
        """A press that a reset ends; whether the panel had said something by then."""
        before = self._board.i2c_bytes
        self._board.hold_down(key)
        time.sleep(self._chance.uniform(0, longest))
        self._board.reset()
        return self._board.i2c_bytes > before

    def _judge(self, arrow: str, confirmed: bool) -> bool:
        """Whether the deal is there, as it was entered; it is if it was seen to be.

        What was not confirmed may have come back: then its DOWN counts as well.
        """
        behind = self._behind()
        if not behind:
            assert not confirmed
            return False
        sequence = len(self._records) // record.SIZE
        kind, _, number, deal = record.unpack(self._key, sequence, behind)
        assert (kind, number) == (DEAL, sequence - self._begun + 1)
        assert (d.declarer(deal), d.level(deal), d.strain(deal)) == (
            ARROWS.index(arrow),
            3,
            d.SPADES,
        )
        assert d.overtricks(deal) < 0
        self._records += behind
        return True

    def _come_back(self) -> None:
        """Whatever the screen: to the home screen, and on with the game."""
        self._board.hold_down()
        self._board.started()
        self._board.press("BACK", "BACK", "BACK", "OK")

    def _behind(self) -> bytes:
        """What is on flash behind the last record that is known, which is there as it was."""
        last = len(self._records) // record.SIZE - 1
        page = a2b_base64(self._cable.ask(f"read 1 {last}"))
        known, behind = page[: record.SIZE], page[record.SIZE :]
        assert known == self._records[-record.SIZE :]
        following = self._cable.ask(f"read 1 {last + 1}")
        return behind or (b"" if following == "-" else a2b_base64(following))

    def _on_flash(self) -> bytes:
        raw = b""
        while (page := self._cable.ask(f"read 1 {len(raw) // record.SIZE}")) != "-":
            raw += a2b_base64(page)
        return raw


@sampled
@pytest.mark.parametrize("frozen_board", [HASTY], indirect=True, ids=["hasty"])
def test_resets_at_any_instant_lose_nothing_that_was_confirmed(frozen_board: Emulator) -> None:
    reset_again_and_again(frozen_board)


@pytest.mark.full
@pytest.mark.parametrize("board", [HASTY], indirect=True, ids=["hasty"])
def test_nor_do_they_where_the_firmware_is_loaded_from_files(board: Emulator) -> None:
    reset_again_and_again(board)


def reset_again_and_again(board: Emulator) -> None:
    with Cable(board.cable) as cable:
        hazard = Hazard(board, cable, SEED)
        for number in range(RESETS):
            if number % 10 == 0:
                hazard.play()
            (hazard.boot, hazard.enter, *[hazard.save] * 8)[number % 10]()
        hazard.check()
    print(f"resets while a deal was saved: {hazard.early} {hazard.late} {hazard.seen}")
    assert min(hazard.early, hazard.late + hazard.seen) >= LEAST
