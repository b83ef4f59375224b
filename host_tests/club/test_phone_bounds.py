"""What strangers with the code of a table can leave in a club is bounded, and honest play goes on.

The bounds are counted from the database: a program that was started again counts the same.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

import pytest

from dev.link.both_ends import LocalPort
from scorepad.club.codes import give_out
from scorepad.club.events import sends
from scorepad.club.records import phone_bounds
from scorepad.club.records.phone_bounds import MOST_DAMAGED, MOST_SESSIONS, PHONE, TooMuch
from scorepad.club.records.store import Club
from scorepad.club.tablet_keys import MOST_NEW, claim, full_tables
from scorepad.errors import UserError
from scorepad.tablet import cable
from scorepad.tablet.answers import MAX_RECORDS
from scorepad.tablet.cable import Cable, Place
from scorepad.tablet.sync import Summary, sync_port
from support.club import planned
from support.club.club_sessions import complete, played, raw
from support.databases import change, select
from support.link.ptys import hearing, script
from support.link.syncing import b64, fetch, listed, speaks
from support.web.phones import begun_now

KEY = "a" * 32
NOISE = bytes(range(1, 15)) * MAX_RECORDS  # no record of it verifies


def phone_id(number: int) -> bytes:
    return (0x0A0000000000 + number).to_bytes(6, "big")


def port(number: int, table: int = 3) -> str:
    return f"{PHONE}{table}/{phone_id(number).hex()}/1"


def let_in(club: Club, number: int, table: int = 3) -> bool:
    try:
        club.write(partial(claim, tablet=phone_id(number).hex(), key=KEY, table=table))
    except UserError:
        return False
    return True


def take(club: Club, number: int, session: int, log: bytes, table: int = 3) -> str:
    return club.take(phone_id(number), session, log, port(number, table))


def game(number: int, session: int, deals: int = 2) -> bytes:
    return raw(session, played(("pass",) * deals, "rubber"), phone_id(number))


def taken(club: Club, number: int, logs: dict[int, bytes]) -> int:
    """How many sessions of a phone are taken until one is not."""
    for done, (session, log) in enumerate(logs.items()):
        try:
            take(club, number, session, log)
        except TooMuch:
            return done
    return len(logs)


def dated(database: str, table: str, column: str, year: int = 2020) -> None:
    """Let all of it be of another year, by default of an evening before."""
    change(database, f"UPDATE {table} SET {column} = ?", f"{year}-01-01 00:00:00+00:00")


@pytest.mark.each_database
def test_of_161_invented_tablets_few_come_in(club: Club, database: str) -> None:
    assert sum(let_in(club, number) for number in range(161)) == MOST_NEW
    with Club(database) as again:
        assert not let_in(again, 200) and again.read(full_tables) == [3]
        assert let_in(again, 0)  # it was there
        assert let_in(again, 201, table=4)
        assert not let_in(again, 201)
    assert len(select(database, "SELECT * FROM secrets")) == 2 * MOST_NEW + 2
    dated(database, "secrets", "made")
    assert let_in(club, 200) and club.read(full_tables) == []


@pytest.mark.each_database
def test_damaged_sessions_are_kept_up_to_a_bound_and_whole_ones_go_on(
    club: Club, database: str
) -> None:
    assert [let_in(club, 1), let_in(club, 2, table=4)] == [True, True]
    most = taken(club, 1, dict.fromkeys(range(1, 130), NOISE))
    assert most == MOST_DAMAGED // len(NOISE) < 10
    assert take(club, 1, 200, game(1, 200)) == "new"
    assert take(club, 2, 1, NOISE, table=4) == "damaged"
    assert club.take(b"\2", 1, NOISE, "/dev/ttyACM0") == "damaged"
    with Club(database) as again, pytest.raises(TooMuch):
        take(again, 1, 201, NOISE)
    for year in (2020, 2099):  # the evening before; the clock of the PC was wrong
        dated(database, "imports", "taken", year)
        assert take(club, 1, year, NOISE) == "damaged"


def test_sessions_come_up_to_a_bound_and_those_that_are_there_go_on(club: Club) -> None:
    assert let_in(club, 1)
    logs = {number: game(1, number) for number in range(1, MOST_SESSIONS + 20)}
    assert taken(club, 1, logs) == MOST_SESSIONS
    assert take(club, 1, 7, game(1, 7, deals=3)) == "extended"
    assert take(club, 1, 7, game(1, 7, deals=3)) == "known"


def test_a_session_grows_as_often_as_deals_are_played_and_not_without_end(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone_bounds, "MOST_PARTS", 4)
    let_in(club, 1)
    grown = [game(1, 1, deals=12)[: 14 * size] for size in range(1, 10)]
    with pytest.raises(TooMuch):
        [take(club, 1, 1, log) for log in grown]
    assert take(club, 1, 1, grown[3]) == "known"
    monkeypatch.setattr(phone_bounds, "MOST_PARTS", 1000)
    monkeypatch.setattr(phone_bounds, "MOST_BYTES", 14 * 5)
    assert take(club, 1, 1, grown[4]) == "extended"
    with pytest.raises(TooMuch):
        take(club, 1, 2, game(1, 2))


def test_copies_that_are_set_aside_count_as_damaged_ones(
    club: Club, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A session that is spoilt and mended in turn sets its length aside each time."""
    monkeypatch.setattr(phone_bounds, "MOST_DAMAGED", 14 * 60)
    let_in(club, 1)
    whole, outcomes = game(1, 1, deals=30), list[str]()
    with pytest.raises(TooMuch):
        for end in range(14 * 8, 14 * 30, 14):
            outcomes.append(take(club, 1, 1, whole[:end] + bytes(14)))
            outcomes.append(take(club, 1, 1, whole[: end + 14]))
    assert {*outcomes} == {"damaged", "replaced"}
    assert len(select(database, "SELECT * FROM set_aside")) <= 60


