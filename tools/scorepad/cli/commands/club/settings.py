"""What the secretary sets up: the club's settings, its rules, who comes in, and backups."""

import argparse
import contextlib
from collections import Counter
from functools import partial
from pathlib import Path

from scorepad import wording
from scorepad.cli import output
from scorepad.cli.club_options import (
    change_club,
    club_of,
    existing_club_of,
    new_club_of,
    show_list,
    signature_of,
)
from scorepad.cli.words import rule_options, whole_number
from scorepad.club import house, security_log, tokens
from scorepad.club.database.opening import Trouble
from scorepad.club.records.backup import backup, restore, set_aside
from scorepad.club.records.store import Copied
from scorepad.club.security_log import MOST, MOST_REFUSALS, Kind
from scorepad.club.settings import stored
from scorepad.language import counted, say
from scorepad.reports.content import house_rules
from scorepad.reports.content import security_log as security_report
from scorepad.reports.content import tokens as tokens_report
from scorepad.reports.content.settings import for_programs, report
from scorepad.rule_sets import refusing


def show(given: argparse.Namespace) -> None:
    with club_of(given) as club:
        listed, decided = club.read(stored.listed), club.read(stored.decided)
    if given.json:
        output.save_json(for_programs(listed, decided))
    else:
        output.show(report(listed).unheaded)


def change(given: argparse.Namespace) -> None:
    work = partial(stored.change, given=given.settings, by=signature_of(given))
    change_club(given, work, new_club_of)


def set_rules(given: argparse.Namespace) -> None:
    """Keeps a rule set with options under a name. Raises UserError."""
    with refusing():
        options = rule_options(given.rules, given.options)
    accept = None if given.accept is None else given.accept == "on"
    arguments = {"name": given.name, "rules": given.rules, "options": options, "accept": accept}
    change_club(given, partial(house.set_rules, **arguments), new_club_of)


def list_rules(given: argparse.Namespace) -> None:
    none = say("The club has no house rules; `scorepad club rules set` makes some.")
    show_list(given, house.listed, house_rules.report, house_rules.for_programs, none)


def remove_rules(given: argparse.Namespace) -> None:
    change_club(given, partial(house.remove, name=given.name))


def new_token(given: argparse.Namespace) -> None:
    may = tokens.READ if given.read_only else tokens.WRITE
    with new_club_of(given) as club:
        token = club.write(partial(tokens.new, name=given.name, may=may))
    output.note(say("Keep this token: it is shown only now."))
    output.show(token)


def list_tokens(given: argparse.Namespace) -> None:
    none = say("No program may come in; `scorepad club token new` lets one in.")
    show_list(given, tokens.listed, tokens_report.report, tokens_report.for_programs, none)


def remove_token(given: argparse.Namespace) -> None:
    change_club(given, partial(tokens.remove, name=given.name))


def list_security_log(given: argparse.Namespace) -> None:
    every = MOST + MOST_REFUSALS
    most = every if given.limit is None else whole_number("--limit", given.limit, 1, every)
    none = say("Nothing is in the security log yet.")
    work = partial(security_log.load_events, most=most)
    show_list(given, work, security_report.report, security_report.for_programs, none)


def rebuild_all(given: argparse.Namespace) -> None:
    """Makes all that follows from the records anew. Raises UserError."""
    with club_of(given) as club:
        output.show(say("Rebuilt {what}", what=_count_states(club.rebuild())))


def back_up(given: argparse.Namespace) -> None:
    with existing_club_of(given) as club:
        kept = _describe(backup(club, given.file))
    output.show(say("Kept in {file}: {what}", file=given.file, what=kept))


def bring_back(given: argparse.Namespace) -> None:
    kept = list[Path]()
    with new_club_of(given) as club:
        keep = (lambda: kept.append(set_aside(club))) if given.replace else None
        what = _describe(restore(club, given.file, keep))
        with contextlib.suppress(Trouble), club.writing_in_turn() as rows:  # it is restored anyhow
            security_log.note(rows, Kind.RESTORED, Path(given.file).name)
        output.show(say("Restored into {club}: {what}", club=club.name, what=what))
    for file in kept:
        output.show(say("What the club had before is kept in {file}", file=file))


def _describe(copied: Copied) -> str:
    players = counted(copied.players, "{number} player", "{number} players")
    return f"{players}, {_count_states(copied.sessions)}"


def _count_states(counts: Counter[str]) -> str:
    states = ", ".join(f"{counts[state]} {wording.state(state)}" for state in sorted(counts))
    sessions = counted(counts.total(), "{number} session", "{number} sessions")
    return sessions + (f": {states}." if states else ".")
