"""A new club is led to its name, its players and its first tablet, and nobody else is."""

from scorepad.cli import main
from support.commands import scorepad
from support.web.forms import fill, form_of, forms_of
from support.web.served import Served

START = "/start"


def begins_at(served: Served) -> str:
    return served.get("/").headers["location"]


def menu(served: Served) -> str:
    return served.get("/evening").body.partition("</nav>")[0]


def test_a_new_club_is_led_through_its_first_steps(new: Served) -> None:
    assert begins_at(new) == START
    body = new.get(START).body
    assert body.count("to do") == 2 and 'href="/evening"' in body
    assert f'href="{START}"' in menu(new)
    assert {"club-settings-set", "club-players-import", "club-players-add"} <= {*forms_of(body)}
    assert new.post(START, {"form": "club-players-add", "name": "Ann"}).status == 303
    assert begins_at(new) == START and "1 player" in new.get(START).body
    named = {"settings:name": "Harbour Bridge Club", "settings:language": "de"}
    reply = fill(new, START, "club-settings-set", named)
    assert reply.headers["location"].startswith(START)
    assert begins_at(new) == "/evening"
    assert START not in menu(new)
    assert START in new.get("/settings").body
    shown = scorepad("club", "settings", "--json", "--db", new.database).stdout
    assert '"name": "Harbour Bridge Club"' in shown and '"language": "de"' in shown
    assert '"paper"' in shown and shown.count('"setting"') == 2


def test_a_setting_that_somebody_else_has_changed_is_not_overwritten(new: Served) -> None:
    form = form_of(new, START, "club-settings-set")
    assert main(["club", "settings", "set", "name=Theirs", "--db", new.database]) == 0
    assert new.post(START, {**form, "settings:name": "Mine"}).status == 409


def test_a_club_that_has_something_never_sees_them(full: Served) -> None:
    assert begins_at(full) == "/evening"
    assert START not in menu(full)


def test_a_stranger_is_not_told_whether_the_club_is_new(new: Served) -> None:
    new.cookie = ""
    assert begins_at(new) == "/evening"
    assert new.get(START).status in (303, 403)
