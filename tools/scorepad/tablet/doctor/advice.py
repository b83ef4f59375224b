"""What to do about what was found: nothing here asks a board anything."""

import contextlib
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from firmware import VERSION
from scorepad import build
from scorepad.tablet.deploy import USABLE, board_of
from scorepad.tablet.doctor import findings
from scorepad.tablet.doctor.plugged_in import Drive, Port

OLDEST = (1, 25)  # MicroPython that the firmware runs on
LITTLE_FLASH = 96 * 1024  # bytes: some ten sessions, beside what no new one may take (space.py)
LITTLE_HEAP = 8192  # bytes, as the tablet's own test has it (firmware/selftest.py)
LATE = 5  # minutes
_ADDRESSES = {0x3C, 0x3D}  # of panels (firmware/hardware/panels.py)
_HELD_LOW = 60  # addresses that answer where nobody can: SDA is low
_PAGE = "docs/hardware.md"
_RESET = "press its reset button, or pull its plug and put it in again; then ask again"
_FIRST_PICO = f"{_PAGE}, First flash: Pico"


class Advice(NamedTuple):
    """A finding, and what to `do`; `wrong`: whether it prevents playing."""

    what: str
    do: str
    wrong: bool = True


def on_all(ports: list[Port], drives: list[Drive]) -> list[Advice]:
    """Return advice before any port is examined, if the user has named none."""
    advice = [_on_drive(drive) for drive in drives]
    advice += [
        Advice(f"{port.what} has no serial port: {port.why}", port.do)
        for port in ports
        if port.why
    ]
    known = [port for port in ports if port.what]
    if not known and ports:
        others = ", ".join(port.path for port in ports)
        advice.append(
            Advice(
                f"nothing that is plugged in looks like a board; there is {others}",
                "if your board is one of these, name its port: `scorepad doctor PORT`",
            )
        )
    if not ports and not drives:
        advice.append(
            Advice(
                "no board is plugged in, as far as this machine can tell",
                "plug it in with a cable that carries data (many only charge), or try another "
                "cable and another socket; if the board's lamp is dark, it has no power; on "
                "Windows an ESP32 board may lack the driver of its converter "
                f"({_PAGE}, When nothing shows)",
            )
        )
    return advice


def on_club(file: Path | None) -> Iterator[Advice]:
    """Yield a warning if every user can read the club's file; None: there is no file.

    Scorepad creates it for its owner alone, and changes no mode: users may share a file on
    purpose.
    """
    with contextlib.suppress(OSError, ValueError):  # there is none yet, or no such name
        if file and os.name == "posix" and file.stat().st_mode & 0o007:
            yield Advice(
                f"everybody who uses this machine can read the club's file {file}",
                f"unless they are meant to: `chmod 600 {shlex.quote(str(file))}`",
                wrong=False,
            )


def _on_drive(drive: Drive) -> Advice:
    if not drive.path:
        return Advice(
            f"a Pico waits for an image, and nobody has opened its drive {drive.board}",
            f"open it in the file manager, and drag an image for it there ({_FIRST_PICO})",
        )
    what = f"{drive.path}: a board waits for an image, and calls itself {drive.board}"
    if drive.pico:
        return Advice(what, f"drag an image for it onto that drive ({_FIRST_PICO})")
    return Advice(what, f"Scorepad does not know this one; {USABLE}")


def on_port(found: findings.Findings) -> list[Advice]:
    """Return what to do about the device at a port, the most urgent first."""
    return list(_BY_STATE[found.state](found)) or [
        Advice(
            "all is well",
            f"play; afterwards `scorepad sync {found.port}` fetches the sessions",
            wrong=False,
        )
    ]


def _on_shut(found: findings.Findings) -> Iterator[Advice]:
    what, _, do = _reason(found).partition("; ")
    yield Advice(what, do)


def _on_silent(found: findings.Findings) -> Iterator[Advice]:
    yield Advice(
        "nothing answers here, neither Scorepad nor MicroPython",
        f"{_RESET}; try another cable; on an ESP32-S3 use the "
        f"socket marked UART; a new board needs an image first ({_PAGE}, First flash)",
    )


def _on_strange(found: findings.Findings) -> Iterator[Advice]:
    yield Advice(_reason(found), _RESET)


def _reason(found: findings.Findings) -> str:
    """Return why the findings are incomplete, without the port, which precedes it."""
    return found.trouble.removeprefix(f"{found.port}: ")


def _on_prompt(found: findings.Findings) -> Iterator[Advice]:
    """Yield advice if MicroPython answers, and Scorepad does not."""
    version = tuple(int(part) for part in re.findall(r"[0-9]{1,4}", found.micropython)[:2])
    if version and version < OLDEST:
        oldest = ".".join(str(part) for part in OLDEST)
        yield Advice(
            f"its MicroPython is {found.micropython}, and Scorepad needs {oldest} or newer",
            f"put a newer image on it ({_PAGE}, First flash)",
        )
    yield _without_scorepad(found) if found.firmware is None else _not_running(found)
    yield from _on_bus(found)


