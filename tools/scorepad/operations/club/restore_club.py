import contextlib
from pathlib import Path
from typing import Annotated

from scorepad.language import text
from scorepad.operation import Club, Context, IfMissing, Param, Task, Upload, operation
from scorepad.operations.club.common import count_all
from scorepad.operations.common import BY_PEOPLE, Answer


@operation("club restore")
class RestoreClub(Task):
    """Restore a backup

    The database must be new, or have nothing yet. With --replace the backup takes
    the place of what the club has, all of which is kept first, as a backup beside
    the database. It may be of another kind than the one that the backup was made
    of.
    """

    examples = ("scorepad club restore club-2026-11-20.db --db postgresql://scorer@server/club",)
    where = BY_PEOPLE
    if_missing = IfMissing.CREATE

    file: Annotated[Upload, Param("File", "a backup that Scorepad has made")]
    replace: Annotated[
        bool,
        Param("It replaces what the club has", "what the club has is kept in a file first"),
    ] = False

    def run(self, club: Club, context: Context) -> Answer:
        from scorepad.club import security_log
        from scorepad.club.database.opening import Trouble
        from scorepad.club.records.backup import restore, set_aside
        from scorepad.club.security_log import Kind

        kept = list[Path]()
        keep = (lambda: kept.append(set_aside(club, context.steps))) if self.replace else None
        players, sessions = restore(club, self.file.name, keep, context.steps)
        with contextlib.suppress(Trouble), club.writing() as rows:  # it is restored anyhow
            security_log.note(rows, Kind.RESTORED, Path(self.file.name).name, context.actor)
        what = count_all(players, sessions)
        said = [text("Restored into {club}: {what}.", club=club.name, what=what)]
        before = str(kept[0]) if kept else None
        if before:
            said.append(text("What the club had before is kept in {file}", file=before))
        counts = {"players": players, "sessions": sessions}
        return Answer(said, {"club": club.name, **counts, "kept": before})
