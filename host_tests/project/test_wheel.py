"""The package as users install it: without its clone, from an empty folder, in an own Python.

`make test` makes the wheel alone, and lets it find the packages that it needs where the tests
have them. In `make test-all` it is made of the source package, and they come from pip's index.
"""

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import pytest

from dev import make_dist
from dev.fetching.outcome import Missing
from firmware import VERSION
from scorepad import cache
from scorepad.debian import run
from scorepad.web.tablet import bundle
from support.commands import EXAMPLES, LIKE_WINDOWS, ROOT, run_program
from support.depth import FULL, full
from support.tablet.emulated import plugged_in
from support.waiting import wait_until
from support.web.served import started

LARGEST = 150 * 2**20  # bytes of all that is installed, with Python's own pip
IN_THE_DEMO = ("Harbour Bridge Club", "rubber", "duplicate", "Ann Reid", "Matchpoints")
VERSIONS = ROOT / "tools" / "constraints" / "setup.txt"
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "build", "demo-out")


def pip(python: str | Path, *words: str | Path) -> None:
    run(python, "-m", "pip", *words, "--quiet", "--disable-pip-version-check", "--no-input")


def wheelhouse() -> Path:
    """Return the folder with what the package depends on, and what that needs, as wheels."""
    for_whom = f"{sys.version_info[:2]}{VERSIONS.read_text('utf-8')}"
    wanted = ("--no-deps", "--require-hashes", "--requirement", VERSIONS)

    def fill(folder: Path) -> None:
        pip(sys.executable, "wheel", "--wheel-dir", folder, *wanted)

    digest = hashlib.sha256(for_whom.encode()).hexdigest()[:16]
    return cache.fetch(cache.folder() / "wheels" / digest, fill)


def made_in(folder: Path, *kind: str) -> list[Path]:
    """Wheel and source package, or one kind, made as `make dist` does in a copy of the clone."""
    clone = folder / "a clone"
    shutil.copytree(ROOT, clone, ignore=LEFT_OUT)
    shutil.copy(ROOT / ".gitignore", clone)
    made = make_dist.make(clone, folder / "dist", *kind)
    assert not (clone / bundle.PACKED.relative_to(ROOT)).exists()
    return made


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return made_in(tmp_path_factory.mktemp("made"), *(() if FULL else ("--wheel",)))


