"""`scorepad sync --rules` gives the tablets the club's own rules, all of them or none."""

import itertools
import json
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.link.codec import LineReader
from scorepad.cli import main
from scorepad.club.house import for_tablets
from scorepad.club.records.store import Club
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from scorepad.tablet.sync import Summary, sync_port
from support.commands import SCOREPAD, refused, scorepad
from support.databases import change, enrol
from support.depth import SEED, TORTURE
from support.link.ptys import Wire, impostor, plugged_in, script
from support.link.syncing import Answer, command, done, has_another, hasty, speaks
from support.tablet.house_rules import OURS, asked, give
from support.tablet.new_game import RULE_SETS, game, offered
from support.tablet.tablets import littlefs

INSERT = "INSERT INTO house_rules VALUES (?, '2026-11-20 20:00:00', ?, ?, ?, ?)"
FRIDAY = ("Friday", "rubber", "--option", "honours=off", "--accept", "on")
TUESDAY = ("Tuesday", "nz-match", "--option", "deals=1", "--option", "insult=none")
STEP = 30 if TORTURE else 90  # bytes between two cuts


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A club with two house rules of its own."""
    where = tmp_path / "club.db"
    for words in (TUESDAY, FRIDAY):
        assert main(["club", "rules", "set", *words, "--db", str(where)]) == 0
    return where


def test_rules_of_the_club_are_chosen_played_and_come_back(path: Path, capsys) -> None:
    """The whole way: from the command to the session in the club."""
    with Tablet(Flash()) as tablet:
        with plugged_in(tablet) as port:
            assert command(port, "--rules", "--db", str(path)) == 0
        assert "0 refused; house rules: 2\n" in capsys.readouterr().out
        tablet.press("OK")
        assert offered(tablet) == [*RULE_SETS, "Friday", "Tuesday"]
        tablet.press("LEFT")
        assert game(tablet) == "Tuesday"
        tablet.press("OK", "OK", "UP", "OK", "OK")
        assert tablet.look().screen == "end"
        done(tablet)
        with plugged_in(tablet) as port:
            assert command(port, "--rules", "--json", "--db", str(path)) == 0
    (summary,) = json.loads(capsys.readouterr().out)["tablets"]
    assert (summary["new"], summary["house_rules"], summary["players"]) == (1, 2, None)
    with Club(str(path)) as club:
        (row,) = club.sessions()
        session = club.session(row.id)
    assert (row.rules, row.state) == ("nz-match", "complete")
    assert session.session.options == {"deals": 1, "insult": "none"}
    assert not session.session.accept


def test_roster_and_rules_go_to_each_tablet_that_is_plugged_in(path: Path) -> None:
    enrol(path, ["Ann"])
    port = path.with_name("port")
    words = [*SCOREPAD, "sync", "--watch", "--roster", "--rules", port, "--db", path]
    with (
        Tablet(Flash()) as tablet,
        subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running,
    ):
        assert b"Ctrl-C" in running.stderr.readline()
        with plugged_in(tablet) as there:
            port.symlink_to(there)
            said = running.stdout.readline()
            running.send_signal(signal.SIGINT)
            running.communicate(timeout=60)
        assert said.endswith(b"; roster: 1 player; house rules: 2\n")
        tablet.press("OK")
        assert offered(tablet) == [*RULE_SETS, "Friday", "Tuesday"]
        tablet.press("UP", "RIGHT")
        assert "Ann" in tablet.look().text


def test_without_the_option_no_rules_are_sent(path: Path, capsys) -> None:
    with impostor(script(speaks({"rule": "error never", "rules": "error never"}))) as port:
        assert command(port, "--db", str(path)) == 0
    assert "house rules" not in capsys.readouterr().out


def test_what_is_sent_is_what_was_set(path: Path) -> None:
    """Names in the order of the alphabet; of the options those that are not the defaults."""
    asked_for: list[str] = []

    def kept(words: str) -> str:
        asked_for.append(words)
        return "ok"

    with impostor(script(speaks({"rule": kept, "rules": has_another(kept)}))) as port:
        assert command(port, "--rules", "--db", str(path)) == 0
    friday, tuesday, end = asked_for
    assert friday == f"rule 0 0 0101 {b'Friday'.hex()}"
    assert tuesday == f"rule 1 3 00ffff02ffffff00 {b'Tuesday'.hex()}"
    assert end.startswith("rules 2 ")


def test_firmware_that_is_too_old_is_said_to_be_so(path: Path, capsys) -> None:
    old = {"rule": "error unknown request", "rules": "error unknown request"}
    with impostor(script(speaks(old))) as port:
        assert command(port, "--rules", "--db", str(path)) == 1
        for name in ("Tuesday", "Friday"):
            assert main(["club", "rules", "remove", name, "--db", str(path)]) == 0
        assert command(port, "--rules", "--db", str(path)) == 1
    said = capsys.readouterr()
    lines = [line for line in said.err.splitlines() if "a tablet with" not in line]
    assert len(lines) == 2
    for line in lines:
        assert line.startswith(f"{port}: its house rules stay as they are: the tablet's firmware")
        assert line.endswith(" is too old for them; `scorepad deploy` brings a newer one")
    assert "1 new" in said.out and "1 refused\n" in said.out


def refusing(request: str) -> Callable[[str], str]:
    answers: dict[str, Answer] = {"rule": "ok", "rules": has_another()}
    return speaks({**answers, request: "error nz-match has no option 7"})


@pytest.mark.parametrize(("request_", "of"), [("rule", "Friday"), ("rules", "all of them")])
def test_a_tablet_that_refuses_is_named_and_its_sessions_are_safe(
    path: Path, capsys, request_: str, of: str
) -> None:
    with impostor(script(refusing(request_))) as port:
        assert command(port, "--rules", "--db", str(path)) == 1
    said = capsys.readouterr()
    why = f"the tablet answers: {of}: nz-match has no option 7\n"
    assert f"{port}: its house rules stay as they are: {why}" in said.err
    assert "1 new" in said.out and "1 refused\n" in said.out and "house rules" not in said.out
    with Club(str(path)) as club:
        assert len(list(club.sessions())) == 1


def test_rules_of_another_version_are_named_and_the_others_go(path: Path, capsys) -> None:
    change(path, INSERT, 11, "Whist", "whist", "", False)
    change(path, INSERT, 12, "Saturday", "chicago", "colour=red", False)
    change(path, INSERT, 13, "A\x1b[2J", "chicago", "", False)
    with Tablet(Flash()) as tablet:
        with plugged_in(tablet) as port:
            assert command(port, "--rules", "--db", str(path)) == 1
        tablet.press("OK")
        assert offered(tablet) == [*RULE_SETS, "Friday", "Tuesday"]
    said = capsys.readouterr()
    assert f"{port}: house rules Whist: no rule set whist; there are rubber, " in said.err
    assert f"{port}: house rules Saturday: chicago has no option colour; it has " in said.err
    assert "control character" in said.err and "\x1b" not in said.err
    assert "3 refused; house rules: 2\n" in said.out


def test_a_club_that_has_removed_them_takes_them_from_the_tablets(path: Path, capsys) -> None:
    for name in ("Tuesday", "Friday"):
        assert main(["club", "rules", "remove", name, "--db", str(path)]) == 0
    with Tablet(Flash()) as tablet:
        give(tablet, OURS)
        with plugged_in(tablet) as port:
            assert command(port, "--rules", "--db", str(path)) == 0
        assert "; house rules: 0\n" in capsys.readouterr().out
        tablet.press("OK")
        assert offered(tablet) == RULE_SETS


def test_a_club_that_never_had_any_takes_none_away(tmp_path: Path) -> None:
    message = refused(scorepad("sync", "nowhere", "--rules", "--db", tmp_path / "new.db"))
    assert message == "the club has no house rules; `scorepad club rules set` makes some"


def sent(wire: Wire | Tablet, path: Path) -> Summary:
    """The summary of a sync of this tablet that gives it the club's rules."""
    with Club(str(path)) as club, plugged_in(wire) as port:
        house = club.read(for_tablets)
        return sync_port(port, club, lambda done, total: None, hasty, house=house)


