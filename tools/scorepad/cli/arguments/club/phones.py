"""What the commands take that are about sessions of phones that wait."""

from typing import Any

from scorepad.cli import declaring as cli

_WAITING = """\
A session of a phone waits, and counts nowhere, if the phone has not scanned the
current code of its table, if it began long before the codes were given out, is
dated in the future or has no date, or if it would change an earlier evening
that was released or played for money, or an event that its table has finished.
It stays on the phone.

`take` lets it count as if it had come normally; `leave-out` can undo that.
`dismiss` takes it off the list until the phone adds to it.

examples:
  scorepad club waiting
  scorepad club waiting take 0a0000000001-3 --dry-run
  scorepad club waiting take 0a0000000001-3 --reason "was out of reach"
  scorepad club waiting dismiss 0a0000000001-3
"""


def add_to(commands: Any) -> None:
    what = "sessions of phones that wait for the director: list, take, dismiss"
    parser = cli.add_command(commands, "waiting", what, _WAITING)
    cli.add_flag(parser, "--dismissed", "the sessions that were dismissed instead")
    cli.add_printing_options(parser)
    own = cli.add_commands(parser)
    cli.reads(parser, "cli.commands.club.phones:list_waiting")
    take = cli.add_command(own, "take", "take in a session that waits")
    take.add_argument("waiting", metavar="WAITING", help="its id, or how it begins")
    cli.add_flag(take, "--dry-run", "only say what would change")
    cli.add_author(take)
    cli.add_reason(take)
    cli.writes(take, "cli.commands.club.phones:take_in")
    dismiss = cli.add_command(own, "dismiss", "take a session off the list")
    dismiss.add_argument("waiting", metavar="WAITING", help="its id, or how it begins")
    cli.writes(dismiss, "cli.commands.club.phones:dismiss")
