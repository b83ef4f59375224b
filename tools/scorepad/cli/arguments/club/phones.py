"""What the commands take that are about phones: codes of tables, and sessions that wait."""

from typing import Any

from scorepad.cli.declaring import (
    add_author,
    add_command,
    add_commands,
    add_flag,
    add_printing_options,
    add_reason,
    reads,
    writes,
)

_CODES = """\
With the code of a table a phone brings results of that table, for the evening
for which the codes were given out. They end when that evening ends (06:00,
unless the club has set it otherwise), after six hours at the least; `new` ends
them at once. The page *Phones* of `scorepad serve --lan` shows them.

examples:
  scorepad club codes
  scorepad club codes new
"""
_NEW = """\
All earlier codes end: phones that came by them have to scan the new ones.

example:
  scorepad club codes new
"""
_WAITING = """\
What a phone brings waits, and counts nowhere, if it is not of the evening of
the codes: it began long before, lies in the future, has no date, or changes
what was released, played for money or played to the end. It stays on the phone.

examples:
  scorepad club waiting
  scorepad club waiting take 0a0000000001-3 --dry-run
  scorepad club waiting take 0a0000000001-3 --reason "was out of reach"
  scorepad club waiting dismiss 0a0000000001-3
"""
_TAKE = """\
It counts from then on as if nothing had held it back, and the phone is told at
its next sync. `scorepad club leave-out` lets it count nowhere again.

examples:
  scorepad club waiting take 0a0000000001-3 --dry-run
  scorepad club waiting take 0a0000000001-3 --reason "was out of reach"
"""
_DISMISS = """\
It is not listed any more, until the phone adds to it; `waiting --dismissed`
lists it, and `waiting take` still takes it in.

example:
  scorepad club waiting dismiss 0a0000000001-3
"""


def add_to(commands: Any) -> None:
    """Adds the commands to `scorepad club`."""
    parser = add_command(commands, "codes", "the codes by which phones come in: show, new", _CODES)
    add_printing_options(parser)
    own = add_commands(parser)
    reads(parser, "cli.commands.club.phones:show_codes")
    writes(
        add_command(own, "new", "give out new codes, and end the earlier ones", _NEW),
        "cli.commands.club.phones:new_codes",
    )
    what = "sessions of phones that wait for the director: list, take, dismiss"
    parser = add_command(commands, "waiting", what, _WAITING)
    add_flag(parser, "--dismissed", "those that the director has dismissed")
    add_printing_options(parser)
    own = add_commands(parser)
    reads(parser, "cli.commands.club.phones:list_waiting")
    take = add_command(own, "take", "take a session in that waits", _TAKE)
    _add_waiting(take)
    add_flag(take, "--dry-run", "only say what would change")
    add_author(take)
    add_reason(take)
    writes(take, "cli.commands.club.phones:take_in")
    dismiss = add_command(own, "dismiss", "do not take a session in that waits", _DISMISS)
    _add_waiting(dismiss)
    writes(dismiss, "cli.commands.club.phones:dismiss")


def _add_waiting(parser: Any) -> None:
    parser.add_argument("waiting", metavar="WAITING", help="its id, or how it begins")
