from typing import Annotated

from scorepad.language import text
from scorepad.operation import Context, Param, Query, Rows, operation
from scorepad.operations.common import BY_PEOPLE, Found

MOST = 5000  # events


@operation("club security")
class ListSecurityEvents(Query):
    """List logins, refusals and changes of access

    Logins to `scorepad serve`, refusals, changes of the password, tokens and codes,
    phones that became tablets, and restored backups, the newest first. No backup
    contains this log. The page *Security* also shows who is logged in.
    """

    examples = ("scorepad club security --limit 20",)
    where = BY_PEOPLE

    limit: Annotated[
        int | None, Param("At most", "only the newest N", low=1, high=MOST, metavar="N")
    ] = None

    def run(self, rows: Rows, context: Context) -> Found:
        from scorepad.club.security_log import load_events
        from scorepad.reports.content.club.security_log import for_programs, report

        none = text("Nothing is in the security log yet.")
        return Found(load_events(rows, self.limit or MOST), report, for_programs, none)
