"""Downloads and the cache: once, again after a failure, whole or not at all; and their errors."""

import contextlib
import hashlib
import inspect
import os
import shutil
import subprocess
import sys
import threading
import tomllib
from pathlib import Path

import platformdirs
import pytest
from packaging.requirements import Requirement

from dev.fetching import get_micropython, get_postgresql, get_qemu, npm
from dev.fetching.outcome import Missing
from scorepad import build, cache, cli, debian, sources
from scorepad.simulator import interpreters
from support.commands import ROOT

CONTROL = "Package: dealer\nVersion: 1\nArchitecture: all\nMaintainer: none\nDescription: none\n"
KEYS = Path("firmware/keys.py")


@pytest.fixture
def module(tmp_path: Path) -> list[tuple[Path, Path]]:
    """A source that is compiled, and its place on the board."""
    (tmp_path / "module.py").write_text("HERE = 1\n")
    return [(tmp_path / "module.py", KEYS)]


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SCOREPAD_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("MICROPYTHON", raising=False)
    return tmp_path / "cache"


class Download:
    def __init__(self, failures: int, problem: Exception):
        self.attempts = 0
        self._failures, self._problem = failures, problem

    def __call__(self, folder: Path) -> None:
        self.attempts += 1
        assert list(folder.iterdir()) == []
        (folder / "part").touch()
        if self.attempts <= self._failures:
            raise self._problem


UNREACHABLE = debian.Unreachable("no network")


@pytest.mark.parametrize("problem", [UNREACHABLE, subprocess.CalledProcessError(1, "pip")])
def test_a_download_that_fails_is_tried_again_after_each_pause(own_cache, problem):
    waited: list[float] = []
    download = Download(2, problem)
    folder = cache.fetch(own_cache / "a" / "b", download, pauses=(1, 5), wait=waited.append)
    assert (waited, download.attempts) == ([1, 5], 3)
    assert [path.name for path in folder.iterdir()] == ["part"]
    assert cache.fetch(own_cache / "a" / "b", download) == folder
    assert download.attempts == 3


def test_the_last_failure_is_reported_and_leaves_nothing(own_cache: Path) -> None:
    waited: list[float] = []
    for attempts in (3, 4):  # the process that has waited in vain does not wait again
        download = Download(9, UNREACHABLE)
        with pytest.raises(debian.Unreachable):
            cache.fetch(own_cache / "a", download, pauses=(1, 5), wait=waited.append)
        assert waited == [1, 5]
        assert download.attempts == (3 if attempts == 3 else 1)
    assert not list(own_cache.glob("a*/*"))
    hopeless = Download(1, debian.NoPackages("no apt"))
    with pytest.raises(debian.NoPackages):
        cache.fetch(own_cache / "b", hopeless)
    assert hopeless.attempts == 1


def test_an_interrupted_download_keeps_what_was_there(own_cache: Path) -> None:
    (own_cache / "a").mkdir(parents=True)
    with pytest.raises(KeyboardInterrupt):
        cache.fetch(own_cache / "a", Download(1, KeyboardInterrupt()), is_usable=lambda: False)
    assert [path.name for path in own_cache.iterdir() if path.is_dir()] == ["a"]


def test_of_two_at_once_one_downloads(own_cache: Path) -> None:
    begun, waiting = threading.Event(), threading.Event()
    downloads: list[Path] = []

    def fill(folder: Path) -> None:
        begun.set()
        waiting.wait()  # until the other has found that it is missing
        downloads.append(folder)

    def is_usable() -> bool:
        usable = (own_cache / "a").exists()
        if begun.is_set():
            waiting.set()
        return usable

    first = threading.Thread(target=cache.fetch, args=(own_cache / "a", fill, is_usable))
    first.start()
    begun.wait()
    cache.fetch(own_cache / "a", fill, is_usable)
    first.join()
    assert len(downloads) == 1


def test_a_file_that_has_changed_is_refused() -> None:
    npm.verify(b"same", hashlib.sha256(b"same").hexdigest(), "it")
    with pytest.raises(npm.Changed):
        npm.verify(b"other", hashlib.sha256(b"same").hexdigest(), "it")


