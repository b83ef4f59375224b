"""The ports of tablets that a form names: whoever uses one has it alone meanwhile."""

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

from scorepad.language import say
from scorepad.web.own import Own
from scorepad.web.pages.field import TABLETS, Field, field
from scorepad.web.pages.page import Form
from scorepad.web.watching.tablets import Tablets, place

_GIVES_TABLE = "sync"  # the command of such a form


def with_ports(tablets: Tablets, form: Form, values: Mapping[str, Any]) -> dict[str, Any]:
    """What was filled in; where no port was, all at which a tablet is. Raises Own without any."""
    ports = {one.name: values.get(one.name) for one in _fields(form)}
    optional = [one.name for one in _fields(form) if not one.required]
    ports |= {name: _all(tablets, form) for name in optional if not ports[name]}
    return {**values, **ports}


@contextlib.contextmanager
def alone(tablets: Tablets, form: Form, values: Mapping[str, Any]) -> Iterator[None]:
    """As long as it lasts nobody else asks the tablets at these ports. Raises Own."""
    with contextlib.ExitStack() as stack:
        for port in sorted({port for one in _fields(form) for port in values[one.name]}):
            stack.enter_context(tablets.alone(port))
        yield


def placed(form: Form, values: Mapping[str, Any], text: str) -> str:
    """A text that says of these ports where they are, as people see it."""
    for port in (port for one in _fields(form) for port in values[one.name] or ()):
        text = text.replace(port, place(port))
    return text


def _fields(form: Form) -> list[Field]:
    fields = (field(form.command, name) for name in form.fields)
    return [one for one in fields if one.suggests in TABLETS]


def _all(tablets: Tablets, form: Form) -> list[str]:
    """Of phones only where nobody gives a table: they have those of their links."""
    answered = (one for one in tablets.listed() if one.summary and one.summary.found)
    found = [one.port for one in answered if one.wired or form.command != _GIVES_TABLE]
    if not found:
        raise Own(say("No tablet is plugged in."))
    return found