def test_a_cable_pulled_at_any_byte_leaves_the_old_rules_or_the_new_ones(
    path: Path, tmp_path: Path
) -> None:
    """At one byte in STEP, others each day."""
    seen = set()
    flash, whole = tmp_path / "t.flash", 1 << 30
    cut_after = whole
    while cut_after > 180:  # bytes, before any rules
        with Tablet(Flash(flash)) as tablet:
            give(tablet, OURS)
            wire = Wire(tablet, cut_after=cut_after)
            sent(wire, path)
            tablet.press("OK")
            seen.add((wire.cut, *offered(tablet)[len(RULE_SETS) :]))
        with littlefs(flash) as files:
            files.remove("rules")
        cut_after = cut_after - STEP if wire.cut else whole - wire.left - 10 - SEED % STEP
    new, old = ("Friday", "Tuesday"), ("Nos règles",)
    only_the_last_answer = (True, *new)  # was cut; where the PC asks twice, no cut may fall there
    assert seen | {only_the_last_answer} == {(False, *new), (True, *old), only_the_last_answer}


@pytest.mark.parametrize(("before", "times"), [(b" rule 1 ", 1), (b" rules 2 ", 2)])
@pytest.mark.parametrize("how", ["reset", "power_cut"])
def test_a_reset_in_the_middle_leaves_the_old_rules_and_is_said(
    path: Path, before: bytes, times: int, how: str
) -> None:
    """Also where the old ones are as many as the new ones, and nothing of these has come in."""
    with Tablet(Flash()) as tablet:
        give(tablet, OURS, ("Old", "pirate", "00"))
        left = [getattr(tablet, how)]
        passed = bytearray()  # a request may come in parts

        def reset_once(passing: bytes) -> bytes:
            passed.extend(passing)
            if passed.count(before) == times and left:
                left.pop()()
            return passing

        summary = sent(Wire(tablet, to_tablet=reset_once), path)
        assert summary.house_rules is None and len(summary.refused) == 1
        assert "its house rules stay as they are" in summary.refused[0]
        tablet.press("OK")
        assert offered(tablet) == [*RULE_SETS, "Nos règles", "Old"]
        assert sent(tablet, path).house_rules == 2
        assert offered(tablet) == [*RULE_SETS, "Friday", "Tuesday"]


