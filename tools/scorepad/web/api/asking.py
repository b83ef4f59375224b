"""Parsing of a program's request: parameters in the query, or a JSON object."""

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
        param = _find(name, offer.takes)
        said = [_parse_value(param, text) for text in query.getlist(name)]
        if len(said) > 1 and not param.many:
            raise UserError(f"{name}: it is given twice", name)
        given[name] = said if param.many else said[0]
    return check_given(offer, given)


def _parse_value(param: Parameter, text: str) -> Any:
    if param.type is bool:
        return _BOOLEANS.get(text, text)
    return int(text) if param.type is int and _INTEGER.fullmatch(text) else text


def check_given(offer: Offer, given: dict[str, Any]) -> dict[str, Any]:
    """Return what is given, if all of it is as the description says. Raise UserError.

    What is wrong with a request counts before what has changed meanwhile.
    """
    _check_fields(offer.takes, given)
    build(offer.kind, offer.split(given)[0])
    return given


def _check_fields(takes: Mapping[str, Parameter], given: Mapping[str, Any]) -> None:
    for name, value in given.items():
        param = _find(name, takes)
        try:
            _check(param, value)
        except UserError as error:
            raise error.at(name) from None


def _find(name: str, takes: Mapping[str, Parameter]) -> Parameter:
    if name in takes:
        return takes[name]
    near = difflib.get_close_matches(name[:LONGEST], takes, 1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(takes) or 'none'}"
    raise UserError(f"there is no parameter {name[:LONGEST]!a}; {hint}")


def _check(param: Parameter, value: Any) -> None:
    if param.many or param.named:
        called, container = ("a list", list) if param.many else ("an object", dict)
        if not isinstance(value, container) or len(value) > MOST:
            raise UserError(f"{param.label} is {called} of at most {MOST}")
        for each in value.values() if isinstance(value, dict) else value:
            _check_one(param, each)
    else:
        _check_one(param, value)


def _check_one(param: Parameter, value: Any) -> None:
    if issubclass(param.type, Group) and isinstance(value, dict):
        fields = {programs_name(each.name): each for each in parameters(param.type)}
        try:
            return _check_fields(fields, value)
        except UserError as error:
            raise error.within(param.name) from None
    kind, called = {bool: (bool, "true or false"), int: (int, "a whole number")}.get(
        param.type, (str, "a text")
    )
    if type(value) is not kind:
        raise UserError(f"{param.label} is {called}")
    known = (*param.choices, *[""] * param.param.clears)
    if param.choices and str(value) not in known:
        there = ", ".join(filter(None, known))
        raise UserError(f"{param.label}: there is no {str(value)[:LONGEST]!a}; there are {there}")
    if param.type is date and not value:
        raise UserError(f"{param.label} is a date")
    if isinstance(value, str):
        _check_text(str(param.label), value, param.param.longest)


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
    return await run_in_threadpool(_parse_json, await request.body())


def _parse_json(body: bytes) -> dict[str, Any]:
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
