"""Runs `scorepad` as a user does: a process of its own."""

import argparse
import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "docs" / "examples"
LIKE_WINDOWS = Path(__file__).with_name("like_windows.py")
SCOREPAD = (sys.executable, "-m", "scorepad.cli")


def scorepad(
    *arguments: str | Path, stdin: str = "", columns: int = 80
) -> subprocess.CompletedProcess[str]:
    """One command, run to its end; the user's data folder is out of reach."""
    return subprocess.run(
        [*SCOREPAD, *(str(argument) for argument in arguments)],
        input=stdin,
        capture_output=True,
        text=True,
        env={
            **os.environ,
            "SCOREPAD_DB": "",
            "XDG_DATA_HOME": "/nonexistent",
            "COLUMNS": str(columns),
        },
        timeout=120,
        check=False,
    )


def lines_of(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    """The JSON objects that a command printed, one a line."""
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """The one line with which a command refused its input."""
    assert done.returncode == 2, (done.returncode, done.stdout, done.stderr)
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr.rstrip()


@contextlib.contextmanager
def plugged_in(flash: Path) -> Iterator[str]:
    """The serial port of a tablet that runs in the background."""
    command = [*SCOREPAD, "sim", "--flash", str(flash), "--pty"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as tablet:
        assert tablet.stdout
        try:
            yield tablet.stdout.readline().strip()
        finally:
            tablet.terminate()
            assert tablet.wait(10) == 0


def commands_of(group: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """All commands beneath a group."""
    for action in group._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield command
                yield from commands_of(command)
