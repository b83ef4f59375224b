"""`scorepad club rebuild`, `backup` and `restore`: so that the club keeps what it has."""

import argparse
from collections import Counter
from pathlib import Path

from scorepad import wording
from scorepad.cli import output
from scorepad.cli.club_options import club_of, existing_club_of, new_club_of
from scorepad.club.records.backup import backup, restore, set_aside
from scorepad.club.records.store import Copied
from scorepad.language import counted, say


def rebuild_all(given: argparse.Namespace) -> None:
    """Makes all that follows from the records anew. Raises UserError."""
    with club_of(given) as club:
        output.show(say("Rebuilt {what}", what=_counted(club.rebuild())))


def back_up(given: argparse.Namespace) -> None:
    """Copies all into a new file. Raises UserError."""
    with existing_club_of(given) as club:
        kept = _all(backup(club, given.file))
    output.show(say("Kept in {file}: {what}", file=given.file, what=kept))


def bring_back(given: argparse.Namespace) -> None:
    """Brings back what is in a backup. Raises UserError."""
    kept = list[Path]()
    with new_club_of(given) as club:
        keep = (lambda: kept.append(set_aside(club))) if given.replace else None
        what = _all(restore(club, given.file, keep))
        output.show(say("Restored into {club}: {what}", club=club.name, what=what))
    for file in kept:
        output.show(say("What the club had before is kept in {file}", file=file))


def _all(copied: Copied) -> str:
    """How many players and sessions."""
    players = counted(copied.players, "{number} player", "{number} players")
    return f"{players}, {_counted(copied.sessions)}"


def _counted(counts: Counter[str]) -> str:
    """How many sessions, and of which states."""
    states = ", ".join(f"{counts[state]} {wording.state(state)}" for state in sorted(counts))
    sessions = counted(counts.total(), "{number} session", "{number} sessions")
    return sessions + (f": {states}." if states else ".")
