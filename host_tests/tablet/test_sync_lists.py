"""`scorepad sync --roster` and `--rules` give the tablets the club's players and its own rules.

All of a list or none of it, when the sessions are safe.
"""

import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from dev.link.both_ends import LocalPort, LocalTablet
from firmware.link.incoming_rules import pack
from scorepad.cli import main
from scorepad.club.house import HouseRules
from scorepad.club.records.store import Club
from scorepad.errors import UserError
from scorepad.simulator.flash import Flash
from scorepad.simulator.tablet import Tablet
from scorepad.tablet.listed import send_roster
from scorepad.tablet.sync import Content, sync_port
from support.club.club_sessions import TABLET, complete, played, raw
from support.databases import add_rules, change, enrol
from support.link import local
from support.link.hostile import Kept
from support.link.liars import once
from support.link.ptys import script
from support.link.syncing import Answer, command, done, game, speaks
from support.tablet.directing import players
from support.tablet.house_rules import RULE_SETS, offered
from support.tablet.house_rules import game as first_offered

FRIDAY = ("Friday", "rubber", "--option", "honours=off", "--accept", "on")
TUESDAY = ("Tuesday", "nz-match", "--option", "deals=1", "--option", "insult=none")
NAMES = ("Ann", "Maximilian-Jérôme Østergård", "Cy", "Di", "Eva", "Eve")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club with two house rules and six players, of whom Cy and Di have played; Eve was Eva."""
    where = tmp_path_factory.mktemp("made") / "club.db"
    for words in (TUESDAY, FRIDAY):
        assert main(["club", "rules", "set", *words, "--db", str(where)]) == 0
    enrol(where, NAMES)
    with Club(str(where)) as club:
        club.take(TABLET, 99, raw(99, complete(played(players=(4, 0, 3)))), "port")
    assert main(["club", "players", "merge", "Eva", "Eve", "--db", str(where)]) == 0
    return where


@pytest.fixture
def path(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(made, tmp_path))


Told = Callable[..., tuple[int, Any, list[str]]]


@pytest.fixture
def told(path: Path, capsys: pytest.CaptureFixture[str]) -> Told:
    """Syncs a scripted tablet: exit status, its summary, and the entries that it was sent."""

    def sync(answers: dict[str, Answer], *options: str) -> tuple[int, Any, list[str]]:
        sent = list[str]()

        def keep(words: str, answer: Answer) -> str:
            sent.append(words)
            return answer(words) if callable(answer) else answer

        lists: dict[str, Answer] = {"player": "ok", "rule": "ok"}
        another = "error it did not come in whole"  # it has another list, until this one comes
        lists |= {"roster": once(another, "ok"), "rules": once(another, "ok"), **answers}
        noted = {word: partial(keep, answer=answer) for word, answer in lists.items()}
        with local.impostor(script(speaks(noted))) as port:  # type: ignore[arg-type]
            capsys.readouterr()
            status = command(port, *options, "--json", "--db", str(path))
        (summary,) = json.loads(capsys.readouterr().out)["tablets"]
        return status, summary, sent

    return sync


def test_rules_and_players_of_the_club_are_chosen_and_come_back(path: Path, capsys) -> None:
    """The whole way: from the command to the session in the club."""
    with Tablet(Flash()) as tablet:
        game(tablet)
        with local.plugged_in(tablet) as port:
            assert command(port, "--rules", "--roster", "--db", str(path)) == 0
        out = capsys.readouterr().out
        assert "1 new" in out and "; roster: 5 players; house rules: 2\n" in out
        tablet.wait(1000)
        assert players(tablet) == ["Cy", "Di", "Ann", "Eve", "Maximilian-Jérôme"]
        tablet.press("OK")
        assert offered(tablet) == [*RULE_SETS, "Friday", "Tuesday"]
        tablet.press("LEFT")
        assert first_offered(tablet) == "Tuesday"
        tablet.press("OK", "OK", "UP", "OK", "OK")
        assert tablet.look().screen == "end"
        done(tablet)
        with local.plugged_in(tablet) as port:
            assert command(port, "--json", "--db", str(path)) == 0
    (summary,) = json.loads(capsys.readouterr().out)["tablets"]
    assert (summary["new"], summary["house_rules"], summary["players"]) == (1, None, None)
    with Club(str(path)) as club:
        row = max(club.sessions(), key=lambda row: (row.tablet != TABLET.hex(), row.number))
        session = club.session(row.id).session
    assert (row.rules, row.state) == ("nz-match", "complete")
    assert (session.options, session.accept) == ({"deals": 1, "insult": "none"}, False)


def test_without_the_options_nothing_is_sent(told: Told) -> None:
    status, summary, sent = told({})
    assert (status, summary["players"], summary["house_rules"], sent) == (0, None, None, [])


def test_a_tablet_that_has_them_already_gets_them_no_more(told: Told) -> None:
    status, summary, sent = told({"roster": "ok", "rules": "ok"}, "--roster", "--rules")
    assert (status, summary["players"], summary["house_rules"]) == (0, 5, 2)
    assert [words.split()[0] for words in sent] == ["roster", "rules"]


def test_what_is_sent_is_what_was_set(told: Told) -> None:
    """Names in the order of the alphabet; of the options those that are not the defaults."""
    _, friday, tuesday, _ = told({}, "--rules")[2]
    assert friday == f"rule 0 0 0101 {b'Friday'.hex()}"
    assert tuesday == f"rule 1 3 00ffff02ffffff00 {b'Tuesday'.hex()}"


def test_a_tablet_has_room_for_500(told: Told, path: Path) -> None:
    enrol(path, (f"Player {number}" for number in range(7, 600)), 7)
    status, summary, sent = told({}, "--roster")
    assert (status, summary["players"], len(sent)) == (0, 500, 502)
    assert sent[1] == f"player 0 3 {b'Cy'.hex()}"


@pytest.mark.parametrize(
    ("refused", "answer"),
    [
        ("player", "error unknown request"), ("roster", "error no such option"),
        ("rule", "error no such option"), ("rules", "error unknown request"),
    ],
)  # fmt: skip
def test_a_tablet_that_refuses_is_named_and_its_sessions_are_safe(told, refused, answer):
    status, summary, _ = told({refused: answer}, "--roster", "--rules")
    given = (None, 2) if refused in ("player", "roster") else (5, None)
    assert (status, summary["new"]) == (1, 1)
    assert (summary["players"], summary["house_rules"]) == given
    (said,) = summary["refused"]
    assert ("Friday" in said) == (refused == "rule" and "option" in answer)
    assert ("scorepad deploy" in said) == (given[1] is None and "unknown" in answer)


def test_rules_of_another_version_are_named_and_the_others_go(told: Told, path: Path) -> None:
    add_rules(path, 11, "Whist", "whist", {})
    add_rules(path, 12, "Saturday", "chicago", {"colour": "red"})
    add_rules(path, 13, "A\x1b[2J", "chicago", {})
    status, summary, sent = told({}, "--rules")
    assert (status, summary["house_rules"], len(sent)) == (1, 2, 4)
    said = summary["refused"]
    assert len(said) == 3 and "".join(said).isprintable()


def test_what_is_no_text_in_a_name_is_left_out(told: Told, path: Path) -> None:
    change(path, "UPDATE players SET name = ? WHERE id = 1", "A\x1b[2J")
    status, summary, sent = told({}, "--roster")
    assert (status, summary["new"], b"A[2J".hex() in " ".join(sent)) == (0, 1, True)


def test_a_club_that_has_removed_its_rules_takes_them_from_the_tablets(told, path):
    for name in ("Tuesday", "Friday"):
        assert main(["club", "rules", "remove", name, "--db", str(path)]) == 0
    assert told({}, "--rules")[1]["house_rules"] == 0
    assert told({}, "--rules")[2] == ["rules 0 00000000"] * 2


@pytest.mark.parametrize("option", ["--roster", "--rules"])
def test_a_club_that_never_had_any_takes_none_away(tmp_path: Path, option: str) -> None:
    with pytest.raises(UserError):
        command("nowhere", option, "--db", str(tmp_path / "new.db"))


def test_players_that_a_tablet_would_refuse_are_not_sent() -> None:
    for roster in ([(1, "A"), (1, "B")], [(1, "\ud800")], [(n, "A") for n in range(1, 502)]):
        with pytest.raises(UserError):
            send_roster(None, roster)  # type: ignore[arg-type]


def test_a_reset_at_any_request_leaves_the_old_list_or_the_new_one_and_is_said() -> None:
    old, found = pack(4, b"\0\1\xff\1", b"Old"), set()
    house = [HouseRules("Friday", "rubber", {}, True), HouseRules("Кубок", "nz-match", {}, False)]
    for moment in range(20):
        tablet, requests = LocalTablet(), iter(range(99))
        tablet.store.write("rules", old)

        def hears(request: bytes, tablet=tablet, requests=requests, moment=moment) -> bytes:
            if request and next(requests) == moment:
                tablet.connect(tablet.store)
            return tablet.hear(request)

        with local.at(LocalPort(hears)) as port:
            given = [(17, "Anna"), (4711, "Zoë")]
            content = Content(0, (given, []), house)
            summary = sync_port(port, Kept(), lambda *_: None, given=content)  # type: ignore[arg-type]
        has = {name: tablet.files.content.get(name, b"") for name in ("rules", "roster")}
        rules = has["rules"]
        assert rules == old or (len(rules) == 2 * len(old) and b"Kubok" in rules)
        said = (summary.house_rules == 2, summary.players == 2)
        assert said == (rules != old, bool(has["roster"])), moment
        assert len(summary.refused) == said.count(False)
        found.add(said)
    assert found == {(True, True), (False, True), (True, False)}
