"""A sync that was made from the pages about the cable alone, at the program's own tablets."""

from pathlib import Path

import pytest

from firmware.session import fold
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from support.link.ptys import Wire, plugged_in
from support.pages import page_records
from support.pages.link_page import RULES
from support.pages.page_games import GAMES
from support.pages.page_sync import Error, PageSync
from support.tablet.tablets import NEW_GAME, RUNTIMES, finish, logs, store_in

CHOSEN = bytes.fromhex("0001ff01")  # as in the page


@pytest.fixture(params=RUNTIMES)
def runtime(request: pytest.FixtureRequest) -> str:
    """What the firmware runs on."""
    name: str = request.param
    return name


@pytest.fixture
def flash(tmp_path: Path) -> Path:
    """The flash of a tablet on which a rubber was played, and another one has begun."""
    path = tmp_path / "flash"
    with Tablet(Flash(path)) as tablet:
        tablet.press(*NEW_GAME)
        finish(tablet)
        tablet.press("OK", *NEW_GAME, "UP", "OK", "OK")
    return path


def as_tuples(events: list[page_records.Event]) -> list[tuple[int, ...]]:
    """Events as the firmware has them."""
    return [
        tuple(event[field] for field in ("kind", "place", "number", "value")) for event in events
    ]


def test_it_fetches_what_was_played(flash: Path, runtime: str) -> None:
    with (
        Tablet(Flash(flash), runtime) as tablet,
        plugged_in(tablet) as port,
        PageSync(port) as sync,
    ):
        assert (sync.name, sync.protocol) == ("scorepad", "1")
        listed = sync.listing()
        assert [(each["rules"], each["state"]) for each in listed] == [
            ("rubber", "c"),
            ("rubber", "o"),
        ]
        fetched = [sync.fetch(each) for each in listed]
        assert sync.ask("total 1") == "NS=900 EW=0"
        sync.done(listed[0])
        assert [each["state"] for each in sync.listing()] == ["f", "o"]
        with pytest.raises(Error, match="the session has changed"):
            sync.ask("done 2 00000000")
    assert [as_tuples(events) for _, events in fetched] == logs(flash)
    with store_in(flash) as store:
        assert [raw for raw, _ in fetched] == [b"".join(store.pages(n)) for n in store.numbers()]


def test_it_fetches_games_of_every_rule_set(flash: Path, runtime: str) -> None:
    """Which the tablet has as the firmware writes them; it finds them as the pages do."""
    events = [page_records.events(1, game) for game in GAMES]
    with store_in(flash) as store:
        first = store.newest() + 1
        for each in events:
            store.create(as_tuples(each))  # type: ignore[arg-type]
    with (
        Tablet(Flash(flash), runtime) as tablet,
        plugged_in(tablet) as port,
        PageSync(port) as sync,
    ):
        listed = [each for each in sync.listing() if int(each["number"]) >= first]
        for each, game, log in zip(listed, GAMES, events, strict=True):
            assert (each["rules"], each["state"]) == (game.rules, "c")
            raw, found = sync.fetch(each)
            assert found == log
            assert raw == page_records.records(sync.tablet, int(each["number"]), 1, game)
            sheet = fold(as_tuples(found)).sheet
            totals = [f"{a}={t}" for a, t in zip(sheet.accounts, sheet.totals, strict=True)]
            assert sync.ask(f"total {each['number']}") == " ".join(totals)
            sync.done(each)
    assert {each["rules"] for each in listed} == set(RULES)


def test_it_brings_players_and_house_rules(flash: Path, runtime: str) -> None:
    with (
        Tablet(Flash(flash), runtime) as tablet,
        plugged_in(tablet) as port,
        PageSync(port) as sync,
    ):
        roster = sync.send_roster({17: "Anna", 4711: "Zoë"})
        house = sync.send_rules(RULES["chicago"], CHOSEN, "Tuesday")
        sync.ask("table 12")
        with pytest.raises(Error, match="begin with player 0"):
            sync.ask("roster 1 00000000")
    with store_in(flash) as store:
        assert (store.read("roster"), store.read("rules"), store.settings.table) == (
            roster,
            house,
            12,
        )


def test_it_asks_again_where_the_cable_loses_lines(flash: Path) -> None:
    """Less and less often: on a busy machine lines come in other pieces, and if every fourth was
    lost, it could always be the answer."""
    lost = {"pc": 0, "tablet": 0}
    losing = {number * (number + 1) // 2 for number in range(1, 100)}

    def loses(side: str):
        def passes(passing: bytes) -> bytes:
            lost[side] += bool(passing)
            return b"" if passing and lost[side] in losing else passing

        return passes

    with Tablet(Flash(flash)) as tablet:
        wire = Wire(tablet, to_tablet=loses("pc"), to_pc=loses("tablet"))
        with plugged_in(wire) as port, PageSync(port) as sync:
            fetched = [sync.fetch(each)[1] for each in sync.listing()]
            sync.done(sync.listing()[0])
            asked = sync.sent
        with plugged_in(tablet) as port, PageSync(port) as sync:
            assert [each["state"] for each in sync.listing()] == ["f", "o"]
            assert [sync.fetch(each)[1] for each in sync.listing()] == fetched
    assert asked > 12 and lost["pc"] > 5


def test_it_wakes_a_tablet_that_sleeps(flash: Path) -> None:
    with Tablet(Flash(flash)) as tablet:
        tablet.wait(11 * 60_000)
        assert not tablet.chip.display_on
        with plugged_in(tablet) as port, PageSync(port) as sync:
            assert len(sync.listing()) == 2
        assert tablet.chip.display_on
