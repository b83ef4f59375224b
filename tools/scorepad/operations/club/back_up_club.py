"""Copy everything that the club has into a file."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from scorepad.language import Text, text
from scorepad.operation import TERMINAL, Club, Context, IfMissing, Outcome, Param, Task, operation
from scorepad.operations.club.common import count_all
from scorepad.operations.common import BY_PEOPLE


@dataclass(frozen=True)
class BackedUp(Outcome):
    """What is in a backup. `sessions`: how many in each state."""

    file: str
    players: int
    sessions: Counter[str]

    def parts(self) -> Sequence[Text]:
        """Return the file, and what is in it."""
        what = count_all(self.players, self.sessions)
        return [text("Kept in {file}: {what}.", file=self.file, what=what)]


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
        Param("File", "a new file", metavar="FILE", where=frozenset((TERMINAL,))),
    ]

    def run(self, club: Club, context: Context) -> BackedUp:
        from scorepad.club.records.backup import backup

        return BackedUp(self.file, *backup(club, self.file))
