"""What a form has sent: what its command is given, and the files that came with it."""

import re
import shlex
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from starlette.datastructures import UploadFile

from scorepad import wording
from scorepad.errors import UserError
from scorepad.language import say
from scorepad.web.own import Own
from scorepad.web.pages.field import (
    ASSIGNS,
    CHECK,
    FILE,
    HOW,
    KIND,
    MOVEMENT,
    NOT_SHOWN,
    SIZE,
    THE_FILE,
    TYPED_FILES,
    Field,
    field,
)
from scorepad.web.pages.page import Form
from scorepad.web.pages.words import label

WAS = "was:"  # in front of a field's name: how it was when the page was made
_LONGEST = 80  # bytes of a file's name

Folder = Callable[[], Path]
Now = Mapping[str, str]  # how fields are, by their names


class Sent(Protocol):
    """What came with a request."""

    def getlist(self, key: Any) -> list[Any]:
        """All that came under a name."""


def given(
    sent: Sent,
    command: str,
    names: tuple[str, ...],
    now: Now | None = None,
    folder: Folder | None = None,
) -> dict[str, Any]:
    """What was filled in, of the fields with these names.

    `now`: of what is the same there nothing is given; `folder`: gives where files go. Raises Own
    if something is left out that must be there, or nothing is another than `now`.
    """
    found: dict[str, Any] = {}
    parts: dict[str, list[str]] = {}
    for each in (field(command, name) for name in names):
        said = _said(sent, each, folder)
        taken, _, of = each.name.partition(ASSIGNS)
        if now is not None and each.name in now:
            said = [one for one in said[:1] if one != now[each.name]]
        else:
            said = [one for one in said if one]
            if each.required and not said:
                raise Own(say("{field} is missing.", field=each.label))
        if of and taken == MOVEMENT:
            parts[of] = [""] * bool(said) if each.kind == CHECK else said
        elif each.kind == CHECK:
            found[taken] = bool(said)
        else:
            option = of.rpartition(".")[2]  # the command has the rule set already
            found.setdefault(taken, []).extend(f"{option}={one}" if of else one for one in said)
    if now and not any(found[name.partition(ASSIGNS)[0]] for name in now):
        raise Own(say("Nothing was changed."))
    if parts:
        found[MOVEMENT] = [movement(parts), *found.get(MOVEMENT, [])]
    return found


def typed(sent: Sent, command: str, names: tuple[str, ...]) -> dict[str, list[str]]:
    """The same as it was typed, to be shown again: all but files and passwords.

    Nor what nobody has touched: how that is now, others may have changed.
    """
    fields = (field(command, name) for name in names)
    shown = {one.name: _said(sent, one, None) for one in fields if one.kind not in NOT_SHOWN}
    return {name: said for name, said in shown.items() if said != sent.getlist(WAS + name)}


def texts(sent: Sent, command: str, names: tuple[str, ...]) -> dict[str, bytes]:
    """What was typed into fields whose text is a file for the command. Raises Own."""
    fields = (field(command, name) for name in names)
    return {one.kind: _text(sent, one) for one in fields if one.kind in TYPED_FILES}


def _text(sent: Sent, field: Field) -> bytes:
    said = list(dict.fromkeys(map(str, sent.getlist(field.name))))
    if len(said) > 1:
        raise Own(say("What you have typed twice is not the same; nothing was changed."))
    return "".join(said).encode()


def now_of(known: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, str]:
    """How the fields with these names are, in what a command says for programs."""
    keys = {name: name.rpartition(ASSIGNS)[2].removeprefix("--") for name in names}
    keys = {name: key.replace("-", "_") for name, key in keys.items()}
    return {name: str(known[key] or "") for name, key in keys.items() if key in known}


def safe_name(name: str) -> str:
    """As a file may be called here: no folder, nothing that is not seen, not too long."""
    last = re.split(r"[/\\:]", name)[-1]  # of Windows too: `D:x` is on another drive
    seen = wording.UNSEEN.sub("", last).strip(". ")
    return seen.encode(errors="ignore")[-_LONGEST:].decode(errors="ignore") or "file"


def _said(sent: Sent, field: Field, folder: Folder | None) -> list[str]:
    values = sent.getlist(field.name)
    if field.kind in TYPED_FILES and folder:
        return [field.kind] * any(values)
    if field.kind != FILE:
        return [value.strip() for value in values if isinstance(value, str)]
    files = [value for value in values if isinstance(value, UploadFile) and value.filename]
    return [_kept(one, folder()) for one in files if folder]


def _kept(file: UploadFile, folder: Path) -> str:
    name = safe_name(file.filename or "")
    while (folder / name).exists():  # two fields may get files of one name
        name = f"2-{name}"
    with (folder / name).open("wb") as kept:
        shutil.copyfileobj(file.file, kept)
    return name


def movement(parts: Mapping[str, list[str]]) -> str:
    """Return the movement that was filled in, in the words of a command line. Raises Own.

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
        "was": {WAS + name: value for name, value in now.items()},
        "files": any(one.kind == FILE for one in fields),
        "refused": sent is not None and refused is not None,
        "open": sent is not None or led,
        "wrong": wrong,
        "focus": next(iter(wrong + empty), ""),
    }


def _is_wrong(field: Field, typed: list[str], refused: UserError) -> bool:
    """Return True if the error is about it, or names it, or it is what is missing."""
    missing = field.required and field.kind not in NOT_SHOWN and not any(typed)
    meant = refused.field and field.name.removeprefix("--").replace("-", "_") == refused.field
    return meant or missing or any(one and repr(one) in str(refused) for one in typed)
