"""An event as a tablet gets it, byte for byte."""

import struct
from binascii import crc32
from dataclasses import replace
from datetime import date

import pytest

from scorepad.club.evenings import Evenings
from scorepad.club.events.event import Event
from scorepad.club.events.rulings import leave
from scorepad.club.log import Signature
from scorepad.club.records.store import Club
from scorepad.errors import UserError
from scorepad.movement.howell import build_howell
from scorepad.movement.mitchell import build_mitchell
from scorepad.movement.model import Meeting, Movement
from scorepad.tablet.event import MOST, SIZE, EventDelivery, prepare_event, records
from support.club.planned import entered, planned, two_sections
from support.databases import enrol


@pytest.fixture
def club(club: Club, database: str) -> Club:
    enrol(database, ("Ann", "Bo", "Cleo", "Maximilian-Jérôme Østergård"))
    return club


def bodies(event: Event, table: int) -> list[bytes]:
    """The records, each of which verifies."""
    listed = records(event, table)
    for one in listed:
        assert (len(one), crc32(one[:50]).to_bytes(4, "little")) == (SIZE, one[50:])
    return [one[:50] for one in listed]


def meetings(listed: list[bytes]) -> list[tuple[int, ...]]:
    """Those of all records that have some."""
    rows = [one[at : at + 6] for one in listed for at in range(0, 48, 6)]
    assert all(one[48:] == b"\0\0" for one in listed)
    there = [tuple(row) for row in rows if row[0]]
    assert rows[len(there) :] == [bytes(6)] * (len(rows) - len(there))
    return there


def test_the_records_of_a_table(club):
    event = planned(club, name="Dienstag der Großmeister")
    event = entered(club, event, {2: ("Ann", "id=2"), 5: ("guest:Tom", "id=4")})
    event = entered(club, event, {2: ("guest", "Cleo")}, since=3)
    event = entered(club, event, {2: ("Ann", "Cleo")}, since=3)  # a correction
    head, *pairs, one, other = bodies(event, 3)
    days = (date(2026, 1, 17) - date(2000, 1, 1)).days
    name = "Dienstag der Großme"
    assert len(name.encode()) == 20
    fields = event.number, days, 3, 1, 6, 3, 6, 9, 0, 0
    assert head == (struct.pack("<IHBBBBBHBB", *fields) + name.encode()).ljust(50, b"\0")
    assert [(pair[0], pair[1]) for pair in pairs] == [(number, 0) for number in range(1, 7)]
    named = struct.pack("<BBII20s20s", 2, 0, 1, 3, b"Ann", b"Cleo")
    assert pairs[1] == named
    cut = "Maximilian-Jérôme".encode()  # as in the roster
    assert pairs[4] == struct.pack("<BBII20s20s", 5, 0, 0, 4, b"Tom", cut)
    assert pairs[0] == struct.pack("<BBII20s20s", 1, 0, 0, 0, b"guest", b"guest")
    assert meetings([one, other]) == [
        *((1, 1, 1, 4, 1, 2), (1, 2, 2, 5, 3, 4), (1, 3, 3, 6, 5, 6)),
        *((2, 1, 1, 6, 3, 4), (2, 2, 2, 4, 5, 6), (2, 3, 3, 5, 1, 2)),
        *((3, 1, 1, 5, 5, 6), (3, 2, 2, 6, 1, 2), (3, 3, 3, 4, 3, 4)),
    ]


def test_names_are_cut_and_spelt_as_in_the_roster(club):
    event = entered(club, planned(club), {1: ("id=4", "Ann")})
    assert bodies(event, 1)[1][10:30] == "Maximilian-Jérôme".encode().ljust(20, b"\0")
    given = EventDelivery(replace(event, name="Кубок E\u0301山"))
    on_board, on_phone = (
        given.records(1, phone)[0][15:35].rstrip(b"\0") for phone in (False, True)
    )
    assert [on_board, on_phone] == ["Kubok É".encode(), "Кубок É山".encode()]


def test_a_section_has_its_own_pairs_and_meetings_and_a_letter(club):
    event = planned(club, *two_sections(), scoring="butler")
    for table, letter, first, pairs, tables in ((4, "A", 1, 8, 4), (9, "B", 9, 10, 5)):
        head, *rest = bodies(event, table)
        number, _, mine, low, high, rounds, many, count, section, scoring = struct.unpack(
            "<IHBBBBBHBB", head[:15]
        )
        assert (number, mine, low, high, rounds) == (event.number, table, 1, 10, 5)
        assert (many, count, chr(section), scoring) == (pairs, 5 * tables, letter, 2)
        assert [one[0] for one in rest[:pairs]] == list(range(first, first + pairs))
        there = meetings(rest[pairs:])
        assert there == sorted(there)
        schedule = event.sections["AB".index(letter)].schedule
        wanted = {(m.round, m.table, m.ns, m.ew, m.boards[0], m.boards[-1]) for m in schedule}
        assert set(there) == wanted


def test_a_pair_that_has_left_is_nobody_and_two_that_have_do_not_meet(club):
    event = planned(club)
    event = club.write(lambda rows: leave(rows, event, 1, 2, Signature()))
    event = club.write(lambda rows: leave(rows, event, 5, 3, Signature()))
    there = {row[:2]: row[2:4] for row in meetings(bodies(event, 1)[7:])}
    assert there[1, 1] == (1, 4) and there[2, 1] == (0, 6) and there[2, 3] == (3, 5)
    assert (3, 1) not in there and len(there) == 8
    assert bodies(event, 1)[0][11:13] == bytes((8, 0))


@pytest.mark.parametrize(("rounds", "since", "keeps"), [(2, 2, True), (3, 2, False), (3, 3, True)])
def test_results_of_a_pair_that_left_stay_from_half_of_its_boards_on(club, rounds, since, keeps):
    event = planned(club, build_mitchell(6, rounds, 2))
    event = club.write(lambda rows: leave(rows, event, 1, since, Signature()))
    assert event.keeps_results(1) == keeps


@pytest.mark.parametrize(
    ("movement", "said"),
    [
        (
            Movement("file", "ours", (Meeting(1, 1, 1, 2, (1, 3)),)),
            "round 1, table 1: boards 1, 3 do not follow one another",
        ),
        (build_mitchell(120, 20, 1), "271 records are too many .* has room for 255"),
    ],
)
def test_what_no_tablet_takes_is_refused_before_it_is_sent(club, movement, said):
    event = planned(club, movement)
    with pytest.raises(UserError, match=said):
        prepare_event(event, False, Evenings())


def test_the_largest_howell_and_a_big_mitchell_have_room(club):
    for movement in (build_howell(20, 19, 1), build_mitchell(80, 26, 2)):
        event = planned(club, movement, name=movement.name)
        assert 1 + len(movement.pairs) < len(records(event, 1)) <= MOST


def test_a_table_that_the_event_does_not_have_gets_nothing(club):
    event = planned(club)
    assert EventDelivery(event).records(4) == [] == EventDelivery(None).records(1)
