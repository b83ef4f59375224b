"""A battery that is nearly empty, from the pin that measures it to home and to a sync."""

import subprocess
from pathlib import Path

import pytest

from firmware.ui import words
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from support.commands import SCOREPAD, scorepad
from support.link.ptys import plugged_in
from support.link.syncing import command
from support.tablet.tablets import EACH_RUNTIME, shown, store_in
from support.tablet.watched import settings

MINUTE = 60_000
ENOUGH = 18  # percent, at which it is no longer said


@pytest.mark.parametrize("runtime", [*EACH_RUNTIME, "cpython"])
def test_home_says_what_the_pin_measures_each_minute(runtime: str) -> None:
    with Tablet(Flash(), runtime, battery=100) as tablet:
        for percent in (100, 99, 50, ENOUGH, 15, 1, 0):
            tablet.charge(percent)
            tablet.wait(MINUTE)
            assert f"| {percent}% |" in shown(tablet)
            assert ("Charge me!" in shown(tablet)) == (percent < 15)


def test_home_asks_for_it_until_there_is_enough(spoken: int, tmp_path: Path) -> None:
    with store_in(tmp_path / "flash") as store:
        store.write("settings", settings(spoken))
    warning = words.say("charge me")
    with Tablet(Flash(tmp_path / "flash"), battery=9) as tablet:
        assert warning in shown(tablet)
        for percent in (ENOUGH - 1, ENOUGH):
            tablet.charge(percent)
            tablet.wait(MINUTE)
            assert (warning in shown(tablet)) == (percent < ENOUGH)
        tablet.charge(3)
        tablet.reset()
        assert warning in shown(tablet)


def test_a_sync_says_charge_me(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = str(tmp_path / "club.db")
    with Tablet(Flash(), battery=9) as tablet:
        for percent, end in ((9, "; charge me: 9 %"), (55, " 0 refused")):
            tablet.charge(percent)
            with plugged_in(tablet) as port:
                assert command(port, "--db", database) == 0
            assert capsys.readouterr().out.splitlines()[0].endswith(end)


def test_who_watches_the_ports_is_told_so(tmp_path: Path) -> None:
    with Tablet(Flash(), battery=9) as tablet, plugged_in(tablet) as port:
        words = [*SCOREPAD, "sync", "--watch", port, "--db", tmp_path / "club.db"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout
            said = running.stdout.readline()
            running.kill()
    assert said.endswith("; charge me: 9 %\n")


def test_the_command_has_a_tablet_with_a_battery() -> None:
    for options, there in ((("--battery", "9"), True), ((), False)):
        said = scorepad("sim", *options, "--keys", "-", stdin="shot home\n").stdout
        assert ("Charge me!" in said and "9%" in said) == there
        assert ("%" in said) == there
