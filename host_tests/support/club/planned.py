"""Events of duplicate as a director plans them, for tests."""

from datetime import date
from functools import partial

from scorepad.club.events import entering, planning
from scorepad.club.events.event import Event
from scorepad.club.events.pairs_file import NamedPair
from scorepad.club.events.planning import Decided, NewEvent
from scorepad.club.records.store import Club
from scorepad.movement.howell import howell
from scorepad.movement.mitchell import mitchell
from scorepad.movement.model import Movement
from scorepad.movement.sections import in_sections

DATE = date(2026, 1, 17)
TUESDAY = mitchell(6, 3, 2)  # three tables, two boards a round, pairs 1 to 6


def two_sections() -> list[Movement]:
    """A Howell for 8 pairs at tables 1 to 4 and a Mitchell for 10 at 5 to 9; five rounds."""
    return in_sections([howell(8, 5, 2), mitchell(10, 5, 2)])


def planned(
    club: Club,
    *sections: Movement,
    name: str = "Tuesday",
    when: date = DATE,
    scoring: str = "matchpoints",
    across: bool = True,
) -> Event:
    """An event of a club."""
    wanted = NewEvent(name, when, scoring, across, sections or (TUESDAY,))
    return club.write(partial(planning.plan, wanted=wanted, decided=Decided("Dora")))


def entered(club: Club, event: Event, pairs: dict[int, tuple[str, str]], since: int = 1) -> Event:
    """The event with these as its pairs from a round on."""
    named = [NamedPair("", str(number), players) for number, players in pairs.items()]
    who = Decided("Dora")
    return club.write(partial(entering.enter, event=event, named=named, since=since, decided=who))
