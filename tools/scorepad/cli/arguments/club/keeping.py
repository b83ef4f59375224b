"""What `scorepad club import`, `rebuild`, `backup` and `restore` take."""

from typing import Any

from scorepad.cli.declaring import add_command, add_json_option, writes

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


_IMPORT = """\
The page *Fetch a tablet* of Scorepad's web site fetches the sessions of a
tablet in a browser and saves them as a file. Each session is taken in once, as
a sync would, however often a file is taken in or the tablet synced.

Exit status: 0 all is well; 1 something was refused, or a total does not match;
2 one of the files is none of these, and nothing was taken in.

example:
  scorepad club import scorepad-table-3-02005c0e9ad0-2026-11-20-2130.json
"""


def add_import(commands: Any) -> None:
    """Adds `import` to `scorepad club`."""
    parser = add_command(
        commands, "import", "take in sessions that a browser has fetched from a tablet", _IMPORT
    )
    parser.add_argument(
        "file", nargs="+", metavar="FILE", help="that the page *Fetch a tablet* has saved"
    )
    add_json_option(parser, "print the summary as JSON, as sync does")
    writes(parser, "cli.commands.club.importing:import_sessions")
