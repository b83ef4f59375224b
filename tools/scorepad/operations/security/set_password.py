from typing import Annotated

from scorepad.operation import Club, Context, Done, IfMissing, Param, Task, operation
from scorepad.operations.common import BY_PEOPLE


@operation("club password")
class SetPassword(Task):
    """Set the director's password

    With it the director comes in from another machine, where `scorepad serve` runs
    with --lan, --https or --url. It is asked for twice, and not shown; without a
    terminal it is the first line of standard input, with --file that of a file. It
    has at least 8 characters, 5 of them different. Common words, rows of keys and
    the club's name are refused (docs/https.md). The database keeps only a hash of it
    (argon2), and a backup not even that.
    """

    examples = ("scorepad club password", "scorepad club password remove")
    where = BY_PEOPLE
    if_missing = IfMissing.CREATE

    password: Annotated[
        str,
        Param(
            "New password",
            "At least 8 characters; twice, so that a slip is noticed.",
            control="password",
        ),
    ]

    def run(self, club: Club, context: Context) -> Done:
        from scorepad.club.password import set_password

        return Done([set_password(club, self.password, context.actor)])
