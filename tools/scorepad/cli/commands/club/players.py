"""`scorepad club players`: the roster, and which of its entries are one person."""

import argparse
from collections import Counter
from dataclasses import asdict
from functools import partial

from scorepad.cli import output
from scorepad.cli.club_options import change_club, club_of, new_club_of
from scorepad.cli.words import whole_number
from scorepad.club.database.rows import Rows
from scorepad.club.decisions.finding import player_meant
from scorepad.club.events.rulings import refuse_in_two_seats
from scorepad.club.players import editing, enrolling, roster_file
from scorepad.club.players import roster as players
from scorepad.club.players.enrolling import Change
from scorepad.csv_file import head_key, note_passed_over, tidy
from scorepad.errors import UserError
from scorepad.language import marked, say
from scorepad.reports.content import roster as list_of_players

_MOST = 1_000_000  # players, changes
UNCHANGED = marked("nothing was changed")
_TAKEN = marked("Roster: {new} new, {changed} changed, {same} same")


def list_players(given: argparse.Namespace) -> None:
    limit = None if given.limit is None else whole_number("--limit", given.limit, 1, _MOST)
    with club_of(given) as club:
        found = club.read(partial(players.found, find=given.find or ""))
        listed = club.read(partial(players.listed, ids=found[:limit]))
    if more := len(found) - len(listed):
        output.note(say("{number} more; --find or a higher --limit shows them", number=more))
    if given.json:
        output.save_json(list(map(asdict, listed)))
    elif listed:
        output.show(list_of_players.report(listed).unheaded)
    elif given.find:
        output.show(say("Nobody in the roster is called so, or has such a number."))
    else:
        output.show(say("Nobody is in the roster; `scorepad club players import` brings them."))


def import_roster(given: argparse.Namespace) -> None:
    read_as = {head_key(h): meaning for h, _, meaning in (c.rpartition("=") for c in given.column)}
    enrolments, columns = roster_file.read(given.file, read_as)
    note_passed_over(columns, output.note)
    output.know(lambda: {"columns": columns, "known": roster_file.KNOWN})
    if not any("name" in one.meaning for one in columns):
        known = ", ".join(roster_file.KNOWN)
        nameless = f"{given.file}: no column is called name; columns are {known}"
        if not given.dry_run:
            raise UserError(nameless)
        output.note(nameless)
    most = None if given.changes is None else whole_number("--changes", given.changes, 1, _MOST)

    def work(rows: Rows) -> tuple[list[Change], Counter[str]]:
        changes = enrolling.changes(rows, enrolments) if most else []
        return changes, enrolling.enrol(rows, enrolments, keep=not given.dry_run)

    with new_club_of(given) as club:
        changes, counts = club.read(work) if given.dry_run else club.write(work)
    output.show(*list_of_players.changes(changes, most or 0))
    numbers = {outcome: counts[outcome] for outcome in ("new", "changed", "same")}
    looked = f"; {say(UNCHANGED)}" if given.dry_run else ""
    output.show(f"{say(_TAKEN, **numbers)}{looked}.")


def merge(given: argparse.Namespace) -> None:
    arguments = {"one": given.one, "into": given.into, "other_number": given.other_number}

    def work(rows: Rows) -> str:
        said = players.join(rows, **arguments, reason=given.reason)
        refuse_in_two_seats(rows, player_meant(rows, given.into).id)
        return said

    change_club(given, work)


def split(given: argparse.Namespace) -> None:
    change_club(given, partial(players.split, given=given.one, reason=given.reason))


def _read_cells(given: argparse.Namespace) -> dict[str, str | int]:
    cells = {column: getattr(given, column) for column in roster_file.COLUMNS}
    said = {column: tidy(cell) for column, cell in cells.items() if cell is not None}
    return roster_file.meanings("players", said)


def add(given: argparse.Namespace) -> None:
    change_club(given, partial(editing.add, said=_read_cells(given)), new_club_of)


def edit(given: argparse.Namespace) -> None:
    said = _read_cells(given)
    if not said:
        options = ", ".join(f"--{column}" for column in roster_file.COLUMNS)
        raise UserError(f"players edit: say what shall change: {options}")
    change_club(given, partial(editing.edit, given=given.player, said=said))


def show(given: argparse.Namespace) -> None:
    with club_of(given) as club:
        history = club.read(partial(editing.history_of, given=given.player))
    if given.json:
        output.save_json(list_of_players.one_for_programs(history))
    else:
        output.know(partial(list_of_players.one_for_programs, history))
        output.show(list_of_players.of_one(history).unheaded)
