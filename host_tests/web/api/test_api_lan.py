"""From other machines no token comes in that others there could read."""

from pathlib import Path

from scorepad.cli import main
from support.databases import dump
from support.web.lan import ADDRESS, network, phone
from support.web.programs import Program, error, new_token
from support.web.served import serving, set_password


def test_a_token_is_taken_on_the_machine_itself(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    assert main(["club", "players", "add", "Ann Reid", "--db", str(file)]) == 0
    set_password(file, "Sieben Herzen 7♥")
    token = new_token(str(file), "Club site")
    with network() as within, serving(file, "--lan", within=within) as served:
        visitor = phone(served, within)
        home = phone(served, within)
        home.address = "127.0.0.1"
        assert visitor.address == ADDRESS
        assert Program(home, token).get("club/players").status == 200
        before = dump(file)
        for reply in (
            Program(visitor, token).get("club/players"),
            Program(visitor, token).post("club/rules/set", name="A", rules="rubber"),
        ):
            assert reply.status == 403 and "https" in error(reply)
            assert "Ann Reid" not in reply.body
        strangers = Program(visitor, "").get("club/players"), Program(visitor, "x").get("")
        assert [reply.status for reply in strangers] == [401, 403]
        assert dump(file) == before


def test_a_token_is_taken_by_https(tmp_path: Path) -> None:
    """A proxy has asked, which says by which name; test_https.py has a real one."""
    file = tmp_path / "club.db"
    token = new_token(str(file), "Club site")
    set_password(file, "Sieben Herzen 7♥")
    with serving(file, "--url", "https://scores.example.org") as served:
        program = Program(served, token, {"Host": "scores.example.org"})
        assert program.get("club/settings").status == 200
        assert program.post("club/rules/set", name="A", rules="rubber").status == 200
