"""What `scorepad doctor` and `rescue` take."""

from typing import Any

from scorepad.cli.declaring import add_db_option, add_json_option


def add_to(subparsers: Any) -> None:
    """Adds the commands to the command line."""
    _add_doctor(subparsers)
    _add_rescue(subparsers)


def _add_doctor(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "doctor",
        help="say what is plugged in, how it is, and what to do next",
        description="Looks at what is plugged in: which board, which firmware, which panel, how "
        "much room it has, whether its clock is set; and says what to do next. A tablet that "
        "answers goes on as it is. What does not answer is stopped, looked at through "
        "MicroPython's prompt, and started anew; nothing is written to it.",
        epilog="Exit status: 0 all is well; 1 something is wrong, or nothing answers; "
        "2 there is no such port.",
    )
    parser.add_argument(
        "port",
        nargs="?",
        metavar="PORT",
        help="serial port of a tablet or a board (default: all that look like a board)",
    )
    add_json_option(parser, "print what was found as JSON")
    parser.set_defaults(run="cli.commands.doctor:run")


def _add_rescue(subparsers: Any) -> None:
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
