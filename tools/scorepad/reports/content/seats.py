"""Who sat in a session, and what was corrected."""

from dataclasses import asdict
from typing import Any

from firmware.scoring.deal import SEATS
from scorepad import wording
from scorepad.club.sessions.seats import Change, PlayerLabel, Seated
from scorepad.language import joined, text
from scorepad.reports.content.report import Link, Private, Report, Section, Table, layout


def report(seated: Seated) -> Report:
    """Return the current seats, if any player is known, and their changes."""
    sat = enumerate(map(_link, seated.players))
    seats = [joined((wording.seat(seat), player), " ") for seat, player in sat]
    heads = layout(text("Changed"), text("Seat"), text("From"), text("To"), text("Why"))
    trail = Section(table=Table(heads, list(map(_cells, seated.trail))), told=True)
    notes = [*seats * any(seated.ids), *[Private(seated.note)] * bool(seated.note)]
    return Report(text("Session {id}", id=seated.session), [trail] * bool(seated.trail), notes)


def _link(player: str) -> str:
    if not isinstance(player, PlayerLabel):
        return player
    return Link(player, f"/players/id={player.id}", player.name)


def _cells(change: Change) -> list[str]:
    made = wording.local(change.made)
    return [
        made,
        text(change.seat),
        _link(change.before),
        _link(change.after),
        wording.visible(change.why),
    ]


def for_programs(seated: Seated) -> dict[str, Any]:
    """Return the seats for JSON; a guest's id is None."""
    pairs = zip(SEATS, seated.ids, seated.names, strict=True)
    return {
        "session": seated.session,
        "seats": [{"seat": seat, "id": id or None, "name": name} for seat, id, name in pairs],
        "changes": [asdict(change) for change in seated.trail],
        "note": seated.note or None,
    }
