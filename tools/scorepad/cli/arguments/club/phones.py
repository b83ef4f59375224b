"""What the commands take that are about phones: the codes of tables."""

from typing import Any

from scorepad.cli import declaring as cli

_CODES = """\
A phone that scans the code of a table becomes a tablet of that table, for the
evening for which the codes were given out. The codes end when that evening ends
(06:00, unless the club has set another time), but not within six hours; `new`
ends them at once. The page *Phones* of `scorepad serve --lan` shows them.

examples:
  scorepad club codes
  scorepad club codes new
"""


def add_to(commands: Any) -> None:
    parser = cli.add_command(
        commands, "codes", "the codes that make phones tablets: show, new", _CODES
    )
    cli.add_printing_options(parser)
    own = cli.add_commands(parser)
    cli.reads(parser, "cli.commands.club.phones:show_codes")
    new = cli.add_command(own, "new", "give out new codes, and end the earlier ones")
    cli.writes(new, "cli.commands.club.phones:new_codes")
