"""Runs a program on CPython and on MicroPython, to see that both compute the same."""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from scorepad.simulator.interpreters import micropython as interpreter
from support.commands import ROOT


def cpython(program: str) -> str:
    return _printed(sys.executable, program, PYTHONPATH=str(ROOT))


def micropython(program: str) -> str:
    return _printed(interpreter(), program, MICROPYPATH=str(ROOT))


def said(folder: Path, program: str) -> str:
    """What MicroPython prints that runs a program in a folder, as a board does in its root."""
    return _printed(interpreter(), program, folder)


def run(
    micropython: Path, *words: str | Path, path: Iterable[Path]
) -> subprocess.CompletedProcess[str]:
    """How MicroPython ends that imports from these folders, and from what is frozen in it."""
    return subprocess.run(
        [micropython, *words],
        env={**os.environ, "MICROPYPATH": ":".join([".frozen", *map(str, path)])},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def _printed(interpreter: str | Path, program: str, folder: Path = ROOT, **path: str) -> str:
    command, env = [interpreter, "-c", program], {**os.environ, **path}
    return subprocess.run(
        command, cwd=folder, env=env, stdout=subprocess.PIPE, check=True, text=True
    ).stdout
