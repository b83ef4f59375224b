"""What an operation takes: the same that its command takes, under names that JSON can have."""

import argparse
import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scorepad.errors import UserError

LONGEST = 500  # characters of a text
MOST = 100  # of a list
_WHOLE_NUMBERS = ("N", "R", "T", "B", "S", "DEAL", "BOARD", "MATCH")  # as the command line says
_WORDS = {"boolean": "true or false", "integer": "a whole number", "string": "a text"}


@dataclass(frozen=True)
class Parameter:
    """`name`: as programs call it; `option`: as the command does; `what`: what it is.

    `kind`: of JSON, of each one if there can be `many`; `choices`: all that it may be.
    """

    name: str
    option: str
    kind: str
    what: str
    choices: tuple[Any, ...] = ()
    many: bool = False
    required: bool = False

    @property
    def schema(self) -> dict[str, Any]:
        """What a value must be, as JSON Schema."""
        one: dict[str, Any] = {"type": self.kind}
        if self.choices:
            one["enum"] = list(self.choices)
        elif self.kind == "string":
            one["maxLength"] = LONGEST
        if self.kind == "integer":
            one["minimum"] = 0
        if not self.many:
            return one
        least = {"minItems": 1} if self.required else {}
        return {"type": "array", "items": one, "maxItems": MOST, **least}

    def given(self, value: Any) -> bool | list[str]:
        """A value as the command takes it. Raises UserError."""
        if not self.many:
            return bool(value) if self.kind == "boolean" else [self._one(value)]
        if not isinstance(value, list) or len(value) > MOST:
            raise UserError(f"{self.name}: it is a list of at most {MOST}")
        return [self._one(each) for each in value]

    def check(self, value: Any) -> None:
        """Raises UserError for what is of another kind."""
        for one in value if self.many and isinstance(value, list) else [value]:
            kind = {"boolean": bool, "integer": int, "string": str}[self.kind]
            if type(one) is not kind:
                raise UserError(f"{self.name}: it is {_WORDS[self.kind]}")

    def _one(self, value: Any) -> str:
        if isinstance(value, str):
            _refuse_unreadable(self.name, value)
        elif value < 0:
            raise UserError(f"{self.name}: it is not below 0")
        if self.choices and value not in self.choices:
            known = ", ".join(map(str, self.choices))
            raise UserError(f"{self.name}: there is no {value}; there are {known}")
        return str(value)


def parameter(action: argparse.Action) -> Parameter:
    """What a command takes, as programs give it."""
    option = action.option_strings[-1] if action.option_strings else action.dest
    return Parameter(
        option.removeprefix("--").replace("-", "_"),
        option,
        _kind(action),
        (action.help or "") % vars(action),
        tuple(action.choices or ()),
        action.nargs in ("*", "+") or isinstance(action, argparse._AppendAction),
        action.required and action.nargs not in ("?", "*"),
    )


def _kind(action: argparse.Action) -> str:
    if action.nargs == 0:
        return "boolean"
    choices = [type(choice) for choice in action.choices or ()]
    return "integer" if int in choices or action.metavar in _WHOLE_NUMBERS else "string"


def unknown(name: str, known: Iterable[str]) -> UserError:
    """For what an operation does not take."""
    listed = sorted(known)
    near = difflib.get_close_matches(name[:LONGEST], listed, 1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(listed) or 'none'}"
    return UserError(f"there is no parameter {name[:LONGEST]!a}; {hint}")


def values(takes: Mapping[str, Parameter], given: Mapping[str, Any]) -> dict[str, Any]:
    """All that is given as the command takes it, in its order. Raises UserError."""
    for name, value in given.items():
        if name not in takes:
            raise unknown(name, takes)
        takes[name].check(value)
    for name, one in takes.items():
        if one.required and name not in given:
            raise UserError(f"{name} is missing: {one.what}")
    return {one.option: one.given(given[name]) for name, one in takes.items() if name in given}


def _refuse_unreadable(name: str, text: str) -> None:
    if len(text) > LONGEST:
        raise UserError(f"{name}: it has at most {LONGEST} characters")
    if "\0" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise UserError(f"{name}: it has a character that no text can have")
