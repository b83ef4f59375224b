"""`scorepad sync --roster` gives the tablets the club's players, when their sessions are safe."""

import functools
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from scorepad.cli.commands import sync as sync_command
from scorepad.club.records.store import Club
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from scorepad.tablet.sync import sync_port
from support.club.club_sessions import TABLET, complete, played, raw
from support.commands import refused, scorepad
from support.databases import change, enrol
from support.link.ptys import impostor, plugged_in, script
from support.link.syncing import Answer, command, game, has_another, hasty, speaks
from support.tablet.directing import players


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A club of six, of whom Cy and Di have played; Eve was Eva."""
    where = tmp_path / "club.db"
    with Club(str(where)) as club:
        names = ("Ann", "Maximilian-Jérôme Østergård", "Cy", "Di", "Eva", "Eve")
        enrol(where, names)
        club.take(TABLET, 99, raw(99, complete(played(players=(4, 0, 3)))), "port")
    assert scorepad("club", "players", "merge", "Eva", "Eve", "--db", where).returncode == 0
    return where


def test_the_tablet_offers_the_clubs_players(path, capsys):
    with Tablet(Flash()) as tablet:
        game(tablet)
        with plugged_in(tablet) as port:
            assert command(port, "--roster", "--db", str(path)) == 0
        out = capsys.readouterr().out
        assert "1 new" in out and "0 refused; roster: 5 players\n" in out
        assert players(tablet) == ["Cy", "Di", "Ann", "Eve", "Maximilian-Jérôme"]
        with plugged_in(tablet) as port:
            assert command(port, "--roster", "--json", "--db", str(path)) == 0
    (summary,) = json.loads(capsys.readouterr().out)["tablets"]
    assert (summary["known"], summary["players"]) == (1, 5)


def test_without_the_option_no_roster_is_sent(path, capsys):
    with impostor(script(speaks({"player": "error never", "roster": "error never"}))) as port:
        assert command(port, "--db", str(path)) == 0
    assert "roster" not in capsys.readouterr().out


def refusing(request: str) -> Callable[[str], str]:
    answers: dict[str, Answer] = {"player": "ok", "roster": has_another()}
    return speaks({**answers, request: "error there is no such request"})


def test_a_tablet_that_has_them_already_gets_them_no_more(path, capsys):
    with impostor(script(speaks({"player": "error not again", "roster": "ok"}))) as port:
        assert command(port, "--roster", "--db", str(path)) == 0
    assert "0 refused; roster: 5 players\n" in capsys.readouterr().out


@pytest.mark.parametrize("request_", ["player", "roster"])
def test_a_tablet_that_refuses_is_named_and_its_sessions_are_safe(path, capsys, request_):
    with impostor(script(refusing(request_))) as port:
        assert command(port, "--roster", "--db", str(path)) == 1
    said = capsys.readouterr()
    assert f"{port}: its roster stays as it is: " in said.err
    assert "1 new" in said.out and "1 refused\n" in said.out
    with Club(str(path)) as club:
        assert len(list(club.sessions())) == 2


def test_a_name_that_no_tablet_shows_harms_no_session(path, capsys):
    change(path, "UPDATE players SET name = ? WHERE id = 1", "A\x1b[2J")
    with impostor(script(speaks({}))) as port:
        assert command(port, "--roster", "--db", str(path)) == 2
    said = capsys.readouterr()
    assert "player 1: the name is not text" in said.err and "1 new" in said.out


def test_a_tablet_has_room_for_500(path, capsys, monkeypatch):
    enrol(path, (f"Player {number}" for number in range(7, 600)), 7)
    asked: list[str] = []

    def kept(words: str) -> str:
        asked.append(words)
        return "ok"

    monkeypatch.setattr(sync_command, "sync_port", functools.partial(sync_port, cable=hasty))
    with impostor(script(speaks({"player": kept, "roster": has_another()}))) as port:
        assert command(port, "--roster", "--db", str(path)) == 0
    said = capsys.readouterr()
    assert "roster: of 598 players the 500 who played last\n" in said.err
    assert "; roster: 500 players\n" in said.out
    assert len(asked) == 500 and asked[0] == f"player 0 3 {b'Cy'.hex()}"


def test_an_empty_roster_is_not_sent(tmp_path):
    message = refused(scorepad("sync", "nowhere", "--roster", "--db", tmp_path / "new.db"))
    assert message.startswith("the roster is empty; `scorepad club players import`")
