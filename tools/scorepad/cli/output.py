"""Writes what a command has to say, and says in one line why that cannot be done."""

import contextlib
import io
import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any, TextIO

from scorepad import files
from scorepad.errors import UserError
from scorepad.json_text import json_list, json_text
from scorepad.reports.content.report import Report
from scorepad.wording import visible

_AT_ONCE = 1 << 16  # bytes
_TERMINALS = {"FORCE_COLOR", "TTY_COMPATIBLE"}  # which make rich take anything for a terminal
_SYMBOLS, _LETTERS = "♣♦♥♠×·┃─━╋╂═╬", "CDHSx,|--++=+"


def show_lines(lines: Iterable[str]) -> None:
    """Print each line at once, however wide, without control characters."""
    stream = _stdout()
    for line in map(visible, lines):
        if stream.isatty():  # where bars may be shown below it
            stream.write(line.encode(stream.encoding, "replace").decode(stream.encoding) + "\n")
            stream.flush()
        else:
            _write(f"{line}\n".encode())


def show(*parts: Report | str) -> None:
    """Print for people, with letters for suits if the terminal has no symbols."""
    stream = _stdout()
    plain = {} if _can_show(stream.encoding) else str.maketrans(_SYMBOLS, _LETTERS)

    def lines() -> Iterator[str]:
        for piece in _render(stream, parts):
            yield from (f"{line.rstrip(' ')}\n" for line in piece.splitlines())

    _write_all(line.translate(plain).encode(stream.encoding, "replace") for line in lines())


def note(line: str) -> None:
    """Print a note for people on stderr."""
    print(visible(line), file=sys.stderr)


def _render(stream: TextIO, parts: Iterable[Report | str]) -> Iterator[str]:
    """Yield text as wide and coloured as `stream` allows; rich itself would report a full disk."""
    parts = list(parts)
    if not (stream.isatty() or os.environ.keys() & _TERMINALS):
        from scorepad.reports.drawing.lines import plain  # noqa: PLC0415

        if (lines := plain(parts, _width())) is not None:
            yield from (f"{line}\n" for line in lines)
            return
    # Not at the top: what is saved, and what is plain, needs no console.
    from rich.console import Console  # noqa: PLC0415

    from scorepad.reports.drawing.terminal import render_report  # noqa: PLC0415
    from scorepad.reports.drawing.terminal_table import colour_suits  # noqa: PLC0415

    real = Console(file=stream)
    paper = Console(
        file=io.StringIO(),
        width=real.width,
        force_terminal=real.is_terminal,
        highlight=False,
        markup=False,
        emoji=False,
    )
    for part in parts:
        pieces = (
            [colour_suits(part)] if isinstance(part, str) else render_report(part, paper.width)
        )
        for piece in pieces:
            with paper.capture() as captured:
                paper.print(piece)
            yield captured.get()


def _width() -> int:
    """Return how wide lines are, as rich has it: it takes a tenth of a second to ask."""
    if (columns := os.environ.get("COLUMNS", "")).isdigit():
        return int(columns)
    for standard in (0, 1, 2):
        with contextlib.suppress(OSError):
            return os.get_terminal_size(standard).columns
    return 80


def save(content: str | bytes, file: str | None) -> None:
    """Write an export, text always in UTF-8, to `file` or, without one, to standard output.

    A file is replaced when all is written. Raise UserError, also rather than show a terminal
    what is no text, or replace a database.
    """
    raw = content.encode() if isinstance(content, str) else content
    if file is None or file == "-":
        if raw is content and _stdout().isatty():
            raise UserError("this is no text for a terminal: name a file with --output")
        _write(raw)
        return
    files.write(file, raw)


def print_json(entries: Iterable[Any]) -> None:
    """Print a list for programs, as JSON; there may be more entries than fit into the memory."""
    _write_all(piece.encode() for piece in json_list(entries))


def save_json(content: Any, file: str | None = None) -> None:
    """Write a value for programs, as JSON, like `save`."""
    save(json_text(content) + "\n", file)


def _can_show(encoding: str) -> bool:
    try:
        _SYMBOLS.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _stdout() -> TextIO:
    stream: TextIO | None = sys.stdout
    if stream is None:  # what Python makes of a file descriptor that the shell has closed
        raise UserError("standard output is closed; open it, or write to a file")
    return stream


def _write_all(pieces: Iterable[bytes]) -> None:
    """Write all pieces. Short output is written in one call, so never in part."""
    waiting = bytearray()
    for piece in pieces:
        waiting += piece
        if len(waiting) >= _AT_ONCE:
            _write(bytes(waiting))
            waiting.clear()
    _write(bytes(waiting))


def _write(raw: bytes) -> None:
    stream = _stdout()
    try:
        stream.flush()
        stream.buffer.write(raw)
        stream.buffer.flush()
    except BrokenPipeError:  # for the caller of the command: its reader has gone
        raise
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # it is not tried again when Python ends
        raise UserError(f"standard output: {error.strerror}; nothing more is written") from error
