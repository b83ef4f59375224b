"""Scorepad onto an emulated board from a page, beside `scorepad deploy`, which does the same."""

import contextlib
import hashlib
import json
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route

from dev.emulators.qemu_board import Emulator
from dev.emulators.qemu_board import image as file_system
from firmware import VERSION
from scorepad import build
from scorepad.tablet import cable, deploy
from scorepad.tablet.board_link import Board
from scorepad.tablet.sync import minutes_now
from support.depth import some
from support.tablet import emulated
from support.tablet.emulated import plugged_in, write
from support.web.install_page import Cable, InstallPage, install_site, opened
from website import installing

pytestmark = pytest.mark.full

OLD, NEW = deploy.FOLDERS
NAMED = "main.py"  # stands for what a panel that is named changes
SENT, COPIED, GONE = "main.py", "firmware/ui/french.mpy", "firmware/gone.py"


version = pytest.fixture(scope="module")(emulated.version)


@pytest.fixture(scope="module")
def address(version: deploy.Version, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    named = replace(version, files={**version.files, NAMED: version.files[NAMED] + b"\n"})
    of_both = installing.firmware({"esp32": version, "esp32 ssd1309": named})
    made = {**installing.files(), **of_both}
    with install_site(tmp_path_factory.mktemp("site"), made) as address:
        yield address


@pytest.fixture(scope="module")
def files(version: deploy.Version, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The image of a board on which an older version starts, and a part of the new one is."""
    tree = tmp_path_factory.mktemp("tree")
    old = {**version.files, SENT: version.files[SENT] + b"\n# an older one\n"}
    part = {path: content for path, content in version.files.items() if path != COPIED}
    part |= {SENT: b"half", GONE: b"old"}
    for folder, contents in ((OLD, old), (NEW, part)):
        for path, content in contents.items():
            place = tree / folder[1:] / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
    (tree / "boot.py").write_text(deploy._boot(OLD))
    file = tmp_path_factory.mktemp("files") / "files"
    file.write_bytes(file_system(tree))
    shutil.rmtree(tree)
    return file


@dataclass(frozen=True)
class Both:
    """A board, and the page at its cable."""

    board: Emulator
    page: InstallPage
    cable: Cable

    @contextlib.contextmanager
    def prompt(self) -> Iterator[Board]:
        """The board's prompt; in the end the board starts."""
        with self.page.free, Board(self.board.cable) as prompt:
            yield prompt

    def found(self) -> deploy.Found:
        with self.prompt() as prompt:
            return deploy.survey(prompt)

    def sent(self) -> int:
        return b"".join(self.cable.said).count(b'begin("/scorepad')


Plug = Callable[..., Both]


@pytest.fixture
def plug(browser: Browser, address: str, files: Path) -> Iterator[Plug]:
    """Opens the page with a board at its cable."""
    with ExitStack() as stack:

        def plug(ends: bytes = b"", files: Path | None = files) -> Both:
            cable = Cable(ends=ends)
            board = stack.enter_context(plugged_in(files))
            page = stack.enter_context(opened(browser, address, board.cable, cable))
            return Both(board, page, cable)

        yield plug


def is_what_deploy_puts_there(found: deploy.Found, version: deploy.Version) -> bool:
    """Each file by its digest, no file more, and boot.py."""
    return not deploy.plan(found, version).changes


def test_the_page_does_what_scorepad_deploy_does(plug: Plug, version: deploy.Version) -> None:
    both = plug()
    assert both.page.deploy(table=7) == "installed", both.page.said
    assert f"with Scorepad {VERSION}, at table 7" in both.page.said
    assert both.sent() == 1
    with both.page.free, cable.Cable(both.board.cable) as link:
        clock = re.search(r"clock=(\d+)", link.ask("about"))
        assert clock and abs(minutes_now() - int(clock[1])) <= 3
    found = both.found()
    assert found.starting == NEW
    assert is_what_deploy_puts_there(found, version)
    both.page.page.evaluate("Date.now = () => Date.UTC(2150, 0)")  # which the tablet refuses
    assert both.page.deploy() == "installed"
    assert (both.sent(), both.found()) == (1, found)
    assert both.page.deploy(panel="ssd1309") == "installed"
    assert (both.sent(), both.found().starting) == (2, OLD)


def test_beside_other_files_all_comes_after_a_yes(plug: Plug, version: deploy.Version) -> None:
    both = plug(files=None)
    with both.prompt() as prompt:
        write(prompt, "/boot.py", "import blinking\n")
        write(prompt, "/blinking.py", "print(1)\n")
    before = both.found()
    assert both.page.deploy() == "asked"
    assert "blinking.py, boot.py" in both.page.page.inner_text("#question")
    assert both.page.answer(False) == "unchanged"
    assert both.found() == before
    assert both.page.deploy() == "asked"
    assert both.page.answer(True) == "installed", both.page.said
    assert both.sent() == len(version.files)
    assert is_what_deploy_puts_there(both.found(), version)
    assert "blinking.py" in both.found().names


# What the page says when the cable is pulled, and which version starts.
CUTS = {
    "while it looks at what is there": (b"def survey", OLD),
    "before a new file is closed": (b'begin("/scorepad', OLD),
    "before it is verified": (b"look(", OLD),
    "before the new boot.py is closed": (b'begin("/boot', OLD),
    "in the command that switches": (b"os.rename(", OLD),
    "in the restart": (b"\r\x03\x02", NEW),
}


@pytest.mark.parametrize("place", some(CUTS, 2))
def test_where_the_cable_is_pulled_a_version_starts_and_the_next_try_goes_on(place, plug, version):
    ends, starts = CUTS[place]
    both = plug(ends)
    assert both.page.deploy() == "trouble"
    assert "plug it in again" in both.page.said
    with both.prompt():
        pass  # the board starts anew
    with both.page.free:
        assert deploy.greet(both.board.cable, 0).version == VERSION
    assert both.found().starting == starts
    assert both.page.plug_in() == "installed", both.page.said
    assert is_what_deploy_puts_there(both.found(), version)


PLAIN = """async (parts) => {
  const [{ openPort }, { Prompt }, { sources }] = await Promise.all(
    parts.map((part) => import(new URL(part, location))));
  const [serial] = await navigator.serial.getPorts();
  const port = await openPort(serial);
  const prompt = await Prompt.open(port, await sources(), false);
  await prompt.teach("files.py");
  const said = await prompt.answers("for i in range(3): say((i, 'ä'))");
  const error = await prompt.run("1 // 0").catch((error) => error.parts.said);
  await prompt.restart();
  await port.close();
  return [said, error];
}"""


def test_a_board_without_flow_control_is_taught_in_small_parts(plug: Plug) -> None:
    both = plug()
    parts = ["../serial/cable.mjs", "prompt.mjs", "firmware.mjs"]
    said, error = both.page.page.evaluate(PLAIN, parts)
    assert said == [[0, "ä"], [1, "ä"], [2, "ä"]]
    assert error.startswith("ZeroDivisionError")
    assert b"\x05A\x01" not in b"".join(both.cable.said)


def test_the_site_has_the_firmware_of_each_board_that_scorepad_deploy_has() -> None:
    made = installing.files()
    sizes, _, contents = made["firmware.bin"].partition(b"\n")
    by_digest, start = {}, 0
    for digest, size in json.loads(sizes):
        by_digest[digest] = contents[start : (start := start + size)]
    assert all(
        hashlib.sha256(content).hexdigest() == digest for digest, content in by_digest.items()
    )
    boards = json.loads(made["firmware.json"])
    assert {one.partition(" ")[0] for one in boards} == {*build.BOARDS}
    assert len(boards) == 2 * len(build.BOARDS)
    for one, said in boards.items():
        files = {path: by_digest[digest] for path, digest in said["files"].items()}
        wanted = deploy.version(*one.split())
        assert (files, said["version"]) == (wanted.files, wanted.name)


def test_a_site_that_is_half_kept_is_to_be_loaded_anew(browser: Browser, address: str) -> None:
    with opened(browser, address, "loop://") as page:
        for part, kept, panel in (("bin", "[]\n", ""), ("json", "{}", "ssd1309")):
            page.page.route(f"**/firmware.{part}", partial(Route.fulfill, body=kept))
            assert page.deploy(panel=panel) == "trouble"
            assert "Load this page anew" in page.said
            page.page.unroute_all()
