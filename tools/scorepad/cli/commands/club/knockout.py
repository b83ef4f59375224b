"""`scorepad club knockout`: a knock-out of pairs, from the draw to the summary sheet."""

import argparse
from collections.abc import Callable
from functools import partial
from random import randrange

from firmware.scoring.nz_match import NzMatch
from scorepad.cli import output
from scorepad.cli.club_options import club_of
from scorepad.cli.numbers import whole_number
from scorepad.club.knockout import pairs_file
from scorepad.club.knockout.competition import Competition, competition, competitions, only
from scorepad.club.knockout.drawing import draw_up
from scorepad.errors import UserError
from scorepad.reports.knockout import printing
from scorepad.reports.knockout.page import as_html
from scorepad.reports.pdf.needed import with_pdf

_LOTS = 1_000_000_000  # the highest number that stands for a lot
_MOST_DEALS = dict(NzMatch.choices)["deals"][-1]


def draw(given: argparse.Namespace) -> None:
    """Draws who meets whom. Raises UserError."""
    work = partial(
        draw_up,
        name=given.name,
        listed=pairs_file.read(given.file),
        seed=randrange(_LOTS)
        if given.seed is None
        else whole_number("--seed", given.seed, 0, _LOTS),
        deals=whole_number("--deals", given.deals, 1, _MOST_DEALS),
        keep=not given.dry_run,
    )
    with club_of(given) as club:
        held = club.read(work) if given.dry_run else club.write(work)
    if given.json:
        output.save(printing.as_json(held), None)
    else:
        output.show(*printing.printed(held), *["", "Nothing was kept."] * given.dry_run)


def show(given: argparse.Namespace) -> None:
    """Shows how it stands. Raises UserError."""
    with club_of(given) as club:
        held = club.read(only if given.name is None else partial(competition, name=given.name))
    if given.format:
        output.save(_SHEETS[given.format](held), given.output)
    elif given.json:
        output.save(printing.as_json(held), given.output)
    elif given.output:
        raise UserError("--output: say what it shall be with --format, or --json")
    else:
        output.show(*printing.printed(held))


def _as_pdf(held: Competition) -> bytes:
    made: bytes = with_pdf("scorepad.reports.knockout.pdf").as_pdf(held)
    return made


_SHEETS: dict[str, Callable[[Competition], str | bytes]] = {"pdf": _as_pdf, "html": as_html}


def list_all(given: argparse.Namespace) -> None:
    """Lists all knock-outs. Raises UserError."""
    with club_of(given) as club:
        every = club.read(competitions)
    if given.json:
        output.save(printing.list_as_json(every), None)
    elif every:
        output.show(printing.list_as_table(every))
    else:
        output.show("The club has no knock-out; `scorepad club knockout draw` makes one.")
