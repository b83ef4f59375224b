"""What `make firmware` leaves: the same bytes each time, which mip installs and a tablet plays."""

import functools
import http.server
import os
import re
import shutil
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from dev import make_firmware
from firmware.scoring.rules import RULES
from scorepad import build
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from scorepad.sources import SOURCES as ROOT
from support.depth import full
from support.imported import HARDWARE, imports, name_of, within
from support.interpreters import micropython, said
from support.tablet.tablets import NEW_GAME, finish, logs

PROGRAM = Path("tools/dev/make_firmware.py")
SOURCES = [ROOT / place for _, place in build.firmware_sources()]


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves a folder and keeps no log."""

    def log_message(self, *message: object) -> None:
        """Nobody reads it."""


def contents(folder: Path) -> dict[str, bytes]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The firmware, as `make firmware` leaves it, compiled only if it has changed."""

    def compiled(sources: list[tuple[Path, Path]], into: Path) -> None:
        shutil.copytree(build.cached(sources), into, dirs_exist_ok=True)

    folder: Path = tmp_path_factory.mktemp("made") / "firmware"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            make_firmware, "build", SimpleNamespace(**{**vars(build), "build": compiled})
        )
        make_firmware.make(folder)
    return folder


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder and the URL at which it is served to this machine."""
    folder = tmp_path / "served"
    handler = functools.partial(Quiet, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as listening:
        threading.Thread(target=listening.serve_forever).start()
        yield folder, f"http://127.0.0.1:{listening.server_port}"
        listening.shutdown()


@full
def test_a_run_in_another_folder_makes_the_same_bytes(tmp_path: Path, made: Path) -> None:
    """In a process that hashes otherwise; no file has the name of a folder."""
    folder = tmp_path / "another folder"
    for name in ("firmware", "tools"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    for name in ("boot.py", "main.py"):
        shutil.copyfile(ROOT / name, folder / name)
    path = os.pathsep.join([str(folder), str(folder / "tools")])
    subprocess.run(
        [sys.executable, folder / PROGRAM],
        env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "5"},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    found = contents(folder / "build" / "firmware")
    assert found == contents(made)
    assert not [name for name, content in found.items() if b"another folder" in content]


@full
def test_what_does_not_compile_leaves_the_last_build_and_what_does_replaces_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: Path
) -> None:
    folder = tmp_path / "firmware"
    shutil.copytree(made, folder)
    (tmp_path / "wrong.py").write_text("if:")
    with monkeypatch.context() as patch:
        wrong = [(tmp_path / "wrong.py", Path("wrong.py"))]
        patch.setattr(build, "firmware_sources", lambda *_: wrong)
        with pytest.raises(build.BuildError, match=r"wrong\.py"):
            make_firmware.make(folder)
    assert contents(folder) == contents(made)
    (folder / "firmware" / "forgotten.mpy").touch()
    make_firmware.make(folder)
    assert contents(folder) == contents(made)


def test_micropython_loads_what_was_made_of_the_modules_that_are_listed(made: Path) -> None:
    loads = int(micropython("import sys; print(sys.implementation._mpy & 255)"))
    compiled = [content for name, content in contents(made).items() if name.endswith(".mpy")]
    assert {content[:3] for content in compiled} == {bytes([ord("M"), loads, 0])}  # no native code
    for name in ("boot.py", "main.py"):
        assert (made / name).read_bytes() == (ROOT / name).read_bytes()
    assert make_firmware.MODULES.read_text() == make_firmware.modules(), "make firmware"


def test_what_is_left_out_is_there_and_nobody_on_the_tablet_imports_it() -> None:
    left_out = {name_of(ROOT / path) for path in build.ONLY_ON_PC}
    firmware = set((ROOT / "firmware").rglob("*.py"))
    apart = {path for path in firmware if {"boards", "images"} & set(path.parts)}
    assert {name_of(path) for path in firmware.difference(SOURCES) - apart} == left_out
    wanted = {name for path in SOURCES for name in imports(path.read_text())}
    wanted |= {f"firmware.scoring.{module}" for _, module, _ in RULES}  # rules.py imports by name
    assert not [name for name in wanted for module in left_out if within(name, module)]


def test_all_that_the_firmware_imports_is_built_in() -> None:
    imported = {name.split(".")[0] for path in SOURCES for name in imports(path.read_text())}
    others = sorted(imported - HARDWARE - {"firmware"})
    assert {"framebuf", "vfs"} <= set(others)
    micropython(f"import sys; sys.path.clear()\nfor name in {others}: __import__(name)")


def install(package: str, target: Path) -> str:
    """Return what MicroPython's own mip says while it installs a package into a folder."""
    program = f"import mip; mip.install({package!r}, target={str(target)!r})"
    return micropython(f"import sys; sys.path.append('.frozen'); {program}")


@full
def test_the_installed_core_runs_the_example(server: tuple[Path, str], tmp_path: Path) -> None:
    """The program for the core that docs/build.md shows."""
    folder, url = server
    make_firmware.make(folder, url, core=True)
    install(f"{url}/package.json", tmp_path / "board")
    page = (ROOT / "docs" / "build.md").read_text(encoding="utf-8")
    found = re.search(r"^    from firmware\.scoring .*\n(?:    .*\n|\n)+", page, re.MULTILINE)
    assert found
    program = textwrap.dedent(found[0]) + "print(deal.__file__)\n"
    assert said(tmp_path / "board", program).splitlines() == [
        "NS below 240 tricks",  # 4 x 30 doubled
        "NS above 100 overtricks",
        "NS above 50 insult",
        "[390, 0] False",
        "firmware/scoring/deal.mpy",
    ]


def test_the_installed_tree_plays_as_the_sources_do(server, tmp_path, monkeypatch, made):
    folder, url = server
    shutil.copytree(made, folder)
    there = contents(folder)
    del there["package.json"]
    (folder / "package.json").write_text(make_firmware.package(there, url))
    board = tmp_path / "board"
    assert install(f"{url}/package.json", board).splitlines()[-1] == "Done"
    assert contents(board) == there
    sources, cached = build.firmware_sources(), build.cached

    def with_the_chip(modules: list[tuple[Path, Path]]) -> Path:
        """Put what stands for the chip's own modules beside the installed tree."""
        for module in modules:
            if module not in sources:
                shutil.copy((cached(modules) / module[1]).with_suffix(".mpy"), board)
        return board

    expected = play_rubber(tmp_path / "sources.flash")
    monkeypatch.setattr(build, "cached", with_the_chip)
    assert play_rubber(tmp_path / "installed.flash") == expected


def play_rubber(path: Path) -> tuple[list[str], int]:
    """Return the last screen of a rubber, and how many deals are on the flash in that file."""
    with Tablet(Flash(path)) as tablet:
        tablet.press(*NEW_GAME)
        finish(tablet)
        shown = tablet.look().text
    return shown, len(logs(path)[0])


def test_an_identity_is_of_the_firmware_for_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [
        build.identity(board, panel) for board in build.BOARDS for panel in ("", *build.PANELS)
    ]
    assert len(set(found)) == len(found)
    assert build.identity("pico") in found
    monkeypatch.setattr(build, "firmware_sources", lambda *_: [(Path(__file__), Path("boot.py"))])
    assert build.identity("pico") not in found
