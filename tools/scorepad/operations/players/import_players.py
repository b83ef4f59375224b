from typing import Annotated

from scorepad.errors import UserError
from scorepad.language import text
from scorepad.operation import Change, Context, IfMissing, Param, Rows, Upload, operation
from scorepad.operations.common import Answer


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
    about = ("players",)
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

    def run(self, rows: Rows, context: Context) -> Answer:
        from scorepad.club.players import enrolling, roster_file
        from scorepad.csv_file import head_key, name_passed_over
        from scorepad.reports.content.roster import changes

        chosen = [choice.rpartition("=") for choice in self.column]
        read_as = {head_key(head): meaning for head, _, meaning in chosen}
        enrolments, columns = roster_file.read(self.file, read_as)
        remarks = name_passed_over(columns)
        if not any("name" in column.meaning for column in columns):
            about = {"file": self.file.name, "known": ", ".join(roster_file.KNOWN)}
            nameless = text("{file}: no column is called name; columns are {known}", **about)
            if not context.dry_run:  # a page asks then which column it is
                raise UserError(nameless, "file")
            remarks = [*remarks, nameless]
        listed = enrolling.changes(rows, enrolments) if self.changes else []
        shown = changes(listed, self.changes) if self.changes else []
        done = enrolling.enrol(rows, enrolments, context.steps)
        counts = {outcome: done[outcome] for outcome in ("new", "changed", "same")}
        said = text("Roster: {new} new, {changed} changed, {same} same.", **counts)
        read = [column._asdict() for column in columns]
        known = {**counts, "columns": read, "known": roster_file.KNOWN}
        return Answer([*shown, said], known, remarks)
