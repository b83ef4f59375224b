from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from scorepad.language import text
from scorepad.operation import Club, Context, IfMissing, Param, Rows, Suggestion, Task, operation
from scorepad.operations.common import BY_PEOPLE, Answer, Author, Reason


def suggest_tablets(rows: Rows, given: Mapping[str, Any]) -> Iterator[Suggestion]:
    """Yield the ids of the tablets that the club knows."""
    from scorepad.club.forgetting import known_tablets

    for tablet in known_tablets(rows):
        yield tablet.id, ", ".join((tablet.id, *tablet.players))


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

    def run(self, club: Club, context: Context) -> Answer:
        from scorepad import files
        from scorepad.club import forgetting
        from scorepad.club.log import Signature
        from scorepad.club.records.backup import new_file
        from scorepad.tablet.saved_file import content_of_club

        def describe(rows: Rows, tablet: str, file: str | None = None) -> Answer:
            loses = forgetting.describe_loss(rows, tablet)
            said = [text("Tablet {id}:", id=tablet), *loses]
            notes = [text("Nothing was changed; --yes forgets it.")]
            if file:
                said.append(text("It is forgotten. Its sessions are in {file}", file=file))
                notes = []
            return Answer(said, {"tablet": tablet, "loses": loses, "file": file}, notes)

        def find(rows: Rows) -> Answer:
            return describe(rows, forgetting.tablet_meant(rows, self.tablet))

        def forget(rows: Rows) -> Answer:
            tablet = forgetting.tablet_meant(rows, self.tablet)
            file = str(new_file(club.folder, f"forgotten-{tablet}", "json"))
            loss = describe(rows, tablet, file)
            files.write(file, content_of_club(rows, tablet), private=True)
            by = Signature(self.author or context.user, self.reason)
            forgetting.forget(rows, tablet, by)
            return loss

        return club.write(forget) if self.yes else club.read(find)
