from typing import Annotated, Literal

from scorepad.errors import UserError
from scorepad.language import languages, text
from scorepad.operation import Context, Document, Param, Query, Rows, operation
from scorepad.operations.common import list_left_out
from scorepad.operations.events.common import EventOf
from scorepad.operations.results.common import Evening, Without, suggest_sessions


@operation("club export")
class ExportSessions(Query):
    """Export sessions as a file

    json has everything, for programs. html and pdf are score sheets, each on a page to print. csv
    has a row for each deal, for a spreadsheet. pbn is Portable Bridge Notation 2.1; not of pirate.
    usebio is USEBIO 1.2, the event of one evening; duplicate only. bridgewebs is an event of
    duplicate, or what each player won in one evening of rubber and Chicago.

    What begins before 06:00, or what `scorepad club settings` says, belongs to the evening before;
    the evening none has the sessions of tablets without a clock. Damaged sessions have no score,
    and a session may not suit a format: unless they are named by ID they are left out, and that is
    said.
    """

    examples = (
        "scorepad club export 02005c0e9ad0-7 --format html --output sheet.html",
        "scorepad club export --evening 2026-11-20 --format pdf --output sheets.pdf",
        "scorepad club export --evening 2026-11-20 --without 0200aa17c3f2-4 \\\n"
        "    --format usebio",
        "scorepad club export --all --format json > club.json",
    )
    makes_file = True

    format: Annotated[
        Literal["json", "html", "pdf", "csv", "pbn", "usebio", "bridgewebs"],
        Param(
            "Format",
            choices={
                "json": "JSON, for programs",
                "html": "HTML, a page",
                "pdf": "PDF, to print",
                "csv": "CSV, for a spreadsheet",
                "pbn": "PBN",
                "usebio": "USEBIO",
                "bridgewebs": "BridgeWebs",
            },
            positional=False,
        ),
    ]
    ids: Annotated[
        tuple[str, ...],
        Param(
            "Sessions",
            "of a session, or how it begins",
            hint="",
            suggests=suggest_sessions,
            positional=True,
            metavar="ID",
        ),
    ] = ()
    evening: Evening | None = None
    event: EventOf | None = None
    all: Annotated[bool, Param("All sessions")] = False
    without: Without = ()
    paper: Annotated[
        Literal["a4", "letter"] | None,
        Param("Paper", "of pages (default: the club's)", choices={"a4": "A4", "letter": "Letter"}),
    ] = None
    language: Annotated[
        str | None,
        Param(
            "Language",
            "of what is printed (default: the club's)",
            choices={code: code for code in languages()},
        ),
    ] = None

    def check(self) -> None:
        if sum(map(bool, (self.ids, self.evening, self.event, self.all))) != 1:
            raise UserError(text("Choose sessions by ID, an evening, an event, or all."), "ids")

    def run(self, rows: Rows, context: Context) -> Document:
        from scorepad.club.duplicate.gathering import directed_of, with_boards
        from scorepad.club.records import choosing
        from scorepad.exports import formats
        from scorepad.exports.event import find_omissions

        whole = bool(formats.FORMATS[self.format].pairs)
        meant = self.ids, self.evening, self.event, whole
        chosen, damaged = formats.choose(rows, *meant, context.steps)
        chosen = with_boards(rows, choosing.without(chosen, self.without))
        suited, others = formats.select_suitable(self.format, chosen, bool(self.ids))
        scored = formats.score_sessions(self.format, suited, directed_of(rows, suited))
        content = formats.export_sessions(
            self.format, suited, context.settings(), scored, context.steps
        )
        made = content.encode() if isinstance(content, str) else content
        left_out = list_left_out((*damaged, *others, *find_omissions(scored)))
        return Document(made, left_out)
