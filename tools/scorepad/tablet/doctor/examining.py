"""Examines what is behind a port: first as a tablet, then as a board with MicroPython."""

from collections.abc import Callable

from scorepad.errors import UserError
from scorepad.tablet import deploy
from scorepad.tablet.board_link import Board, NoPrompt
from scorepad.tablet.cable import Cable, NoAnswer, PortShut
from scorepad.tablet.doctor import at_prompt, by_link
from scorepad.tablet.doctor.findings import FILES_OVER, PROMPT, SHUT, SILENT, STRANGE, Findings
from scorepad.tablet.doctor.plugged_in import Port
from scorepad.tablet.sync import minutes_now

_PROMPT = (
    "no tablet answers; asking MicroPython, which stops what runs there and then starts it anew"
)
_START = f"waiting until it has started, {deploy.START_S:.0f} s at most"


def examine(port: Port, note: Callable[[str], object]) -> Findings:
    """All that can be found out about a port. `note` is told what is being waited for.

    Raises UserError if there is no such port.
    """
    found = Findings(port.path, port.what)
    cable = _opened(port.path, found)
    if cable is None:
        return found
    note("asking")
    try:
        with cable:
            by_link.ask(cable, found)
    except NoAnswer as silent:
        found.trouble = str(silent)
        note(_PROMPT)
        _examine_board(found, note)
    except UserError as wrong:
        found.trouble = str(wrong)
        found.state = STRANGE if found.state == SILENT else found.state
    if found.clock:
        found.late = minutes_now() - found.clock
    return found


def _opened(path: str, found: Findings) -> Cable | None:
    """The port, open; None if another program has it, or this one may not. Raises UserError."""
    try:
        return Cable(path, again="ask it again")
    except PortShut as shut:
        found.state, found.trouble = SHUT, str(shut)
        return None


def _examine_board(found: Findings, note: Callable[[str], object]) -> None:
    """What has not answered as a tablet may do so once it has started anew."""
    try:
        with Board(found.port) as board:
            found.trouble = ""
            at_prompt.look(board, found)
    except UserError as wrong:
        garbled = found.state == PROMPT or not isinstance(wrong, NoPrompt)
        found.state, found.trouble = STRANGE if garbled else SILENT, str(wrong)
    if found.state == PROMPT and found.firmware is not None and _may_start(found):
        note(_START)
        _ask_again(found)


def _may_start(found: Findings) -> bool:
    return not found.app and found.scores != FILES_OVER


def _ask_again(found: Findings) -> None:
    """After its restart."""
    try:
        deploy.started(found.port)
        with Cable(found.port, again="ask it again") as cable:
            by_link.ask(cable, found)
        found.restarted, found.scores = True, ""  # it has found them, or made a place for them
    except UserError as wrong:
        found.trouble = str(wrong)
