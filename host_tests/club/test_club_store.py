"""The club has each session exactly once, with the bytes that its tablet has."""

import sqlite3
from array import array
from collections import Counter

import psycopg
import pytest

from firmware.session import DEAL, START
from firmware.storage.record import SIZE, checksum
from scorepad.club.records.store import Club, Conflict, Damaged, Known
from scorepad.errors import UserError
from scorepad.exports.sessions import as_json
from support.club.club_sessions import EXAMPLE, TABLET, complete, example, played, raw, session_of
from support.databases import change, dump, enrol, heard, select

ONE = session_of(1)


# A session is taken


@pytest.mark.each_database
def test_where_another_program_was_faster_it_is_looked_at_again(club, database, database_kind):
    """On a server two can begin at once; then one finds a key there that it has not seen."""
    driver = sqlite3 if database_kind == "sqlite" else psycopg
    faster = [driver.IntegrityError()] * 4

    def insert(_, words, *__):
        if "INSERT INTO records" in words and faster:
            raise faster.pop()

    with heard(insert):
        assert club.take(TABLET, 1, example(), "port") == "new"
    assert not faster
    assert select(database, "SELECT COUNT(*) FROM records") == [(8,)]


@pytest.mark.each_database
def test_a_session_is_kept_with_all_that_follows_from_it(club, database):
    assert club.known(ONE) is None
    assert club.take(TABLET, 1, example(), "/dev/ttyUSB0") == "new"
    assert club.known(ONE) == Known(8, checksum(example()), "complete")
    assert b"".join(r for (r,) in select(database, "SELECT raw FROM records")) == example()
    assert select(database, "SELECT played, totals FROM sessions") == [(5, "NS=300 EW=1620")]
    ((won,),) = select(database, "SELECT won FROM sessions")
    assert list(array("b", won)) == [3, -2, 5, -3, -16]
    assert select(database, "SELECT seat, player FROM seats") == [(0, 0), (1, 0), (2, 0), (3, 0)]


def test_what_the_club_has_already_changes_nothing(club, database):
    """Also if another PC has read it earlier and comes later."""
    club.take(TABLET, 1, example(), "one")
    before = dump(database)
    for records in (8, 3):
        assert club.take(TABLET, 1, example()[: records * SIZE], "another") == "known"
    assert dump(database) == before


@pytest.mark.each_database
def test_an_open_session_grows(club, database):
    for records in range(1, 9):
        outcome = club.take(TABLET, 1, example()[: records * SIZE], "port")
        assert outcome == ("new" if records == 1 else "extended")
        state = "complete" if records == 8 else "open"
        assert club.known(ONE) == Known(records, checksum(example()[: records * SIZE]), state)
    outcomes = [
        outcome for (outcome,) in select(database, "SELECT outcome FROM imports ORDER BY id")
    ]
    assert outcomes == ["new"] + ["extended"] * 7


def test_other_records_under_the_same_id_are_a_conflict(club, database):
    club.take(TABLET, 1, example(), "port")
    before = dump(database)
    with pytest.raises(UserError, match="no records"):
        club.take(TABLET, 1, b"", "port")
    other = raw(1, complete(played(("6N N =", "6N N ="))))
    for conflicting in (other, other[: 4 * SIZE], example()[:-1] + b"?", example()[SIZE:]):
        with pytest.raises(Conflict, match=f"{ONE}.*--db"):
            club.take(TABLET, 1, conflicting, "port")
    assert dump(database) == before


