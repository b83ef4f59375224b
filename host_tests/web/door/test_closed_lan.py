"""From other machines everybody reads what is released, and the director needs a password."""

import getpass
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorepad.cli import main
from support.web.full_club import EVENING, SHEET, fill
from support.web.lan import ADDRESS, Phone, network, phone
from support.web.served import Served, serving, set_password

PASSWORD = "Sieben Herzen 7♥"


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("club") / "club.db"
    fill(str(file))
    set_password(file, PASSWORD)
    return file


@pytest.fixture(scope="module")
def within() -> Iterator[list[str]]:
    with network() as within:
        yield within


@pytest.fixture(scope="module")
def served(database: Path, within: list[str]) -> Iterator[Served]:
    with serving(database, "--lan", within=within) as served:
        yield served


@pytest.fixture
def visitor(served: Served, within: list[str]) -> Phone:
    return phone(served, within)


def test_nobody_comes_in_without_the_password(visitor: Phone) -> None:
    for page in ("/", "/players", "/players.json", "/players.live", "/evening", "/files"):
        reply = visitor.get(page)
        assert reply.status in (303, 403, 404), page
        assert "Lund" not in reply.body
    assert 'type="password"' in visitor.get("/players").body


def test_the_link_opens_only_on_the_machine_itself(visitor: Phone) -> None:
    assert visitor.enter().status == 404
    assert visitor.enter().status == 404
    assert not visitor.cookie
    at_home = Phone(visitor.process, visitor.port, visitor.key, within=visitor.within)
    at_home.address = "127.0.0.1"
    assert at_home.ask("GET", f"/enter?key={at_home.key}", Host=visitor.host).status == 421
    assert at_home.enter().status == 200
    assert at_home.get("/players").status == 200


def test_the_director_comes_in_with_the_password(visitor: Phone) -> None:
    assert visitor.log_in("Sieben Herzen 8").status == 403
    assert not visitor.cookie
    reply = visitor.log_in(PASSWORD)
    assert (reply.status, reply.headers["location"]) == (303, "/")
    said = reply.headers["set-cookie"].lower()
    assert "httponly" in said and "samesite=strict" in said and "secure" not in said
    assert visitor.get("/players").status == 200
    assert visitor.post("/players", {"form": "club-players-add", "name": "Di"}).status == 303


@pytest.mark.parametrize("host", ["evil.example:{port}", "192.168.77.2:{port}", f"{ADDRESS}"])
def test_a_name_that_is_not_the_machines_opens_nothing(visitor: Phone, host: str) -> None:
    assert visitor.get("/room", Host=host.format(port=visitor.port)).status == 421


def test_the_machines_own_names_open_it(visitor: Phone) -> None:
    name = socket.gethostname().lower()
    for host in (name, f"{name.partition('.')[0]}.local", name.upper()):
        assert visitor.get("/room", Host=f"{host}:{visitor.port}").status == 200, host


def test_a_cookie_that_was_set_before_is_not_taken_over(visitor: Phone) -> None:
    visitor.cookie = planted = f"scorepad-{visitor.port}=" + "A" * 43
    assert visitor.log_in(PASSWORD).status == 303
    assert visitor.cookie != planted
    mine = visitor.cookie
    assert visitor.log_in(PASSWORD).status == 303  # again, with the cookie of before
    assert visitor.cookie != mine
    assert visitor.get("/players", Cookie=mine).status == 403
    assert visitor.get("/players", Cookie=planted).status == 403


def test_a_new_password_ends_what_the_old_one_has_opened(
    tmp_path: Path, within: list[str]
) -> None:
    file = tmp_path / "club.db"
    set_password(file, PASSWORD)
    with serving(file, "--lan", within=within) as served:
        visitor = phone(served, within)
        assert visitor.log_in(PASSWORD).status == 303
        assert visitor.get("/players").status == 200
        set_password(file, "another one")
        assert visitor.get("/players").status == 403
        assert visitor.log_in(PASSWORD).status == 403
        assert visitor.log_in("another one").status == 303
        assert main(["club", "password", "--remove", "--db", str(file)]) == 0
        assert visitor.get("/players").status == 403
        assert visitor.log_in("").status == 403


def test_without_a_password_it_does_not_begin(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "scorepad", "serve", "--lan", "--no-open", "--port", "0"]
    done = subprocess.run(
        [*command, "--db", str(tmp_path / "club.db")],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "`scorepad club password` sets it" in done.stderr


@pytest.mark.parametrize("password", ["", "short", "x" * 201])
def test_a_password_is_long_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, password: str
) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(getpass, "getpass", lambda prompt: password)
    assert main(["club", "password", "--db", str(tmp_path / "club.db")]) == 2


def test_the_room_reads_what_is_released(database: Path, visitor: Phone) -> None:
    sheet = f"/room/sessions/{SHEET}"
    assert visitor.shows(sheet, "Lund")
    assert visitor.get(f"/sessions/{SHEET}").status == 403
    assert main(["club", "release", "--evening", EVENING, "--back", "--db", str(database)]) == 0
    assert visitor.shows(sheet, "Lund", there=False)
    assert visitor.get(sheet).status == 404
