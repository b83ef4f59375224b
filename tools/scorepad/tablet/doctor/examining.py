"""Examines what is behind a port: first as a tablet, then as a board with MicroPython."""

import contextlib
from collections.abc import Callable
from functools import partial

from scorepad.errors import UserError
from scorepad.language import Text, text
from scorepad.tablet import deploy
from scorepad.tablet.board_link import Board, NoPrompt
from scorepad.tablet.cable import Cable, NoAnswer, PortShut
from scorepad.tablet.doctor import at_prompt, by_link
from scorepad.tablet.doctor.findings import FILES_OVER, PROMPT, SHUT, SILENT, STRANGE, Findings
from scorepad.tablet.doctor.plugged_in import Port
from scorepad.tablet.sync import WrongClock, minutes_now

_PROMPT = text(
    "no tablet answers; asking MicroPython, which stops what runs there and then starts it again"
)
_cable = partial(Cable, again=text("ask it again"))
_START = text("waiting until it has started, {seconds} s at most", seconds=f"{deploy.START_S:.0f}")


def examine(
    port: Port,
    note: Callable[[Text], object],
    cable: Callable[[str], Cable] = _cable,
    board: Callable[[str], Board] = Board,
) -> Findings:
    """Return all that can be found out about a port. Raise UserError if it does not exist.

    `note` is called with what takes time; `cable` and `board` open the port.
    """
    found = Findings(port.path, port.what)
    try:
        opened = cable(port.path)
    except PortShut as shut:  # another program has it, or this one may not
        found.state, found.trouble = SHUT, str(shut)
        return found
    note(text("asking"))
    try:
        with opened:
            by_link.examine_tablet(opened, found)
    except NoAnswer as silent:
        found.trouble = str(silent)
        note(_PROMPT)
        _examine_board(found, note, cable, board)
    except UserError as wrong:
        found.trouble = str(wrong)
        found.state = STRANGE if found.state == SILENT else found.state
    with contextlib.suppress(WrongClock):  # not the tablet's
        found.late = minutes_now() - found.clock if found.clock else None
    return found


def _examine_board(
    found: Findings,
    note: Callable[[Text], object],
    cable: Callable[[str], Cable],
    open_board: Callable[[str], Board],
) -> None:
    """Examine a board at its prompt; a tablet may answer after the restart."""
    try:
        with open_board(found.port) as board:
            found.trouble = ""
            at_prompt.examine_prompt(board, found)
    except UserError as wrong:
        garbled = found.state == PROMPT or not isinstance(wrong, NoPrompt)
        found.state, found.trouble = STRANGE if garbled else SILENT, str(wrong)
    loads = found.firmware is not None and not found.app and found.scores != FILES_OVER
    if found.state == PROMPT and loads:
        note(_START)
        _ask_again(found, cable)


def _ask_again(found: Findings, cable: Callable[[str], Cable]) -> None:
    try:
        deploy.wait_for_start(found.port, cable)
        with cable(found.port) as opened:
            by_link.examine_tablet(opened, found)
        found.restarted, found.scores = True, ""  # it has found them, or made a place for them
    except UserError as wrong:
        found.trouble = str(wrong)
