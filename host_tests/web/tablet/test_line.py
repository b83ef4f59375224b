"""The line to phones at a real server: who comes in, what is synced over it, and how it ends."""

import contextlib
import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from firmware.link.codec import frame, unframe
from firmware.scoring.rounds import OVERRULED
from firmware.session import ROUND
from firmware.storage.pin import Pin
from firmware.storage.store import mark_name
from scorepad.cli import main
from scorepad.club.evenings import Evenings
from scorepad.club.events.event import Event
from scorepad.club.records.store import Club
from scorepad.club.tablet_keys import MOST_NEW, claim
from scorepad.movement.model import Meeting
from scorepad.reports.content.report import Report
from scorepad.tablet.cable import CableGone
from scorepad.web.pages import evening
from scorepad.web.tablet import joining
from scorepad.web.tablet.line import AGAIN, LARGEST_MESSAGE, TOO_MUCH, Line
from support.club import planned
from support.club.club_sessions import complete, played
from support.databases import change, enrol, select
from support.waiting import wait_until
from support.web.forms import ended, fill, looked
from support.web.phones import (
    KEY,
    LocalPhone,
    begun_now,
    dialled,
    hello,
    new_phone,
    played_phone,
    token,
)
from support.web.served import Served, serving_here, set_password

pytestmark = pytest.mark.slow

ID = "0e0102030405"
FRENCH = 2  # as a tablet numbers its languages
PLAYED = 7  # the table at which a LocalTablet has played two sessions
LISTS = ("roster", "rules", "event")
MOST = 1000  # messages that anybody reads before a test has failed


@pytest.fixture(scope="module")
def served(club_file: Path) -> Iterator[Served]:
    rules = ["club", "rules", "set", "Tuesday", "chicago", "--option", "honours=on"]
    assert main([*rules, "--db", str(club_file)]) == 0
    enrol(club_file, planned.NAMES)
    with serving_here(club_file, password="correct horse") as served:
        served.enter()
        yield served


@pytest.fixture(scope="module")
def event(served: Served) -> Event:
    with Club(served.database) as club:
        return planned.entered(club, planned.planned(club, when=Evenings().today()), planned.PAIRS)


def id_of(phone: LocalPhone) -> str:
    return phone.tablet.store.tablet.hex()


def comes(served: Served, phone: LocalPhone, session: int = 2) -> bool:
    return served.shows("/sessions.json", f"{id_of(phone)}-{session}")


def code_of(line: ClientConnection) -> int:
    with pytest.raises(ConnectionClosed) as closed:
        for _ in range(MOST):
            line.recv()
    return closed.value.rcvd.code if closed.value.rcvd else 0


# ---- who comes in


def code_for(served: Served, said: str) -> int:
    with dialled(served) as line:
        line.send(said)
        return code_of(line)


def test_a_wrong_hello_is_refused(served: Served) -> None:
    wrong: tuple[tuple[dict[str, object], int], ...] = (
        ({"table": 4}, joining.NO_LINK), ({"table": 0}, joining.NO_LINK),
        ({"table": "3"}, joining.NO_HELLO), ({"table": True}, joining.NO_HELLO),
        ({"token": ""}, joining.NO_LINK), ({"token": "\ud800"}, joining.NO_LINK),
        ({"token": None}, joining.NO_HELLO), ({"tablet": "3c71bf000001"}, joining.NOT_YOURS),
        ({"tablet": "../../../etc"}, joining.NOT_YOURS), ({"key": "short"}, joining.NOT_YOURS),
    )  # fmt: skip
    for other, expected in wrong:
        assert code_for(served, json.dumps({**hello(served, 3, ID), **other})) == expected, other
    for said in ("", "{", "[]", "7", "[" * 9000):
        assert code_for(served, said) == joining.NO_HELLO, said


def test_an_id_belongs_to_the_first_key(served: Served) -> None:
    """Neither the link of the same table nor that of another one gives it to another phone."""
    with dialled(served) as line:
        line.send(json.dumps(hello(served, 3, ID)))
        assert b"who" in bytes(line.recv())
        for table in (3, 5):
            other = {**hello(served, table, ID), "key": "b" * 32}
            assert code_for(served, json.dumps(other)) == joining.NOT_YOURS
    assert served.site
    served.site.security_log.write()
    words = "SELECT about, address FROM security_log WHERE kind = "
    assert (f"3, {ID}", "127.0.0.1") in select(served.database, words + "'tablet-new'")
    assert ("", "127.0.0.1") in select(served.database, words + "'tablet-refused'")


