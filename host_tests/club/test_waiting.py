"""What a phone brings is taken for the evening of its code; all else waits for the director."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import partial
from types import SimpleNamespace

import pytest

from dev.link.both_ends import LocalPort, LocalTablet
from dev.ram_files import RamFiles
from firmware.storage.store import Store
from scorepad.club import codes, password, waiting
from scorepad.club.database.rows import Rows
from scorepad.club.database.tables import TABLE
from scorepad.club.derived.replay import Replay, replay
from scorepad.club.events import sends
from scorepad.club.log import Signature, load_entries, undo
from scorepad.club.money import ledger, stakes
from scorepad.club.records.store import Club
from scorepad.club.releasing import release
from scorepad.club.secret_hashes import find_secret, keep
from scorepad.club.tablet_keys import claim
from scorepad.errors import Unknown, UserError
from scorepad.tablet import sync
from scorepad.tablet.answers import listing
from scorepad.tablet.cable import Cable, Place, register_places
from scorepad.wording import minutes
from support.club import planned
from support.club.club_sessions import Event, complete, played, raw, session_of

PHONE, OTHER = bytes.fromhex("0a0000000001"), bytes.fromhex("0a0000000002")
BY = Signature("Dora", "was away")
GIVEN = datetime(2026, 1, 17, 18, tzinfo=UTC)  # the codes are given out
NOW = GIVEN + timedelta(hours=2)
YESTERDAY = GIVEN - timedelta(hours=22)
RUBBER = ("4S N =", "4S N =")  # 120 + 120 + 700: N-S win 940, each of two from one opponent
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def clock(utc: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sync, "time", SimpleNamespace(time=NOW.timestamp))


@pytest.fixture
def club(club: Club) -> Club:
    give_out(club, GIVEN)
    return club


def give_out(club: Club, when: datetime, table: int = 1) -> None:
    """New codes, and the phone comes in by that of a table."""
    club.write(partial(codes.give_out, now=when))
    link = {"kind": TABLE, "name": f"{PHONE.hex()} {table}", "hashed": "", "made": when}
    club.write(partial(keep, **link))


def rubber(began: datetime | None) -> list[Event]:
    return complete(played(RUBBER, "rubber", 1, minutes(began) if began else 0))


def arrived(log: list[Event], number: int = 1) -> Replay:
    return replay(session_of(number, PHONE), raw(number, log, PHONE))


def why(club: Club, log: list[Event], now: datetime = NOW) -> str:
    return club.read(partial(waiting.find_reason, arrived=arrived(log), now=now))


def money(club: Club) -> int:
    return sum(abs(one.money) for one in club.read(ledger.ledger).entries) // 2


@pytest.fixture
def phone() -> LocalTablet:
    tablet = LocalTablet(PHONE)
    tablet.files = RamFiles()
    tablet.store = Store(lambda: tablet.files, PHONE)
    tablet.connect(tablet.store)
    return tablet


def brought(club: Club, tablet: LocalTablet) -> tuple[sync.Summary, str]:
    """Sync it as a phone of table 1; the summary, and the states that it then lists."""
    register_places("waits:", lambda port: Place(Cable, 1, PHONE.hex(), {1}))
    with LocalPort(tablet.hear).opened():
        summary = sync.sync_port("waits:1", club, lambda done, number: None)
        with Cable("port") as cable:
            return summary, "".join(one.state for one in listing(cable))


def test_other_evenings_wait_until_the_director_takes_them_in(
    club: Club, phone: LocalTablet
) -> None:
    club.write(partial(stakes.set_stake, per_100=1000, session=None, evening="", by=Signature()))
    club.write(partial(release, what=date(2026, 1, 16), by=BY))
    for when in (YESTERDAY, datetime(2001, 1, 1, tzinfo=UTC), datetime(2099, 1, 1, tzinfo=UTC)):
        phone.store.create(rubber(when))
    phone.store.create(rubber(NOW))
    for _ in range(2):
        summary, states = brought(club, phone)
        assert (states, summary.waiting, summary.refused) == ("cccf", 3, [])
        assert len(summary.notes) == 1
        assert len(club.ids()) == 1 and money(club) == 18800
    listed = club.read(waiting.waiting)
    assert [one.row.why for one in listed] == [waiting.EARLY, waiting.EARLY, waiting.FUTURE]
    name = session_of(1, PHONE)
    changes = club.attempt(partial(waiting.find_changes, given=name, by=BY))
    assert [str(line).split()[-3] for line in changes[1:]] == [*["+94.00"] * 2, *["-94.00"] * 2]
    assert money(club) == 18800
    club.write(partial(waiting.take_in, given=name, by=BY))
    assert money(club) == 2 * 18800
    summary, states = brought(club, phone)
    assert (states, summary.waiting) == ("fccf", 2)
    (entry,) = club.read(partial(load_entries, subject=f"session:{name}"))
    assert (entry.author, entry.decision.kind) == ("Dora", "take in")
    with pytest.raises(UserError):
        club.write(partial(undo, number=entry.number, by=BY))


@pytest.mark.parametrize(
    ("began", "now", "expected"),
    [
        (GIVEN - 6 * HOUR, NOW, ""),
        (GIVEN - 6 * HOUR - timedelta(minutes=1), NOW, waiting.EARLY),
        (NOW + HOUR, NOW, ""),
        (NOW + HOUR + timedelta(minutes=1), NOW, waiting.FUTURE),
        (None, NOW, waiting.CLOCK),
        (GIVEN + 7 * HOUR, GIVEN + 7 * HOUR, ""),  # after midnight
        (NOW, GIVEN + timedelta(hours=11, minutes=59), ""),
        (NOW, GIVEN + 12 * HOUR, waiting.CODE),  # the evening has ended
        (GIVEN - HOUR, GIVEN - HOUR, ""),  # the clock of the PC was set back
        (NOW, GIVEN - 7 * HOUR, waiting.CODE),
    ],
)
def test_time_decides_what_waits(
    club: Club, began: datetime | None, now: datetime, expected: str
) -> None:
    assert why(club, rubber(began), now) == expected


def test_codes_hold_six_hours_at_the_least(club: Club) -> None:
    give_out(club, GIVEN + 7 * HOUR)  # at 01:00
    held = club.read(partial(codes.find_codes, now=GIVEN + 8 * HOUR))
    assert held and held.until == GIVEN + 36 * HOUR


def test_new_codes_and_another_password_end_the_codes(club: Club) -> None:
    before = club.read(partial(codes.find_codes, now=NOW))
    club.write(partial(codes.give_out, now=NOW))
    now = club.read(partial(codes.find_codes, now=NOW))
    assert before and now and before.key != now.key
    assert why(club, rubber(NOW)) == waiting.CODE  # the phone has not come in by the new one
    club.write(partial(password.keep, kept="hash"))
    assert club.read(partial(codes.find_codes, now=NOW)) is None
    club.write(partial(codes.give_out, now=NOW))
    club.write(password.remove)
    assert club.read(partial(codes.find_codes, now=NOW)) is None


def test_a_table_of_earlier_codes_waits_until_its_code_is_used_again(club: Club) -> None:
    link = {"kind": TABLE, "name": f"{PHONE.hex()} 2"}
    club.write(partial(keep, **link, hashed="", made=GIVEN - 168 * HOUR))
    log = complete(played(RUBBER, "rubber", 2, minutes(NOW)))
    assert why(club, log) == waiting.CODE
    tables = club.write(partial(claim, tablet=PHONE.hex(), key="a" * 32, table=2))
    used = club.read(partial(find_secret, **link))
    assert tables == {1, 2} and used and used.made != GIVEN - 168 * HOUR


def test_an_evening_that_is_released_while_it_is_played_goes_on(club: Club) -> None:
    club.write(partial(release, what=date(2026, 1, 17), by=BY))
    assert why(club, rubber(NOW)) == ""


def test_an_evening_before_waits_if_it_was_released_or_played_for_money(club: Club) -> None:
    morning = datetime(2026, 1, 18, 10, tzinfo=UTC)
    give_out(club, morning)
    night = rubber(morning - 5 * HOUR)
    assert why(club, night, morning) == ""
    club.write(partial(stakes.set_stake, per_100=10, session=None, evening="", by=Signature()))
    assert why(club, night, morning) == waiting.MONEY
    club.write(partial(release, what=date(2026, 1, 17), by=BY))
    assert why(club, night, morning) == waiting.RELEASED


def test_an_event_waits_where_it_was_played_to_the_end_or_released_before(club: Club) -> None:
    event = planned.planned(club)
    planned.take(club, {1: planned.at_table(event, 1)})
    give_out(club, GIVEN, table=2)
    assert why(club, planned.at_table(event, 2)) == ""
    assert why(club, planned.at_table(event, 1)) == waiting.OVER
    sent = sends.Sent(planned.tablet(1).hex(), 1, 7)
    club.write(partial(sends.keep, event=event.id, sent=sent, again=True))
    assert why(club, planned.at_table(event, 1)) == ""
    tomorrow = GIVEN + 24 * HOUR
    give_out(club, tomorrow)
    start, *rest = planned.at_table(event, 1)
    log = [(*start[:3], minutes(tomorrow)), *rest]
    assert why(club, log, tomorrow) == ""
    club.write(partial(release, what=event, by=BY))
    assert why(club, log, tomorrow) == waiting.RELEASED


def test_what_is_damaged_takes_no_good_session_away(club: Club) -> None:
    good = arrived(rubber(NOW))
    assert club.take(PHONE, 1, good.raw, "") == "new"
    rotten = replay(good.id, good.raw + bytes(14))
    assert waiting.holds_back(club, rotten, NOW)
    assert not waiting.holds_back(club, good, NOW)  # the club has it
    assert [one.row.why for one in club.read(waiting.waiting)] == [waiting.DAMAGED]
    assert len(club.read(ledger.ledger).entries) == 4


def test_a_damaged_or_shorter_copy_takes_no_waiting_session_away(club: Club) -> None:
    """The phone's flash may rot while the only good copy is the one that waits."""
    good = arrived(rubber(YESTERDAY))
    for raw_copy in (good.raw, b"\x01" * 14, good.raw + bytes(14), good.raw[:-14]):
        assert waiting.holds_back(club, replay(good.id, raw_copy), NOW)
        (row,) = club.read(waiting.waiting)
        assert (row.row.raw, row.row.why) == (good.raw, waiting.EARLY)
    club.take(PHONE, 1, good.raw[:14], "port")
    assert len(club.read(waiting.waiting)) == 1  # that was only its beginning
    club.take(PHONE, 1, good.raw, "port")
    assert club.read(waiting.waiting) == []


