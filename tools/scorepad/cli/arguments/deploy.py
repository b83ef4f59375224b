"""What `scorepad deploy` takes."""

from typing import Any

from scorepad.cli.arguments.sync import add_table_option
from scorepad.cli.declaring import add_json_option

_BOARDS = ("esp32", "esp32c3", "esp32s3", "pico")
PANELS = ("sh1106", "ssd1306", "ssd1309")


def add_to(subparsers: Any) -> None:
    """Adds the command to the command line."""
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
    then.add_argument(
        "--dry-run", action="store_true", help="say what would be copied, and change nothing"
    )
    then.add_argument(
        "--self-test",
        action="store_true",
        help="have the board test itself in the end: scoring, flash, panel, memory; on a "
        "terminal also its buttons, which you are asked to press",
    )
    parser.add_argument(
        "--yes", action="store_true", help="also on a board that holds other people's files"
    )
    add_json_option(parser, "with --dry-run: as JSON")
    parser.set_defaults(run="cli.commands.deploy:run")
