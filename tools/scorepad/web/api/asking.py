"""What a request of a program says: parameters in the query, or a JSON object."""

import difflib
import json
import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams
from starlette.requests import Request

from scorepad.errors import UserError
from scorepad.operation import LONGEST, MOST, Group, Parameter, build, parameters
from scorepad.web.api.operations import Offer, programs_name

FILES = "files"  # the field with the files that an operation reads: their contents by their names
MOST_FILES = 20
_INTEGER = re.compile("-?[0-9]{1,18}")
_BOOLEANS = {"true": True, "false": False}


class Malformed(UserError):
    """A body that is no JSON object, or a header that is none."""

    status = 400


class NotJson(UserError):
    """A body that is said to be something else."""

    status = 415


def of_query(offer: Offer, query: QueryParams) -> dict[str, Any]:
    """Return the parameters of a query, as JSON would have them. Raise UserError."""
    given = dict[str, Any]()
    for name in query:
        one = _find(name, offer.takes)
        said = [_meant(one, text) for text in query.getlist(name)]
        if len(said) > 1 and not one.many:
            raise UserError(f"{name}: it is given twice", name)
        given[name] = said if one.many else said[0]
    return checked(offer, given)


def _meant(one: Parameter, text: str) -> Any:
    if one.type is bool:
        return _BOOLEANS.get(text, text)
    return int(text) if one.type is int and _INTEGER.fullmatch(text) else text


def checked(offer: Offer, given: dict[str, Any]) -> dict[str, Any]:
    """Return what is given, if all of it is as the description says. Raise UserError.

    What is wrong with a request counts before what has changed meanwhile.
    """
    _check_fields(offer.takes, given)
    build(offer.kind, offer.split(given)[0])
    return given


def _check_fields(takes: Mapping[str, Parameter], given: Mapping[str, Any]) -> None:
    for name, value in given.items():
        one = _find(name, takes)
        try:
            _check(one, value)
        except UserError as error:
            raise error.at(name) from None


def _find(name: str, takes: Mapping[str, Parameter]) -> Parameter:
    if name in takes:
        return takes[name]
    near = difflib.get_close_matches(name[:LONGEST], takes, 1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(takes) or 'none'}"
    raise UserError(f"there is no parameter {name[:LONGEST]!a}; {hint}")


def _check(one: Parameter, value: Any) -> None:
    if one.many or one.named:
        called, container = ("a list", list) if one.many else ("an object", dict)
        if not isinstance(value, container) or len(value) > MOST:
            raise UserError(f"{one.label} is {called} of at most {MOST}")
        for each in value.values() if isinstance(value, dict) else value:
            _check_one(one, each)
    else:
        _check_one(one, value)


def _check_one(one: Parameter, value: Any) -> None:
    if issubclass(one.type, Group) and isinstance(value, dict):
        fields = {programs_name(each.name): each for each in parameters(one.type)}
        try:
            return _check_fields(fields, value)
        except UserError as error:
            raise error.within(one.name) from None
    kind, called = {bool: (bool, "true or false"), int: (int, "a whole number")}.get(
        one.type, (str, "a text")
    )
    if type(value) is not kind:
        raise UserError(f"{one.label} is {called}")
    known = (*one.choices, *[""] * one.param.clears)
    if one.choices and str(value) not in known:
        there = ", ".join(filter(None, known))
        raise UserError(f"{one.label}: there is no {str(value)[:LONGEST]!a}; there are {there}")
    if one.type is date and not value:
        raise UserError(f"{one.label} is a date")
    if isinstance(value, str):
        _check_text(str(one.label), value, one.param.longest)


def _check_text(called: str, said: str, longest: int = LONGEST) -> None:
    if len(said) > longest:
        raise UserError(f"{called} has at most {longest} characters")
    if "\0" in said or any("\ud800" <= letter <= "\udfff" for letter in said):
        raise UserError(f"{called} has a character that no text can have")


async def of_body(request: Request) -> dict[str, Any]:
    """Return the JSON object that was sent. Raise NotJson; Malformed."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise NotJson("send a JSON object, as Content-Type: application/json")
    return await run_in_threadpool(_parsed, await request.body())


def _parsed(body: bytes) -> dict[str, Any]:
    try:
        found = json.loads(body, object_pairs_hook=_object, parse_constant=_none)
    except (ValueError, RecursionError) as error:
        raise Malformed("this is no JSON, as RFC 8259 has it") from error
    if not isinstance(found, dict):
        raise Malformed("send a JSON object")
    return found


def _object(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    listed = list(pairs)
    found = dict(listed)
    if len(found) < len(listed):
        raise Malformed("a name is twice in an object")
    return found


def _none(constant: str) -> None:
    raise Malformed(f"JSON has no {constant}")


def files_of(offer: Offer, body: dict[str, Any]) -> Mapping[str, bytes]:
    """Return the files in a body, which are then no more in it. Raise UserError."""
    files = body.pop(FILES, {}) if offer.files else {}
    if not isinstance(files, dict) or len(files) > MOST_FILES:
        raise UserError(f"files are an object of at most {MOST_FILES} names and texts", FILES)
    for name, text in files.items():
        if not isinstance(text, str) or not name:
            raise UserError(f"{name[:LONGEST]!a}: a file is a text, and has a name", FILES)
        try:
            _check_text("The name of a file", name)
            files[name] = text.encode()
        except (UserError, UnicodeEncodeError) as error:
            why = f"{name[:LONGEST]!a}: this is too long, or no text has such characters"
            raise UserError(why, FILES) from error
    return files
