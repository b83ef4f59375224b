from typing import Annotated

from scorepad.language import text
from scorepad.operation import TERMINAL, Club, Context, IfMissing, Param, Task, operation
from scorepad.operations.club.common import count_all
from scorepad.operations.common import BY_PEOPLE, Answer


@operation("club backup")
class BackUpClub(Task):
    """Make a backup

    The file is an SQLite database, even if the database of the club is not, and --db
    opens it like any other. It has no passwords, tokens and codes, and no security log.
    """

    examples = ("scorepad club backup /media/stick/club-2026-11-20.db",)
    where = BY_PEOPLE
    if_missing = IfMissing.FAIL

    # A page downloads it.
    file: Annotated[
        str,
        Param("File", "a new file", where=frozenset((TERMINAL,))),
    ]

    def run(self, club: Club, context: Context) -> Answer:
        from scorepad.club.records.backup import backup

        players, sessions = backup(club, self.file, context.steps)
        what = count_all(players, sessions)
        said = text("Kept in {file}: {what}.", file=self.file, what=what)
        return Answer([said], {"file": self.file, "players": players, "sessions": sessions})
