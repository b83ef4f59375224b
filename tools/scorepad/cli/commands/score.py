"""`scorepad score`: the score of deals that are written one per line."""

import argparse
import codecs
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import BinaryIO

from firmware.opening import opening
from firmware.scoring.deal import SEATS, BadDeal
from firmware.scoring.notation import read
from firmware.session import CLOSE, DEAL, Session, fold
from scorepad.cli import output
from scorepad.cli.words import rule_options
from scorepad.errors import UserError
from scorepad.exports.scored import as_dict
from scorepad.reports.content import score_sheet
from scorepad.reports.content.report import Report
from scorepad.rule_sets import refusing
from scorepad.sent_files import are_sent, opened

_STDIN = "-"
_STDIN_NUMBER = 0  # not sys.stdin, which is None when the shell closed it
_MAX_BYTES = 1 << 20  # more than a club deals in a year: a device or a wrong file is no input

_SEPARATOR = re.compile(r"\s*---+\s*")  # between the sessions of a file


def run(given: argparse.Namespace) -> None:
    """Prints the score. Raises UserError for unusable input, and then prints nothing."""
    asked = given.rules, given.file, given.options, given.first_dealer, given.close
    sessions = scored_sessions(*asked)
    if given.json:
        reports = [as_dict(session) for session in sessions]
        output.save_json(reports[0] if len(reports) == 1 else {"sessions": reports})
        return
    if not any(session.deals for session in sessions):
        output.note(f"{shown_name(given.file)}: there is no deal in it")
    output.show(*_for_people(sessions, given.explain))


def _for_people(sessions: list[Session], explain: bool) -> Iterator[Report | str]:
    """The sheets, or `explain`: each deal in words; with their numbers if there are several."""
    for number, session in enumerate(sessions, 1):
        sections = score_sheet.in_words(session) if explain else score_sheet.scores(session)
        if len(sessions) == 1:
            yield Report("", sections)
        else:
            yield from (Report(f"Session {number}", sections), "")


def scored_sessions(
    rules: str,
    file: str,
    options: list[str] | None = None,
    first_dealer: str = "N",
    close: bool = False,
) -> list[Session]:
    """The sessions of a file of deals (`-`: standard input), scored; at least one.

    Of several those without deals are left out. `close`: the players stop. Raises UserError.
    """
    shown = shown_name(file)
    sessions = []
    for start, lines in _parts(text_lines(file, shown)):
        sessions.append(_new_session(rules, options or [], first_dealer))
        _play(sessions[-1], lines, start, shown)
        if close and not sessions[-1].sheet.complete:
            sessions[-1].apply(CLOSE, 0, len(sessions[-1].deals), 0)
    return [session for session in sessions if session.deals] or sessions[:1]


def _parts(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """The lines of each session, and how many stand before them in the file."""
    ends = [n for n, line in enumerate(lines) if _SEPARATOR.fullmatch(line)] + [len(lines)]
    for start, end in pairwise([-1, *ends]):
        yield start + 1, lines[start + 1 : end]


def _new_session(rules: str, options: list[str], first_dealer: str) -> Session:
    dealer = SEATS.find(first_dealer.upper())
    if dealer < 0 or len(first_dealer) != 1:
        raise UserError(f"--first-dealer {first_dealer}: a seat is N, E, S or W")
    with refusing():
        return fold(opening(rules, rule_options(rules, options), 0, dealer, 0))


def _play(session: Session, lines: list[str], start: int, shown: str) -> None:
    """Enters the deals of some lines, which have `start` lines before them.

    Raises UserError for the first line that is wrong.
    """
    line = 0
    try:
        for line, deal, place in read(lines):  # noqa: B007 - the error names it
            session.apply(DEAL, place, len(session.deals) + 1, deal)
    except BadDeal as wrong:
        one_too_many = session.sheet.complete and not wrong.line
        right = "; --- on a line of its own begins another session" if one_too_many else ""
        raise UserError(f"{shown}:{start + (wrong.line or line)}: {wrong}{right}") from None


def shown_name(file: str) -> str:
    """The file as messages name it."""
    return "<stdin>" if file == _STDIN else file


def text_lines(file: str, shown: str) -> list[str]:
    """The lines of a UTF-8 text with any line ends. Raises UserError."""
    raw = _bytes(file, shown).removeprefix(codecs.BOM_UTF8)
    raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    try:
        text = raw.decode()
    except UnicodeDecodeError as wrong:
        line = raw.count(b"\n", 0, wrong.start) + 1
        byte = f"byte {raw[wrong.start]:#04x}"
        raise UserError(f"{shown}:{line}: {byte} is not UTF-8 text") from None
    return text.split("\n")  # not splitlines: editors do not count a form feed as a line end


def _opened(file: str) -> BinaryIO:
    if file == _STDIN and not are_sent():
        return open(_STDIN_NUMBER, "rb", closefd=False)
    return opened(file)


def _bytes(file: str, shown: str) -> bytes:
    try:
        with _opened(file) as stream:
            raw = stream.read(_MAX_BYTES + 1)
    except OSError as wrong:
        raise UserError(f"{shown}: {wrong.strerror}") from None
    if len(raw) > _MAX_BYTES:
        raise UserError(f"{shown}: more than {_MAX_BYTES >> 20} MiB: no file of deals")
    if b"\0" in raw:
        raise UserError(f"{shown}: a binary file, where deals are lines of text")
    return raw
