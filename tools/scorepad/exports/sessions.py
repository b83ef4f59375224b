"""Sessions as JSON: everything that the club has of them."""

from typing import Any

from firmware.scoring.deal import SEATS
from scorepad import wording
from scorepad.club.records.store import Evening
from scorepad.exports.scored import as_dict
from scorepad.json_text import json_text


def as_export(evening: Evening) -> dict[str, Any]:
    """Where and when a session was played and by whom, and all of `report.as_dict`."""
    score = as_dict(evening.session)
    return {
        "id": evening.id,
        "tablet": evening.tablet,
        "table": evening.session.table,
        "rules": score.pop("rules"),
        "options": score.pop("options"),
        "players": _players(evening),
        "state": evening.state,
        "started": wording.timestamp(evening.session.started),
        **score,
    }


def as_json(evenings: list[Evening]) -> str:
    """A list of exports, also of one session."""
    exports = [as_export(evening) for evening in evenings]
    return json_text(exports) + "\n"


def _players(evening: Evening) -> list[dict[str, str | None]]:
    seats = zip(SEATS, evening.players, strict=True)
    return [{"seat": seat, "name": name} for seat, name in seats]
