"""An event received over the link: the header, the pairs, the meetings (storage/plan.py)."""

from firmware.link.incoming import BadIncoming, Incoming, check_name
from firmware.scoring.deal import MAX_BOARD
from firmware.session import DEALER, END, EVENT, ROUND, START
from firmware.storage.plan import CONTENT, TOGETHER, Plan
from firmware.storage.record import seal
from firmware.storage.store import StoreDamaged

_MOST = 99  # tables, rounds


def pack(content: bytes) -> bytes:
    """Return the record of an entry. Raise BadIncoming."""
    if not 1 <= len(content) <= CONTENT:
        raise BadIncoming(f"an entry has 1 to {CONTENT} bytes, not {len(content)}")
    return seal(content + bytes(CONTENT - len(content)))


def check(store, file: str) -> None:
    """Raise BadIncoming for an event that is impossible, or that cannot come now."""
    plan = Plan(store.files)
    plan.file = file
    count, header = plan.count(), plan.header()
    if header:
        _check_header(header, plan.record(0), count)
        table = store.settings.table
        if header.table != table:
            raise BadIncoming(f"it is for table {header.table}, and this is table {table}")
        for place in range(1, header.pairs + 1):
            _check_pair(plan.record(place), place)
        wrong = plan.which(lambda content, at: not _is_right(content, at, header))
        if wrong:
            raise BadIncoming("round {} at table {}: this cannot be".format(*wrong[0]))
    playing, table = _playing(store)
    if playing >= 0 and (not header or (playing, table) != (header.event, header.table)):
        raise BadIncoming("a game is being played here; finish it before another event comes")


def _check_header(header, content: bytes, count: int) -> None:
    check_name(content[15:35].rstrip(b"\0"))
    records = 1 + header.pairs + (header.meetings + TOGETHER - 1) // TOGETHER
    if records != count or not header.event:
        raise BadIncoming(f"event {header.event}: its header does not fit {count} entries")
    boards = 1 <= header.first <= header.last <= MAX_BOARD
    if not boards or not max(1, header.reached) <= header.rounds <= _MOST:
        raise BadIncoming(f"event {header.event}: it has boards or rounds that there are not")


def _check_pair(content: bytes, place: int) -> None:
    if not content[0]:
        raise BadIncoming(f"entry {place}: a pair has a number from 1 on")
    for name in (content[10:30], content[30:50]):
        check_name(name.rstrip(b"\0"))


def _is_right(content: bytes, at: int, header) -> bool:
    boards = header.first <= content[at + 4] <= content[at + 5] <= header.last
    return boards and content[at] <= header.rounds and 1 <= content[at + 1] <= _MOST


def _playing(store) -> tuple[int, int]:
    """Return the event of the open session, 0 = of none, -1: no session is open; its table."""
    found = -1
    event = table = 0
    try:
        for kind, _, number, value in store.events(store.newest()):
            if kind == START:
                table = number & 255
            elif kind == EVENT:
                event = value
            found = event if kind in (DEALER, ROUND) else -1 if kind == END else found
    except StoreDamaged:
        pass
    return found, table


def incoming(store) -> Incoming:
    return Incoming(store, Plan, "entry", pack, check)
