"""`scorepad club rebuild`, `backup` and `restore`: so that the club keeps what it has."""

import argparse
from collections import Counter
from typing import Any

from scorepad.club import output
from scorepad.club.backup import backup, restore
from scorepad.club.options import add_command, club_of, existing_club_of, new_club_of

_BACKUP = """\
The file is an SQLite database, also where the club's own is another, and --db
opens it like any other.

example:
  scorepad club backup /media/stick/club-2026-11-20.db
"""
_RESTORE = """\
The database must be new, or have nothing yet. It may be of another kind than the
one that the backup was made of.

example:
  scorepad club restore club-2026-11-20.db --db postgresql://scorer@server/club
"""


def add_to(commands: Any) -> None:
    """Adds the three commands to `scorepad club`."""
    rebuild = add_command(commands, "rebuild", "make all that follows from the records anew")
    rebuild.set_defaults(run=_rebuild)
    keep = add_command(commands, "backup", "copy all that the club has into a new file", _BACKUP)
    keep.add_argument("file", metavar="FILE", help="that does not exist yet")
    keep.set_defaults(run=_backup)
    back = add_command(commands, "restore", "bring back all that is in a backup", _RESTORE)
    back.add_argument("file", metavar="FILE", help="that `backup` has written")
    back.set_defaults(run=_restore)


def _rebuild(given: argparse.Namespace) -> None:
    with club_of(given) as club:
        output.show(f"Rebuilt {_counted(club.rebuild())}")


def _backup(given: argparse.Namespace) -> None:
    with existing_club_of(given) as club:
        output.show(f"Kept in {given.file}: {_counted(backup(club, given.file))}")


def _restore(given: argparse.Namespace) -> None:
    with new_club_of(given) as club:
        output.show(f"Restored into {club.name}: {_counted(restore(club, given.file))}")


def _counted(counts: Counter[str]) -> str:
    """How many sessions, and of which states."""
    states = ", ".join(f"{counts[state]} {state}" for state in sorted(counts))
    number = counts.total()
    sessions = "1 session" if number == 1 else f"{number} sessions"
    return sessions + (f": {states}." if states else ".")
