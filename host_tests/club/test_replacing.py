"""A damaged copy of a session goes when a good one comes; it is set aside, and all is told."""

import json
from collections import Counter
from functools import partial

import pytest

from firmware.storage import record
from scorepad.club.log import Signature
from scorepad.club.records.store import Club, Conflict
from scorepad.club.sessions.replacing import decide_copy
from support.club.club_sessions import BEGUN, TABLET, complete, played, raw, session_of
from support.databases import dump, enrol, filled_by, select

ONE = session_of(1)
GOOD = raw(1, complete(played(players=(1, 2, 3, 4))))  # 12 records
OTHER = raw(1, complete(played(("6N N =", "6N N ="), players=(1, 2, 3, 4))))
WEEK = 7 * 24 * 60


def spoilt(good: bytes, *records: int) -> bytes:
    """With a byte of each of these records changed."""
    spoilt = bytearray(good)
    for number in records:
        spoilt[number * record.SIZE + 6] ^= 1
    return bytes(spoilt)


def set_aside(where: str) -> list[bytes]:
    """The bytes of each copy that was replaced."""
    rows = select(where, "SELECT replacement, raw FROM set_aside ORDER BY replacement, sequence")
    return [
        b"".join(piece for of, piece in rows if of == which) for which in sorted(set(dict(rows)))
    ]


def kept(where: str) -> bytes:
    return b"".join(one for (one,) in select(where, "SELECT raw FROM records ORDER BY sequence"))


database = filled_by(lambda where: enrol(where, ("Ann", "Ben", "Cy", "Di")))


# By itself


@pytest.mark.parametrize(
    "damaged",
    [
        spoilt(GOOD, 5),
        spoilt(GOOD, 1, 2, 3, 11),
        GOOD + b"torn",
        GOOD[:-5] + b"?",
        spoilt(GOOD, 7)[: 9 * record.SIZE],
        GOOD[: 5 * record.SIZE] + GOOD[10 * record.SIZE :],  # a page is lost
    ],
)
def test_a_copy_that_is_the_same_and_whole_comes_by_itself(club, database, commands, damaged):
    assert club.take(TABLET, 1, damaged, "port") == "damaged"
    assert club.take(TABLET, 1, GOOD, "port") == "replaced"
    assert (kept(database), set_aside(database)) == (GOOD, [damaged])
    assert club.take(TABLET, 1, GOOD, "port") == "known"
    outcomes = select(database, "SELECT outcome FROM imports ORDER BY id")
    assert outcomes == [("damaged",), ("replaced",)]
    (told,) = commands.told("replacements")
    assert told["records"] == len(damaged) // record.SIZE
    assert told["crc"] == f"{record.checksum(damaged):08x}"
    assert (told["session"], told["allowed"], told["replaced"]) == (ONE, True, True)
    shown = " ".join(commands.run("show", ONE).split())
    assert told["fault"] in shown and shown.endswith(f": {told['reason']}.")


@pytest.mark.each_database
def test_all_that_follows_has_the_good_copy(club, database, commands):
    later = complete(played(players=(1, 2, 3, 4), begun=BEGUN + WEEK))
    club.take(TABLET, 1, spoilt(GOOD, 5), "port")
    club.take(TABLET, 2, raw(2, later), "port")
    club.catch_up()
    commands.run("stake", "1", "--default")
    club.take(TABLET, 1, GOOD, "port")
    found = [commands.run(name, "--json") for name in ("list", "ranking", "ledger")]
    (ann,) = (one for one in json.loads(found[2])["players"] if one["id"] == 1)
    assert (ann["sessions"], ann["points"]) == (2, -2640)
    assert club.rebuild() == Counter(complete=2)
    assert [commands.run(name, "--json") for name in ("list", "ranking", "ledger")] == found


