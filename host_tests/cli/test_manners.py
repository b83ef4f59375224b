"""The command line behaves: versions, typing errors, Ctrl-C while it starts, completion."""

import io
import os
import re
import subprocess
import sys
import tomllib

import argcomplete
import pytest

from firmware import VERSION
from scorepad.cli.parser import parser
from support.commands import ROOT, SCOREPAD, commands_of, refused, scorepad
from support.depth import full

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
    ("typed", "named"),
    [
        ("scroe rubber", ("scroe", "score")),
        ("club rnaking", ("rnaking", "ranking")),
        ("club knockout darw", ("darw", "draw")),
        ("club list --jsom", ("--jsom", "--json")),
        ("club export --all --fromat=pdf --format pdf", ("--fromat", "--format")),
        ("club export --all --format pfd", ("--format pfd", "pdf")),
        ("club players list", ("list", "there are")),
        ("completion tcsh", ("tcsh", "bash, zsh, fish, powershell")),
        ("club list extra", ("extra",)),
        ("score", ("RULES",)),
        ("club list \x1b[2J", (r"\x1b[2J",)),
    ],
)
def test_a_typing_error_is_answered_in_one_line_that_helps(typed, named):
    said = refused(scorepad(*typed.split(" ")))
    assert all(name in said for name in named)
    assert re.search(r"`scorepad[a-z ]* --help`", said)


@pytest.mark.parametrize(
    "module", ["argparse", pytest.param("scorepad.club.database.schema", marks=full)]
)
def test_ctrl_c_while_it_starts_leaves_no_trace(module):
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, module], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("scorepad cl", "club"),
        ("scorepad club led", "ledger"),
        ("scorepad club ledger --pl", "--player"),
        ("scorepad club export --all --format use", "usebio"),
        ("scorepad club knockout re", "result"),
        ("scorepad score intern", "international"),
        ("scorepad club list --rules pir", "pirate"),
    ],
)
def test_completion_knows_commands_and_options(words, expected, monkeypatch):
    for name, value in {"": "1", "_IFS": "\n", "_SHELL": "bash"}.items():
        monkeypatch.setenv(f"_ARGCOMPLETE{name}", value)
    monkeypatch.setenv("COMP_LINE", words)
    monkeypatch.setenv("COMP_POINT", str(len(words)))
    monkeypatch.setattr(os, "fdopen", None)  # it would take one of pytest's own descriptors
    found = io.StringIO()
    changed = parser.__wrapped__()  # not the one that others use, for argcomplete changes it
    with pytest.raises(SystemExit):
        argcomplete.autocomplete(changed, exit_method=sys.exit, output_stream=found)
    assert found.getvalue().strip() == expected


def test_completion_loads_only_what_it_needs(tmp_path):
    asked = {
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(tmp_path / "completions"),
        "COMP_LINE": "scorepad club led",
        "COMP_POINT": "17",
    }
    command = [sys.executable, "-X", "importtime", *SCOREPAD[1:]]
    done = subprocess.run(
        command, env={**os.environ, **asked}, capture_output=True, text=True, check=True
    )
    assert (tmp_path / "completions").read_text().strip() == "ledger"
    assert "sqlalchemy" not in done.stderr and "rich" not in done.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_the_script_for_a_shell_is_printed(shell):
    said = scorepad("completion", shell)
    assert (said.returncode, said.stderr) == (0, "")
    assert "scorepad" in said.stdout and "_ARGCOMPLETE" in said.stdout


def test_every_help_fits_a_terminal_of_80_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    wide = [
        (command.prog, line)
        for command in [parser(), *commands_of(parser())]
        for line in command.format_help().splitlines()
        if len(line) > 80
    ]
    assert wide == []