def test_a_tablet_that_says_another_total_each_time_leaves_one(club: Club, database: str) -> None:
    for number in range(48):
        fetch(speaks({"total": f"ok NS={number} EW=0"}), club)
    assert select(database, "SELECT totals FROM tablet_totals") == [("NS=47 EW=0",)]


def test_a_tablet_that_says_another_event_each_time_leaves_few(club: Club, database: str) -> None:
    event = planned.planned(club).id
    say = partial(sends.keep, event=event)
    for crc in range(1, 300):
        club.write(partial(say, sent=sends.Sent("0a", 2, crc)))
    assert len(select(database, "SELECT * FROM event_sends")) == sends.MOST
    club.write(partial(say, sent=sends.Sent("0a", 2, 1), again=True))  # the director says so
    club.write(partial(say, sent=sends.Sent("0b", 2, 1)))
    assert len(select(database, "SELECT * FROM event_sends")) == sends.MOST + 2


# ---- as a sync says it


def brings(logs: dict[int, tuple[bytes, str]], done: list[str]) -> Callable[[str], str]:
    """A phone with these sessions, as it lists them; `done`: what it is told that is safe."""

    def answer(words: str) -> str:
        verb, *numbers = words.split()
        if verb == "who":
            return f"ok scorepad 1 {phone_id(1).hex()} 3 0.1.0 4096"
        if verb == "list":
            later = sorted(number for number in logs if number > int(numbers[0]))[:3]
            return " ".join(["ok", *(listed(logs[one][0], one, logs[one][1]) for one in later)])
        if verb == "read":
            first = 14 * int(numbers[1])
            return f"ok {b64(logs[int(numbers[0])][0][first : first + 70]) or '-'}"
        if verb == "done":
            done.append(numbers[0])
        return "ok NS=940 EW=0" if verb == "total" else "ok"

    return answer


def synced(club: Club, hears: Callable[[bytes], bytes]) -> Summary:
    """What a sync does with a phone at table 3."""
    line = LocalPort(hears)
    place = Place(partial(Cable, port=line, now=lambda: line.now), 3, phone_id(1).hex(), {3})
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(cable._FOUND, PHONE, lambda _: place)
        return sync_port(port(1), club, lambda done, number: None, plays=False)


def test_what_is_too_much_stays_on_the_phone_and_is_said_once(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(phone_bounds, "MOST_DAMAGED", 14 * 40)
    club.write(partial(give_out, now=datetime.now(UTC)))
    let_in(club, 1)
    logs = dict.fromkeys(range(1, 30), (NOISE[: 14 * 10], "d"))
    whole = begun_now(complete(played(("4S N =",) * 2, "rubber", table=3)))
    logs[30] = raw(30, whole, phone_id(1)), "c"
    done = list[str]()
    summary = synced(club, hearing(script(brings(logs, done))))
    over = [line for line in summary.refused if "bytes of damaged sessions" in str(line)]
    assert (len(over), len(summary.refused), done, summary.new) == (1, 5, ["30"], 1)
