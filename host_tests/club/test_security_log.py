"""The security log is bounded whatever strangers do, and belongs to one database."""

import json
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from scorepad.club import password, security_log
from scorepad.club.records.store import Club
from scorepad.club.security_log import Event, Kind, load_events, note
from scorepad.context import Actor
from support.databases import select
from support.in_process import Commands
from support.web.served import CHEAP

NOW = datetime(2026, 11, 20, 20, tzinfo=UTC)


def log(club: Club) -> list[Event]:
    return club.read(load_events)


@pytest.mark.each_database
def test_a_flood_of_refusals_is_counted_and_pushes_nothing_else_out(club, monkeypatch):
    monkeypatch.setattr(security_log, "MOST_AN_HOUR", 5)
    monkeypatch.setattr(security_log, "MOST_REFUSALS", 8)
    club.write(lambda rows: note(rows, Kind.LINK_LOGIN, made=NOW))
    for hour in (0, 2, 4):
        made = NOW + timedelta(hours=hour)
        for address in range(20):
            by = Actor("", f"192.168.77.{address}")
            club.write(partial(note, kind=Kind.PASSWORD_WRONG, by=by, made=made))
    rows = log(club)
    assert [row.address for row in rows[:2]] == ["*", "192.168.77.4"]
    assert (rows[0].times, rows[0].made) == (15, made)
    assert [row.kind for row in rows] == ["password-wrong"] * 8 + ["link-login"]


def test_one_address_has_one_row_an_hour(club: Club) -> None:
    by = Actor("", "192.168.77.2")
    for minute in (0, 59, 61):
        made = NOW + timedelta(minutes=minute)
        club.write(partial(note, kind=Kind.TOKEN_REFUSED, by=by, made=made, times=3))
    assert [row.times for row in log(club)] == [3, 6]
    club.write(partial(note, kind=Kind.TOKEN_REFUSED, by=by, made=NOW - timedelta(days=400)))
    assert [row.times for row in log(club)] == [1, 3, 6]  # the clock had been wrong


def test_the_oldest_events_go(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security_log, "MOST", 3)
    for number in range(5):
        club.write(partial(note, kind=Kind.LOGOUT, about=str(number)))
    assert [row.about for row in log(club)] == ["4", "3", "2"]


def test_texts_are_bounded_and_can_be_shown(club: Club) -> None:
    club.write(lambda rows: note(rows, Kind.LOGOUT, "x" * 1000, Actor("a\n\x1b[31m\0", "\udcff")))
    (row,) = log(club)
    assert (row.about, row.who, row.address) == ("x" * 100, "a\ufffd\ufffd[31m\ufffd", "?")


def test_what_commands_change_is_logged_and_is_in_no_backup(
    commands: Commands, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(password, "_hasher", CHEAP)
    secret, file = tmp_path / "secret", tmp_path / "copy.db"
    secret.write_text("Sieben Herzen\n", encoding="utf-8")
    commands.run("password", "--file", str(secret))
    token = commands.run("token", "new", "Club site").strip()
    commands.run("token", "remove", "Club site")
    commands.run("password", "remove")
    commands.run("players", "add", "Zoë Lund")
    commands.run("backup", str(file))
    commands.run("restore", str(file), "--replace")
    assert select(file, "SELECT * FROM security_log") == []
    found = commands.told("security")
    assert [(one["kind"], one["about"], one["address"]) for one in found] == [
        ("restored", "copy.db", None),
        ("password-removed", None, None),
        ("token-removed", "Club site", None),
        ("token-made", "Club site", None),
        ("password-set", None, None),
    ]
    assert commands.told("security", "--limit", "1") == found[:1]
    assert token not in json.dumps(found) and "Herzen" not in json.dumps(found)
    assert "Director's password set" in commands.run("security")
    assert "1 to 5000" in commands.refused("security", "--limit", "0")
