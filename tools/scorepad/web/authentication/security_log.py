"""Writes the security log in the background: no login waits for the database or fails with it."""

import logging
import threading
from collections import Counter
from datetime import UTC, datetime

from scorepad.club.database.rows import Rows
from scorepad.club.records.store import Club
from scorepad.club.security_log import MANY, REFUSALS, Kind, note
from scorepad.context import Actor
from scorepad.errors import UserError

MOST_WAITING, MOST_REFUSALS = 200, 50  # different events; of further ones only the kind is kept
_WAIT_S = 3.0  # for more events before all are written in one transaction


class SecurityLog:
    """The events of a site on their way into its club's database."""

    def __init__(self, club: Club):
        self._club = club
        self._waiting = Counter[tuple[Kind, str, Actor, datetime]]()
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None

    def note(self, kind: Kind, by: Actor, about: str = "") -> None:
        """Log an event soon. Any thread may call it; refusals of one minute are counted."""
        made = datetime.now(UTC)
        refused = kind.code in REFUSALS
        with self._lock:
            crowded = len(self._waiting) >= (MOST_REFUSALS if refused else MOST_WAITING)
            if crowded or refused:
                made = made.replace(second=0, microsecond=0)
            event = kind, about, by, made
            if crowded and event not in self._waiting:
                event = kind, "", MANY, made
            self._waiting[event] += 1
            if not self._timer:
                self._timer = threading.Timer(_WAIT_S, self.write)
                self._timer.daemon = True
                self._timer.start()

    def write(self) -> None:
        """Write what waits. What the database does not take goes to the program's own log."""
        with self._lock:
            if self._timer:
                self._timer.cancel()
            events, self._waiting, self._timer = self._waiting, Counter(), None

        def note_all(rows: Rows) -> None:
            for event, times in events.items():
                note(rows, *event, times=times)

        try:
            if events:
                self._club.write(note_all)
        except UserError as problem:
            for event, times in events.items():
                logging.getLogger(__name__).warning(
                    "%s; not logged: %r, %s×", problem, event, times
                )