def test_what_is_installed_has_a_digest_and_is_what_the_package_asks_for() -> None:
    versions = ROOT / "tools" / "constraints"
    for file in versions.iterdir():
        pinned = dict[str, str]()
        for line in file.read_text("utf-8").replace("\\\n", "").splitlines():
            requirement, *digests = line.split(" --hash=sha256:")
            name, _, number = requirement.partition(" ;")[0].partition("==")
            pinned[name] = number.strip()
            assert pinned[name] and digests and all(len(each.strip()) == 64 for each in digests)
        if file.stem in ("setup", "test", "test-all"):
            declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
            wanted = [*declared["build-system"]["requires"], *declared["project"]["dependencies"]]
            extras = declared["project"]["optional-dependencies"]
            for each in map(Requirement, [*wanted, *extras.get(file.stem, ())]):
                assert each.name == "scorepad" or pinned[each.name] in each.specifier, each


def test_without_apt_a_line_names_what_is_missing(own_cache, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["fetch"])
    for main, what in ((get_qemu.main, "QEMU"), (get_micropython.main, "MicroPython")):
        assert main() == 2
        said = capsys.readouterr()
        assert (said.out, what in said.err.splitlines()[-1]) == ("", True)
    with pytest.raises(Missing, match=r"PostgreSQL .*: install postgresql; .*`make test-all`"):
        get_postgresql.programs()


@pytest.mark.parametrize(
    ("option", "widest"),
    [([], 2**63 - 1), pytest.param(["--32"], 2**31 - 1, marks=pytest.mark.full)],
)
def test_words_are_as_wide_as_was_asked(option, widest, capfd, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["get_micropython", "--path", *option])
    assert get_micropython.main() == 0
    path = capfd.readouterr().out.strip()
    asked = [path, "-c", "import sys; print(sys.maxsize)"]
    assert int(subprocess.run(asked, capture_output=True, check=True).stdout) == widest


def test_elsewhere_there_is_none_with_32_bit_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreters.platform, "machine", lambda: "aarch64")
    with pytest.raises(interpreters.MicroPythonMissing, match="x86-64"):
        interpreters.micropython32()


@pytest.mark.parametrize(
    ("answer", "defect"),
    [
        ("micropython 1 24", "1.24"), ("micropython 1 25 vfs.VfsLfs2", "vfs.VfsLfs2"),
        ("cpython 3 13", "not MicroPython"), ("", "not MicroPython"), (None, "does not start"),
        ("micropython 1 25", ""),
    ],
)  # fmt: skip
def test_an_interpreter_is_taken_if_it_suits_the_firmware(answer, defect, tmp_path, monkeypatch):
    program = tmp_path / "interpreter"
    if answer is not None:
        program.write_text(f"#!/bin/sh\necho {answer}\n")
        program.chmod(0o755)
    monkeypatch.setenv("MICROPYTHON", str(program))
    if not defect:
        assert interpreters.micropython() == program
        return
    with pytest.raises(interpreters.MicroPythonMissing) as refused:
        interpreters.micropython()
    assert str(refused.value).partition(": ")[2].startswith("it ")
    assert defect in str(refused.value)


def test_a_damaged_interpreter_is_fetched_again(own_cache, monkeypatch):
    launcher = own_cache / "micropython" / "bin" / "micropython"
    launcher.parent.mkdir(parents=True)
    launcher.write_text("#!/bin/sh\nexit 1\n")
    launcher.chmod(0o755)
    monkeypatch.setattr(interpreters, "_unpack", lambda root, _: (root / "again").touch())
    assert interpreters.micropython() == launcher
    assert (own_cache / "micropython" / "again").exists()


