"""Import players from a file."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from scorepad.errors import UserError
from scorepad.language import Text, text
from scorepad.operation import (
    Change,
    Context,
    IfMissing,
    Outcome,
    Param,
    Report,
    Rows,
    Upload,
    operation,
)

if TYPE_CHECKING:
    from scorepad.club.players.enrolling import Change as Enrolled
    from scorepad.csv_file import Column


@dataclass(frozen=True)
class Imported(Outcome):
    """How many players a file has brought.

    changes: the first of them
    columns: as read
    notes: what was not read
    """

    new: int
    changed: int
    same: int
    columns: "Sequence[Column]"
    known: Sequence[str]
    changes: "Sequence[Enrolled]"
    most: int
    notes: Sequence[Text | str] = ()

    def parts(self) -> Iterable[Report | Text | str]:
        """Return the changes, and how many there are."""
        from scorepad.reports.content.roster import changes

        counts = {"new": self.new, "changed": self.changed, "same": self.same}
        said = text("Roster: {new} new, {changed} changed, {same} same.", **counts)
        return [*(changes(list(self.changes), self.most) if self.most else []), said]

    def as_json(self) -> Any:
        """Return the counts, and what each column of the file was read as."""
        counts = {"new": self.new, "changed": self.changed, "same": self.same}
        columns = [column._asdict() for column in self.columns]
        return {**counts, "columns": columns, "known": tuple(self.known)}


@operation("club players import")
class ImportPlayers(Change):
    """Import players

    The first row names the columns, in any order: name, or first name and last
    name, and any of number (in the federation), grade (junior, intermediate, open),
    rating, area; or as federations call these. Commas, semicolons or tabs between
    the cells, UTF-8; or a workbook (.xlsx). Other columns are passed over, and
    named.

    The same number is the same person, and so is the same name where the file or
    the club has no number. What a column says replaces what the club has; a column
    that is not there leaves it as it is, and nobody loses a number. Nobody is taken
    out of the roster.
    """

    examples = (
        "scorepad club players import roster.csv",
        "scorepad club players import roster.csv --dry-run --changes 50",
        "scorepad club players import members.csv --column Code=number",
    )
    if_missing = IfMissing.CREATE
    preview = True

    file: Annotated[
        Upload,
        Param(
            "File",
            "a row a player",
            "players.csv",
            hint="A workbook (.xlsx) or a CSV file (in Excel: Save as, CSV UTF-8) with a row for "
            "each player, and the column name; if you like also number, grade (junior, "
            "intermediate, open), rating and area. Of other files you choose next what each "
            "column is.",
            sample="players.csv",
            metavar="FILE.csv",
        ),
    ]
    column: Annotated[
        tuple[str, ...],
        Param(
            "Column",
            "what a column is, as PID=number; HEAD= passes it over; may be said again",
            metavar="HEAD=COLUMN",
        ),
    ] = ()
    changes: Annotated[
        int | None, Param("Changes", "list the first N changes, too", low=1, metavar="N")
    ] = None

    def run(self, rows: Rows, context: Context) -> Imported:
        from scorepad.club.players import enrolling, roster_file
        from scorepad.csv_file import head_key, name_passed_over

        chosen = [one.rpartition("=") for one in self.column]
        read_as = {head_key(head): meaning for head, _, meaning in chosen}
        enrolments, columns = roster_file.read(self.file.name, read_as)
        remarks = name_passed_over(columns)
        if not any("name" in one.meaning for one in columns):
            about = {"file": self.file.name, "known": ", ".join(roster_file.KNOWN)}
            nameless = text("{file}: no column is called name; columns are {known}", **about)
            if not context.dry_run:  # a page asks then which column it is
                raise UserError(nameless, "file")
            remarks = [*remarks, nameless]
        listed = enrolling.changes(rows, enrolments) if self.changes else []
        counts = enrolling.enrol(rows, enrolments)
        new, changed, same = (counts[outcome] for outcome in ("new", "changed", "same"))
        known = roster_file.KNOWN
        return Imported(new, changed, same, columns, known, listed, self.changes or 0, remarks)
