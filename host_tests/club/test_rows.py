"""Plain SQL beside objects of rows in one transaction, and what is stored, in each database."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from scorepad.club.database.rows import AT_ONCE, Rows
from scorepad.club.database.schema import PlayerRow, TabletTotalRow
from scorepad.club.records.backup import backup, restore
from scorepad.club.records.store import Club

pytestmark = pytest.mark.each_database

MADE = datetime(2026, 11, 20, 20, 30, tzinfo=timezone(timedelta(hours=1)))
PLAYERS = [{"id": number, "name": f"P{number}", "number": ""} for number in range(1, 4)]


def test_statements_and_objects_see_what_each_other_has_written(club: Club) -> None:
    def work(rows: Rows) -> list[str]:
        rows.add(player := PlayerRow(id=9, name="Zoë", number=""))
        rows.insert("players", PLAYERS)
        rows.insert("players", [])
        assert rows.all("SELECT id FROM players ORDER BY id") == [(1,), (2,), (3,), (9,)]
        assert rows.run("UPDATE players SET name = :name WHERE id > :id", name="Bob", id=2) == 2
        assert player.name == "Bob"
        found = rows.first("SELECT id, name FROM players WHERE id IN :ids", ids=[9, 10])
        assert (found.id, found[1]) == (9, "Bob")
        assert rows.all("SELECT id FROM players WHERE name IN :names", names=[]) == []
        assert rows.first("SELECT id FROM players WHERE id = 4") is None
        assert rows.value("SELECT count(*) FROM players") == 4
        assert rows.value("SELECT id FROM players WHERE id = 4") is None
        return rows.asked

    assert sum("players" in sql for sql in club.write(work)) == 10
    assert club.ask("SELECT name FROM players WHERE id = :id", {"id": 1}) == [("P1",)]


def test_many_rows_come_one_by_one(club: Club) -> None:
    def work(rows: Rows) -> None:
        many = [{"id": id, "name": "", "number": ""} for id in range(2 * AT_ONCE + 1)]
        rows.insert("players", many)
        found = rows.each("SELECT id FROM players ORDER BY id")
        assert [row.id for row in found] == [row["id"] for row in many]

    club.write(work)


def test_times_and_flags_are_stored_alike(club: Club) -> None:
    def work(rows: Rows) -> None:
        told = {"session": "", "crc": 0, "totals": "", "made": MADE, "complete": True}
        rows.add(TabletTotalRow(id=1, **told))
        rows.insert("tablet_totals", [{"id": 2, **told}])
        stored = ("2026-11-20T19:30:00.000000+00:00", 1)
        wanted = "SELECT made, complete FROM tablet_totals WHERE complete = :complete"
        assert rows.all(wanted, complete=True) == [stored, stored]
        row = rows.get_one(TabletTotalRow, 2)
        assert (row.made, row.made.tzinfo, row.complete) == (MADE, UTC, True)

    club.write(work)


def test_a_version_rises_with_each_change_and_with_all_that_is_made_anew(
    club: Club, another: str, tmp_path
) -> None:
    def versions(club: Club) -> list[int]:
        return club.read(lambda rows: [rows.version("session:1"), rows.version("event:1")])

    assert versions(club) == [0, 0]
    for _ in range(2):
        club.write(lambda rows: rows.touch("session:1", "rules"))
    assert versions(club) == [2, 0]
    club.rebuild()
    assert versions(club) == [3, 3]
    club.write(lambda rows: rows.touch("event:1"))
    assert versions(club) == [3, 4]
    backup(club, str(tmp_path / "copy.db"))
    with Club(another) as new:
        restore(new, str(tmp_path / "copy.db"))
        assert min(versions(new)) > 4
