"""`scorepad club duplicate`: an evening of duplicate, scored across the tables."""

import argparse
import sys
from datetime import date

from scorepad.cli import output
from scorepad.cli.club_options import club_of
from scorepad.cli.report_options import check_format, save
from scorepad.club.duplicate.evening import scored
from scorepad.club.duplicate.gathering import Gathering, named, of_evening, without
from scorepad.club.records.evenings import day
from scorepad.club.records.store import Club
from scorepad.errors import UserError
from scorepad.exports.duplicate import for_programs
from scorepad.reports.content.duplicate import report


def duplicate(given: argparse.Namespace) -> None:
    """Shows an evening of duplicate, scored. Raises UserError."""
    check_format(given)
    if given.ids and given.evening is not None:
        raise UserError("duplicate: name sessions or --evening, not both")
    wanted = None if given.evening is None else day(given.evening)
    with club_of(given) as club:
        gathering = _gathered(club, given.ids, wanted)
    evening = scored(without(gathering, given.without), given.scoring, given.winners)
    for damaged in gathering.damaged:
        print(f"left out: {damaged}", file=sys.stderr)
    if given.json:
        output.save_json(for_programs(evening))
        return
    _hint(len(evening.doubts), given.doubts)
    page = report(evening, given.travellers, given.doubts)
    if given.format:
        save(page, given)
    else:
        output.show(page)


def _hint(doubts: int, shown: bool) -> None:
    """How many questions there are for the director, who can see them."""
    if doubts and not shown:
        what, which = ("result is", "it") if doubts == 1 else ("results are", "them")
        print(f"{doubts} {what} missing or doubtful; --doubts shows {which}", file=sys.stderr)


def _gathered(club: Club, ids: list[str], wanted: date | None) -> Gathering:
    return named(club, ids) if ids else of_evening(club, wanted)
