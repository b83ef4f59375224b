"""Runs `scorepad` as a user does, and plugs tablets in."""

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

from scorepad.cli import main
from scorepad.cli.parser import CommandParser

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs" / "examples"
LIKE_WINDOWS = Path(__file__).with_name("like_windows.py")
SCOREPAD = (sys.executable, "-m", "scorepad.cli")
# The user's data folder is out of reach.
ENVIRONMENT = {"SCOREPAD_DB": "", "XDG_DATA_HOME": "/nonexistent", "COLUMNS": "80"}
STREAMS = ("stdin", "stdout", "stderr")

Done = subprocess.CompletedProcess[str]


def scorepad(*arguments: str | Path, stdin: str = "", columns: int = 80) -> Done:
    """One command, run to its end in this process, which saves the second of another's start."""
    words = [str(argument) for argument in arguments]
    with contextlib.ExitStack() as opened:
        given, out, err = (opened.enter_context(tempfile.TemporaryFile()) for _ in STREAMS)
        given.write(stdin.encode())
        with _as_a_new_process(columns, given, out, err):
            status = _ended(words)
        return subprocess.CompletedProcess(words, status, _read(out), _read(err))


def scorepad_apart(*arguments: str | Path, stdin: str = "") -> Done:
    """As `scorepad`, in a process of its own, which has to load what it needs."""
    return run_program([*SCOREPAD, *arguments], input=stdin, env={**os.environ, **ENVIRONMENT})


def run_program(words: Sequence[str | Path], **how: Any) -> Done:
    """Run a program to its end. `how`: as `subprocess.run` takes it."""
    return subprocess.run(words, capture_output=True, text=True, check=False, **how)


def _ended(words: list[str]) -> int:
    try:
        return main(words)
    except SystemExit as end:  # argparse's
        return int(end.code or 0)


@contextlib.contextmanager
def _as_a_new_process(columns: int, *files: io.BufferedRandom) -> Iterator[None]:
    """With its environment and its time zone, and these files as its standard streams."""
    with contextlib.ExitStack() as changed:
        changed.callback(time.tzset)
        changed.enter_context(patch.dict(os.environ, ENVIRONMENT, COLUMNS=str(columns)))
        time.tzset()
        files[0].seek(0)
        given = os.dup(0)  # a command may open this descriptor
        changed.callback(os.close, given)
        changed.callback(os.dup2, given, 0)
        os.dup2(files[0].fileno(), 0)
        for name, file in zip(STREAMS, files, strict=True):
            errors = "backslashreplace" if name == "stderr" else "strict"
            stream = io.TextIOWrapper(file, encoding="utf-8", errors=errors)
            changed.enter_context(patch.object(sys, name, stream))
            changed.callback(stream.detach)  # it flushes, and the file stays open
        yield


def _read(file: io.BufferedRandom) -> str:
    file.seek(0)
    return io.TextIOWrapper(file, encoding="utf-8").read()


def lines_of(done: Done) -> list[dict[str, Any]]:
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def refused(done: Done) -> str:
    """The one line with which a command refused its input, and the commands that would help."""
    assert done.returncode == 2, (done.returncode, done.stdout, done.stderr)
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    remedies = done.stderr.splitlines()[1:]
    assert all(line.startswith("  scorepad ") for line in remedies), done.stderr
    return done.stderr.rstrip()


@contextlib.contextmanager
def plugged_in(flash: Path, *options: str) -> Iterator[str]:
    """The serial port of a tablet that runs in the background. `options`: of `scorepad sim`."""
    command = [*SCOREPAD, "sim", "--flash", str(flash), "--pty", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as tablet:
        assert tablet.stdout
        try:
            yield tablet.stdout.readline().strip()
        finally:
            tablet.terminate()
            assert tablet.wait() == 0


def commands_of(group: CommandParser) -> Iterator[CommandParser]:
    for command in group.commands.values():
        yield command
        yield from commands_of(command)
