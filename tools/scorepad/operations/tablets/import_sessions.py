from typing import Annotated

from scorepad.operation import Club, Context, IfMissing, Param, Task, Upload, operation
from scorepad.operations.tablets.common import Synced, synced

Files = Annotated[
    tuple[Upload, ...],
    Param(
        "File",
        "with the sessions of a tablet, as `club tablet forget` has saved it",
        hint="With the sessions of a tablet. What the club has already comes in no second time.",
        boxes=1,
    ),
]


@operation("club import")
class ImportSessions(Task):
    """Take in a file with the sessions of a tablet

    When a tablet is forgotten, a file is saved with its sessions. Each session of such a file is
    taken in once, as a sync would, however often a file is taken in or the tablet synced.

    Exit status: 0 all is well; 1 something was refused, or a total does not match; 2 one of the
    files is none of these, and nothing was taken in.
    """

    examples = ("scorepad club import forgotten-02005c0e9ad0.json",)
    if_missing = IfMissing.CREATE

    file: Files

    def run(self, club: Club, context: Context) -> Synced:
        from scorepad.tablet import saved_file

        saved = [saved_file.read_file(file) for file in dict.fromkeys(self.file)]
        return synced([saved_file.import_sessions(file, club) for file in saved])
