"""`scorepad club export`: sessions as a file, for people, programs and clubs' sites."""

import argparse
from collections.abc import Sequence
from functools import partial

from scorepad.cli import output
from scorepad.cli.club_options import club_of
from scorepad.cli.club_settings import settings_for
from scorepad.club.duplicate.gathering import directed_of, of_event, with_boards
from scorepad.club.events.loading import event_meant
from scorepad.club.records import choosing, evenings
from scorepad.club.records.store import Club, ClubSession
from scorepad.errors import UserError
from scorepad.exports import formats
from scorepad.exports.event import find_omissions


def export(given: argparse.Namespace) -> None:
    said = [given.ids, given.evening is not None, given.event is not None, given.all]
    if sum(map(bool, said)) != 1:
        raise UserError(
            "export: name the ID of a session, an --evening or an --event, or --all for all"
        )
    with club_of(given) as club:
        whole = bool(formats.FORMATS[given.format].pairs)
        chosen, damaged = _choose(club, given.ids, given.evening, given.event, whole)
        chosen = club.read(partial(with_boards, sessions=choosing.without(chosen, given.without)))
        suited, others = formats.sort_out(given.format, chosen, bool(given.ids))
        directed = club.read(partial(directed_of, sessions=suited))
    evenings = formats.reckoned(given.format, suited, directed)
    for line in (*damaged, *others, *find_omissions(evenings)):
        output.left_out(line)
    exported = formats.exported(given.format, suited, settings_for(given), evenings)
    output.save(exported, given.output)


def _choose(
    club: Club,
    ids: Sequence[str],
    evening: str | None = None,
    event: str | None = None,
    whole: bool = False,
) -> tuple[list[ClubSession], list[str]]:
    """Return the sessions that are meant, and in words which of an evening have no score.

    whole: with all sessions of an evening's event, whenever they began.
    """
    if ids:
        return choosing.in_order(choosing.counting(club.session(name)) for name in ids), []
    if event is not None:
        played = club.read(partial(event_meant, given=event, today=evenings.today()))
        found = club.read(partial(of_event, event=played))
        return found.sessions, found.damaged
    if evening is None:
        return club.read(partial(choosing.loaded, ids=club.ids()))
    wanted = None if evening == evenings.NONE else evenings.day(evening)
    ids = club.read(partial(choosing.of_evening, evening=wanted))
    sessions, damaged = club.read(partial(choosing.loaded, ids=ids))
    events = {one.event.id: one.event for one in sessions if one.event}
    if whole and len(events) == 1:
        (played,) = events.values()
        found = club.read(partial(of_event, event=played))
        there = {one.id: one for one in [*sessions, *found.sessions]}
        sessions = choosing.in_order(there.values())
        damaged = list(dict.fromkeys([*damaged, *found.damaged]))
    return sessions, damaged


def suited_by(club: Club, *ids: str, **which: str) -> list[str]:
    """Return the formats in which these sessions can be saved; which: an evening, or an event."""
    try:
        some, whole = (_choose(club, ids, **which, whole=whole)[0] for whole in (False, True))
    except UserError:
        return []
    chosen = {kind: whole if form.pairs else some for kind, form in formats.FORMATS.items()}
    return [kind for kind in chosen if _is_made(club, kind, chosen[kind], bool(ids))]


def _is_made(club: Club, kind: str, chosen: list[ClubSession], named: bool) -> bool:
    """Return False if there would be nothing in the file, or it would be refused."""
    try:
        suited, _ = formats.sort_out(kind, chosen, named)
        if formats.FORMATS[kind].pairs:
            evenings = formats.reckoned(
                kind, suited, club.read(partial(directed_of, sessions=suited))
            )
            formats.exported(kind, suited, evenings=evenings)
    except UserError:
        return False
    return bool(suited)
