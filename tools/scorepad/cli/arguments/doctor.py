"""What `scorepad doctor` takes."""

from typing import Any

from scorepad.cli.declaring import add_json_option


def add_to(subparsers: Any) -> None:
    """Adds the command to the command line."""
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