def test_noise_on_the_cable_changes_no_rules(path: Path) -> None:
    with Tablet(Flash()) as tablet:
        reader, requests = LineReader(), itertools.count(1)  # a request may come in parts

        def half_of_every_third(passing: bytes) -> bytes:
            return b"".join(
                (line[: len(line) // 2] if next(requests) % 3 == 0 else line) + b"\n"
                for line in reader.feed(passing)
            )

        assert sent(Wire(tablet, to_tablet=half_of_every_third), path).house_rules == 2
        assert next(requests) > 3
        assert "did not come in whole" in asked(tablet, "rules 0 00000001")
        tablet.press("OK")
        assert offered(tablet) == [*RULE_SETS, "Friday", "Tuesday"]


def test_an_answer_that_is_lost_is_given_again_before_the_tablet_forgets_the_rest(
    path: Path,
) -> None:
    with Tablet(Flash()) as tablet:
        answers = iter(range(100))

        def spoil(passing: bytes) -> bytes:
            """The third answer without a text, to the second rule."""
            if b" ok *" in passing and next(answers) == 2:
                return passing.replace(b" ok *", b" ox *")
            return passing

        assert sent(Wire(tablet, to_pc=spoil), path).house_rules == 2
        assert next(answers) > 3
        tablet.press("OK")
        assert offered(tablet) == [*RULE_SETS, "Friday", "Tuesday"]