# One more record, which verifies and cannot be replayed.
LONGER = GOOD + record.pack(record.session_key(TABLET, 1), 12, (99, 0, 0, 0))
NOT_PROVED = {
    "a readable record is another": (spoilt(OTHER, 1), GOOD),
    "the first record cannot be read": (spoilt(GOOD, 0), GOOD),
    "what has moved up is another": (GOOD[: 5 * record.SIZE] + OTHER[8 * record.SIZE :], GOOD),
    "a readable record is not there": (LONGER, GOOD),
    "it had more records": (spoilt(GOOD, 8, 9, 10, 11), GOOD[: 8 * record.SIZE]),
}


@pytest.mark.parametrize(("damaged", "good"), NOT_PROVED.values(), ids=list(NOT_PROVED))
def test_what_is_not_proved_waits_for_a_decision(club, database, commands, damaged, good):
    club.take(TABLET, 1, damaged, "port")
    before = dump(database)
    assert refused(club, good)
    assert dump(database) == before
    said = commands.run("replace", ONE, "--reason", "the paper says so")
    assert ONE in said
    assert kept(database) == damaged  # until then it stays
    assert club.take(TABLET, 1, good, "port") == "replaced"
    assert (kept(database), set_aside(database)) == (good, [damaged])
    assert "set aside" in commands.run("replacements")
    assert "the paper says so" in commands.run("show", ONE)


def refused(club: Club, records: bytes) -> bool:
    """Whether these records change nothing."""
    try:
        return club.take(TABLET, 1, records, "port") == "damaged"
    except Conflict as error:
        return f"`scorepad club replace {ONE}`" in str(error)


# By decision


def test_a_decision_is_for_one_copy_and_can_be_taken_back(club, database, commands):
    damaged = spoilt(GOOD, 0)
    club.take(TABLET, 1, damaged, "port")
    commands.run("replace", ONE)
    commands.run("replace", ONE, "--keep", "--reason", "not yet")
    assert refused(club, GOOD)
    first, second = commands.told("replacements")
    assert (first["allowed"], second["allowed"], second["replaced"]) == (True, False, False)
    commands.run("replace", ONE)
    assert club.take(TABLET, 1, spoilt(GOOD, 0) + GOOD[-1:], "port") == "damaged"  # it grows
    assert refused(club, GOOD)
    commands.run("replace", ONE)
    assert club.take(TABLET, 1, GOOD, "port") == "replaced"


def test_a_copy_that_is_to_stay_stays_though_the_good_one_is_the_same(club, commands):
    club.take(TABLET, 1, spoilt(GOOD, 5), "port")
    commands.run("replace", ONE, "--keep", "--reason", "evidence")
    assert refused(club, GOOD)
    commands.run("replace", ONE)
    assert club.take(TABLET, 1, GOOD, "port") == "replaced"


@pytest.mark.each_database
def test_a_page_that_reads_well_and_badly_in_turn_needs_a_decision_each_time(club, database):
    begun = GOOD[: 3 * record.SIZE]
    damaged = begun + spoilt(GOOD, 0)[: record.SIZE]
    club.take(TABLET, 1, damaged, "port")
    for _ in range(2):
        assert refused(club, begun)
        club.write(partial(decide_copy, given=ONE, allowed=True, by=Signature()))
        assert club.take(TABLET, 1, begun, "port") == "replaced"
        assert club.take(TABLET, 1, damaged, "port") == "damaged"
    assert set_aside(database) == [damaged] * 2
    assert club.take(TABLET, 1, GOOD, "port") == "replaced"


def test_only_a_good_copy_comes_instead(club, database, commands):
    club.take(TABLET, 1, spoilt(GOOD, 0), "port")
    commands.run("replace", ONE)
    with pytest.raises(Conflict, match=ONE):
        club.take(TABLET, 1, spoilt(GOOD, 1), "port")
    assert kept(database) == spoilt(GOOD, 0)


def test_a_good_copy_is_never_replaced(club, commands):
    club.take(TABLET, 1, GOOD, "port")
    assert "not damaged" in commands.refused("replace", ONE)
    with pytest.raises(Conflict, match="--db"):
        club.take(TABLET, 1, OTHER, "port")


def test_none_was_ever_replaced(commands):
    assert commands.run("replacements").count("\n") == 1