def test_a_session_that_the_director_takes_in_meanwhile_waits_no_more(club: Club) -> None:
    log = arrived(rubber(YESTERDAY))
    assert waiting.holds_back(club, log, NOW)
    club.write(partial(waiting.take_in, given=log.id, by=BY))
    club.write(lambda rows: waiting._hold(rows, log, waiting.EARLY, NOW))  # as a restore may
    assert not waiting.holds_back(club, log, NOW)
    assert club.take(PHONE, 1, log.raw, "port") == "known"
    assert club.read(waiting.waiting) == []


def test_what_one_phone_leaves_keeps_no_other_one_from_waiting(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "MOST", 3)
    for number in (1, 2, 3, 4):
        assert waiting.holds_back(club, arrived(rubber(YESTERDAY), number), NOW)
    honest = session_of(1, OTHER)
    brought = replay(honest, raw(1, rubber(YESTERDAY), OTHER))
    assert waiting.holds_back(club, brought, NOW)
    listed = [one.row.session for one in club.read(waiting.waiting)]
    assert listed == [session_of(2, PHONE), session_of(3, PHONE), honest]


def test_a_later_version_takes_the_place_of_the_earlier_one(club: Club) -> None:
    log = rubber(YESTERDAY)
    seen = []
    for some in (log[:-1], log):
        assert waiting.holds_back(club, arrived(some), NOW)
        for _ in range(2):
            subject = [f"session:{session_of(1, PHONE)}"]
            seen += club.read(partial(Rows.versions, subjects=subject)).values()
            club.write(partial(waiting.dismiss, given=session_of(1, PHONE)))
    assert seen == sorted({*seen})  # each changes what forms are compared by
    assert club.read(waiting.waiting) == []
    (dismissed,) = club.read(partial(waiting.waiting, dismissed=True))
    assert dismissed.row.raw == arrived(log).raw
    club.write(partial(waiting.take_in, given=session_of(1, PHONE), by=BY))
    assert club.known(session_of(1, PHONE))
    with pytest.raises(Unknown):
        club.write(partial(waiting.take_in, given=session_of(1, PHONE), by=BY))


def test_what_waits_of_a_table_is_bounded(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def held() -> Iterator[str]:
        for (session,) in club.ask("SELECT session FROM waiting ORDER BY session", {}):
            yield session[-1]

    monkeypatch.setattr(waiting, "MOST", 2)
    for number in (1, 2, 3):
        assert waiting.holds_back(club, arrived(rubber(YESTERDAY), number), NOW)
    assert [*held()] == ["1", "2"]
    club.write(partial(waiting.dismiss, given=session_of(1, PHONE)))
    assert waiting.holds_back(club, arrived(rubber(YESTERDAY), 3), NOW)
    assert [*held()] == ["2", "3"]
    monkeypatch.setattr(waiting, "MOST_BYTES", 100)
    assert waiting.holds_back(club, arrived(rubber(YESTERDAY), 4), NOW)
    assert [*held()] == ["2", "3"]
