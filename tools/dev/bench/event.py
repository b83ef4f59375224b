"""Figures of an evening of duplicate at a table, by an event and without one: `make bench`.

The deals are the same ones. Without an event somebody goes to the first board of each round by
hand, and who sits there is not entered at all.
"""

import random
from datetime import date
from functools import partial

from dev.bench.figures import Figures, beside, keep
from dev.bench.tables import show
from dev.bench.tablet import SEED
from dev.link.both_ends import LocalPort, hear
from firmware.opening import opening
from firmware.session import DEAL, fold
from scorepad.club.events.event import Event, EventPair
from scorepad.movement.howell import howell
from scorepad.movement.mitchell import mitchell
from scorepad.movement.model import Movement
from scorepad.simulator.drawing import draw
from scorepad.simulator.flash import Flash
from scorepad.simulator.robot import Entry, Robot
from scorepad.simulator.tablet import Tablet
from scorepad.tablet.cable import Cable
from scorepad.tablet.event import SIZE, EventGiven, records, send_event

TABLE = 5
USUAL = mitchell(18, 9, 3)  # 9 tables and 27 boards
LONGEST = howell(20, 19, 1)


def main() -> None:
    deals = drawn(random.Random(SEED))
    presses, programmed = played(deals, as_event(USUAL))
    without_presses, without_programmed = played(deals)
    found: Figures = {
        **beside("deal", "presses", presses / len(deals), without_presses / len(deals)),
        **beside(
            "deal", "programmed_bytes", programmed / len(deals), without_programmed / len(deals)
        ),
        "usual.bytes": size(USUAL),
        "longest.bytes": size(LONGEST),
    }
    show(keep("tablet.event", found), "event")


def drawn(chance: random.Random) -> list[Entry]:
    """A deal for each board that comes to the table, in the order of the rounds."""
    here = (each for each in USUAL.schedule if each.table == TABLE)
    meetings = sorted(here, key=lambda each: each.round)
    boards = [board for meeting in meetings for board in meeting.boards]
    return [(DEAL, board, number, draw(chance)) for number, board in enumerate(boards, 1)]


def as_event(movement: Movement) -> Event:
    """Of one section, with nobody's names."""
    pairs = {number: EventPair(number) for number in movement.pairs}
    return Event(1, 70001, "Tuesday", date(2026, 1, 6), "matchpoints", False, [movement], pairs)


def size(movement: Movement) -> int:
    return SIZE * len(records(as_event(movement), TABLE))


def played(deals: list[Entry], event: Event | None = None) -> tuple[int, int]:
    """Presses for the deals and what lies between them; bytes programmed, the event's too."""
    session = fold(opening("duplicate", {}, TABLE, 0, 0))
    with Tablet(Flash()) as tablet:
        begun = tablet.count().programmed
        robot = Robot(tablet, session)
        if event:
            receive(tablet, event)
            tablet.press("OK")
        else:
            robot.start()
        return robot.follow(deals).deal_presses, tablet.count().programmed - begun


def receive(tablet: Tablet, event: Event) -> None:
    with LocalPort(partial(hear, tablet)).opened():
        cable = Cable("tablet")
        cable.ask(f"table {TABLE}")
        send_event(cable, EventGiven(event), TABLE)
    tablet.wait(1000)


if __name__ == "__main__":
    main()
