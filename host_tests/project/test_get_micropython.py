"""Finding MicroPython: what is taken, what is refused and why, and what survives an accident."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from dev.fetching import get_micropython
from scorepad import cache
from scorepad.simulator import interpreters

TOOL = Path(get_micropython.__file__)


def an_interpreter(folder: Path, answer: str) -> Path:
    """Make a program that answers the probe as some interpreter would."""
    script = folder / "interpreter"
    script.write_text(f"#!/bin/sh\nprintf '{answer}'\n")
    script.chmod(0o755)
    return script


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    """An empty cache, on a machine that has no MicroPython of its own."""
    monkeypatch.setenv("SCOREPAD_CACHE", str(tmp_path))
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("MICROPYTHON", raising=False)
    return tmp_path


def test_the_second_run_only_verifies(capfd, monkeypatch):
    interpreters.micropython()
    get_micropython.micropython_lib()
    capfd.readouterr()
    monkeypatch.setattr(sys, "argv", [str(TOOL)])

    assert get_micropython.main() == 0

    said = capfd.readouterr()
    assert said.out == f"MicroPython: {interpreters.micropython()}\n"
    assert said.err == ""


def test_path_is_a_program_that_runs():
    asked = subprocess.run(
        [sys.executable, TOOL, "--path"], capture_output=True, text=True, check=True
    )
    answer = subprocess.run(
        [asked.stdout.strip(), "-c", "import sys; print(sys.implementation.name)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout == "micropython\n"


def test_words_are_as_wide_as_was_asked():
    asked = "import sys; print(sys.maxsize)"
    for option, widest in ([], 2**63 - 1), (["--32"], 2**31 - 1):
        tool = [sys.executable, TOOL, "--path", *option]
        path = subprocess.run(tool, capture_output=True, text=True, check=True).stdout.strip()
        said = subprocess.run([path, "-c", asked], capture_output=True, text=True, check=True)
        assert int(said.stdout) == widest


def test_elsewhere_there_is_none_with_32_bit_words(own_cache, monkeypatch):
    monkeypatch.setattr(interpreters.platform, "machine", lambda: "aarch64")
    with pytest.raises(interpreters.MicroPythonMissing, match="x86-64"):
        interpreters.micropython32()


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("micropython 1 24", "it is version 1.24"),
        ("micropython 1 25\\nvfs.VfsLfs2", "it lacks vfs.VfsLfs2"),
        (
            "micropython 1 27\\nselect.poll\\nbinascii.crc32",
            "it lacks select.poll, binascii.crc32",
        ),
        ("cpython 3 13", "it is not MicroPython"),
        ("", "it is not MicroPython"),
    ],
)
def test_an_unfit_interpreter_is_refused_with_the_reason(tmp_path, monkeypatch, answer, reason):
    monkeypatch.setenv("MICROPYTHON", str(an_interpreter(tmp_path, answer)))
    with pytest.raises(interpreters.MicroPythonMissing, match=f"{reason}$"):
        interpreters.micropython()


def test_a_program_that_is_not_there_is_refused(monkeypatch):
    monkeypatch.setenv("MICROPYTHON", "/nowhere/micropython")
    with pytest.raises(interpreters.MicroPythonMissing, match="it does not start"):
        interpreters.micropython()


def test_the_variable_comes_first(tmp_path, monkeypatch):
    chosen = an_interpreter(tmp_path, "micropython 1 25")
    monkeypatch.setenv("MICROPYTHON", str(chosen))
    assert interpreters.micropython() == chosen


def test_without_apt_one_line_says_what_to_do(tmp_path):
    empty = {"PATH": "", "SCOREPAD_CACHE": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, TOOL], env=empty, capture_output=True, text=True, check=False
    )

    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr.count("\n") == 1
    assert "this machine has no apt" in run.stderr
    assert "install" in run.stderr


def test_a_damaged_cache_is_fetched_again(own_cache, monkeypatch):
    launcher = own_cache / "micropython" / "bin" / "micropython"
    launcher.parent.mkdir(parents=True)
    launcher.write_text("#!/bin/sh\nexit 1\n")
    launcher.chmod(0o755)
    monkeypatch.setattr(interpreters, "_fetched", lambda *_: "fetched again")
    assert interpreters.micropython() == "fetched again"


def test_an_interrupted_fetch_leaves_nothing_behind(own_cache):
    old = own_cache / "micropython"
    old.mkdir()
    (own_cache / "micropython.new").mkdir()
    (own_cache / "micropython.new" / "half").touch()

    with pytest.raises(KeyboardInterrupt), cache.replacing(old) as draft:
        assert list(draft.iterdir()) == []
        raise KeyboardInterrupt

    assert [path.name for path in own_cache.iterdir()] == ["micropython"]


@pytest.mark.slow  # its threads start processes, which --quick does not see as this test's
def test_two_at_once_fetch_once(own_cache, monkeypatch):
    fetches = []

    def fetched(launcher: Path, _architecture: str) -> Path:
        fetches.append(threading.current_thread())
        launcher.parent.mkdir(parents=True)
        return an_interpreter(launcher.parent, "micropython 1 25").rename(launcher)

    monkeypatch.setattr(interpreters, "_fetched", fetched)
    both = [threading.Thread(target=interpreters.micropython) for _ in range(2)]
    for process in both:
        process.start()
    for process in both:
        process.join()
    assert len(fetches) == 1
