"""The command `scorepad`: one module per subcommand, each with `add_to` and `run`."""

import argparse
import sys

from scorepad import (
    club_command,
    deploy_command,
    rescue_command,
    rules_command,
    score_command,
    sim_command,
    sync_command,
)
from scorepad.club.options import add_db_option
from scorepad.errors import UserError

_COMMANDS = (
    score_command,
    rules_command,
    sim_command,
    sync_command,
    club_command,
    deploy_command,
    rescue_command,
)


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="scorepad", description="Open table scorer for bridge: score, play, collect, publish."
    )
    add_db_option(top)
    subcommands = top.add_subparsers(title="commands", metavar="COMMAND")
    for command in _COMMANDS:
        command.add_to(subcommands)
    return top


def main(arguments: list[str] | None = None) -> int:
    """Runs one command. Exit status: 0; 2 for unusable input, said in one line on stderr."""
    top = parser()
    given = top.parse_args(arguments)
    if not hasattr(given, "run"):
        top.print_help()
        return 0
    try:
        return int(given.run(given) or 0)
    except UserError as error:
        print(_one_line(str(error)), file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of our output has gone, as `| head` does
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130


def _one_line(text: str) -> str:
    """Without what would end the line or command a terminal: names come from outside."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


if __name__ == "__main__":
    sys.exit(main())