@dataclass(frozen=True)
class Installed:
    """An own Python with nothing but the package, and a folder in which nothing was."""

    python: Path
    packages: Path
    folder: Path

    def run(self, *words: str | Path, python: tuple[str, ...] = ()) -> str:
        done = run_program(
            [self.python, *python, *map(str, words)], cwd=self.folder, env=self.environment
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    @property
    def environment(self) -> dict[str, str]:
        """Nothing of the tests', but where they keep MicroPython."""
        names = ("PATH", "MICROPYTHON", "LANG", "TZ")
        here = {name: os.environ[name] for name in names if name in os.environ}
        home = self.folder / "home"
        kept = {"SCOREPAD_CACHE": str(cache.folder())}
        return {**here, "HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1", **kept}

    def content(self) -> dict[str, str]:
        files = [path for path in self.packages.rglob("*") if path.is_file()]
        return {str(p): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


@pytest.fixture(
    scope="module", params=[pytest.param("alone", marks=full) if FULL else "borrowing"]
)
def installed(made, tmp_path_factory, request):
    folder = tmp_path_factory.mktemp("installed")
    own, alone = folder / "own", request.param == "alone"
    run(sys.executable, "-m", "venv", own, *(() if alone else ("--without-pip",)))
    python = own / "bin" / "python"
    (wheel,) = (path for path in made if path.suffix == ".whl")
    (packages,) = (own / "lib").glob("python*/site-packages")
    if alone:
        pip(python, "install", "--no-index", "--find-links", wheelhouse(), wheel)
    else:
        pip(sys.executable, "--python", python, "install", "--no-deps", "--no-index", wheel)
        (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"))
    (folder / "empty").mkdir()
    with only_to_be_read(packages):
        yield Installed(python, packages, folder / "empty")


@contextlib.contextmanager
def only_to_be_read(folder: Path) -> Iterator[None]:
    """For root, who may write all the same, the content is compared."""
    folders = [folder, *(path for path in folder.rglob("*") if path.is_dir())]
    for each in folders:
        each.chmod(0o555)
    yield
    for each in folders:
        each.chmod(0o755)


@contextlib.contextmanager
def offered(installed: Installed, python: tuple[str, ...], flash: str) -> Iterator[str]:
    command = (installed.python, *python, "-m", "scorepad", "sim", "--flash", flash, "--tcp")
    with subprocess.Popen(
        [*command, "--runtime", "cpython"],
        cwd=installed.folder,
        env=installed.environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as tablet:
        assert tablet.stdout
        yield tablet.stdout.readline().strip()
        tablet.terminate()


@full
def test_it_is_made_twice_alike(made: list[Path], tmp_path: Path) -> None:
    again = {path.name: path.read_bytes() for path in made_in(tmp_path)}
    assert {Path(name).suffix for name in again} == {".whl", ".gz"}
    assert {path.name: path.read_bytes() for path in made}.items() <= again.items()


def test_what_is_installed_is_ours_with_pages_and_the_tablet_in_a_browser(installed):
    assert run(installed.python.with_name("scorepad"), "--version") == f"scorepad {VERSION}\n"
    ours = next(installed.packages.glob("scorepad-*.dist-info"))
    rows = (ours / "RECORD").read_text("utf-8").splitlines()
    assert {row.split("/")[0] for row in rows if not row.startswith("..")} == {
        *("scorepad", ours.name)
    }
    docs = installed.packages / "scorepad" / "docs"
    for page in (ROOT / "docs").glob("*.md"):
        assert (docs / page.name).read_bytes() == page.read_bytes()
    assert not (docs / "pictures").exists()
    tablet = installed.packages / "scorepad" / "web" / "tablet"
    for name in bundle.RUNTIME:
        there = (bundle.micropython_folder() / "package" / name).read_bytes()
        assert (tablet / "micropython" / name).read_bytes() == there
    assert "Damien P. George" in (tablet / "micropython.LICENSE.txt").read_text("utf-8")


def test_parts_and_digests_are_listed_beside_it(tmp_path: Path) -> None:
    (tmp_path / "a.whl").write_bytes(b"a wheel")
    make_dist.describe(tmp_path)
    (file,) = tmp_path.glob("*.cdx.json")
    listed = json.loads(file.read_bytes())
    parts = [each["purl"] for each in listed["components"]]
    for name in ("starlette", "anyio", "fpdf2"):  # declared, theirs, and of an extra
        assert parts.count(f"pkg:pypi/{name}@{version(name)}") == 1
    assert len(parts) == len(set(parts)) and not any("pytest" in each for each in parts)
    lines = (tmp_path / "SHA256SUMS").read_text().splitlines()
    assert lines == [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}"
        for path in (tmp_path / "a.whl", file)
    ]


@full
def test_all_that_is_installed_takes_little_room(installed: Installed) -> None:
    own = installed.python.parents[1]
    assert sum(path.lstat().st_blocks * 512 for path in own.rglob("*")) <= LARGEST


# `scorepad` several times in one process: argv[1] lists the words of each.
ONE_AFTER_ANOTHER = """
import json, sys
from scorepad import cli
sys.exit(max(cli.main(words) for words in json.loads(sys.argv[1])))
"""


@pytest.mark.parametrize(
    ("runtime", "python", "forms"),
    [
        ("cpython", (), ("json", "html")),
        pytest.param("unix", ("-OO",), ("json", "html", "csv", "pbn"), marks=full),
    ],
)
def test_an_evening(installed, runtime, python, forms):
    before = installed.content()
    flash, club = f"{runtime}.flash", f"{runtime}.db"
    play = ("sim", "--runtime", runtime, "--flash", flash, "--play", EXAMPLES / "rubber.deals")
    assert "NS 1260, EW 320" in installed.run("-m", "scorepad", *play, python=python)
    export = ("club", "export", "--all", "--language", "de", "--db", club, "--format")
    exports = [(*export, form, "--output", f"evening.{form}") for form in forms]
    with offered(installed, python, flash) as port:
        words = json.dumps([("sync", port, "--db", club), *exports])
        assert ": 1 new" in installed.run("-c", ONE_AFTER_ANOTHER, words, python=python)
    made = {form: (installed.folder / f"evening.{form}").read_text("utf-8") for form in forms}
    (session,) = json.loads(made["json"])
    assert session["totals"] == {"NS": 1260, "EW": 320}
    assert "Robber" in made["html"] and all(made.values())
    assert installed.content() == before


@full
@pytest.mark.parametrize("python", [("-m",), (LIKE_WINDOWS,)], ids=["here", "windows"])
def test_an_evening_is_shown_in_a_browser(installed: Installed, python: tuple[str, ...]) -> None:
    command = [installed.python, *python, "scorepad"]
    environment = installed.environment
    if python != ("-m",):  # there is no MicroPython for Windows
        environment = {**environment, "MICROPYTHON": "none"}
    with started(command, "--demo", cwd=installed.folder, env=environment) as served:
        served.enter()
        assert "main" in served.get("/static/site.css").body
        wait_until(lambda: all(word in served.get("/evening").body for word in IN_THE_DEMO))


def test_without_it_the_wheel_is_made_too_and_what_is_missing_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing() -> None:
        raise Missing("no network")

    monkeypatch.setattr(make_dist, "parts", missing)
    with make_dist.packed(tmp_path / "micropython"):
        assert not (tmp_path / "micropython").exists()
    said = capsys.readouterr().err
    assert "no network" in said and said.count("\n") == 1


@full
@pytest.mark.parametrize("python", ["-m", LIKE_WINDOWS], ids=["here", "windows"])
def test_a_deploy_begins_at_a_board(installed: Installed, python: str | Path) -> None:
    """How it ends: emulated/test_pico_image.py."""
    words = ("scorepad", "deploy", "--board", "esp32", "--dry-run")
    with plugged_in() as board:
        assert "would send firmware/app.mpy" in installed.run(python, *words, board.cable)
