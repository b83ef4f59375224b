"""What goes to a tablet in a page over its line: players, house rules, its event, corrections."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest

from dev.emulators.phone import page
from dev.emulators.phone_table import PhoneTable
from firmware.opening import opening
from firmware.session import CORRECT, DEAL, fold
from firmware.storage.record import events, session_key
from scorepad.cli import main
from scorepad.club.derived.replay import kept, tablet_and_number
from scorepad.club.records.store import Club
from scorepad.simulator.drawing import draw
from support.databases import enrol
from support.web.forms import done, form_of
from support.web.phones import LocalPhone, happens, new_phone, token
from support.web.served import NO_PORT, Served, serving

TABLE = 7
EVENT = "/events/id=1"
LISTS = ("roster", "rules", "event")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A club of four, with house rules of its own and an event of this evening."""
    database = tmp_path_factory.mktemp("club") / "club.db"
    with Club(str(database)) as club:
        club.begin()
    enrol(database, ["Ann", "Bob", "Cy", "Di"])
    run(database, "club", "rules", "set", "Tuesday", "chicago", "--option", "honours=on")
    run(database, "event", "new", "Tuesday", "--movement", "mitchell --tables 7")
    with serving(database, NO_PORT, password="correct horse") as served:
        served.enter()
        yield served


def run(database: Path | str, *words: str) -> None:
    assert main([*words, "--db", str(database)]) == 0, words


def has_all(phone: LocalPhone) -> bool:
    return all(phone.tablet.store.read(name) for name in LISTS)


def test_it_is_given_what_one_with_a_cable_is(served: Served) -> None:
    phone = new_phone(served, 1)
    with phone.joined(TABLE):
        assert happens(lambda: has_all(phone))
    assert b"Ann" in phone.tablet.store.read("roster")
    assert phone.tablet.store.settings.table == TABLE


def test_a_second_one_takes_no_part_unless_the_director_says_so(served: Served) -> None:
    """As where the first telephone has no battery any more."""
    first, second = new_phone(served, 2), new_phone(served, 3)
    with first.joined(6):
        assert happens(lambda: has_all(first))
    with second.joined(6):
        assert served.shows("/evening", f"is that of tablet {first.tablet.store.tablet.hex()}")
        assert not second.tablet.store.read("event")
        listed = served.get(EVENT).body
        port = next(one for one in listed.split('"') if one.startswith("phone:6/"))
        form = form_of(served, EVENT, "event-send")
        said = done(served, EVENT, {**form, "--port": port, "--table": "6"})
        assert "in a browser" in said and "event: sent" in said
        assert second.tablet.store.read("event")


def test_a_correction_goes_to_the_tablet_and_comes_back(served: Served, tmp_path: Path) -> None:
    chance = Random(7)
    session = fold([*opening("rubber", {}, 9, 0, 0), (DEAL, 0, 1, draw(chance))])
    seat = (page(tmp_path / "page"), tmp_path / "table", served.host, session, token(served, 9))
    table = PhoneTable(*seat)
    table.play(table.steps)
    assert served.shows("/sessions.json", '"deals": 1')
    with Club(served.database) as club:
        (name,) = (one for one in club.ids() if club.session(one).session.table == 9)
        run(served.database, "club", "correct", name, "1", "3N N =", "--reason", "so they say")
        assert happens(lambda: CORRECT in kinds(club, name))
    table.phone.kill()


def kinds(club: Club, session: str) -> list[int]:
    """Of the events in the tablet's own log, as the club has it."""
    key = session_key(*tablet_and_number(session))
    return [kind for kind, *_ in events(key, club.read(partial(kept, session=session)))]
