"""Plain SQL, and what is stored, in each kind of database."""

from datetime import datetime, timedelta, timezone

import pytest

from scorepad.club.database.connection import AT_ONCE
from scorepad.club.database.rows import Rows
from scorepad.club.records.backup import backup, restore
from scorepad.club.records.store import Club
from scorepad.errors import UserError

pytestmark = pytest.mark.each_database

MADE = datetime(2026, 11, 20, 20, 30, tzinfo=timezone(timedelta(hours=1)))
PLAYERS = [{"id": number, "name": f"P{number}", "number": ""} for number in range(1, 4)]


def test_a_statement_sees_what_others_have_written(club: Club) -> None:
    def work(rows: Rows) -> None:
        rows.insert("players", PLAYERS)
        rows.insert("players", [])
        assert rows.all("SELECT id FROM players ORDER BY id") == [(1,), (2,), (3,)]
        assert rows.run("UPDATE players SET name = :name WHERE id > :id", name="Bob", id=1) == 2
        found = rows.first("SELECT id, name FROM players WHERE id IN :ids", ids=[3, 10])
        assert (found.id, found[1]) == (3, "Bob")
        assert rows.all("SELECT id FROM players WHERE name IN :names", names=[]) == []
        assert rows.all("SELECT id FROM players WHERE name LIKE '%1'") == [(1,)]
        assert rows.first("SELECT id FROM players WHERE id = 4") is None
        assert rows.value("SELECT count(*) FROM players") == 3
        assert rows.value("SELECT id FROM players WHERE id = 4") is None

    club.write(work)
    assert club.ask("SELECT name FROM players WHERE id = :id", {"id": 1}) == [("P1",)]


def test_a_connection_is_used_again_unless_it_is_lost(club: Club, monkeypatch) -> None:
    used = []

    def refuse(rows: Rows) -> None:
        used.append(rows._connection)
        raise UserError("no")

    for _ in range(2):
        with pytest.raises(UserError):
            club.write(refuse)
    assert used[0] is used[1]
    monkeypatch.setattr(type(used[0]), "is_lost", lambda connection: connection is used[0])
    used[0].close()
    assert club.write(lambda rows: rows._connection) is not used[0]


def test_texts_are_in_the_order_of_their_bytes(club: Club) -> None:
    names = ["", "-", "B", "a", "a-b", "aa", "b", "Zoë", "é", "日本"]
    club.write(
        lambda rows: rows.insert(
            "players",
            [{"id": number, "name": name, "number": ""} for number, name in enumerate(names)],
        )
    )
    found = club.ask("SELECT name FROM players ORDER BY name", {})
    assert [name for (name,) in found] == sorted(names)


def test_many_rows_come_one_by_one(club: Club) -> None:
    def work(rows: Rows) -> None:
        many = [{"id": id, "name": "", "number": ""} for id in range(2 * AT_ONCE + 1)]
        rows.insert("players", many)
        found = rows.each("SELECT id FROM players ORDER BY id")
        assert [row.id for row in found] == [row["id"] for row in many]
        assert next(rows.each("SELECT id FROM players ORDER BY id")) == (0,)  # and no more

    club.write(work)
    assert club.write(lambda rows: rows.run("DELETE FROM players")) == 2 * AT_ONCE + 1


def test_times_and_flags_are_stored_alike(club: Club) -> None:
    def work(rows: Rows) -> None:
        held = {"table_number": 1, "raw": b"", "came": MADE, "why": "", "dismissed": True}
        rows.insert("waiting", [{"session": "1", **held}])
        wanted = (
            "SELECT came, dismissed FROM waiting WHERE dismissed = :dismissed AND came = :came"
        )
        stored = ("2026-11-20T19:30:00.000000+00:00", 1)
        assert rows.all(wanted, dismissed=True, came=MADE) == [stored]

    club.write(work)


def test_a_version_rises_with_each_change_and_with_all_that_is_made_anew(
    club: Club, another: str, tmp_path
) -> None:
    def versions(club: Club) -> list[int]:
        return club.read(lambda rows: [*rows.versions(["session:1", "event:1"]).values()])

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
