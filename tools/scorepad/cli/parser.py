"""The whole command line."""

from functools import cache

from firmware import VERSION
from scorepad.cli import generated
from scorepad.cli.declaring import CommandParser, add_commands, add_db_option


@cache
def parser() -> CommandParser:
    """All commands with all that they take; `run` of what was given says what is to be done."""
    top = CommandParser(
        prog="scorepad", description="Open table scorer for bridge: score, play, collect, publish."
    )
    top.add_argument("--version", action="version", version=f"scorepad {VERSION}")
    add_db_option(top)
    add_commands(top)
    generated.add_to(top)
    return top