@pytest.mark.parametrize(
    ("records", "fault"),
    [
        (example(2), "record 0 does not verify"),
        (example()[:-1] + b"?", "record 7 does not verify"),
        (example()[:-5], "record 7 has 9 bytes"),
        (b"?", "record 0 has 1 bytes"),
        (b"\0" * SIZE * 3, "record 0 does not verify"),
        (raw(1, [(DEAL, 0, 1, 0)]), "one START event"),
        (raw(1, [(START, 0, 99 << 8, 0)]), "format 99"),
        (raw(1, [*played(), (DEAL, 0, 9, 0)]), "deal 9 where deal 6 belongs"),
        (raw(1, [*played(EXAMPLE[:1]), (77, 0, 0, 0)]), "newer firmware"),
    ],
)
def test_damaged_records_are_kept_as_they_came(club, database, records, fault):
    assert club.take(TABLET, 1, records, "port") == "damaged"
    assert club.take(TABLET, 1, records, "port") == "damaged"
    assert b"".join(r for (r,) in select(database, "SELECT raw FROM records")) == records
    assert club.known(ONE) == Known(len(records) // SIZE, checksum(records), "damaged")
    (row,) = club.sessions()
    assert fault in row.fault and row.totals == {}
    with pytest.raises(Damaged, match=fault):
        club.session(ONE)
    assert select(database, "SELECT COUNT(*) FROM imports") == [(1,)]


@pytest.mark.each_database
def test_a_torn_record_becomes_a_whole_one(club, database):
    assert club.take(TABLET, 1, example()[: 3 * SIZE + 5], "port") == "damaged"
    assert club.take(TABLET, 1, example()[: 3 * SIZE + 9], "port") == "damaged"
    assert club.take(TABLET, 1, example(), "port") == "extended"
    assert club.known(ONE) == Known(8, checksum(example()), "complete")
    assert club.session(ONE).session.sheet.totals == [300, 1620]


@pytest.mark.each_database
def test_players_of_the_roster_are_named_and_all_others_guests(club, database):
    enrol(database, ["Zoë"])
    enrol(database, ["山田"], (1 << 32) - 1)
    seated = complete(played(players=(1, 2, (1 << 32) - 1)))
    club.take(TABLET, 1, raw(1, seated), "port")
    assert club.session(ONE).players == ("Zoë", None, "山田", None)


# Finding a session


@pytest.mark.each_database
def test_an_id_may_be_cut_short_while_it_is_clear(club):
    for number in (1, 12, 3):
        club.take(TABLET, number, example(number), "port")
    club.take(b"\xaa", 1, b"\0" * SIZE, "port")  # of another tablet
    assert club.session(session_of(1)).id == session_of(1)  # although -12 begins so, too
    assert club.session(session_of(12)).id == session_of(12)
    assert club.session(session_of(3).upper()).id == session_of(3)
    with pytest.raises(UserError, match=r"Several sessions begin with '02'.*-1, .*-12, .*-3"):
        club.session("02")


def test_an_unknown_id_is_refused(club):
    unknown = ("", "x", "02005c0e9ad1-1", "%", "_", "*", "\n", "x" * 9999)
    for given_id in unknown:
        with pytest.raises(UserError, match="no sessions yet"):
            club.session(given_id)
    club.take(TABLET, 1, example(), "port")
    for given_id in unknown:
        with pytest.raises(UserError, match="The club has no session '") as error:
            club.session(given_id)
        assert "\n" not in str(error.value)
        assert (ONE in str(error.value)) == (given_id == "02005c0e9ad1-1")


# What follows from the records


@pytest.mark.each_database
def test_rebuild_makes_the_same_again(club, database):
    for number, events in enumerate([complete(played()), played(), complete(played(begun=0))]):
        club.take(TABLET, number, raw(number, events), "port")
    club.take(TABLET, 9, b"?" * SIZE, "port")
    before, exported = dump(database), export_of(club)
    spoil(database)
    assert export_of(club) == exported  # the truth is in the records
    assert club.rebuild() == Counter(complete=2, open=1, damaged=1)
    assert dump(database) == before
    assert export_of(club) == exported


def spoil(database: str) -> None:
    """Makes what follows from the records wrong."""
    change(database, "UPDATE seats SET entered = 9")
    change(database, "DELETE FROM settlements")
    change(database, "INSERT INTO rankings VALUES (7, 43200, 1, 1)")
    change(database, "UPDATE sessions SET state = 'open', rules = '?', fault = '', crc = 1")
    change(database, "UPDATE sessions SET played = 0, totals = 'NS=1 EW=2', won = NULL")


def export_of(club: Club) -> str:
    return as_json([club.session(session_of(number)) for number in range(3)])


@pytest.mark.each_database
def test_records_that_no_tablet_can_have_are_refused_by_name(club, database):
    change(database, "INSERT INTO records VALUES ('nonsense', 0, ?)", b"\0")
    with pytest.raises(UserError, match="'nonsense', which is no session's id"):
        club.rebuild()
