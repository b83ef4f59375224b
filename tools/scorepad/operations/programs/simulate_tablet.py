from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from firmware.scoring.rules import NAMES
from scorepad.errors import UserError
from scorepad.language import text
from scorepad.operation import TERMINAL, Calculation, Context, Param, Upload, operation
from scorepad.operations.common import Lines
from scorepad.operations.scoring.common import Close, FirstDealer, Options, RuleName
from scorepad.operations.tablets.common import PanelName

if TYPE_CHECKING:
    from firmware.session import Session
    from scorepad.simulator.port import PortServer
    from scorepad.simulator.script import Step
    from scorepad.simulator.tablet import Shot, Tablet

_SCALE = 3  # of a picture: three of its pixels to one of the panel


@operation("sim")
class SimulateTablet(Calculation):
    """Simulate a tablet on this machine

    The real firmware on real MicroPython, its panel and its buttons. In a terminal it is played
    with the arrow keys, Enter (OK) and Backspace (BACK). With --json a line is a JSON object.

    key scripts:
      # a comment, also at the end of a line
      OK OK DOWN          presses one by one: UP DOWN LEFT RIGHT OK BACK, any case
      hold BACK 1200      a button held down, in milliseconds (1200 if not said)
      wait 500            time goes on, in milliseconds
      shot NAME           what the tablet shows: printed, and kept as NAME.png
      ask table 3         what a PC asks over the cable (docs/link.md)
      reset               the microcontroller is reset
      power-cut           the power goes and comes back
    """

    where = frozenset((TERMINAL,))
    examples = (
        "scorepad sim                                play it here",
        "scorepad sim --flash table3.flash           the same, and it keeps its scores",
        "scorepad sim --keys evening.keys --screenshots pictures --json",
        "scorepad sim --flash table3.flash --rules rubber --play deals.txt",
        "scorepad sim --rules chicago --option honours=off --close --play deals.txt",
        "scorepad sim --flash table3.flash --pty &   its serial port, for scorepad sync",
    )

    keys: Annotated[
        Upload | None,
        Param("Keys", "press the keys of a script (- is standard input)", metavar="FILE"),
    ] = None
    screenshots: Annotated[
        str, Param("Pictures", "keep the script's shots as pictures", metavar="DIR")
    ] = ""
    rules: Annotated[
        RuleName, Param("Rules", f"the game to --play: {', '.join(NAMES)}", metavar="RULES")
    ] = "rubber"
    play: Annotated[
        Upload | None,
        Param("Play", "start a new game and enter these deals by pressing keys", metavar="DEALS"),
    ] = None
    option: Options = field(default_factory=dict)
    first_dealer: FirstDealer = "N"
    close: Close = False
    flash: Annotated[str, Param("Flash", "keep the flash in this file", metavar="FILE")] = ""
    runtime: Annotated[
        Literal["unix", "unix32", "cpython"] | None,
        Param(
            "Runtime",
            "MicroPython with 64-bit (unix) or, as a board has them, 32-bit words (unix32); or "
            "cpython. Without it: unix where there is or can be fetched one, else cpython",
        ),
    ] = None
    heap: Annotated[int, Param("Heap", "MicroPython's heap", low=32, high=65536, metavar="KB")] = (
        192
    )
    panel: Annotated[PanelName, Param("Panel", "which panel it has")] = "ssd1306"
    battery: Annotated[
        int | None,
        Param(
            "Battery",
            "what its battery has, 0 to 100; without it the board cannot measure any",
            high=100,
            metavar="PERCENT",
        ),
    ] = None
    pty: Annotated[
        bool, Param("Serial port", "offer the serial port, and print its path first")
    ] = False
    tcp: Annotated[bool, Param("TCP port", "the same as socket://..., which Windows has too")] = (
        False
    )

    def check(self) -> None:
        if self.keys and self.play and self.keys.name == self.play.name == "-":
            both = text("--keys and --play cannot both be read from standard input")
            raise UserError(both, "keys")
        if self.pty and self.tcp:
            raise UserError(text("--pty and --tcp cannot be combined"), "tcp")

    def run(self, context: Context) -> Lines:
        from scorepad.deals_file import shown_name, text_lines
        from scorepad.simulator import script
        from scorepad.simulator.panels.commands import ChipError
        from scorepad.simulator.process import SimulationError
        from scorepad.simulator.running import ends_when_told, is_in_foreground

        steps: list[Step] = []
        if self.keys:
            steps = script.parse("\n".join(text_lines(self.keys)), shown_name(self.keys))
        sessions = self._sessions()
        told = self.keys or self.play
        interactive = not told and context.ask is not None and is_in_foreground()
        if not (interactive or told or self.pty or self.tcp):
            nobody = text(
                "sim needs a terminal to be played in, or --keys, --play, --pty or --tcp"
            )
            raise UserError(nobody)
        try:
            with ends_when_told(), self._tablet(context) as tablet:
                for session in sessions:
                    context.note(_play_session(tablet, session))
                self._run_script(tablet, steps, context)
                if self.pty or self.tcp or interactive:
                    self._serve(tablet, interactive, context)
        except (SimulationError, ChipError) as error:
            raise UserError(f"sim: {error}") from error
        return Lines()

    def _sessions(self) -> "list[Session]":
        from scorepad.deals_file import scored_sessions

        if not self.play:
            return []
        asked = self.rules, self.play, self.option, self.first_dealer, self.close
        sessions = scored_sessions(*asked)
        for session in sessions:
            sheet = session.sheet
            if sheet.wheel and sheet.options.get("carry") != "on" and sheet.dealt > sheet.wheel:
                wheel = text("a wheel is a game on the tablet: --- on its own line begins another")
                raise UserError(wheel, "play")
        return sessions

    @contextmanager
    def _tablet(self, context: Context) -> "Iterator[Tablet]":
        from scorepad.simulator.flash import BadFlash, Flash
        from scorepad.simulator.process import usual_runtime
        from scorepad.simulator.tablet import Tablet

        runtime, panel = self.runtime or usual_runtime(context.note), self.panel
        setting = panel if panel == "ssd1309" else ""  # the others are found
        try:
            flash = Flash(Path(self.flash) if self.flash else None)
        except BadFlash as error:
            raise UserError(str(error), "flash") from error
        try:
            heap = self.heap * 1024
            made = Tablet(flash, runtime, heap, panel=panel, setting=setting, battery=self.battery)
            with made as tablet:
                yield tablet
        finally:
            flash.close()

    def _run_script(self, tablet: "Tablet", steps: "list[Step]", context: Context) -> None:
        from scorepad.simulator import script

        folder = Path(self.screenshots) if self.screenshots else None
        if folder and steps:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                about = {"folder": str(folder), "why": error.strerror}
                said = text("{folder}: cannot be made: {why}", **about)
                raise UserError(said, "screenshots") from error

        def save_shot(name: str, shot: "Shot") -> None:
            if folder:
                _save_picture(folder / f"{name}.png", shot.pixels)
            context.note(_describe_shot(name, shot))

        script.play(steps, tablet, save_shot)

    def _serve(self, tablet: "Tablet", interactive: bool, context: Context) -> None:
        from scorepad.simulator.port import NOT_KEPT

        port, kept = self._port(tablet), bool(self.flash)
        try:
            if port and not (interactive or kept):
                context.note(NOT_KEPT)
            if port:
                context.note(Lines([port.path], {"port": port.path}))
            if interactive:
                from scorepad.simulator.live import Live

                Live(tablet, port, kept).play()
            elif port:
                port.serve()
        finally:
            if port:
                port.close()

    def _port(self, tablet: "Tablet") -> "PortServer | None":
        from scorepad.simulator.port import LoopbackPort, PortServer, PseudoTerminal

        if self.tcp:
            return PortServer(tablet, LoopbackPort())
        return PortServer(tablet, PseudoTerminal()) if self.pty else None


def _describe_shot(name: str, shot: "Shot") -> Lines:
    facts = {
        "shot": name,
        "screen": shot.screen,
        "text": shot.text,
        "sha256": shot.sha256,
        "presses": shot.presses,
        "i2c_bytes": shot.i2c_bytes,
    }
    return Lines([f"{name}: {shot.screen}: {' | '.join(shot.text)}"], facts)


def _play_session(tablet: "Tablet", session: "Session") -> Lines:
    from scorepad.simulator.robot import Robot

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
    return Lines([line], facts)


def _save_picture(path: Path, pixels: bytes) -> None:
    from scorepad.simulator.faces.picture import save_png

    try:
        save_png(path, pixels, _SCALE)
    except OSError as error:
        about = {"file": str(path), "why": error.strerror}
        raise UserError(text("{file}: cannot be written: {why}", **about)) from error
