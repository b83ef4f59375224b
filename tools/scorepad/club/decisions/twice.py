"""Sessions in which one person has two seats: two entries sat there that are one person now.

A merge of two who sat together is refused, but such a session may come from a tablet afterwards.
Nobody knows who really sat there, so neither the ranking nor the ledger has it.
"""

from scorepad import wording
from scorepad.club.database.rows import Rows
from scorepad.errors import remedy
from scorepad.language import marked, text

WHY = marked("one player has two seats")
_SEVERAL = """\
SELECT session, player FROM seats WHERE player != 0 AND {which}
GROUP BY session, player HAVING count(*) > 1 ORDER BY session, player
"""
_EVERY = _SEVERAL.format(which="session IN (SELECT id FROM sessions WHERE twice = 1)")
_ONE = _SEVERAL.format(which="session = :session")


def doubles(rows: Rows, session: str | None = None) -> dict[str, str]:
    """Return the fault of each session, or of this one, in which a player has two seats."""
    found = rows.all(_EVERY) if session is None else rows.all(_ONE, session=session)
    return {name: _describe_double(rows, name, player) for name, player in found}


def _describe_double(rows: Rows, session: str, player: int) -> str:
    mine = "SELECT seat FROM seats WHERE session = :session AND player = :player ORDER BY seat"
    found = rows.all(mine, session=session, player=player)
    seats = wording.both(wording.seat(row.seat) for row in found)
    name = rows.value("SELECT name FROM players WHERE id = :player", player=player)
    return text(
        "{name} (id={id}) has the seats {seats}, and neither ranking nor ledger counts it; "
        "{remedy} corrects who sat there",
        name=wording.player(name) if name is not None else text("player"),
        id=player,
        seats=seats,
        remedy=remedy("club seat", session=session),
    )
