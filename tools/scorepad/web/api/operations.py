"""The operations that programs may use, and the parameters of each."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from scorepad import operations
from scorepad.club.settings.current import PAPERS
from scorepad.language import languages
from scorepad.operation import (
    API,
    Change,
    Group,
    Operation,
    Param,
    Parameter,
    Upload,
    description,
    parameters,
    title,
)
from scorepad.reports.drawing.media import FORMATS


def _own(name: str, label: str, about: str, choices: tuple[str, ...] = ()) -> Parameter:
    kind = str if choices else bool
    return Parameter(name, kind, Param(label, about), False, None, choices)


_FORMAT = _own("format", "Format", "a page to print, instead of JSON", tuple(FORMATS))
_PRINTING = (
    _own("paper", "Paper", "of pages (default: the club's)", PAPERS),
    _own("language", "Language", "of pages (default: the club's)", languages()),
)
_DRY_RUN = _own("dry_run", "Only a look", "answer as if it were done, and do nothing")


@dataclass(frozen=True)
class Offer:
    """An operation as programs may use it.

    takes: its parameters, and those of every such request, by the names that programs use
    files: whether it may read files, which are sent with it
    """

    kind: type[Operation]
    takes: Mapping[str, Parameter]
    files: bool

    @property
    def command(self) -> str:
        """Return its name."""
        return self.kind.command

    @property
    def method(self) -> str:
        """Return how it is asked for: by POST where something is changed or sent."""
        return "POST" if self.kind.writes or self.files else "GET"

    @property
    def path(self) -> str:
        """Return its path below /api."""
        return "/" + self.command.replace(" ", "/")

    @property
    def id(self) -> str:
        """Return what it is called in the description."""
        return f"{self.method.lower()}-{self.command.replace(' ', '-')}"

    @property
    def title(self) -> str:
        """Return what it does, in a line."""
        return f"{title(self.kind)}."

    @property
    def description(self) -> str:
        """Return more about it."""
        return description(self.kind)

    @property
    def formats(self) -> tuple[str, ...]:
        """Return the formats of files that it can make instead of JSON."""
        return self.takes["format"].choices if "format" in self.takes else ()

    def split(self, given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return what was given of the operation's own parameters, and of the others."""
        own = {each.name for each in parameters(self.kind)}
        named = {self.takes[name].name: value for name, value in given.items()}
        return (
            {name: value for name, value in named.items() if name in own},
            {name: value for name, value in named.items() if name not in own},
        )


@cache
def offers() -> dict[str, Offer]:
    """Return all that programs may use, by path, in the order of the names."""
    kinds = (operations.find(name) for name in operations.index())
    made = (_offer(kind) for kind in kinds if API in kind.where)
    return {offer.path: offer for offer in made}


def _offer(kind: type[Operation]) -> Offer:
    own = [each for each in parameters(kind) if API in each.param.where]
    more = [_FORMAT] if kind.printable else []
    more += _PRINTING if kind.printable or kind.makes_file else ()
    more += [_DRY_RUN] if issubclass(kind, Change) else []
    takes = {programs_name(each.name): each for each in (*own, *more)}
    return Offer(kind, takes, any(map(_reads_file, own)))


def programs_name(name: str) -> str:
    """Return what programs call a parameter: `from_` is `from`."""
    return name.rstrip("_")


def _reads_file(each: Parameter) -> bool:
    if issubclass(each.type, Group):
        return any(map(_reads_file, parameters(each.type)))
    return each.type is Upload
