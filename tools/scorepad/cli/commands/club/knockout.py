"""`scorepad club knockout`: a knock-out of pairs, from the draw to the summary sheet."""

import argparse
from functools import partial
from random import randrange

from firmware.scoring.nz_match import NzMatch
from scorepad.cli import output
from scorepad.cli.club_options import club_of
from scorepad.cli.numbers import whole_number
from scorepad.cli.report_options import save
from scorepad.club.knockout import pairs_file
from scorepad.club.knockout.competition import Competition, competition_named, competitions, only
from scorepad.club.knockout.new_knockout import draw_up
from scorepad.errors import UserError
from scorepad.language import say
from scorepad.reports.content import knockout

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
        competition = club.read(work) if given.dry_run else club.write(work)
    if given.json:
        output.save_json(knockout.for_programs(competition))
    else:
        _print(competition, *["", say("Nothing was kept.")] * given.dry_run)


def show(given: argparse.Namespace) -> None:
    """Shows how it stands. Raises UserError."""
    with club_of(given) as club:
        competition = club.read(
            only if given.name is None else partial(competition_named, name=given.name)
        )
    if given.format:
        save(knockout.report(competition), given)
    elif given.json:
        output.save_json(knockout.for_programs(competition), given.output)
    elif given.output:
        raise UserError("--output: say what it shall be with --format, or --json")
    else:
        _print(competition)


def _print(competition: Competition, *said: str) -> None:
    """On a terminal also what is to be known of it."""
    notes = ["", *competition.notes] if competition.notes else []
    output.show(knockout.report(competition), *notes, *said)


def list_all(given: argparse.Namespace) -> None:
    """Lists all knock-outs. Raises UserError."""
    with club_of(given) as club:
        every = club.read(competitions)
    if given.json:
        output.save_json(knockout.list_for_programs(every))
    elif every:
        output.show(knockout.listed(every).unheaded)
    else:
        output.show(say("The club has no knock-out; `scorepad club knockout draw` makes one."))
