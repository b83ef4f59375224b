"""A form as a page shows it: with what was typed, is asked for, or is so now."""

from collections.abc import Mapping
from typing import Any

from scorepad.errors import UserError
from scorepad.web.forms import filled
from scorepad.web.pages.field import FILE, NOT_SHOWN, Field, field
from scorepad.web.pages.page import Form

FORM = "form"  # the field with the name of the form; or of that which somebody is led to

Typed = Mapping[str, list[str]]


def filling(
    form: Form,
    now: Mapping[str, str],
    before: Typed,
    sent: Typed | None,
    refused: UserError | None,
) -> dict[str, Any]:
    """A form and its fields, `now` as they are; `before`: what is filled in first.

    `sent`: what somebody has filled in, which may be `refused`. Of what is given `wrong` are the
    fields of that; `focus` is where whoever is led to it begins.
    """
    fields = [field(form.command, name) for name in form.fields]
    values: Typed = {**{name: [value] for name, value in now.items()}, **before}
    if sent is not None:
        values = {**{name: [value] for name, value in now.items()}, **sent}
    said = [(one, values.get(one.name, [])) for one in fields]
    led = sent is None and FORM in before
    wrong = [
        one.name for one, typed in said if refused and sent and _is_wrong(one, typed, refused)
    ]
    empty = [one.name for one, typed in said if led and not any(typed)]
    return {
        "form": form,
        "fields": said,
        "was": {filled.WAS + name: value for name, value in now.items()},
        "files": any(one.kind == FILE for one in fields),
        "refused": sent is not None and refused is not None,
        "open": sent is not None or led,
        "wrong": wrong,
        "focus": next(iter(wrong + empty), ""),
    }


def _is_wrong(field: Field, typed: list[str], refused: UserError) -> bool:
    """Whether what is refused names it, or it is what is missing."""
    missing = field.required and field.kind not in NOT_SHOWN and not any(typed)
    return missing or any(one and repr(one) in str(refused) for one in typed)
