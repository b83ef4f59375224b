"""The command line behaves: versions, typing errors, Ctrl-C while it starts, completion."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest

from firmware import VERSION
from scorepad.cli.parser import parser
from support.commands import ROOT, SCOREPAD, commands_of, refused, scorepad

# Sends itself Ctrl-C when a module is about to be imported.
INTERRUPTED = """\
import os, signal, sys
class CtrlC:
    def find_spec(name, path=None, target=None):
        if name == sys.argv[1]:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, CtrlC)
from scorepad.cli import main
sys.exit(main(["club", "ranking", "--db", "none.db"]))
"""


def test_the_version_is_that_of_the_firmware_and_of_the_package():
    assert scorepad("--version").stdout == f"scorepad {VERSION}\n"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project.get("version", VERSION) == VERSION


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("scroe rubber", "no command scroe; did you mean score?"),
        ("club rnaking", "no command rnaking; did you mean ranking?"),
        ("club knockout darw", "no command darw; did you mean draw?"),
        ("club list --jsom", "no option --jsom; did you mean --json?"),
        ("sync --wacth", "no option --wacth; did you mean --watch?"),
        (
            "club export --all --fromat=pdf --format pdf",
            "no option --fromat; did you mean --format?",
        ),
        ("club export --all --format pfd", "no --format pfd; did you mean pdf?"),
        ("club players list", "no command list; there are"),
        ("club xyz", "no command xyz; there are list, show, export"),
        ("completion tcsh", "no shell tcsh; there are bash, zsh, fish, powershell"),
        ("club list extra", "extra is too much"),
        ("score", "required: RULES"),
        ("club list \x1b[2J", r"\x1b[2J is too much"),
    ],
)
def test_a_typing_error_is_answered_in_one_line_that_helps(typed, meant):
    said = refused(scorepad(*typed.split(" ")))
    assert meant in said
    assert re.search(r"`scorepad[a-z ]* --help` shows how it is used$", said)


@pytest.mark.parametrize(
    "module",
    [
        "scorepad.sources",
        "argparse",
        "scorepad.cli.arguments.club",
        "sqlalchemy",
        "scorepad.club.database.schema",
    ],
)
def test_ctrl_c_while_it_starts_leaves_no_trace(module):
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, module], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def completed(words: str, tmp_path: Path) -> tuple[list[str], str]:
    """What a shell is told may follow, and the names of all modules that were loaded for it."""
    file = tmp_path / "completions"
    asked = {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_IFS": "\n",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(file),
        "COMP_LINE": words,
        "COMP_POINT": str(len(words)),
    }
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *SCOREPAD[1:]],
        env={**os.environ, **asked},
        capture_output=True,
        text=True,
        check=True,
    )
    return file.read_text().split("\n"), done.stderr


def test_completion_knows_commands_and_options_and_is_quick(tmp_path):
    for words, expected in (
        ("scorepad cl", "club "),
        ("scorepad club led", "ledger "),
        ("scorepad club ledger --pl", "--player "),
        ("scorepad club export --all --format use", "usebio "),
        ("scorepad club knockout re", "result "),
        ("scorepad movement mit", "mitchell "),
        ("scorepad score intern", "international "),
        ("scorepad club list --rules pir", "pirate "),
    ):
        found, loaded = completed(words, tmp_path)
        assert [word.strip() for word in found] == [expected.strip()]
        assert "argcomplete" in loaded and "sqlalchemy" not in loaded and "rich" not in loaded


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_the_script_for_a_shell_is_printed(shell):
    said = scorepad("completion", shell)
    assert (said.returncode, said.stderr) == (0, "")
    assert "scorepad" in said.stdout and "_ARGCOMPLETE" in said.stdout


def read_until(terminal: int, words: bytes) -> bytes:
    """What a terminal shows up to these words."""
    shown, end = b"", time.monotonic() + 30
    while words not in shown:
        assert time.monotonic() < end, shown
        if select.select([terminal], [], [], 0.1)[0]:
            shown += os.read(terminal, 4096)
    return shown


def test_bash_completes_what_is_typed(tmp_path):
    """A real one, on a terminal: the tab key is pressed."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "scorepad").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m scorepad.cli "$@"\n')
    (folder / "scorepad").chmod(0o755)
    child, terminal = pty.fork()
    if not child:
        os.environ.update(
            {"PATH": f"{folder}:{os.environ['PATH']}", "PS1": "ready> ", "TERM": "dumb"}
        )
        os.execlp("bash", "bash", "--norc", "--noprofile", "-i")
    try:
        read_until(terminal, b"ready> ")
        os.write(terminal, b'eval "$(scorepad completion bash)" && echo do""ne\n')
        read_until(terminal, b"done")
        os.write(terminal, b"scorepad club led\t--ev\t2026-11-20 --form\tpd\t")
        read_until(terminal, b"scorepad club ledger --evening 2026-11-20 --format pdf ")
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)


def test_every_help_fits_a_terminal_of_80_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    wide = [
        (command.prog, line)
        for command in [parser(), *commands_of(parser())]
        for line in command.format_help().splitlines()
        if len(line) > 80
    ]
    assert wide == []
