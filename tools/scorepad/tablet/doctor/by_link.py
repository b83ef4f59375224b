"""What a tablet says of itself over the link. Nothing is changed there."""

import re

from scorepad.tablet.answers import listing, who
from scorepad.tablet.cable import Cable, Refused
from scorepad.tablet.doctor.findings import END_OF_CLOCK, TABLET, Findings, known_panel

_WORD = re.compile(r"([a-z]{1,20})=([!-~]+)")
_NUMBER = re.compile(r"[0-9]{1,10}")
_VERSION = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4}){1,2}")
_CHIP = re.compile(r"[A-Za-z0-9]{1,20}")
_NOBODY = "-"
_MOST = (1 << 32) - 1
_FULL = 100  # percent


def examine_tablet(cable: Cable, found: Findings) -> None:
    """Add everything that the tablet can report to the findings. Raise UserError."""
    found.tablet, found.table, found.firmware, found.flash = who(cable)
    found.state = TABLET
    sessions = list(listing(cable))
    found.sessions = len(sessions)
    found.unfetched = sum(session.state == "c" for session in sessions)
    try:
        _take(found, cable.ask("about"))
    except Refused as refused:
        if not refused.unknown:
            raise
        found.outdated = True


def _take(found: Findings, said: str) -> None:
    """Add the values in an answer to `about`; ignore invalid ones."""
    words, _, board = said.partition("board=")
    found.board = board[:80]
    values = dict(_WORD.findall(words))
    python, panel = values.get("micropython", ""), values.get("panel", "")
    found.micropython = python if _VERSION.fullmatch(python) else ""
    found.panel = "" if panel == _NOBODY else panel if _CHIP.fullmatch(panel) else None
    found.named = known_panel(values.get("named"))
    found.heap = _number(values.get("heap", ""), _MOST)
    found.clock = _number(values.get("clock", ""), END_OF_CLOCK - 1)
    found.battery = _number(values.get("battery", ""), _FULL)
    found.low = values.get("low") == "1" and found.battery is not None


def _number(word: str, most: int) -> int | None:
    return int(word) if _NUMBER.fullmatch(word) and int(word) <= most else None
