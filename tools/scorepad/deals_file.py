"""Reads deals that are written one per line, and scores them."""

import codecs
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from firmware.opening import opening
from firmware.scoring.deal import SEATS, BadDeal
from firmware.scoring.notation import read
from firmware.scoring.sheet import BadOption
from firmware.session import CLOSE, DEAL, Session, fold
from scorepad.errors import UserError
from scorepad.language import text
from scorepad.upload import Upload

_MAX_BYTES = 1 << 20  # more than a club deals in a year: a device or a wrong file is no input

_SEPARATOR = re.compile(r"\s*---+\s*")  # between the sessions of a file


def scored_sessions(
    rules: str,
    file: Upload,
    options: Mapping[str, str] | None = None,
    first_dealer: str = "N",
    close: bool = False,
) -> list[Session]:
    """Return the sessions of a file of deals (`-`: standard input), scored; at least one.

    Of several those without deals are left out. `close`: the players stop. Raise UserError.
    """
    shown = shown_name(file)
    sessions = []
    for start, lines in _parts(text_lines(file)):
        sessions.append(_new_session(rules, options or {}, first_dealer))
        _play(sessions[-1], lines, start, shown)
        if close and not sessions[-1].sheet.complete:
            sessions[-1].apply(CLOSE, 0, len(sessions[-1].deals), 0)
    return [session for session in sessions if session.deals] or sessions[:1]


def _parts(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of each session, and how many stand before them in the file."""
    ends = [n for n, line in enumerate(lines) if _SEPARATOR.fullmatch(line)] + [len(lines)]
    for start, end in pairwise([-1, *ends]):
        yield start + 1, lines[start + 1 : end]


def _new_session(rules: str, options: Mapping[str, str], first_dealer: str) -> Session:
    try:
        return fold(opening(rules, {**options}, 0, SEATS.index(first_dealer), 0))
    except BadOption as wrong:
        raise UserError(str(wrong), "option") from None


def _play(session: Session, lines: list[str], start: int, shown: str) -> None:
    """Enter the deals of some lines, which have `start` lines before them.

    Raise UserError for the first line that is wrong.
    """
    line = 0
    try:
        for line, deal, place in read(lines):  # noqa: B007 - the error names it
            session.apply(DEAL, place, len(session.deals) + 1, deal)
    except BadDeal as wrong:
        about = {"file": shown, "line": start + (wrong.line or line), "wrong": str(wrong)}
        said = text("{file}:{line}: {wrong}", **about)
        if session.sheet.complete and not wrong.line:
            said = text(
                "{file}:{line}: {wrong}; --- on a line of its own begins another session", **about
            )
        raise UserError(said, "file") from None


def shown_name(file: Upload) -> str:
    """Return the file as messages name it."""
    return "<stdin>" if file.name == "-" else file.name


def text_lines(file: Upload) -> list[str]:
    """Return the lines of a UTF-8 text with any line ends. Raise UserError."""
    shown = shown_name(file)
    raw = _bytes(file, shown).removeprefix(codecs.BOM_UTF8)
    raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    try:
        decoded = raw.decode()
    except UnicodeDecodeError as wrong:
        about = {"file": shown, "line": raw.count(b"\n", 0, wrong.start) + 1}
        said = text(
            "{file}:{line}: byte {byte} is not UTF-8 text",
            byte=f"{raw[wrong.start]:#04x}",
            **about,
        )
        raise UserError(said, "file") from None
    return decoded.split("\n")  # not splitlines: editors do not count a form feed as a line end


def _bytes(file: Upload, shown: str) -> bytes:
    try:
        with file.open_or_stdin() as stream:
            raw = stream.read(_MAX_BYTES + 1)
    except OSError as wrong:
        raise UserError(f"{shown}: {wrong.strerror}", "file") from None
    if len(raw) > _MAX_BYTES:
        about = {"file": shown, "most": _MAX_BYTES >> 20}
        too_large = text("{file}: it has more than {most} MB, and is no file of deals", **about)
        raise UserError(too_large, "file")
    if b"\0" in raw:
        binary = text("{file}: this is a binary file; deals are lines of text", file=shown)
        raise UserError(binary, "file")
    return raw
