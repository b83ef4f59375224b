"""What `scorepad event` takes."""

from typing import Any

from scorepad.cli import declaring as cli
from scorepad.cli.arguments.sync import add_table_option
from scorepad.operations import GROUPS

_SEND = """\
Fetches what tablets have, as `scorepad sync`, then gives each its table's part.
What a tablet has already is not sent again. A tablet without a table in the
event keeps what it has; --take-away: it has none afterwards. A tablet on which
the event has ended does not get it again; --again: it does, and goes on there.

examples:
  scorepad event send
  scorepad event send --again --port /dev/ttyUSB0
  scorepad event send Tuesday --port /dev/ttyUSB0 --table 3
"""


def add_to(subparsers: Any) -> None:
    about = GROUPS["event"]
    what = about.title[0].lower() + about.title[1:]
    group = cli.add_command(subparsers, "event", what, about.description)
    commands = cli.add_commands(group)
    _add_send(commands)


def _add_send(commands: Any) -> None:
    parser = cli.add_command(commands, "send", "give tablets their part of an event", _SEND)
    parser.add_argument(
        "event", metavar="EVENT", nargs="?", help="its name, name and date, or id=N"
    )
    what = "serial port of a tablet; may be said again (default: ask them all)"
    cli.add_several(parser, "--port", "PORT", what, dest="ports")
    add_table_option(parser, "the table number that the tablet at the one PORT gets")
    cli.add_flag(
        parser, "--take-away", "a tablet without a table in the event has none afterwards"
    )
    cli.add_flag(
        parser, "--again", "also to a tablet on which it has ended, by mistake or to try it out"
    )
    cli.add_json_option(parser, "the summary as JSON, as `scorepad sync` has it")
    parser.set_defaults(
        run="cli.commands.event:send", roster=False, rules=False, watch=False, no_event=False
    )