def test_a_page_of_another_site_is_refused(served: Served) -> None:
    with pytest.raises(InvalidStatus) as refused:
        dialled(served, origin="http://elsewhere.example")
    assert refused.value.response.status_code == 403


def test_a_tablet_with_another_id_than_in_its_hello_is_not_synced(served: Served) -> None:
    with dialled(served) as line:
        line.send(json.dumps(hello(served, 3, "0a" * 6)))
        number = unframe(bytes(line.recv()).strip()).split()[0].removeprefix("?")
        line.send(frame(f"!{number} ok scorepad 1 {ID} 3 0.1.0 1000000"))
        assert served.shows("/evening", "this is not the tablet that was there")


def test_a_link_and_a_key_open_no_page_of_the_director(served: Served) -> None:
    secrets = (token(served, 3), "a" * 32, ID)
    for path in ("/evening", "/sessions", "/players", "/settings", "/api/club/list"):
        for secret in secrets:
            as_cookie = served.get(path, Cookie=f"scorepad-{served.port}={secret}")
            as_token = served.get(path, Cookie="", Authorization=f"Bearer {secret}")
            assert {as_cookie.status, as_token.status} <= {401, 403}, path
    assert served.get(f"/enter?key={secrets[0]}", Cookie="").status == 403


# ---- what is synced


def test_sessions_of_another_table_are_not_taken(served: Served) -> None:
    """Unless the tablet has had the link of that table, too."""
    phone = played_phone(served, 1)
    with phone.joined(3):
        assert served.shows("/evening", "played at table 7, whose link this phone has never had")
    assert id_of(phone) not in served.get("/sessions.json").body
    with phone.joined(PLAYED):
        assert comes(served, phone)
        assert "in a browser, table 7" in served.get("/evening").body
    assert served.shows("/evening", "out of reach since")


def test_a_session_of_another_day_waits_and_is_done_after_the_yes(served: Served) -> None:
    phone = new_phone(served, 5)
    log = complete(played(("4S N =", "4S N ="), "rubber", 6, begun=1))
    phone.tablet.store.create(log)
    name = f"{id_of(phone)}-1"
    with phone.joined(6) as line:
        assert served.shows("/waiting", name)
        assert f"/sessions/{name}" not in served.get("/waiting").body  # there is no such page yet
        assert 'href="/waiting"' in served.get("/evening").body
        form = fill(served, "/waiting", "club-waiting-take", {"waiting": name})
        _, confirmed = looked(served, form)
        assert name not in served.get("/sessions.json").body
        assert served.post("/waiting", {"confirmed": confirmed}).status == 303
        assert comes(served, phone, 1)
        line.send(joining.NEWS)
        wait_until(lambda: mark_name(1) in phone.tablet.files.content)


def test_a_phone_is_away_until_it_comes_again(served: Served) -> None:
    phone, table = new_phone(served, 2), 8
    assert served.site

    def is_away() -> bool:
        return table in [away.table for away in served.site.phones.away()]

    with phone.joined(table):
        assert not is_away()
    wait_until(is_away)
    with phone.joined(table):
        wait_until(lambda: not is_away())


def test_a_phone_gets_what_a_tablet_gets_and_its_own_part(served: Served, event: Event) -> None:
    stranger, real = new_phone(served, 10), new_phone(served, 11)
    stranger.tablet.store.create(begun_now(planned.at_table(event, 1)))
    with real.joined(1) as line:
        wait_until(lambda: all(real.tablet.store.read(name) for name in LISTS))
        assert b"Ann" in real.tablet.store.read("roster")
        assert real.tablet.store.settings.table == 1
        with stranger.joined(1):
            assert served.shows("/evening", "was not given to this phone")
        real.tablet.store.create(begun_now(planned.at_table(event, 1)))
        line.send(joining.NEWS)
        assert comes(served, real, 1)
        real.tablet.store.create(with_other_pairs(event, 1, False))
        line.send(joining.NEWS)
        assert served.shows("/evening", "it has pairs that are not at its table")
    body = served.get("/sessions.json").body
    assert id_of(stranger) not in body and f"{id_of(real)}-2" not in body


