"""From other machines everybody reads what is released, and the director needs a password."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorepad.web.server import open_port
from support.databases import dump
from support.web.full_club import SHEET
from support.web.programs import Program, error, new_token
from support.web.served import VISITOR, Served, Visitor, serving_here, visitor

PASSWORD = "Sieben Herzen 7♥"


@pytest.fixture(scope="module")
def served(full_copy: Path) -> Iterator[Served]:
    with serving_here(full_copy, lan=True, password=PASSWORD) as served:
        yield served


@pytest.fixture
def guest(served: Served) -> Visitor:
    return visitor(served)


def test_nobody_comes_in_without_the_password(guest: Visitor) -> None:
    for page in ("/", "/players", "/players.json", "/players.live", "/evening", "/files"):
        reply = guest.get(page)
        assert reply.status in (303, 403, 404), page
        assert "Lund" not in reply.body
    assert 'type="password"' in guest.get("/players").body
    assert guest.shows(f"/room/sessions/{SHEET}", "Lund")  # which the room may read
    assert guest.get(f"/sessions/{SHEET}").status == 403


def test_the_link_opens_only_on_the_machine_itself(served: Served, guest: Visitor) -> None:
    home = f"127.0.0.1:{served.port}"
    assert guest.enter().status == 404
    assert guest.ask("GET", f"/enter?key={served.key}", Host=home).status == 404
    assert not guest.cookie
    assert served.ask("GET", f"/enter?key={served.key}", Host=guest.host).status == 421
    assert served.enter().status == 200
    assert served.get("/players").status == 200


def test_the_director_comes_in_with_the_password(guest: Visitor) -> None:
    assert guest.log_in("Sieben Herzen 8").status == 403
    assert not guest.cookie
    reply = guest.log_in(PASSWORD)
    assert (reply.status, reply.headers["location"]) == (303, "/")
    cookie = reply.headers["set-cookie"].lower().partition(",")[0]
    assert "httponly" in cookie and "samesite=strict" in cookie and "secure" not in cookie
    assert guest.get("/players").status == 200
    assert guest.post("/players", {"form": "club-players-add", "name": "Di"}).status == 303


def test_the_machines_own_names_open_it_and_no_others(guest: Visitor) -> None:
    for host in (f"evil.example:{guest.port}", f"{VISITOR}:{guest.port}", guest.machine):
        assert guest.get("/room", Host=host).status == 421, host
    name = socket.gethostname().lower()
    for host in (name, f"{name.partition('.')[0]}.local", name.upper()):
        assert guest.get("/room", Host=f"{host}:{guest.port}").status == 200, host


def test_a_cookie_that_was_set_before_is_not_taken_over(guest: Visitor) -> None:
    guest.cookie = planted = f"scorepad-{guest.port}=" + "A" * 43
    assert guest.log_in(PASSWORD).status == 303
    mine = guest.cookie
    assert guest.log_in(PASSWORD).status == 303  # again, with the cookie of before
    assert len({planted, mine, guest.cookie}) == 3
    assert guest.get("/players", Cookie=mine).status == 403
    assert guest.get("/players", Cookie=planted).status == 403


def test_a_token_is_taken_on_the_machine_itself(served: Served, guest: Visitor) -> None:
    token = new_token(served.database, "Club site")
    assert Program(served, token).get("club/players").status == 200
    before = dump(served.database)
    for reply in (
        Program(guest, token).get("club/players"),
        Program(guest, token).post("club/rules/set", name="A", rules="rubber"),
    ):
        assert reply.status == 403 and error(reply)
        assert "Ann Reid" not in reply.body
    strangers = Program(guest, "").get("club/players"), Program(guest, "x").get("")
    assert [reply.status for reply in strangers] == [401, 403]
    assert dump(served.database) == before


def test_a_token_is_taken_by_https(tmp_path: Path) -> None:
    """A proxy has asked, which says by which name; test_https.py has a real one."""
    file, to = tmp_path / "club.db", {"Host": "scores.example.org"}
    with serving_here(file, url="https://scores.example.org", password=PASSWORD) as served:
        program = Program(served, new_token(str(file), "x"))
        assert program.get("club/settings", headers=to).status == 200
        assert program.post("club/rules/set", headers=to, name="A", rules="rubber").status == 200


def test_only_with_lan_other_machines_reach_it() -> None:
    for lan, addresses in ((True, ("0.0.0.0", "::")), (False, ("127.0.0.1",))):
        with open_port(0, lan) as listener:
            assert listener.getsockname()[0] in addresses
