from scorepad.operation import Context, Query, Rows, operation
from scorepad.operations.common import Found


@operation("club settings")
class ShowSettings(Query):
    """Show the settings

    The name, address and number of the club, its paper, its language, when an
    evening ends, and the PIN of the director; each with when it was set, by whom
    and why.

    Commands that print reports take --paper and --language for once. What programs
    read (JSON, CSV, PBN, USEBIO, BridgeWebs), messages and help are in English.
    """

    examples = ("scorepad club settings",)
    about = ("club",)

    def run(self, rows: Rows, context: Context) -> Found:
        from scorepad.club.settings import stored
        from scorepad.reports.content.club import settings

        changes = stored.list_changes(rows)
        listed = stored.list_settings(rows)
        return Found(listed, settings.report, lambda found: settings.for_programs(found, changes))
