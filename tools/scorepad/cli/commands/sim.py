"""`scorepad sim`: a tablet on this machine."""

import argparse
import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

from firmware.session import Session
from scorepad.cache import CacheUnusable
from scorepad.cli import output
from scorepad.cli.commands.score import scored_sessions, shown_name, text_lines
from scorepad.cli.output import save
from scorepad.errors import UserError
from scorepad.json_text import json_text
from scorepad.simulator import script
from scorepad.simulator.faces.picture import save_png
from scorepad.simulator.flash import BadFlash, Flash
from scorepad.simulator.interpreters import MicroPythonMissing
from scorepad.simulator.live import NOT_KEPT, Live
from scorepad.simulator.panels.commands import ChipError
from scorepad.simulator.port import LoopbackPort, PortServer, PseudoTerminal
from scorepad.simulator.process import HEAP, SimulationError, command
from scorepad.simulator.robot import Robot
from scorepad.simulator.tablet import Shot, Tablet

_SCALE = 3  # of a picture: three of its pixels to one of the panel


def run(given: argparse.Namespace) -> int:
    if given.keys == given.play == "-":
        raise UserError("--keys and --play cannot both be read from standard input")
    called = shown_name(given.keys) if given.keys else ""
    steps = script.parse("\n".join(text_lines(given.keys, called)), called) if called else []
    sessions = _sessions(given) if given.play else []
    interactive = not given.keys and not given.play and _at_terminal()
    offered = given.pty or given.tcp
    if not (interactive or given.keys or given.play or offered):
        raise UserError("sim needs a terminal to be played in, or --keys, --play, --pty or --tcp")
    try:
        with _ends_when_told(), _tablet(given) as tablet:
            for session in sessions:
                _play(tablet, session, given.json)
            _run_script(tablet, steps, given.screenshots, given.json)
            if offered or interactive:
                _serve(tablet, given, interactive)
    except (SimulationError, ChipError) as error:
        raise UserError(f"sim: {error}") from error
    return 0


@contextlib.contextmanager
def _tablet(given: argparse.Namespace) -> Iterator[Tablet]:
    runtime, panel = given.runtime or usual_runtime(), given.panel
    setting = panel if panel == "ssd1309" else ""  # the others are found
    try:
        flash = Flash(given.flash)
    except BadFlash as error:
        raise UserError(str(error)) from error
    try:
        heap = given.heap * 1024
        made = Tablet(flash, runtime, heap, panel=panel, setting=setting, battery=given.battery)
        with made as tablet:
            yield tablet
    finally:
        flash.close()


def usual_runtime() -> str:
    """MicroPython, as boards have it, where that can be had."""
    try:
        command("unix", HEAP)
    except (MicroPythonMissing, CacheUnusable) as missing:
        output.note(f"{missing}; the tablet runs on CPython")
        return "cpython"
    return "unix"


def _sessions(given: argparse.Namespace) -> list[Session]:
    asked = given.rules, given.play, given.options, given.first_dealer, given.close
    sessions = scored_sessions(*asked)
    for session in sessions:
        sheet = session.sheet
        if sheet.wheel and sheet.options.get("carry") != "on" and sheet.dealt > sheet.wheel:
            raise UserError("a wheel is a game on the tablet: --- on its own line begins another")
    return sessions


def _play(tablet: Tablet, session: Session, as_json: bool) -> None:
    presses, sent = tablet.presses, tablet.i2c_bytes
    played = Robot(tablet, session).play()
    each = round(played.deal_presses / played.deals, 3) if played.deals else 0
    facts = {
        "rules": session.rules,
        "deals": played.deals,
        "presses": tablet.presses - presses,
        "deal_presses": played.deal_presses,
        "presses_per_deal": each,
        "i2c_bytes": tablet.i2c_bytes - sent,
        "totals": played.totals,
    }
    totals = ", ".join(f"{side} {points}" for side, points in played.totals.items())
    totals = totals or f"{played.deals} boards"
    line = f"{played.deals} deals, {each} presses a deal; on the screen: {totals}"
    save((json_text(facts, on_one_line=True) if as_json else line) + "\n", None)


def _run_script(
    tablet: Tablet, steps: list[script.Step], folder: Path | None, as_json: bool
) -> None:
    if folder and steps:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(f"{folder}: cannot be made: {error.strerror}") from error

    def taken(name: str, shot: Shot) -> None:
        if folder:
            _save_picture(folder / f"{name}.png", shot.pixels)
        save(_shot_line(name, shot, as_json) + "\n", None)

    script.play(steps, tablet, taken)


def _save_picture(path: Path, pixels: bytes) -> None:
    try:
        save_png(path, pixels, _SCALE)
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from error


def _shot_line(name: str, shot: Shot, as_json: bool) -> str:
    if not as_json:
        return f"{name}: {shot.screen}: {' | '.join(shot.text)}"
    facts = {
        "shot": name,
        "screen": shot.screen,
        "text": shot.text,
        "sha256": shot.sha256,
        "presses": shot.presses,
        "i2c_bytes": shot.i2c_bytes,
    }
    return json_text(facts, on_one_line=True)


def _serve(tablet: Tablet, given: argparse.Namespace, interactive: bool) -> None:
    port = _port(tablet, given)
    kept = given.flash is not None
    try:
        if port and not (interactive or kept):
            print(NOT_KEPT, file=sys.stderr)
        if port:
            save(port.path + "\n", None)
        if interactive:
            Live(tablet, port, kept).play()
        elif port:
            port.serve()
    finally:
        if port:
            port.close()


def _port(tablet: Tablet, given: argparse.Namespace) -> PortServer | None:
    if given.tcp:
        return PortServer(tablet, LoopbackPort())
    return PortServer(tablet, PseudoTerminal()) if given.pty else None


class _Told(BaseException):
    """Someone asked this process to end, or its terminal has gone."""


@contextlib.contextmanager
def _ends_when_told() -> Iterator[None]:
    """SIGTERM and SIGHUP, SIGBREAK on Windows, end what is going on, in order."""

    def tell(*_: object) -> None:
        raise _Told

    names = ("SIGTERM", "SIGHUP", "SIGBREAK")
    signals = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = [signal.signal(number, tell) for number in signals]
    try:
        yield
    except _Told:
        pass
    finally:
        for number, handler in zip(signals, before, strict=True):
            signal.signal(number, handler)


def _at_terminal() -> bool:
    """Whether a person is here: a terminal, and not as a background job of it."""
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty()):
        return False
    return not hasattr(os, "tcgetpgrp") or os.tcgetpgrp(0) == os.getpgrp()
