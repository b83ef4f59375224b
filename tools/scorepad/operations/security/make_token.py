"""Make a token, with which a program comes in."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from scorepad.language import Text, text
from scorepad.operation import Club, Context, IfMissing, Outcome, Param, Task, operation
from scorepad.operations.common import BY_PEOPLE


@dataclass(frozen=True)
class MadeToken(Outcome):
    """A new token, which is kept nowhere."""

    token: str

    @property
    def notes(self) -> Sequence[Text]:
        """Return that nobody can see it again."""
        return [text("Keep this token: it is shown only now.")]

    def parts(self) -> Sequence[str]:
        """Return the token alone, for a shell to take."""
        return [self.token]

    def as_json(self) -> None:
        """Return nothing: secrets are not in JSON."""


@operation("club token new")
class MakeToken(Task):
    """Give a program access

    The token is printed now and never again.
    """

    examples = ('scorepad club token new "Club site" --read-only',)
    where = BY_PEOPLE
    if_missing = IfMissing.CREATE
    has_json = False

    name: Annotated[str, Param("Name", "of the program", "Club site")]
    read_only: Annotated[bool, Param("It may change nothing", "it may only read")] = False

    # No change that could be tried and rolled back: a token of which nothing is kept is none.
    def run(self, club: Club, context: Context) -> MadeToken:
        from scorepad.club import tokens

        may = tokens.READ if self.read_only else tokens.WRITE
        return MadeToken(club.write(lambda rows: tokens.new(rows, self.name, may)))
