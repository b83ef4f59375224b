"""What `scorepad deploy`, `doctor` and `rescue` take."""

from typing import Any

from scorepad.cli.arguments.sync import add_table_option
from scorepad.cli.declaring import add_db_option, add_flag, add_json_option

_BOARDS = ("esp32", "esp32c3", "esp32s3", "pico")
PANELS = ("sh1106", "ssd1306", "ssd1309")


def add_to(subparsers: Any) -> None:
    _add_deploy(subparsers)
    _add_doctor(subparsers)
    _add_rescue(subparsers)


def _add_deploy(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "deploy",
        help="put the firmware on a board",
        description="Puts this version of the firmware on a board with MicroPython, or replaces "
        "the one that is there: copies what has changed, verifies it, starts it, and says who "
        "answers. Scores and settings stay. Whenever it is interrupted, the board starts either "
        "the version that it had or this one.",
        epilog="Exit status: 0 the board answers, and its tests found nothing wrong; 1 a test "
        "failed; 2 anything else, said in one line.",
    )
    parser.add_argument("port", metavar="PORT", help="serial port of the board")
    parser.add_argument(
        "--board",
        default="esp32",
        metavar="NAME",
        help=f"what kind of board it is: {', '.join(_BOARDS)} (default: %(default)s)",
    )
    parser.add_argument(
        "--panel",
        default="",
        metavar="NAME",
        help=f"which panel it has: {', '.join(PANELS)}; without it the board finds one of the "
        "first two by what it answers",
    )
    add_table_option(parser, "the table number, 1 to 99, that the tablet gets")
    then = parser.add_mutually_exclusive_group()
    add_flag(then, "--dry-run", "say what would be copied, and change nothing")
    add_flag(
        then,
        "--self-test",
        "have the board test itself in the end: scoring, flash, panel, memory; on a "
        "terminal also its buttons, which you are asked to press",
    )
    add_flag(parser, "--yes", "also on a board that holds other people's files")
    add_json_option(parser, "with --dry-run: as JSON")
    parser.set_defaults(run="cli.commands.deploy:run")


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
