from typing import Annotated

from scorepad.language import text
from scorepad.operation import Club, Context, Done, IfMissing, Param, Task, operation
from scorepad.operations.common import BY_PEOPLE


@operation("club token new")
class MakeToken(Task):
    """Give a program access

    The token is printed now and never again.
    """

    examples = ('scorepad club token new "Club site" --read-only',)
    where = BY_PEOPLE
    if_missing = IfMissing.CREATE
    has_json = False  # secrets are not in JSON

    name: Annotated[str, Param("Name", "of the program", "Club site")]
    read_only: Annotated[bool, Param("It may change nothing", "it may only read")] = False

    # No change that could be tried and rolled back: a token of which nothing is kept is none.
    def run(self, club: Club, context: Context) -> Done:
        from scorepad.club import tokens

        may = tokens.READ if self.read_only else tokens.WRITE
        token = club.write(lambda rows: tokens.new(rows, self.name, may, context.actor))
        # The token alone is what a shell takes.
        return Done([token], [text("Keep this token: it is shown only now.")])