def test_a_phone_takes_the_language_the_pin_and_the_letters_of_its_club(served: Served) -> None:
    phone, club = new_phone(served, 15), ["--db", str(served.database)]
    store, settings = phone.tablet.store, ["club", "settings", "set", *club]
    assert main([*settings, "--language=fr", "--pin=0417"]) == 0
    assert main(["club", "players", "add", "Жуков", *club]) == 0
    with phone.joined(9):
        wait_until(lambda: store.settings.language == FRENCH and store.has_file("pin"))
        wait_until(lambda: "Жуков".encode() in store.read("roster"))  # in its own letters
    assert Pin(store).check("0417")
    assert main([*settings, "--language=", "--pin="]) == 0


def with_other_pairs(event: Event, table: int, overruled: bool) -> list[tuple[int, int, int, int]]:
    log = begun_now(planned.at_table(event, table, 1))
    other = next(one for one in event.plan(0) if one.table == table % 3 + 1 and one.round == 1)
    begins = next(place for place, (kind, *_) in enumerate(log) if kind == ROUND)
    log[begins] = planned.round_begins(other, overruled)
    assert (OVERRULED if overruled else 0) == log[begins][3] & OVERRULED
    return log


def test_pairs_of_another_table_are_taken_if_overruled(served: Served, event: Event) -> None:
    phone = new_phone(served, 12)
    with phone.joined(3) as line:
        wait_until(lambda: phone.tablet.store.read("event"))
        phone.tablet.store.create(with_other_pairs(event, 3, True))
        line.send(joining.NEWS)
        assert comes(served, phone, 1)


def states(served: Served, table: int) -> list[str]:
    """How the tablets of a table are told apart on the page, without the minutes."""
    report = evening.tablets(served.site)[0] if served.site else ""
    assert isinstance(report, Report) and report.sections[0].table
    rows = [row for row in report.sections[0].table.rows if row[0] == str(table)]
    return sorted(re.sub("[0-9]{2}:[0-9]{2}", "T", str(row[1])) for row in rows)


def test_a_second_phone_takes_a_table_over_in_mid_event(served: Served, event: Event) -> None:
    """What the first one has not brought yet comes in all the same."""
    first, second = new_phone(served, 13), new_phone(served, 14)
    log = begun_now(
        planned.at_table(event, 2, 2)
    )  # of its two rounds the last board is missing at first
    with first.joined(2) as line, second.joined(2) as other:
        wait_until(lambda: first.tablet.store.read("event"))
        first.tablet.store.create(log[:-1])
        line.send(joining.NEWS)
        assert comes(served, first, 1)
        wait_until(lambda: second.tablet.store.read("event")[39:40] == bytes([2]))
        goes_on = planned.round_begins(Meeting(2, 2, 2, 4, (6,)))
        second.tablet.store.create(begun_now([*planned.begun(event.number, 2), goes_on]))
        other.send(joining.NEWS)
        assert comes(served, second, 1)
        assert served.shows("/decisions", f"session {id_of(second)}-1 has taken over the table")
    first.tablet.store.append(1, len(log) - 1, log[-1:])
    here = ["asks whether to take over this table; joined T; last deal T"]
    with first.joined(2):
        away = ["out of reach since T; nothing is lost; joined T"]
        wait_until(lambda: states(served, 2) == [*here, *away])
        assert served.shows(f"/events/id={event.id}", "4 of 6")


# ---- how a line ends


def test_at_a_table_with_too_many_the_longest_there_gives_way(served: Served) -> None:
    with contextlib.ExitStack() as stack:
        first, *others = (played_phone(served, number) for number in range(20, 29))
        line = stack.enter_context(dialled(served))
        first.greet(line, PLAYED)
        line.recv()
        for other in others:
            stack.enter_context(other.joined(PLAYED))
        assert code_of(line) == AGAIN
        assert all(comes(served, other) for other in others)


