"""Scorepad's image on an emulated Pico: its places in the flash, and what starts from it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from littlefs import LittleFS

from dev import make_image
from dev.emulators import pico
from dev.fetching import building
from dev.images import pico as images
from dev.images import uf2
from scorepad import build
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from support.needed import or_skip
from support.tablet.pico_board import SCORES, printed, run, said, scorepad
from support.tablet.pico_twins import shows
from support.tablet.tablets import NEW_GAME, shown

pytestmark = pytest.mark.full

On = Callable[[bytes], pico.Pico]
DEAL = ("DOWN", "OK", "DOWN", "OK")
FILES = images.ROOM
BLOCK = 4096
BREAKS = (1, 150, 400, 700, 1000, 1400)  # ms after which a start breaks off
SESSION = "/000/1.00"
DEPLOY = ("deploy", "--board", "pico")
NAMED = ("--panel", "ssd1306")
VERSION, OLDER = Path("firmware/__init__.py"), "0.0.9"
MOUNTED = """
from firmware.board import mount_scores
try:
    mount_scores()
except OSError as error:
    print(error)
"""
STOPPED = """
import sys
from scorepad.tablet.board_link import Board
Board(sys.argv[1])._port.close()
"""


@pytest.fixture(scope="module")
def image(pico_image: Path) -> bytes:
    """The UF2."""
    return uf2.pack(pico_image.read_bytes())


@pytest.fixture(scope="module")
def older(image: bytes, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """One of an older version."""
    file, usual = tmp_path_factory.mktemp("older") / "version.py", build.firmware_sources
    file.write_text(f'VERSION = "{OLDER}"\n')

    def sources(*of: str) -> list[tuple[Path, Path]]:
        return [(file if place == VERSION else path, place) for path, place in usual(*of)]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(build, "firmware_sources", sources)
        return uf2.pack(images.image().read_bytes())


@pytest.fixture(scope="module")
def stock(kernel: Path) -> bytes:
    """MicroPython's own image."""
    return uf2.pack(kernel.read_bytes())


@pytest.fixture(scope="module")
def played(image: bytes) -> bytes:
    """The flash of a new board with the image, on which a game has a deal."""
    with or_skip(), pico.Pico(pico.dragged(pico.BLANK, image)) as board:
        return after_a_deal(board)


@pytest.fixture(scope="module")
def deployed(played: bytes, older: bytes) -> bytes:
    """The same with the older image, on which this firmware was deployed, with a panel named."""
    with pico.Pico(pico.dragged(played, older)) as board:
        board.started()
        assert f"Scorepad {OLDER}" in said(board, "doctor")
        assert "0 copied" in scorepad(board, *DEPLOY, *NAMED)
        board.wait(1000)
        return board.content()


def after_a_deal(board: pico.Pico) -> bytes:
    """What the flash of a board holds when a game was begun and a deal entered."""
    board.started()
    board.press(*NEW_GAME, *DEAL)
    board.wait(1000)
    return board.content()


def content_after(board: pico.Pico) -> bytes:
    """What the flash of a board holds some time after its start."""
    board.started()
    board.wait(1000)
    return board.content()


def assert_says_unreadable(board: pico.Pico, path: Path) -> None:
    """A board shows what a tablet shows whose flash, a new file, is damaged."""
    Flash(path).close()
    path.write_bytes(b"\x5a" * 2 * BLOCK + path.read_bytes()[2 * BLOCK :])
    with Tablet(Flash(path)) as tablet:
        assert "flash unreadable" in shown(tablet)
        assert shows(board, tablet)


def running(board: pico.Pico) -> str:
    """The folder from which a board has started; it starts again."""
    return printed(board, "import os; print(os.getcwd())")


