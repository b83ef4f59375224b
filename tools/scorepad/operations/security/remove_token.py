from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from scorepad.operation import Change, Context, Done, Param, Rows, Suggestion, operation
from scorepad.operations.common import BY_PEOPLE


def suggest_tokens(rows: Rows, given: Mapping[str, Any]) -> Iterator[Suggestion]:
    """Yield the names of the tokens."""
    from scorepad.club import tokens

    for token in tokens.list_tokens(rows):
        yield token.name, token.name


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

        return Done([tokens.remove(rows, self.name, context.actor)])
