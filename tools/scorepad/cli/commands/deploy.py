"""`scorepad deploy`: puts the firmware on a board."""

import argparse
import sys
from collections.abc import Iterator
from functools import partial

from rich.progress import DownloadColumn

from scorepad.cli import output, progress
from scorepad.cli.commands.sync import many
from scorepad.errors import UserError
from scorepad.json_text import json_text
from scorepad.tablet import deploy, self_test
from scorepad.tablet.board_link import Board, make_visible
from scorepad.tablet.cable import Cable

_NAMED = 5  # strangers' files that a message names
_UNTESTED = (
    "buttons: not tested, they take fingers: test on a terminal, or on the director's pages"
)


def run(arguments: argparse.Namespace) -> int:
    """Deploys, says who answers, and has it test itself; the exit status as in the help."""
    if arguments.json and not arguments.dry_run:
        raise UserError("--json goes with --dry-run: what is done is said in words")
    wanted = deploy.version(arguments.board, arguments.panel)
    with Board(arguments.port) as board:
        deploy.check_chip(board, arguments.board)
        found = deploy.survey(board)
        plan = deploy.plan(found, wanted)
        if arguments.dry_run:
            planned = _as_json if arguments.json else _describe_plan
            output.show_lines(planned(plan, wanted, found))
            return 0
        if found.strangers and not arguments.yes:
            _ask(board.path, found.strangers)
        line = partial(_line, files=len(plan.send))
        with progress.at_ports(line, DownloadColumn) as shown:
            deploy.carry_out(board, plan, wanted, shown(board.path))
    print(_done(arguments.port, plan, wanted, arguments.table))
    return _test(arguments.port) if arguments.self_test else 0


def _as_json(plan: deploy.Plan, wanted: deploy.Version, found: deploy.Found) -> list[str]:
    """Return what would happen, as JSON. `start`: the folder that would start, null if none."""
    said = json_text(
        {
            "version": wanted.name,
            "send": {path: len(wanted.files[path]) for path in plan.send},
            "copy": plan.copy,
            "remove": plan.remove,
            "strangers": found.strangers,
            "start": plan.folder[1:] if plan.switch else None,
        },
        on_one_line=True,
        ascii_only=True,
    )
    return [said]


def _describe_plan(plan: deploy.Plan, wanted: deploy.Version, found: deploy.Found) -> list[str]:
    lines = [f"would send {path} ({len(wanted.files[path])} bytes)" for path in plan.send]
    lines += [f"would copy {path} on the board" for path in plan.copy]
    lines += [f"would remove {path}" for path in plan.remove]
    if found.strangers:
        lines.append(f"would ask first: the board holds {_named(found.strangers)}")
    if plan.switch:
        return [*lines, f"would start {plan.folder[1:]}"]
    return ["nothing to do: the board has this version"]


def _ask(port: str, strangers: list[str]) -> None:
    """Raises UserError unless somebody says yes."""
    holds = f"{port}: the board holds other people's files: {_named(strangers)}"
    if not sys.stdin.isatty():
        raise UserError(f"{holds}; say --yes to have it start Scorepad all the same")
    output.note(f"{holds}. It would start Scorepad, and boot.py be replaced.")
    if input("Go on? [y/N] ").strip().lower() not in ("y", "yes"):
        raise UserError(f"{port}: nothing was changed")


def _named(strangers: list[str]) -> str:
    return ", ".join(map(make_visible, strangers[:_NAMED])) + (
        " ..." if len(strangers) > _NAMED else ""
    )


def _line(port: str, total: int, files: int) -> str:
    return f"{port}: sending {many(files, 'file')}, {many(total, 'byte')}\n"


def _done(port: str, plan: deploy.Plan, wanted: deploy.Version, table: int) -> str:
    """What was done, and who answers. Raises UserError if that is nobody, or somebody else."""
    try:
        there = deploy.greet(port, table)
    except UserError as error:
        raise UserError(
            f"the firmware is on the board, and its app does not answer: {error}; "
            f"`scorepad doctor {port}` looks why"
        ) from error
    if there.version != wanted.name:
        raise UserError(
            f"{port}: version {wanted.name} is on the board and {there.version} has started: "
            "the one cannot be loaded there, or the other is part of the board's image"
        )
    sent, copied = len(plan.send), len(plan.copy)
    counts = f"{many(sent, 'file')} sent, {copied} copied on the board"
    if not plan.changes:
        counts = "nothing to copy"
    return f"{port}: version {there.version}, tablet {there.tablet}, table {there.table}: {counts}"


def _test(port: str) -> int:
    """Has the board test itself, and says what each test found; 1 if something is wrong."""
    wrong = False
    with Cable(port, again="test it again") as cable:
        for result in _results(cable):
            print(f"{port}: {result}", flush=True)
            wrong = wrong or bool(result.wrong)
    return int(wrong)


def _results(cable: Cable) -> Iterator[self_test.Result]:
    """What the tests find; the buttons only where somebody can be asked to press them."""
    yield from self_test.alone(cable)
    if sys.stdin.isatty():
        most = f"({self_test.PRESS_S:.0f} s)"
        yield from self_test.keys(cable, lambda key: print("press", key, most, file=sys.stderr))
    else:
        print(f"{cable.path}: {_UNTESTED}", file=sys.stderr)
