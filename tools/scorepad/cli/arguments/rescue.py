"""What `scorepad rescue` takes."""

from typing import Any

from scorepad.cli.declaring import add_db_option, add_json_option


def add_to(subparsers: Any) -> None:
    """Adds the command to the command line."""
    parser = subparsers.add_parser(
        "rescue",
        help="fetch the sessions of a board whose app does not start",
        description="Reads all sessions off a board through its prompt, without the app and "
        "without changing anything there, and takes them into the club's database as sync does.",
        epilog="Exit status: 0 all is well; 1 something was refused, damaged or unreadable; "
        "2 the board cannot be read.",
    )
    parser.add_argument("port", metavar="PORT", help="serial port of the board")
    add_json_option(parser, "print the summary as JSON, as sync does")
    add_db_option(parser)
    parser.set_defaults(run="cli.commands.rescue:run")
