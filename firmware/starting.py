"""Opening a session: when the tablet starts, and as a new game."""

import gc

from firmware import loading
from firmware.log import Full
from firmware.opening import opening
from firmware.session import fold
from firmware.storage.store import StoreDamaged


def resume(log) -> None:
    """Load the newest session that had begun, and erase what a power cut left before it."""
    number = log.store.newest()
    while number and not _take_up(log, number):
        number = log.store.before(number)


def _take_up(log, number: int) -> bool:
    """Load this session if it can be resumed. Return True if it was."""
    try:
        session, records = log.read(number)
    except (StoreDamaged, OSError) as damaged:
        log.damage = str(damaged)
        return False  # the records stay for the PC; another game can be played
    if session.first_dealer < 0:
        _drop(log.store, number)
        return False
    log.number, log.session, log.records = number, session, records
    return True


def _drop(store, number: int) -> None:
    """Erase a session that did not begin, if the flash allows it; else it does no harm."""
    try:
        loading.load_temporarily("storage.space").erase(store, number)
    except OSError:
        pass


def make_room(game) -> None:
    """Make sure that another session fits. Raise Full."""
    _drop_unbegun(game.log)
    space = loading.load_temporarily("storage.space")
    crowded = game.store.count_excess() or not space.has_space(game.store)
    if crowded and not game.stored_sessions().make_room():
        raise Full("no game can go")


def begin(game, event: int = 0) -> None:
    """Save the first events of a new session with its setup; it is open then.

    `event`: of the club, 0 = none.
    Raise OSError if the flash did not take them; open is then what was open before.
    """
    setup, log, table = game.draft.setup, game.log, game.store.settings.table
    start = setup.rules, setup.options, table, setup.dealer, game.board.minutes()
    events = opening(*start, tuple(setup.players), setup.accept, event)
    often = gc.threshold()  # type: ignore[attr-defined]
    gc.threshold(-1)  # type: ignore[attr-defined]  # no collection while there is room
    try:
        log.number = game.store.create(events)
    except OSError:
        _drop_unbegun(log)
        if log.number:
            log.session, _ = log.read(log.number)
        raise
    finally:
        gc.threshold(often)  # type: ignore[attr-defined]
    log.records = len(events)
    log.session = loading.with_frequent_gc(fold, events)


def _drop_unbegun(log) -> None:
    """Erase what is left of a start that failed; a damaged session is none."""
    number = log.store.newest()
    while number > log.number:
        if _is_unbegun(log, number):
            _drop(log.store, number)
        number = log.store.before(number)


def _is_unbegun(log, number: int) -> bool:
    try:
        return log.read(number)[0].first_dealer < 0
    except (StoreDamaged, OSError):
        return False
