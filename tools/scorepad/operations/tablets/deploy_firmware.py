from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal

from scorepad.errors import UserError, remedy
from scorepad.language import Text, joined, text, text_counted
from scorepad.operation import (
    PAGE,
    TERMINAL,
    Calculation,
    Context,
    Outcome,
    Param,
    operation,
    plain,
)
from scorepad.operations.common import Lines
from scorepad.operations.tablets.common import PanelName, Port, Table

if TYPE_CHECKING:
    from scorepad.tablet.answers import Who
    from scorepad.tablet.cable import Cable
    from scorepad.tablet.deploy import Found, Plan, Version
    from scorepad.tablet.self_test import Result

_NAMED = 5  # strangers' files that a message names


@operation("deploy")
class DeployFirmware(Calculation):
    """Put the firmware on a board

    Puts this version of the firmware on a board with MicroPython, or replaces the one that is
    there: copies what has changed, verifies it, starts it, and says who answers. Scores and
    settings stay. Whenever it is interrupted, the board starts either the version that it had or
    this one.

    Exit status: 0 the board answers, and its tests found nothing wrong; 1 a test failed; 2
    anything else, said in one line.
    """

    where = frozenset((TERMINAL, PAGE))
    examples = (
        "scorepad deploy /dev/ttyUSB0 --table 3",
        "scorepad deploy /dev/ttyACM0 --board pico --self-test",
    )

    port: Port
    board: Annotated[
        Literal["esp32", "esp32c3", "esp32s3", "pico"],  # as build.BOARDS, which loads slowly
        Param("Board", "what kind of board it is: esp32, esp32c3, esp32s3, pico", metavar="NAME"),
    ] = "esp32"
    panel: Annotated[
        PanelName | None,
        Param(
            "Panel",
            "which panel it has: sh1106, ssd1306, ssd1309; without it the board finds one of the "
            "first two by what it answers",
            metavar="NAME",
        ),
    ] = None
    table: Table | None = None
    dry_run: Annotated[bool, Param("Dry run", "say what would be copied, and change nothing")] = (
        False
    )
    self_test: Annotated[
        bool,
        Param(
            "Self-test",
            "have the board test itself in the end: scoring, flash, panel, memory; on a terminal "
            "also its buttons, which you are asked to press",
        ),
    ] = False
    yes: Annotated[bool, Param("Yes", "also on a board that holds other people's files")] = False

    def check(self) -> None:
        if self.dry_run and self.self_test:
            raise UserError(text("--dry-run and --self-test cannot be combined"), "self_test")

    def run(self, context: Context) -> Outcome:
        from scorepad.tablet import deploy
        from scorepad.tablet.board_link import Board

        wanted = deploy.compile_version(self.board, self.panel or "")
        with Board(self.port) as board:
            deploy.check_chip(board, self.board)
            found = deploy.survey(board)
            plan = deploy.plan(found, wanted)
            if self.dry_run:
                return _describe_plan(plan, wanted, found)
            if found.strangers and not self.yes:
                self.confirm(found.strangers, context)

            def begins(port: str, total: int) -> Text:
                return _describe_sending(port, len(plan.send), total)

            with context.at_ports(begins, in_bytes=True) as shown:
                deploy.carry_out(board, plan, wanted, shown(board.path))
        done = self._greet(plan, wanted)
        if not self.self_test:
            return done
        context.note(done)
        return self._test(context)

    def confirm(self, strangers: list[str], context: Context) -> None:
        """Raise UserError unless somebody says yes."""
        about = {"port": self.port, "files": _format_names(strangers)}
        holds = text("{port}: the board has other people's files: {files}", **about)
        if context.ask is None:
            yes = remedy("deploy", port=self.port, board=self.board, yes=True)
            raise UserError(holds, "yes", [yes])
        context.note(
            text("{holds}. It would start Scorepad, and boot.py be replaced.", holds=holds)
        )
        if context.ask(text("Go on? [y/N]")).strip().lower() not in ("y", "yes"):
            raise UserError(text("{port}: nothing was changed", port=self.port))

    def _greet(self, plan: "Plan", wanted: "Version") -> Lines:
        """Return who answers. Raise UserError if that is nobody, or somebody else."""
        from scorepad.tablet import deploy

        try:
            there = deploy.greet(self.port, self.table or 0)
        except UserError as error:
            silent = text(
                "the firmware is on the board, and its app does not answer: {why}", why=error.said
            )
            raise UserError(silent, "port", [remedy("doctor", port=self.port)]) from error
        if there.version != wanted.name:
            about = {"port": self.port, "wanted": wanted.name, "there": there.version}
            raise UserError(
                text(
                    "{port}: version {wanted} is on the board and {there} has started: the one "
                    "cannot be loaded there, or the other is part of the board's image",
                    **about,
                )
            )
        return _describe_deploy(there, self.port, plan)

    def _test(self, context: Context) -> Lines:
        """Have the board test itself, and tell what each test found."""
        from scorepad.tablet.cable import Cable

        wrong = False
        with Cable(self.port, again=text("test it again")) as cable:
            for result in _results(cable, context):
                said = text("{port}: {result}", port=self.port, result=result.summary)
                context.note(Lines([said], {"port": self.port, "test": plain(result)}))
                wrong = wrong or bool(result.wrong)
        return Lines(status=int(wrong))


