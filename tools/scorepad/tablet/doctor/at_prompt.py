"""What a board says at MicroPython's prompt, where no tablet answers. Nothing is written there.

What ran on the board is stopped; it starts again when the prompt is left.
"""

import contextlib
from datetime import datetime
from typing import Any

from firmware.clock import to_minutes
from scorepad.tablet.board_link import Board, BoardFailed, make_visible
from scorepad.tablet.doctor import findings


def examine_prompt(board: Board, found: findings.Findings) -> None:
    """Add everything that the board can report to the findings. Raise UserError."""
    found.state = findings.PROMPT
    board.teach("doctor.py")
    said = {name: value for name, value in map(_pair, board.answers("examine()")) if name}
    found.micropython, found.board = _text(said, "micropython"), _text(said, "board")
    found.heap, found.flash = _size(said, "heap"), _size(said, "flash")
    found.clock = _minutes(said.get("clock"))
    found.named = findings.known_panel(said.get("named"))
    match said:
        case {"pins": [int(sda), int(scl)], "bus": [*bus]} if min(sda, scl) >= 0:
            found.pins = findings.Pins(sda, scl)
            found.bus = [address for address in bus if address in range(1 << 7)]
    if isinstance(said.get("firmware"), str):
        found.firmware, found.app = _text(said, "firmware"), _text(said, "app")
        found.scores = _scores(board)
    else:
        board.teach("files.py")  # which tells whether an image of ours has left scores
        found.scores = (
            findings.BENEATH if board.answers("say(has_hidden_scores())") == [True] else ""
        )


def _pair(said: Any) -> tuple[str, Any]:
    """Return name and value of a finding; "" as the name of an invalid one."""
    match said:
        case [str(name), value]:
            return name, value
    return "", None


def _text(said: dict[str, Any], name: str) -> str:
    value = said.get(name)
    return make_visible(value) if isinstance(value, str) else ""


def _size(said: dict[str, Any], name: str) -> int | None:
    value = said.get(name)
    return value if isinstance(value, int) and 0 <= value < 1 << 32 else None


def _minutes(said: Any) -> int | None:
    """Return the clock's minutes since 2000, None if invalid; 0 if it was never set."""
    match said:
        case [int(year), int(month), int(day), int(), int(hour), int(minute)]:
            with contextlib.suppress(ValueError):
                then = datetime(year, month, day, hour, minute)  # it looks whether that can be
                minutes = to_minutes((year, month, day, then.weekday(), hour, minute))
                return minutes if minutes < findings.END_OF_CLOCK else None
    return None


def _scores(board: Board) -> str:
    """Return why the scores are unreadable, as a rescue would find out; "" if they are not."""
    try:
        board.teach("sessions.py")
    except BoardFailed as failed:
        return str(failed).partition("the board says: ")[2]
    return findings.FILES_OVER if board.answers("say(covered)") == [True] else ""
