"""Errors that a user can mend: what is wrong, about which parameter, and what would help."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, Self

if TYPE_CHECKING:  # what it imports takes longer than a `--help`
    pass


class Remedy(NamedTuple):
    """An operation that would help, by its name, and those of its arguments that are known.

    `...` stands for an argument that the user has to name.

    By name, because the club's rules do not import the operations; a test builds each one.
    """

    operation: str
    given: Mapping[str, object]

    def __str__(self) -> str:
        """Return it as a sentence has it in a terminal: `scorepad club players add NAME`."""
        line: str = import_module("scorepad.operations").command_line(self)
        return f"`{line}`"


def remedy(operation: str, **given: object) -> Remedy:
    """Return the operation that would help, as the command line calls it: "club players add"."""
    return Remedy(operation, given)


class UserError(Exception):
    """Something that the user can mend.

    said: what is wrong, where, and what would be right
    field: the parameter that it is about, "" for none
    remedies: operations that would help
    status: of an answer by HTTP
    """

    status = 422

    def __init__(self, said: str, field: str = "", remedies: Sequence[Remedy] = ()):
        super().__init__(said)
        self.said, self.field, self.remedies = said, field, tuple(remedies)

    def __str__(self) -> str:
        return str(self.said)

    def at(self, field: str) -> Self:
        """Return the same error, about this parameter unless it names one."""
        self.field = self.field or field
        return self

    def within(self, group: str) -> Self:
        """Return the same error, about a field of this group of fields: "movement.pairs"."""
        self.field = f"{group}.{self.field}" if self.field else group
        return self


class Unknown(UserError):
    """A session, player or event that was not found, or is not the only match."""

    status = 404


class Changed(UserError):
    """Somebody else has changed the subject since it was read."""

    status = 409