def _describe_plan(plan: "Plan", wanted: "Version", found: "Found") -> Lines:
    """Return what a deploy would do."""
    send = {path: len(wanted.files[path]) for path in plan.send}
    start = plan.folder[1:] if plan.switch else None  # the folder that would start
    lines = [
        *(text("would send {path} ({number} bytes)", path=one, number=send[one]) for one in send),
        *(text("would copy {path} on the board", path=path) for path in plan.copy),
        *(text("would remove {path}", path=path) for path in plan.remove),
    ]
    if found.strangers:
        files = _format_names(found.strangers)
        lines.append(text("would ask first: the board has {files}", files=files))
    if start:
        lines.append(text("would start {folder}", folder=start))
    else:
        lines.append(text("nothing to do: the board has this version"))
    known = {"version": wanted.name, "send": send, "copy": plan.copy, "remove": plan.remove}
    return Lines(lines, {**known, "strangers": found.strangers, "start": start})


def _describe_deploy(there: "Who", port: str, plan: "Plan") -> Lines:
    """Return who answers now, and how many files were sent, and copied on the board."""
    counts = text("nothing to copy")
    if plan.changes:
        counts = text_counted(
            len(plan.send),
            "{number} file sent, {copied} copied on the board",
            "{number} files sent, {copied} copied on the board",
            copied=len(plan.copy),
        )
    about = {"port": port, "version": there.version, "tablet": there.tablet, "table": there.table}
    said = text(
        "{port}: version {version}, tablet {tablet}, table {table}: {counts}",
        **about,
        counts=counts,
    )
    done = {"sent": len(plan.send), "copied": len(plan.copy), "changes": plan.changes}
    return Lines([said], {**about, **done})


def _format_names(strangers: list[str]) -> str:
    from scorepad.tablet.board_link import make_visible

    more = " ..." * (len(strangers) > _NAMED)
    return ", ".join(map(make_visible, strangers[:_NAMED])) + more


def _describe_sending(port: str, files: int, size: int) -> Text:
    sent = [
        text_counted(files, "sending {number} file", "sending {number} files"),
        text_counted(size, "{number} byte", "{number} bytes"),
    ]
    return text("{port}: {sent}", port=port, sent=joined(sent))


def _results(cable: "Cable", context: Context) -> "Iterator[Result]":
    """Yield what the tests find; the buttons only where somebody can be asked to press them."""
    from scorepad.tablet import self_test

    yield from self_test.run_tests(cable)
    if context.ask is None:
        untested = text(
            "{port}: the buttons were not tested, for they need fingers: test them on a terminal, "
            "or on the director's pages of the tablet",
            port=cable.path,
        )
        context.note(untested)
        return

    def please(key: str) -> None:
        context.note(
            text("press {key} ({seconds} s)", key=key, seconds=f"{self_test.PRESS_S:.0f}")
        )

    yield from self_test.check_buttons(cable, please)