def _without_scorepad(found: findings.Findings) -> Advice:
    if found.scores == findings.BENEATH:
        return Advice(
            "MicroPython's own image is there; before it was Scorepad's, and scores are left",
            "drag Scorepad's image onto it again, and they are there, unless files were copied "
            f"meanwhile; do not deploy before ({_FIRST_PICO})",
        )
    if found.board and not board_of(found.board):
        return Advice(f"Scorepad does not know the chip of this board: {found.board}", USABLE)
    return Advice(
        "MicroPython is there, and Scorepad is not",
        f"put it there: {_deploy(found)}; add `--panel ssd1309` for a panel of 2.42 inch, and "
        "`--table N` for its table",
    )


def _not_running(found: findings.Findings) -> Advice:
    """Return advice if Scorepad is installed, and does not answer."""
    rescue = f"`scorepad rescue {found.port}`"
    on_pico = board_of(found.board) == "pico"
    section = "Scores on a Pico that cannot be read" if on_pico else "When nothing shows"
    if found.app:
        return Advice(
            f"Scorepad is there and cannot be loaded: {found.app}",
            f"fetch its sessions with {rescue}, then install it again: {_deploy(found)}",
        )
    if found.scores == findings.FILES_OVER:
        return Advice(
            "files lie over its scores, so that it writes nothing",
            f"fetch what is left of them: {rescue}; then empty its flash "
            "(docs/build.md, What stays and what is lost)",
        )
    if found.scores:
        return Advice(
            f"its scores cannot be read: {found.scores}",
            f"before you change anything read {_PAGE}, {section}",
        )
    return Advice(
        "Scorepad is there, can be loaded, and does not answer",
        f"install it again: {_deploy(found)}; if that does not help, please tell us",
    )


def _on_bus(found: findings.Findings) -> Iterator[Advice]:
    """Yield advice about the panel, by the addresses that answer at the prompt."""
    if found.pins and len(found.bus) >= _HELD_LOW:
        yield Advice("nearly every address answers: SDA is low", _wiring(found.pins))
    elif found.pins and not _ADDRESSES & set(found.bus):
        yield Advice("no panel answers", _wiring(found.pins))


def _wiring(pins: findings.Pins | None) -> str:
    where = f"SDA on {pins.sda}, SCL on {pins.scl}" if pins else "SDA, SCL"
    return f"check its wires: VCC on 3.3 V, GND on ground, {where} ({_PAGE}, When nothing shows)"


def _on_tablet(found: findings.Findings) -> Iterator[Advice]:
    if found.trouble:
        yield Advice(_reason(found), "ask again")
    if found.panel == "":
        yield Advice("no panel answers", _wiring(found.pins or _pins_of(board_of(found.board))))
    if found.low:
        yield Advice(f"its battery has {found.battery} %", "charge it")
    if found.heap is not None and found.heap < LITTLE_HEAP:
        yield Advice(
            f"only {found.heap} bytes of memory are left",
            f"{_RESET}; if it is as before, please tell us",
        )
    if found.flash is not None and found.flash < LITTLE_FLASH and found.unfetched:
        yield Advice(
            f"its flash has {found.flash // 1024} KB left",
            f"fetch its sessions: `scorepad sync {found.port}`; then it makes room by itself",
        )
    yield from _in_passing(found)


def _in_passing(found: findings.Findings) -> Iterator[Advice]:
    """Yield advice about what does not prevent playing."""
    sync = f"`scorepad sync {found.port}`"
    if found.restarted:
        yield Advice("it did not answer, was restarted, and answers now", "use it", wrong=False)
    if _numbers(found.firmware) > _numbers(VERSION):
        newer = f"its firmware is {found.firmware}, newer than this program ({VERSION})"
        yield Advice(newer, "install a newer Scorepad on this PC", wrong=False)
    elif found.outdated or _numbers(found.firmware) < _numbers(VERSION):
        older = f"its firmware ({found.firmware}) is older than this program"
        panel = f" PANEL={found.named}" if found.named else ""
        drag = f", or drag a newer image onto it: `make image BOARD=pico{panel}`"
        drag *= found.board.endswith("RP2040")  # which may have an image of ours
        yield Advice(older, f"bring the newer one: {_deploy(found)}{drag}", wrong=False)
    if found.clock == 0:
        yield Advice("its clock is not set", f"a sync sets it: {sync}", wrong=False)
    elif abs(found.late or 0) > LATE:
        yield Advice("its clock is wrong", f"a sync sets it: {sync}", wrong=False)
    if found.unfetched:
        waiting = f"sessions that were not fetched yet: {found.unfetched}"
        yield Advice(waiting, f"fetch them: {sync}", wrong=False)


def _numbers(version: str | None) -> list[int]:
    return [int(digits) for digits in re.findall(r"[0-9]{1,6}", version or "")]


def _deploy(found: findings.Findings) -> str:
    """Return the command that installs Scorepad, with the panel that was named before."""
    panel = f" --panel {found.named}" if found.named else ""
    return f"`scorepad deploy {found.port} --board {board_of(found.board) or 'NAME'}{panel}`"


def _pins_of(board: str) -> findings.Pins | None:
    if not board:
        return None
    text = build.board_file(board).read_text(encoding="utf-8")
    sda, scl = (re.search(rf"^{name} = (\d+)$", text, re.MULTILINE) for name in ("SDA", "SCL"))
    return findings.Pins(int(sda[1]), int(scl[1])) if sda and scl else None


_BY_STATE = {
    findings.TABLET: _on_tablet,
    findings.PROMPT: _on_prompt,
    findings.SILENT: _on_silent,
    findings.SHUT: _on_shut,
    findings.STRANGE: _on_strange,
}