def test_a_phone_that_comes_again_takes_the_place_of_its_broken_line(served: Served) -> None:
    phone = played_phone(served, 30)
    with dialled(served) as before:
        phone.greet(before, PLAYED)
        before.recv()
        with phone.joined(PLAYED):
            assert comes(served, phone)
        assert code_of(before) == AGAIN


def test_a_line_that_says_too_much_ends(served: Served) -> None:
    for sent in (["x" * 70_000], [b"x" * 70_000], [b"\0" * 16_000] * 20):
        with dialled(served) as line:
            line.send(json.dumps(hello(served, PLAYED, "0a" * 6)))
            with contextlib.suppress(ConnectionClosed):
                for part in sent:
                    line.send(part)
            assert code_of(line) in (TOO_MUCH, 1009, 0)


def test_what_had_come_is_read_when_the_page_is_gone() -> None:
    line = Line(lambda part: None)
    assert line.feed(b"the last answer")
    line.end()
    assert line.read(100) == b"the last answer"
    with pytest.raises(OSError):
        line.read(1)


def test_what_nobody_reads_is_not_kept_without_end() -> None:
    line = Line(lambda part: None)
    assert [line.feed(bytes(LARGEST_MESSAGE)) for _ in range(20)][::19] == [True, False]


def test_news_without_end_leave_time_for_others(served: Served) -> None:
    noisy, other = played_phone(served, 31), played_phone(served, 32)
    with noisy.joined(PLAYED) as line:
        assert comes(served, noisy)
        for _ in range(300):
            line.send(joining.NEWS)
        with other.joined(PLAYED):
            assert comes(served, other)


def test_a_phone_that_is_forgotten_is_out_until_there_is_a_new_code(served: Served) -> None:
    """The page says first what goes. Then its line ends, and its code lets it in no more."""
    phone = played_phone(served, 41)
    assert served.site
    with phone.joined(PLAYED):
        assert comes(served, phone)
        reply = fill(served, "/tablets", "club-tablet-forget", {"tablet": id_of(phone)})
        page, draft = looked(served, reply)
        assert "2 sessions" in page.body and comes(served, phone)
        (port,) = (one for one in served.site.phones.there() if id_of(phone) in one)
        ended(served, served.post("/tablets", {"confirmed": draft}))
        with pytest.raises(CableGone):
            served.site.phones.place(port)
    assert id_of(phone) not in served.get("/sessions.json").body
    for table in (PLAYED, 8):
        assert code_for(served, json.dumps(hello(served, table, id_of(phone)))) == joining.NO_LINK
    assert main(["club", "codes", "new", "--db", served.database]) == 0
    with phone.joined(PLAYED):
        assert comes(served, phone)


def test_a_table_to_which_many_new_phones_come_is_named(served: Served) -> None:
    for number in range(MOST_NEW):
        claimed = partial(claim, tablet=f"0a00000001{number:02}", key=KEY, table=30)
        with Club(served.database) as club:
            club.write(claimed)
    assert f"Table 30: {MOST_NEW} new phones" in served.get("/evening").body
    assert code_for(served, json.dumps(hello(served, 30, ID))) == AGAIN


def test_another_password_and_new_codes_end_the_lines_of_the_old_ones(served: Served) -> None:
    for end in (
        lambda: set_password(served.database, "battery staple"),
        lambda: main(["club", "codes", "new", "--db", served.database]),
    ):
        phone = new_phone(served, 40)
        old = json.dumps(hello(served, 4, id_of(phone)))
        with dialled(served) as line:
            phone.greet(line, 4)
            line.recv()
            end()
            line.send(joining.NEWS)
            phone.answer(line, most=60)
            assert line.protocol.close_rcvd and line.protocol.close_rcvd.code == AGAIN
        assert code_for(served, old) == joining.NO_LINK


def test_codes_end_by_themselves_and_no_page_gives_new_ones_out(served: Served) -> None:
    old = json.dumps(hello(served, 4, ID))
    served.enter()
    earlier = "UPDATE secrets SET made = '2026-01-17T20:00:00.000000+00:00' WHERE kind = 'codes'"
    change(served.database, earlier)
    assert code_for(served, old) == joining.NO_LINK
    assert served.get("/phones").status == 200
    assert code_for(served, old) == joining.NO_LINK
