"""The tablets that are plugged into this machine: synced as they come, and as they are played."""

import contextlib
import logging
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from scorepad.club.records.phone_bounds import PHONE
from scorepad.errors import UserError
from scorepad.language import text
from scorepad.tablet.cable import TCP
from scorepad.tablet.sync import Summary
from scorepad.tablet.watch import watch
from scorepad.web.live.phones import table_of
from scorepad.web.live.relays import RELAY

_LEAST_S = 0.03  # between two checks of the ports, even if there is news
_PATIENCE_S = 30.0  # a silent port is given up sooner
_MOST_JOINED = 500  # of which it is known since when they are there

Sync = Callable[[str, Callable[[int, int], None], threading.Event], Summary]
Watch = Callable[..., Iterator[Summary]]  # as `watch`


@dataclass
class Plugged:
    """A tablet at a port. `done`, `sessions`: how far a sync is; `summary`: what the last said.

    `device`: whether something is plugged in there; else it is a port of the machine, where there
    may be nothing. `answered`: whether a tablet ever has; `heard`: when anything did last.
    """

    port: str
    device: bool = True
    answered: bool = False
    done: int = 0
    sessions: int = 0
    summary: Summary | None = None
    heard: datetime = field(default_factory=datetime.now)

    @property
    def table(self) -> int:
        known = self.summary.table if self.summary else 0
        return known or (0 if self.wired else table_of(self.port))

    @property
    def wired(self) -> bool:
        """Return True if it has a cable; otherwise it is a page, which reconnects by itself."""
        return not self.port.startswith(PHONE)

    @property
    def place(self) -> str:
        """The readable name of its port."""
        return place(self.port)

    @property
    def syncing(self) -> bool:
        return self.summary is None or self.done < self.sessions

    @property
    def reads(self) -> tuple[object, ...]:
        """The values that pages show of it."""
        last = self.summary
        said = last and (last.trouble, last.refused, last.notes, last.charge, last.low)
        return self.table, self.syncing, self.done, self.sessions, said


def place(port: str) -> str:
    """Return the readable name of a port."""
    if port.startswith(PHONE):
        return text("in a browser, table {table}", table=table_of(port))
    if port.startswith(RELAY):
        return text("computer {number}", number=port.removeprefix(RELAY))
    return text("simulated") if port.startswith(TCP) else port.rpartition("/")[2]


@dataclass(eq=False)
class Tablets:
    """The connected tablets. `happened` is called whenever they have changed.

    `device`: returns True if a device is connected to a port; `news`: see `watch`; `stirred`: set
    if a port needs attention at once; `watch`: checks the ports and syncs.
    `joined`: by table and tablet, the time of its first answer there.
    """

    ports: Callable[[], set[str]]
    device: Callable[[str], bool]
    sync: Sync
    happened: Callable[[], object]
    news: Callable[[], set[str]] = set
    stirred: threading.Event = field(default_factory=threading.Event)
    watch: Watch = watch

    def __post_init__(self) -> None:
        self._at = dict[str, Plugged]()
        self.joined = dict[tuple[int, str], datetime]()
        self._lock = threading.Lock()
        self._in_use = defaultdict[str, threading.Lock](threading.Lock)
        self._end = threading.Event()

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """Sync the tablets in a thread while the block runs."""
        thread = threading.Thread(target=self._watch, daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._end.set()
            self.stirred.set()
            thread.join()

    def list_connected(self) -> list[Plugged]:
        """Return the connected tablets, by table; ports with other problems last."""
        with self._lock:
            found = [tablet for tablet in self._at.values() if tablet.device or tablet.answered]
        return sorted(found, key=lambda tablet: (not tablet.table, tablet.table, tablet.port))

    @contextlib.contextmanager
    def alone(self, port: str) -> Iterator[None]:
        """Within the block, sync nothing at a port. Raise UserError if it is in use too long."""
        if not self._in_use[port].acquire(timeout=_PATIENCE_S):
            raise UserError(
                text("The tablet at {port} is being synced: wait a little.", port=port)
            )
        try:
            yield
        finally:
            self._in_use[port].release()

    def _watch(self) -> None:
        with contextlib.suppress(KeyboardInterrupt):  # of a port that was to be tried again
            synced = self.watch(self._there, self._one, self._sleep, True, self.news, self._rest)
            for summary in synced:
                with self._lock:
                    plugged = self._at.get(summary.port, Plugged(summary.port))
                    before, plugged.summary = plugged.reads, summary
                    plugged.answered |= summary.found
                    if not summary.silent:
                        plugged.heard = datetime.now()
                    self.joined.setdefault((summary.table, summary.tablet), datetime.now())
                    if len(self.joined) > _MOST_JOINED:
                        del self.joined[next(iter(self.joined))]
                if plugged.reads != before:
                    self.happened()

    def _there(self) -> set[str]:
        try:
            there = self.ports()
        except OSError:  # one was being taken away; the next look knows
            return {*self._at}
        with self._lock:
            gone = self._at.keys() - there
            for port in gone:
                del self._at[port]
            for port in self._in_use.keys() - there:  # also one that was in use when it went
                if not self._in_use[port].locked():
                    del self._in_use[port]
        if gone:
            self.happened()
        return there

    def _one(self, port: str) -> Summary:
        with self._lock:
            plugged = self._at.setdefault(port, Plugged(port, self.device(port)))

        def progress(done: int, sessions: int) -> None:
            if plugged.summary and done < sessions:  # it is looked through once more
                return
            before, plugged.done, plugged.sessions = plugged.reads, done, sessions
            if plugged.reads != before:
                self.happened()

        try:
            with self._in_use[port]:
                summary = self.sync(port, progress, self._end)
            # A page that is silent is busy, and so is a tablet that has answered at this cable:
            # neither need say that it has news later on, so it is asked again.
            summary.found |= not plugged.wired or plugged.answered
            return summary
        except UserError as error:  # of the database: the next sync may find it in order
            return Summary(port, found=True, trouble=error.said)
        except Exception as error:  # despite any error of one, the others are synced
            logging.getLogger(__name__).exception("%s", port)
            return Summary(port, found=True, trouble=f"{type(error).__name__}: {error}")
        finally:
            self.stirred.set()

    def _sleep(self, seconds: float) -> None:
        if self._end.wait(seconds):
            raise KeyboardInterrupt  # what ends a watch

    def _rest(self, seconds: float) -> None:
        self.stirred.wait(seconds)
        self.stirred.clear()
        self._sleep(_LEAST_S)
