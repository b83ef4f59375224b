"""How a session becomes the open one: when the tablet starts, and as a new game."""

from firmware import loading
from firmware.log import Full
from firmware.scoring.rules import NAMES, rule_set
from firmware.scoring.sheet import BadOption
from firmware.session import ACCEPT, DEALER, FORMAT, OPTION, PLAYER, START, fold
from firmware.storage.store import StoreDamaged


def resume(log) -> None:
    """Takes up the newest session that had begun; what a power cut left before it goes."""
    number = log.store.newest()
    while number and not _take_up(log, number):
        number = log.store.before(number)


def _take_up(log, number: int) -> bool:
    """Whether this session is the one that goes on."""
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
    """Erases a session that did not begin, if the flash takes it; else it does no harm."""
    try:
        loading.borrow("storage.room").erase(store, number)
    except OSError:
        pass


def make_room(game) -> None:
    """Sees to it that another session fits. Raises Full."""
    _drop_unbegun(game.log)
    crowded = game.store.excess() or not loading.borrow("storage.room").fits(game.store)
    if crowded and not game.shelf().make_room():
        raise Full("no game can go")


def begin(game) -> None:
    """Saves the first events of a new session as it was set up, which is open then.

    Raises OSError if the flash did not take them; open is then what was open before.
    """
    setup, log = game.draft.setup, game.log
    start = (
        setup.rules,
        setup.options,
        game.store.settings.table,
        setup.dealer,
        game.board.minutes(),
    )
    events = opening(*start, tuple(setup.players), setup.accept)
    try:
        log.number = game.store.create(events)
    except OSError:
        _drop_unbegun(log)
        if log.number:
            log.session, _ = log.read(log.number)
        raise
    log.records = len(events)
    log.session = fold(events)


def _drop_unbegun(log) -> None:
    """Erases what is left of a start that failed; a damaged session is none."""
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


def opening(
    rules: str,
    options: dict[str, str | int],
    table: int,
    dealer: int,
    minutes: int,
    players: tuple[int, ...] = (),
    accept: bool | None = False,
) -> list[tuple[int, int, int, int]]:
    """The events that start a session; `options` are those that differ from the defaults.

    `players`: ids by seat, 0 = a guest. `accept`: None = as is usual with these rules.
    Raises BadOption.
    """
    cls = rule_set(rules)
    full = cls.all_options(options)
    events = [(START, NAMES.index(rules), FORMAT << 8 | table, minutes)]
    for place, (name, values) in enumerate(cls.choices):
        if full[name] != cls.defaults[place]:
            events.append((OPTION, place, _position(values, full[name]), 0))
    if cls.accept if accept is None else accept:
        events.append((OPTION, ACCEPT, 1, 0))
    for seat, player in enumerate(players):
        if player:
            events.append((PLAYER, seat, 0, player))
    events.append((DEALER, dealer, 0, 0))
    return events


def _position(values, value: str | int) -> int:
    """Which of the values of an option it is; MicroPython's `range` has no `index`."""
    for position, known in enumerate(values):
        if known == value:
            return position
    raise BadOption(f"{value} is none of the values")
