"""`scorepad club knockout`: a knock-out of pairs, from the draw to the summary sheet."""

import argparse
from collections.abc import Callable
from functools import partial
from random import randrange

from firmware.scoring.nz_match import NzMatch
from scorepad.cli import output
from scorepad.cli.club_options import change_club, club_of, show_list
from scorepad.cli.report_options import save
from scorepad.cli.words import whole_number
from scorepad.club.events.entering import read_pairs
from scorepad.club.knockout import decisions, results
from scorepad.club.knockout.competition import Competition, competition_named, competitions, only
from scorepad.club.knockout.new_knockout import draw_up
from scorepad.errors import UserError
from scorepad.language import say
from scorepad.reports.content import knockout

_LOTS = 1_000_000_000  # the highest number that stands for a lot
_MOST_MATCHES = 1_000_000
_MOST_DEALS = dict(NzMatch.choices)["deals"][-1]


def draw(given: argparse.Namespace) -> None:
    work = partial(
        draw_up,
        name=given.name,
        listed=read_pairs(given.file, lambda said: output.note(str(said)), ("player", "partner")),
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
    none = say("The club has no knock-out; `scorepad club knockout draw` makes one.")
    show_list(given, competitions, knockout.listed, knockout.list_for_programs, none)


def enter_result(given: argparse.Namespace) -> None:
    """Enters a result, a withdrawal, or what a session is. Raises UserError."""
    _decide(given, _ruling(given) or _totals(given))


_RULINGS: dict[str, Callable[..., str]] = {
    "withdraw": results.withdraw,
    "session": decisions.assign,
    "friendly": decisions.make_friendly,
}


def _ruling(given: argparse.Namespace) -> Callable[..., str] | None:
    """Return the ruling given instead of totals. Raises UserError if both are there."""
    wanted = [(option, getattr(given, option)) for option in _RULINGS]
    work = [partial(_RULINGS[option], given=word) for option, word in wanted if word is not None]
    if work and given.totals:
        raise UserError("result: either the totals of both pairs, or an option")
    return work[0] if work else None


def _totals(given: argparse.Namespace) -> Callable[..., str]:
    if len(given.totals) != 4:
        raise UserError(
            "result: name both pairs and the points of each (PAIR POINTS PAIR POINTS), or an "
            "option"
        )
    one, won, other, lost = given.totals
    totals = (one, results.points(won)), (other, results.points(lost))
    return partial(results.enter, totals=totals)


def undo(given: argparse.Namespace) -> None:
    """Takes back what was entered for a match. Raises UserError."""
    number = whole_number("MATCH", given.match, 1, _MOST_MATCHES)
    _decide(given, partial(decisions.undo, number=number))


def drop(given: argparse.Namespace) -> None:
    _decide(given, decisions.drop)


def _decide(given: argparse.Namespace, work: Callable[..., str]) -> None:
    change_club(given, partial(work, name=given.name, reason=given.reason))
