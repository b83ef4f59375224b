"""What `scorepad sync` takes."""

import argparse
from typing import Any

from scorepad.cli.declaring import add_db_option, add_flag, between


def add_to(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "sync",
        help="fetch sessions from tablets",
        description="Fetches the sessions of tablets into the club's database, each once, and "
        "tells the tablets which ones are safe there. Sets their clocks.",
        epilog="Exit status: 0 all is well; 1 something was refused, or a total does not match; "
        "2 a port cannot be used, or there is no tablet.",
    )
    parser.add_argument(
        "ports", nargs="*", metavar="PORT", help="serial port of a tablet (default: ask them all)"
    )
    add_table_option(
        parser, "the table number, 1 to 99, that the tablet at the one PORT named gets"
    )
    add_flag(
        parser, "--roster", "give each tablet the club's players, those who played last first"
    )
    add_flag(parser, "--rules", "give each tablet the club's house rules (`scorepad club rules`)")
    event = parser.add_mutually_exclusive_group()
    event.add_argument(
        "--event",
        metavar="EVENT",
        help="give each tablet its table's part of this event (default: that of today)",
    )
    add_flag(event, "--no-event", "give them no event")
    add_flag(parser, "--watch", "go on, and take each tablet as it is plugged in, until Ctrl-C")
    add_flag(
        parser,
        "--json",
        "print the summary as JSON; with --watch one for each tablet, on a line of its own",
    )
    add_db_option(parser)
    parser.set_defaults(run="cli.commands.sync:run", take_away=False, again=False)


def add_table_option(parser: argparse.ArgumentParser, what: str) -> None:
    """Adds `--table`; 0 = it was not given. `what`: its help."""
    table = between(1, 99, "table (1 to 99)")
    parser.add_argument("--table", type=table, default=0, metavar="N", help=what)
