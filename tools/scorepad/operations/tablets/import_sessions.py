from typing import Annotated

from scorepad.operation import Club, Context, IfMissing, Param, Task, Upload, operation
from scorepad.operations.tablets.common import Synced, synced

Files = Annotated[
    tuple[Upload, ...],
    Param(
        "File",
        "that the page *Fetch a tablet* has saved",
        hint="Of the web page that fetches a tablet: the file that it has saved. What the club "
        "has already comes in no second time.",
        boxes=1,
    ),
]


@operation("club import")
class ImportSessions(Task):
    """Take in sessions that a browser has fetched from a tablet

    The page *Fetch a tablet* of Scorepad's web site fetches the sessions of a tablet in a browser
    and saves them as a file. Each session is taken in once, as a sync would, however often a file
    is taken in or the tablet synced.

    Exit status: 0 all is well; 1 something was refused, or a total does not match; 2 one of the
    files is none of these, and nothing was taken in.
    """

    examples = ("scorepad club import scorepad-table-3-02005c0e9ad0-2026-11-20-2130.json",)
    if_missing = IfMissing.CREATE

    file: Files

    def run(self, club: Club, context: Context) -> Synced:
        from scorepad.tablet import fetched_file

        fetched = [fetched_file.read(file) for file in dict.fromkeys(self.file)]
        return synced([fetched_file.take(one, club) for one in fetched])
