"""The progress of long work: a terminal shows a bar, a page a number that grows."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from scorepad.language import Text

Step = TypeVar("Step")


class Steps(Protocol):
    """Gives steps of work on one by one, and shows how far it has come.

    number: how many there are; what: it is, as in "reading sessions"
    """

    def __call__(self, each: Iterable[Step], number: int, what: Text, /) -> Iterable[Step]: ...


def show_nothing(each: Iterable[Step], _number: int, _what: Text, /) -> Iterable[Step]:
    """Return the steps where nobody looks at them."""
    return each