@pytest.fixture
def mirror(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A mirror of our own, on which one series has a package; apt downloads into the folder."""
    series = tmp_path / "mirror" / "whole"
    (series / "dealer" / "DEBIAN").mkdir(parents=True)
    (series / "dealer" / "DEBIAN" / "control").write_text(CONTROL)
    subprocess.run(["dpkg-deb", "-b", series / "dealer", series / "dealer.deb"], check=True)
    archive = (series / "dealer.deb").read_bytes()
    digest = hashlib.sha256(archive).hexdigest()
    place = f"Filename: whole/dealer.deb\nSize: {len(archive)}\nSHA256: {digest}\n"
    (series / "Packages").write_text(CONTROL + place)
    monkeypatch.setattr(debian, "_mirrors", lambda: [f"copy:{tmp_path}/mirror"])
    monkeypatch.setattr(debian, "_trust", lambda: "[trusted=yes] ")
    monkeypatch.setattr(debian, "distribution", lambda: "debian")
    (tmp_path / "area").mkdir()
    return tmp_path / "area"


@pytest.mark.parametrize("series", [("absent/", "whole/"), ("absent/",)])
def test_a_series_that_cannot_be_had_makes_way_for_the_next(series, mirror, monkeypatch):
    monkeypatch.setattr(debian, "SERIES", {"debian": series})
    if len(series) > 1:
        assert [path.name for path in debian.packages(mirror, "dealer")] == ["dealer_1_all.deb"]
    else:
        with pytest.raises(debian.Unreachable):
            debian.packages(mirror, "dealer")


def test_the_cache_is_in_the_clone_or_the_users_own_or_where_somebody_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, module: list[tuple[Path, Path]]
) -> None:
    monkeypatch.delenv("SCOREPAD_CACHE", raising=False)
    assert cache.folder() == sources.SOURCES / ".cache"
    monkeypatch.setattr(cache, "INSTALLED", True)
    assert cache.folder() == platformdirs.user_cache_path("scorepad", appauthor=False)
    monkeypatch.setenv("SCOREPAD_CACHE", str(tmp_path / "deep" / "cache"))
    folder = build.cached(module)
    assert folder.parent == tmp_path / "deep" / "cache" / "mpy"
    assert (folder / "firmware" / "keys.mpy").exists()


def test_a_cache_that_cannot_be_written_is_named(monkeypatch, tmp_path, capsys):
    (tmp_path / "file").touch()
    monkeypatch.setenv("SCOREPAD_CACHE", str(tmp_path / "file"))
    assert cli.main(["deploy", "/dev/null"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"{tmp_path / 'file'}: ") and "SCOREPAD_CACHE" in said
    assert said.count("\n") == 1


def test_a_cache_that_can_only_be_read_serves_what_it_has(monkeypatch, tmp_path, module):
    def denied(path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setenv("SCOREPAD_CACHE", str(tmp_path))
    folder = build.cached(module)
    monkeypatch.setattr(cache, "locked", None)  # for root, who may write everywhere
    monkeypatch.setattr(os, "utime", denied)
    assert build.cached(module) == folder


def test_a_build_is_of_what_is_compiled_whenever_it_is_saved_anew(monkeypatch, own_cache, module):
    (source, place), locked = module[0], cache.locked

    def waited(what: str) -> contextlib.AbstractContextManager[Path]:
        source.write_text("HERE = 3\n")
        return locked(what)

    monkeypatch.setattr(build, "_digest", inspect.unwrap(build._digest))
    monkeypatch.setattr(build, "build", lambda _, into: shutil.copy(source, into / place.name))
    first = build.cached(module)
    source.write_text("HERE = 2\n")
    monkeypatch.setattr(cache, "locked", waited)
    assert first != build.cached(module) == build.cached(module)
    source.write_text("HERE = 1\n")
    assert build.cached(module) == first
    assert (first / place.name).read_text() == "HERE = 1\n"
    shutil.rmtree(first)
    assert (build.cached(module) / place.name).read_text() == "HERE = 3\n"
    assert not first.exists()


@pytest.mark.slow
def test_a_copy_of_the_sources_is_not_taken_for_them(monkeypatch, tmp_path):
    monkeypatch.setenv("SCOREPAD_CACHE", str(tmp_path / "cache"))
    copy, file = tmp_path / KEYS.name, sources.SOURCES / KEYS
    copy.write_bytes(file.read_bytes())
    assert build.cached([(file, KEYS)]) != build.cached([(copy, KEYS)])
