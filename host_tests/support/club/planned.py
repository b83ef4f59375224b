"""Events of duplicate as a director plans them, for tests."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

from firmware.opening import opening
from firmware.scoring.deal import NORTH
from firmware.scoring.notation import parse
from firmware.scoring.rounds import OVERRULED
from firmware.session import DEAL, ROUND
from scorepad.club.database.rows import Rows
from scorepad.club.events import entering, planning
from scorepad.club.events import event as club_event
from scorepad.club.events.entering import NamedPair
from scorepad.club.events.rulings import decide_event
from scorepad.club.log import Signature
from scorepad.club.records.store import Club
from scorepad.movement.howell import build_howell
from scorepad.movement.mitchell import build_mitchell
from scorepad.movement.model import Meeting, Movement
from scorepad.movement.sections import join_sections
from support.club.club_sessions import Event, raw, session_of, stopped
from support.club.mitchell import EVENING, tablet
from support.databases import enrol
from support.in_process import Commands

BY = Signature("Dora")
DATE = date(2026, 1, 17)
TUESDAY = build_mitchell(6, 3, 2)  # three tables, two boards a round, pairs 1 to 6


def two_sections() -> list[Movement]:
    """A Howell for 8 pairs at tables 1 to 4 and a Mitchell for 10 at 5 to 9; five rounds."""
    return join_sections([build_howell(8, 5, 2), build_mitchell(10, 5, 2)])


def planned(
    club: Club,
    *sections: Movement,
    name: str = "Tuesday",
    when: date = DATE,
    scoring: str = "matchpoints",
    across: bool = True,
) -> club_event.Event:
    wanted = name, when, scoring, sections or (TUESDAY,), BY, across
    return club.write(lambda rows: planning.plan(rows, *wanted))


def known_as(club: Club, event: club_event.Event, number: int) -> club_event.Event:
    """The event as it is where tablets have known it by another number all along."""

    def work(rows: Rows) -> club_event.Event:
        assert event.history.planned
        rows.run("DELETE FROM decisions WHERE number = :id", id=event.id)
        return decide_event(rows, replace(event.history.planned.decision, event=number), BY)

    return club.write(work)


def entered(
    club: Club, event: club_event.Event, pairs: dict[int, tuple[str, str]], since: int = 1
) -> club_event.Event:
    """The event with these as its pairs from a round on."""
    named = [NamedPair("", str(number), players) for number, players in pairs.items()]
    return club.write(partial(entering.enter, event=event, named=named, since=since, by=BY))


# What the pairs 1 to 3, who sit N-S, got on each board of TUESDAY. By hand, in matchpoints:
# pair 1: 2 1 4 2 2 4 = 15 of 24; pair 2: 4 1 2 2 4 2 = 15; pair 3: 0 4 0 2 0 0 = 6. Their
# opponents: pair 4: 2 3 4 2 0 2 = 13; pair 5: 4 0 2 2 2 0 = 10; pair 6: 0 3 0 2 4 4 = 13.
RESULTS = {
    1: ("4S N =", "4S N +1", "4S S -1"), 2: ("3N N =", "3N S =", "3N N +1"),
    3: ("2H N =", "pass", "2H N -1"), 4: ("1N N =", "1N N =", "1N S ="),
    5: ("4H E =", "4H W -1", "4H E +1"), 6: ("6S N =", "4S S +2", "6S N -1"),
}  # fmt: skip
NAMES = (
    *("Ann", "Bob", "Cleo", "Dan", "Eva", "Finn"),  # pairs 1 to 3
    *("Grete", "Hugo", "Ida", "Jan", "Kim", "Leo"),  # pairs 4 to 6
)
PAIRS = {pair: (NAMES[2 * pair - 2], NAMES[2 * pair - 1]) for pair in range(1, 7)}


def session(table: int) -> str:
    return session_of(1, tablet(table))


def begun(event: int, table: int) -> list[Event]:
    """How the session of the event with this number begins."""
    return opening("duplicate", {}, table, NORTH, EVENING + table, event=event)


def round_begins(one: Meeting, overruled: bool = False) -> Event:
    """The tablet says who sits there now, and with which boards."""
    boards = one.boards[0] | one.boards[-1] << 8 | (OVERRULED if overruled else 0)
    return ROUND, one.round, one.ns | one.ew << 8, boards


def deal(number: int, said: str) -> Event:
    """Deal `number` of the session, as `b1 4S N =`."""
    value, place = parse(said)
    return DEAL, place, number, value


def at_table(plan: club_event.Event, table: int, rounds: int | None = None) -> list[Event]:
    """The log of a table of TUESDAY that has played by the plan, or so many rounds of it.

    Each of its sections plays the same.
    """
    return logged(plan, table, lambda board, at: RESULTS[board][min(at.pairs) % 6 - 1], rounds)


def logged(
    plan: club_event.Event,
    table: int,
    said: Callable[[int, Meeting], str],
    rounds: int | None = None,
) -> list[Event]:
    """The same of any event; `said`: the result on a board at a meeting."""
    log, deals = begun(plan.number, table), 0
    for one in plan.meetings.values():
        if one.table == table and one.round <= (rounds or plan.rounds):
            log.append(round_begins(one))
            for board in one.boards:
                deals += 1
                log.append(deal(deals, f"b{board} {said(board, one)}"))
    return log if rounds else stopped(log)


def take(club: Club, logs: dict[int, list[Event]]) -> None:
    """The sessions of these tables come in."""
    for table, log in logs.items():
        club.take(tablet(table), 1, raw(1, log, tablet(table)), "port")


def tuesday(where: str) -> club_event.Event:
    """The event with its pairs and all its sessions, in a database."""
    enrol(where, NAMES)
    with Club(where) as club:
        event = entered(club, planned(club), PAIRS)
        take(club, {table: at_table(event, table) for table in (1, 2, 3)})
    return event


def scored(run: Commands, *words: str) -> Any:
    """What `scorepad club duplicate` says."""
    return run.told("club", "duplicate", *words)
