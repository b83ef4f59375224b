"""Remove a token, which then lets no program in."""

from typing import Annotated

from scorepad.operation import Change, Context, Done, Param, Rows, operation
from scorepad.operations.common import BY_PEOPLE
from scorepad.operations.security.common import suggest_tokens


@operation("club token remove")
class RemoveToken(Change):
    """Take a program's access away

    Its token is refused from this moment on.
    """

    examples = ('scorepad club token remove "Club site"',)
    where = BY_PEOPLE

    name: Annotated[str, Param("Name", "of the program", suggests=suggest_tokens)]

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club import tokens

        return Done([tokens.remove(rows, self.name)])
