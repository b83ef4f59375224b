"""Writes what a command has to say, and says in one line why that cannot be done."""

import io
import os
import sys
from collections.abc import Iterable
from typing import Any, TextIO

from scorepad import files
from scorepad.errors import UserError
from scorepad.json_text import json_text
from scorepad.reports.content.report import Report

_SYMBOLS, _LETTERS = "♣♦♥♠×·┃─━╋╂═╬", "CDHSx,|--++=+"


def show(*parts: Report | str) -> None:
    """Prints for people, with letters for suits where the terminal has no symbols."""
    stream = _stdout()
    lines = [line.rstrip(" ") for line in _rendered(stream, parts).splitlines()]
    text = "\n".join(lines) + "\n"
    if not _can_show(stream.encoding):
        text = text.translate(str.maketrans(_SYMBOLS, _LETTERS))
    _write(text.encode(stream.encoding, "replace"))


def _rendered(stream: TextIO, parts: Iterable[Report | str]) -> str:
    """As wide and colourful as `stream` allows; rich itself would also report a full disk."""
    # Not at the top: what is saved for programs needs no console.
    from rich.console import Console  # noqa: PLC0415

    from scorepad.reports.drawing.terminal import drawn  # noqa: PLC0415
    from scorepad.reports.drawing.terminal_table import coloured  # noqa: PLC0415

    real = Console(file=stream)
    memory = io.StringIO()
    paper = Console(
        file=memory,
        width=real.width,
        force_terminal=real.is_terminal,
        highlight=False,
        markup=False,
        emoji=False,
    )
    for part in parts:
        paper.print(*([coloured(part)] if isinstance(part, str) else drawn(part)), sep="\n")
    return memory.getvalue()


def save(content: str | bytes, file: str | None) -> None:
    """Writes an export, text always in UTF-8, to `file` or, without one, to standard output.

    A file is replaced when all is written. Raises UserError, also rather than show a terminal
    what is no text, or replace a database.
    """
    raw = content.encode() if isinstance(content, str) else content
    if file is None or file == "-":
        if raw is content and _stdout().isatty():
            raise UserError("this is no text for a terminal: name a file with --output")
        _write(raw)
        return
    files.write(file, raw)


def save_json(content: Any, file: str | None = None) -> None:
    """The same of what is for programs, as JSON."""
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


def _write(raw: bytes) -> None:
    stream = _stdout()
    try:
        stream.flush()
        stream.buffer.write(raw)
        stream.buffer.flush()
    except BrokenPipeError:  # for whoever runs the command: its reader has gone
        raise
    except OSError as error:
        _let_go()
        raise UserError(f"standard output: {error.strerror}; nothing more is written") from error


def _let_go() -> None:
    """What could not be written must not be tried again when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
