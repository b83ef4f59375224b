"""The option `--movement`: as `scorepad movement` takes it, or a file that it can check."""

import shlex

from scorepad.cli.arguments.movement import add_kinds
from scorepad.cli.commands.movement import movements_of
from scorepad.cli.declaring import CommandParser, add_commands
from scorepad.errors import UserError
from scorepad.movement.model import Movement
from scorepad.movement.sections import in_sections, lettered
from scorepad.sent_files import Unreadable

_KINDS = ("mitchell", "howell", "check")
_PRINTING = ("json", "cards", "format", "output", "paper", "language", "db")


def sections(given: list[str], may_meet_again: bool) -> list[Movement]:
    """The sections of an event, in this order. Raises UserError.

    Those of a single file keep the numbers that they have. `may_meet_again`: two pairs of a file.
    """
    listed = [movement for words in given for movement in _meant(words, may_meet_again)]
    return lettered(listed) if len(given) == 1 else in_sections(listed)


def _meant(given: str, may_meet_again: bool) -> list[Movement]:
    parser = CommandParser(prog="scorepad movement")
    add_kinds(add_commands(parser))
    split = ["check", "--", given]
    if given.split(maxsplit=1)[:1] in [[kind] for kind in _KINDS]:
        try:
            split = shlex.split(given)
        except ValueError as error:
            raise UserError(f"--movement {given}: {str(error).lower()}") from None
    if {"-h", "--help"} & {*split}:  # which would be printed where nobody reads it
        raise UserError(f"--movement {given}: `scorepad movement {split[0]} --help` helps")
    words = parser.parse_args(split)
    words.meet_again = may_meet_again or getattr(words, "meet_again", False)
    if any(getattr(words, name, None) for name in _PRINTING):
        raise UserError(f"--movement {given}: it is kept, not printed: leave out how to print it")
    try:
        return movements_of(words)
    except Unreadable as error:
        raise UserError(
            f"--movement {error}; it is a file, or as `mitchell --tables 7` or `howell --pairs 10`"
        ) from error
