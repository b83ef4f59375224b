"""Makes all that follows from the truth anew: in bulk, for a club may have a million deals."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, islice
from operator import itemgetter

from sqlalchemy import delete, func, select

from scorepad.club.database.rows import AT_ONCE, Rows
from scorepad.club.database.schema import (
    RankingRow,
    RecordRow,
    RoundSeatRow,
    SeatRow,
    SessionRow,
    SettlementRow,
)
from scorepad.club.decisions.corrections import Corrections
from scorepad.club.decisions.seating import Seating
from scorepad.club.derived import rows as derived
from scorepad.club.derived.ranking_rows import catch_up
from scorepad.club.derived.replay import Replay, replay
from scorepad.club.events import seating

Watched = Callable[[Iterable[Replay], int], Iterable[Replay]]


def rebuild(watched: Watched, rows: Rows) -> Counter[str]:
    """Return how many sessions are in which state; `watched`: as in Club."""
    rows.raise_versions()
    for kind in (RankingRow, SettlementRow, RoundSeatRow, SeatRow, SessionRow):
        rows.execute(delete(kind))
    number = rows.scalar(select(func.count(RecordRow.session.distinct()))) or 0
    sessions = iter(watched(_replays(rows), number))
    seats, corrections, counts = Seating(rows), Corrections(rows), Counter[str]()
    while some := [corrections.applied(one) for one in islice(sessions, AT_ONCE)]:
        derived.add(rows, some, seats.players)
        seating.add(rows, some)
        counts.update(replayed.state for replayed in some)
    catch_up(rows)
    return counts


def _replays(rows: Rows) -> Iterator[Replay]:
    every = select(RecordRow.session, RecordRow.raw)
    every = every.order_by(RecordRow.session, RecordRow.sequence)
    found = rows.execute(every, execution_options={"yield_per": AT_ONCE})
    for name, records in groupby(found, key=itemgetter(0)):
        yield replay(name, b"".join([raw for _, raw in records]))
