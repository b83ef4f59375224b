"""Forget a tablet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from scorepad.language import Text, text
from scorepad.operation import Club, Context, IfMissing, Outcome, Param, Rows, Task, operation
from scorepad.operations.common import BY_PEOPLE, Author, Reason
from scorepad.operations.security.common import suggest_tablets


@dataclass(frozen=True)
class Loss(Outcome):
    """What goes with a tablet. `file`: what has its sessions now; None if nothing was changed."""

    tablet: str
    loses: Sequence[Text]
    file: str | None = None

    @property
    def notes(self) -> Sequence[Text]:
        """Return how the tablet is forgotten, if it is not."""
        return [] if self.file else [text("Nothing was changed; --yes forgets it.")]

    def parts(self) -> Iterator[Text]:
        """Yield what goes, and where its sessions are."""
        yield text("Tablet {id}:", id=self.tablet)
        yield from self.loses
        if self.file:
            yield text("It is forgotten. Its sessions are in {file}", file=self.file)


@operation("club tablet forget")
class ForgetTablet(Task):
    """Forget a tablet

    Without --yes the command only says what would be removed. With --yes it first
    saves the tablet's sessions in a file beside the database, which `scorepad club
    import` reads again. A phone then needs a new code to come back; a tablet with a
    cable brings what it has when it is plugged in again.
    """

    examples = (
        "scorepad club tablet forget 0e0102030405",
        "scorepad club tablet forget 0e0102030405 --yes",
    )
    where = BY_PEOPLE
    if_missing = IfMissing.FAIL

    tablet: Annotated[
        str,
        Param(
            "Tablet",
            "the tablet's id, or how it begins",
            suggests=suggest_tablets,
            hint="",
            metavar="ID",
        ),
    ]
    yes: Annotated[bool, Param("Yes", "remove it; without this, only say what would go")] = False
    reason: Reason = ""
    author: Author = ""

    def run(self, club: Club, context: Context) -> Loss:
        from scorepad import files
        from scorepad.club import forgetting
        from scorepad.club.decisions.adding import Signature
        from scorepad.club.records.backup import new_file
        from scorepad.tablet.fetched_file import content_of_club

        def find(rows: Rows) -> Loss:
            tablet = forgetting.tablet_meant(rows, self.tablet)
            return Loss(tablet, forgetting.describe_loss(rows, tablet))

        def forget(rows: Rows) -> Loss:
            loss = find(rows)
            path = str(new_file(club.folder, f"forgotten-{loss.tablet}", "json"))
            files.write(path, content_of_club(rows, loss.tablet), private=True)
            by = Signature(self.author or context.user, self.reason)
            forgetting.forget(rows, loss.tablet, by)
            return Loss(loss.tablet, loss.loses, path)

        return club.write(forget) if self.yes else club.read(find)
