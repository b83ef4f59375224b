"""Makes of several fields the movement that a command takes as one."""

import shlex
from collections.abc import Mapping

from scorepad.language import say
from scorepad.web.own import Own
from scorepad.web.pages.field import HOW, KIND, SIZE, THE_FILE
from scorepad.web.pages.words import label


def movement(parts: Mapping[str, list[str]]) -> str:
    """As on a command line. Raises Own.

    `parts`: what was filled in, by the names of the fields, "" of a box that is checked.
    """
    kind, file = next(iter(parts[KIND]), ""), next(iter(parts[THE_FILE]), "")
    said = [
        (name, value) for name, values in parts.items() for value in values if name[:2] == "--"
    ]
    if bool(kind) == bool(file) or bool(kind) != bool(parts[SIZE[0]]):
        raise Own(say("Choose a movement and say how many pairs there are, or choose its file."))
    for name, _ in said:
        if kind and name not in (*SIZE, *HOW[kind]):
            called = label(name, "movement mitchell")
            raise Own(say("There is no “{field}” in a Howell.", field=called))
    if file:
        return shlex.join(["check", file])
    return shlex.join([kind, *(f"{name}={value}" if value else name for name, value in said)])
