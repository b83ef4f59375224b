"""A new club is led to its name, its players and its first tablet, and nobody else is."""

from pathlib import Path

from scorepad.cli import main
from support.commands import scorepad
from support.web import full_club
from support.web.forms import Forms, form_of, looked
from support.web.served import Served, serving

START = "/start"


def begins_at(served: Served) -> str:
    return served.get("/").headers["location"]


def menu(served: Served) -> str:
    return served.get("/evening").body.partition("</nav>")[0]


def test_a_new_club_is_led_through_its_first_steps(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    with serving(file) as served:
        served.enter()
        assert begins_at(served) == START
        body = served.get(START).body
        assert body.count("to do") == 2 and "plug it in" in body
        assert {"club-settings-set", "club-players-import", "club-players-add"} <= {
            *Forms(body).forms
        }
        named = {"settings:name": "Harbour Bridge Club", "settings:language": "de"}
        form = form_of(served, START, "club-settings-set")
        assert served.post(START, {**form, **named}).headers["location"].startswith(START)
        assert begins_at(served) == START
        assert served.post(START, {"form": "club-players-add", "name": "Ann"}).status == 303
        assert begins_at(served) == "/evening"
        assert START not in menu(served)
        assert START in served.get("/settings").body
    shown = scorepad("club", "settings", "--json", "--db", file).stdout
    assert '"name": "Harbour Bridge Club"' in shown and '"language": "de"' in shown
    assert '"paper"' in shown and shown.count('"setting"') == 2


def test_the_first_steps_can_be_skipped_and_found_again(tmp_path: Path) -> None:
    with serving(tmp_path / "club.db") as served:
        served.enter()
        assert 'href="/evening"' in served.get(START).body
        assert f'href="{START}"' in menu(served)


def test_players_come_from_a_file(tmp_path: Path) -> None:
    with serving(tmp_path / "club.db") as served:
        served.enter()
        form = form_of(served, START, "club-players-import")
        reply = served.send(START, form, {"file": ("a.csv", b"name\nAnn\nBo\n")})
        _, which = looked(served, reply)
        page = served.post(START, {"confirmed": which}).headers["location"]
        for told in served.told(page):
            if "<progress" not in told:
                break
        assert "2 players" in served.get(START).body


def test_a_club_that_has_something_never_sees_them(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    full_club.fill(str(file))
    with serving(file) as served:
        served.enter()
        assert begins_at(served) == "/evening"
        assert START not in menu(served)


def test_players_alone_are_not_all(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    assert main(["club", "players", "add", "Ann", "--db", str(file)]) == 0
    with serving(file) as served:
        served.enter()
        assert begins_at(served) == START
        assert "1 player" in served.get(START).body


def test_a_stranger_is_not_told_whether_the_club_is_new(tmp_path: Path) -> None:
    with serving(tmp_path / "club.db") as served:
        assert begins_at(served) == "/evening"
        assert served.get(START).status in (303, 403)
