from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from scorepad.language import marked
from scorepad.operation import Context, Query, Rows, operation
from scorepad.operations.common import Found
from scorepad.operations.knockouts.common import NAME, standing

if TYPE_CHECKING:
    from scorepad.club.knockout.competition import Competition


@operation("club knockout show")
class ShowKnockout(Query):
    """Show how a knock-out stands

    An nz-match that the two pairs have completed counts by itself, once it is synced: the first
    since the draw, if it has enough deals, and if it fits no other knock-out as well
    (`result --session` says of which it is). What is entered by hand counts before it.
    """

    examples = (
        'scorepad club knockout show "Cup 2026"',
        'scorepad club knockout show "Cup 2026" --format pdf --output cup.pdf',
    )
    printable = True

    name: Annotated[
        str | None,
        replace(NAME, help=marked("its name, if there are several"), example="", positional=True),
    ] = None

    def subjects(self, rows: Rows) -> Sequence[str]:
        return [f"knockout:{self._find(rows).id}"]

    def run(self, rows: Rows, context: Context) -> Found:
        return standing(self._find(rows))

    def _find(self, rows: Rows) -> "Competition":
        from scorepad.club.knockout.competition import competition_named, only

        return competition_named(rows, self.name) if self.name else only(rows)