def part(content: bytes, start: int, end: int) -> LittleFS:
    """The file system in a part of the flash. Raises LittleFSError."""
    files = LittleFS(mount=False, block_size=BLOCK, block_count=(end - start) // BLOCK)
    files.context.buffer[:] = content[start:end]
    files.mount()
    return files


def read(files: LittleFS, path: str) -> bytes:
    with files.open(path, "rb") as file:
        return file.read()


def session(content: bytes) -> bytes:
    """The first page of the only session, in the part for the scores."""
    return read(part(content, SCORES, pico.FLASH), SESSION)


def names_the_panel(content: bytes) -> bool:
    """Whether the board's file does that, of the version that was deployed first."""
    return NAMED[1].encode() in read(
        part(content, FILES, SCORES), "/scorepad-a/firmware/board.mpy"
    )


def image_id(content: bytes) -> str:
    """Which image the board's files say has started last."""
    return read(part(content, FILES, SCORES), "/scorepad/image").decode()


def test_a_new_board_has_files_and_scores_apart_and_plays_on_after_a_reset(
    played: bytes, switched_on: On, tmp_path: Path
) -> None:
    assert len(session(played)) > 14
    assert image_id(played) == build.identity("pico")
    assert sorted(part(played, FILES, SCORES).listdir("/scorepad")) == ["image", "number"]
    board = switched_on(played)
    assert session(content_after(board)) == session(played)
    assert "1 still open" in scorepad(board, "sync", "--db", str(tmp_path / "club.db"))


def test_the_file_to_drag_is_the_image_and_what_to_do_is_said(image, tmp_path, monkeypatch):
    told = make_image.make("pico", tmp_path / "images")
    (made,) = (tmp_path / "images").iterdir()
    assert made.read_bytes() == image
    assert str(made) in told[0] and "BOOTSEL" in told[1]
    monkeypatch.setattr(images, "ROOM", 4096)
    with pytest.raises(building.DoesNotBuild, match="there is room for 4,096"):
        make_image.make("pico", tmp_path / "images")


def test_what_is_deployed_on_an_older_image_starts(played, deployed, switched_on, tmp_path):
    assert session(deployed) == session(played)
    board = switched_on(deployed)
    assert session(content_after(board)) == session(deployed)
    assert running(board) == "/scorepad-a"
    assert "nothing to copy" in scorepad(board, *DEPLOY, *NAMED)
    assert "1 still open" in scorepad(board, "rescue", "--db", str(tmp_path / "club.db"))
    assert session(board.content()) == session(deployed)
    assert names_the_panel(deployed)


def test_a_newer_image_keeps_the_scores_and_lets_go_of_what_was_deployed(
    deployed: bytes, image: bytes, switched_on: On
) -> None:
    assert "boot.py" in part(deployed, FILES, SCORES).listdir("/")
    board = switched_on(pico.dragged(deployed, image))
    after = content_after(board)
    assert image_id(after) == build.identity("pico") != image_id(deployed)
    assert "boot.py" not in part(after, FILES, SCORES).listdir("/")
    assert session(after) == session(deployed)
    assert running(board) == "/"
    board.press(*DEAL)
    board.wait(1000)
    assert session(board.content()).startswith(session(after))
    assert len(session(board.content())) > len(session(after))


def test_two_deployed_versions_that_do_not_load_give_way_to_the_image(deployed, switched_on):
    files = part(deployed, FILES, SCORES)
    assert "scorepad-b" not in files.listdir("/")
    for folder, _, names in [*files.walk("/scorepad-a")]:
        files.mkdir(folder.replace("-a", "-b"))
        for name in names:
            with files.open(f"{folder.replace('-a', '-b')}/{name}", "wb") as copy:
                copy.write(read(files, f"{folder}/{name}"))
    for version in ("a", "b"):
        with files.open(f"/scorepad-{version}/firmware/app.mpy", "wb") as app:
            app.write(b"no code")
    board = switched_on(deployed[:FILES] + bytes(files.context.buffer) + deployed[SCORES:])
    assert session(content_after(board)) == session(deployed)
    assert running(board) == "/"


def test_a_board_that_had_micropythons_own_image_keeps_its_file_system(
    image: bytes, kernel: Path, switched_on: On, tmp_path: Path
) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    board = switched_on(pico.dragged(pico.flash(kernel, tmp_path), image))
    content = after_a_deal(board)
    whole = part(content, FILES, pico.FLASH)
    assert set(whole.listdir("/")) == {"mine.txt", "scorepad"}
    assert whole.stat("/scorepad/scores" + SESSION).size > 14
    assert content_after(switched_on(content)) == content


def test_micropythons_own_image_and_back_costs_no_score_while_nothing_is_copied(
    played: bytes, stock: bytes, image: bytes, switched_on: On, tmp_path: Path
) -> None:
    board = switched_on(pico.dragged(played, stock))
    board.wait(3000)
    between = board.content()
    assert part(between, FILES, pico.FLASH).listdir("/") == []  # which it has formatted
    for command in (DEPLOY, ("rescue", "--db", str(tmp_path / "club.db"))):
        assert "drag that image onto it again" in said(board, *command)
    assert "drag Scorepad's image onto it again" in said(board, "doctor")
    assert board.content() == between
    after = content_after(switched_on(pico.dragged(between, image)))
    assert session(after) == session(played)
    assert image_id(after) == build.identity("pico")


def test_an_empty_file_system_over_unreadable_scores_is_not_written_over_them(
    played: bytes, image: bytes, kernel: Path, switched_on: On, tmp_path: Path
) -> None:
    empty = pico.flash(kernel, tmp_path)[:SCORES]
    unreadable = b"\x5a" * 2 * BLOCK + played[SCORES + 2 * BLOCK :]
    board = switched_on(pico.dragged(empty + unreadable, image))
    after = content_after(board)
    assert after[SCORES:] == unreadable
    assert image_id(after) == build.identity("pico")
    assert_says_unreadable(board, tmp_path / "t.flash")


def test_files_over_scores_stay_as_they_are_and_the_scores_can_be_rescued(
    played: bytes, image: bytes, kernel: Path, switched_on: On, tmp_path: Path
) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    over = pico.flash(kernel, tmp_path)[:SCORES] + played[SCORES:]
    board = switched_on(pico.dragged(over, image))
    assert content_after(board)[FILES:] == over[FILES:]
    assert printed(board, MOUNTED) == "files over the scores"
    assert "files lie over its scores" in said(board, "doctor")
    assert "1 still open" in scorepad(board, "rescue", "--db", str(tmp_path / "club.db"))
    assert board.content()[FILES:] == over[FILES:]


def test_a_first_start_that_breaks_off_is_begun_again(image: bytes, switched_on: On) -> None:
    board = switched_on(pico.dragged(pico.BLANK, image))
    for milliseconds in BREAKS:
        board.wait(milliseconds)
        board.reset()
    content = after_a_deal(board)
    assert len(session(content)) > 14
    assert image_id(content) == build.identity("pico")


def test_what_may_be_somebodys_is_never_formatted_and_the_tablet_says_so(
    image: bytes, switched_on: On, tmp_path: Path
) -> None:
    board = switched_on(pico.dragged(b"\x5a" * pico.FLASH, image))
    after = content_after(board)
    assert set(after[FILES:]) == {0x5A}
    assert_says_unreadable(board, tmp_path / "t.flash")


def test_the_doctor_sees_the_pins_at_the_prompt_and_starts_the_tablet(played, switched_on):
    board = switched_on(played)
    board.started()
    assert run(board, "-c", STOPPED, board.cable).returncode == 0
    (said,) = json.loads(scorepad(board, "doctor", "--json"))["ports"]
    assert (said["state"], said["restarted"], said["trouble"]) == ("tablet", True, "")
    # What answers on the bus is not seen here: MicroPython scans an RP2040's bus by its pins,
    # and the emulator has the panel at its I2C.
    assert said["pins"] == {"sda": 4, "scl": 5}
    assert (said["panel"], said["named"], said["sessions"]) == ("SSD1306", "", 1)
    assert said["board"].endswith("RP2040") and 1 << 19 < said["flash"] < 1 << 20
