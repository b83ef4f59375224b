"""`scorepad doctor` at the prompt of an emulated board: a real MicroPython, a real file system."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from dev.emulators.qemu_board import Emulator, sources
from firmware import VERSION
from scorepad import build
from scorepad.tablet import deploy
from scorepad.tablet.board_link import Board
from scorepad.tablet.cable import Cable
from support.commands import Done, scorepad
from support.tablet.emulated import plugged_in, write


@pytest.fixture(scope="module")
def board() -> Iterator[Emulator]:
    """A board fresh from its image, with MicroPython and nothing else."""
    with plugged_in() as emulator:
        yield emulator


def examined(board: Emulator) -> dict[str, Any]:
    """What is said of it, for programs."""
    said = json.loads(scorepad("doctor", board.cable, "--json").stdout)
    return dict(said["ports"][0])


def names(board: Emulator) -> list[str]:
    with Board(board.cable) as prompt:
        return deploy.survey(prompt).names


def deployed(board: Emulator) -> None:
    """Scorepad is put on it."""
    files = sources()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "firmware_sources", lambda *_: files)
        done: Done = scorepad("deploy", board.cable, "--yes")
    assert done.returncode == 0, done.stderr


def test_a_board_with_micropython_alone_is_to_be_given_scorepad(board: Emulator) -> None:
    before = names(board)
    said = examined(board)
    assert (said["state"], said["firmware"], said["app"]) == ("micropython", None, "")
    assert said["micropython"].startswith("1.") and "MPS2" in said["board"].upper()
    assert 10_000 < said["heap"] < 200_000 and 500_000 < said["flash"] < 1 << 20
    assert (said["pins"], said["clock"]) == (None, None)  # this board cannot tell them
    assert "Scorepad is not" in said["advice"][0]["what"]
    assert f"scorepad deploy {board.cable} --board" in said["advice"][0]["do"]
    assert names(board) == before


def test_a_tablet_that_stands_at_its_prompt_is_started_again(board: Emulator) -> None:
    deployed(board)
    with Cable(board.cable) as link:
        link.ask("clock 0")
    prompt = Board(board.cable)
    prompt._port.close()  # and nobody starts it again
    said = examined(board)
    assert (said["state"], said["restarted"], said["firmware"]) == ("tablet", True, VERSION)
    assert "started anew" in said["advice"][0]["what"] and not said["advice"][0]["wrong"]
    assert said["clock"] is None  # as it was
    assert examined(board)["restarted"] is False


@pytest.mark.full
def test_firmware_that_cannot_be_loaded_is_named_with_the_reason(board: Emulator) -> None:
    deployed(board)
    with Board(board.cable) as prompt:
        folder = deploy.survey(prompt).starting
        write(prompt, f"{folder}/firmware/app.py", "import nothing_like_this\n")
        prompt.run(f"os.remove('{folder}/firmware/app.mpy')")
        boot = prompt.run("print(open('/boot.py').read())").replace("\r\n", "\n")
        write(prompt, "/boot.py", boot + "os.chdir('/')\n")  # as where it gives up
    said = examined(board)
    assert (said["state"], said["firmware"]) == ("micropython", "")
    assert said["app"].startswith("ImportError: no module named 'nothing_like_this")
    assert f"scorepad rescue {board.cable}" in said["advice"][0]["do"]
