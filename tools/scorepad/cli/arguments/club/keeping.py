"""What `scorepad club rebuild` takes."""

from typing import Any

from scorepad.cli.declaring import add_command, writes

_BACKUP = """\
The file is an SQLite database, also where the club's own is another, and --db
opens it like any other.

example:
  scorepad club backup /media/stick/club-2026-11-20.db
"""
_RESTORE = """\
The database must be new, or have nothing yet. With --replace the backup takes
the place of what the club has, all of which is kept first, as a backup beside
the database. It may be of another kind than the one that the backup was made
of.

example:
  scorepad club restore club-2026-11-20.db --db postgresql://scorer@server/club
"""


def add_to(commands: Any) -> None:
    """Adds the three commands to `scorepad club`."""
    rebuild = add_command(commands, "rebuild", "make all that follows from the records anew")
    writes(rebuild, "cli.commands.club.keeping:rebuild_all")
    keep = add_command(commands, "backup", "copy all that the club has into a new file", _BACKUP)
    keep.add_argument("file", metavar="FILE", help="that does not exist yet")
    keep.set_defaults(run="cli.commands.club.keeping:back_up")
    back = add_command(commands, "restore", "bring back all that is in a backup", _RESTORE)
    back.add_argument("file", metavar="FILE", help="that `backup` has written")
    back.add_argument(
        "--replace",
        action="store_true",
        help="what the club has goes, and is kept in a file first",
    )
    back.set_defaults(run="cli.commands.club.keeping:bring_back")
