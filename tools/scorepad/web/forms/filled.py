"""The values that a form has sent: parameters of its operation, and files."""

import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from starlette.datastructures import UploadFile

from scorepad import wording
from scorepad.errors import UserError
from scorepad.language import text
from scorepad.operation import LINES, PASSWORD, Group
from scorepad.web.forms.field import CHECK, FILE, NOT_SHOWN, WITHIN, Field, field, parameters
from scorepad.web.pages.page import Form

FORM = "form"  # the field with the name of the form; or of that which somebody is led to
WAS = "was:"  # in front of a field's name: how it was when the page was made
TYPED = "deals"  # the name of a file whose lines were typed
_LONGEST = 80  # bytes of a file's name

Folder = Callable[[], Path]
Typed = Mapping[str, list[str]]  # what was typed, by the names of fields
Now = Mapping[str, str]  # how fields are, by their names


class Sent(Protocol):
    """The values sent with a request."""

    def getlist(self, key: Any) -> list[Any]:
        """Return all that came under a name."""


def parse_values(
    sent: Sent,
    command: str,
    names: tuple[str, ...],
    now: Now | None = None,
    folder: Folder | None = None,
) -> dict[str, Any]:
    """Return the values that were filled in, of the fields with these names.

    `now`: of what is the same there nothing is given; `folder`: gives where files go. Raise
    UserError if nothing is another than `now`.
    """
    takes, found = parameters(command), dict[str, Any]()
    for each in (field(command, name) for name in names):
        said = _read(sent, each, folder)
        whole, _, part = each.name.partition(WITHIN)
        if now is not None and each.name in now:
            if said[:1] not in ([], [now[each.name]]):
                found[each.name] = said[0]
        elif said := [line for line in said if line]:
            value = True if each.kind == CHECK else said[0]
            if takes[whole].named and part:  # the page is that of the rule set
                found.setdefault(whole, {})[part.rpartition(WITHIN)[2]] = value
            elif part:
                found.setdefault(whole, [{}])[0][part] = value
            elif takes[whole].many:
                found.setdefault(whole, []).extend(said)
            else:
                found[whole] = value
    if now and not any(name in found for name in now):
        raise UserError(text("Nothing was changed."))
    return found


def check_needed(form: Form, values: Mapping[str, Any]) -> None:
    """Raise UserError if something is left out that only this form needs."""
    for name in form.needed:
        if not values.get(name):
            missing = text("{field} is missing.", field=field(form.command, name).label)
            raise UserError(missing, name)


def typed(sent: Sent, command: str, names: tuple[str, ...]) -> dict[str, list[str]]:
    """Return what was typed, to be shown again: all but files and passwords.

    Nor what nobody has touched: how that is now, others may have changed.
    """
    fields = (field(command, name) for name in names)
    shown = {each.name: _read(sent, each, None) for each in fields if each.kind not in NOT_SHOWN}
    return {name: said for name, said in shown.items() if said != sent.getlist(WAS + name)}


def texts(sent: Sent, command: str, names: tuple[str, ...]) -> dict[str, bytes]:
    """Return the files whose lines were typed."""
    lines = [
        one for name in names if field(command, name).kind == LINES for one in sent.getlist(name)
    ]
    return {TYPED: "".join(map(str, lines)).encode()} if lines else {}


def now_of(known: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, str]:
    """Return how the fields with these names are, of what an operation says."""
    return {name: str(known[name] or "") for name in names if name in known}


def build_initial_values(known: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return what is filled in at first, by the names of fields: a Group is several of them."""
    found = dict[str, list[str]]()
    for name, value in known.items():
        for item in value if isinstance(value, (list, tuple)) else [value]:
            if isinstance(item, Group):
                fields = {f"{name}{WITHIN}{key}": said for key, said in vars(item).items()}
                found |= {key: [str(said)] for key, said in fields.items() if said}
            elif item:
                found.setdefault(name, []).append(str(item))
    return found


def safe_name(name: str) -> str:
    """Return how a file may be called here: no folder, nothing that is not seen, not too long."""
    last = re.split(r"[/\\:]", name)[-1]  # of Windows too: `D:x` is on another drive
    seen = wording.UNSEEN.sub("", last).strip(". ")
    return seen.encode(errors="ignore")[-_LONGEST:].decode(errors="ignore") or "file"


def _read(sent: Sent, field: Field, folder: Folder | None) -> list[str]:
    values = sent.getlist(field.name)
    if field.kind == PASSWORD:
        if len(set(values)) > 1:
            different = text("What you have typed twice is not the same; nothing was changed.")
            raise UserError(different, field.name)
        return [str(value) for value in values[:1]]
    if field.kind == LINES and folder:
        return [TYPED] * any(values)
    if field.kind != FILE:
        return [value.strip() for value in values if isinstance(value, str)]
    files = [value for value in values if isinstance(value, UploadFile) and value.filename]
    return [_save_file(file, folder()) for file in files if folder]


def _save_file(file: UploadFile, folder: Path) -> str:
    name = safe_name(file.filename or "")
    while (folder / name).exists():  # two fields may get files of one name
        name = f"2-{name}"
    with (folder / name).open("wb") as kept:
        shutil.copyfileobj(file.file, kept)
    return name


def filling(
    form: Form, now: Now, before: Typed, sent: Typed | None, refused: UserError | None
) -> dict[str, Any]:
    """Return a form and its fields, `now` as they are; `before`: what is filled in first.

    `sent`: what somebody has filled in, which may be `refused`. Of what is returned `wrong` are
    the fields of that; `focus` is the field where the user begins.
    """
    fields = [
        replace(each, required=each.required or each.name in form.needed)
        for each in (field(form.command, name) for name in form.fields)
    ]
    values = {name: [value] for name, value in now.items()} | dict(
        before if sent is None else sent
    )
    said = [(each, values.get(each.name, [])) for each in fields]
    led = sent is None and FORM in before
    wrong = [one.name for one in fields if refused and sent is not None and _is_at(one, refused)]
    empty = [each.name for each, typed in said if led and not any(typed)]
    return {
        "form": form,
        "fields": said,
        "was": {WAS + name: value for name, value in now.items()},
        "files": any(each.kind == FILE for each in fields),
        "refused": sent is not None and refused is not None,
        "open": sent is not None or led,
        "wrong": wrong,
        "focus": next(iter(wrong + empty), ""),
    }


def _is_at(field: Field, refused: UserError) -> bool:
    """Return True if the error is about this field, or about the group or option that it is of."""
    whole, _, part = refused.field.partition(WITHIN)
    return field.name == refused.field or (bool(part) and field.name == whole)
