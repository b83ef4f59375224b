"""A tablet that was made from the pages about the cable alone, at the program's own sync."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from scorepad.cli import main
from support.commands import EXAMPLES, scorepad
from support.link.ptys import plugged_in
from support.pages.link_page import ACCOUNTS, EVERY_SYNC, OPTIONS, REQUESTS, RULES
from support.pages.page_games import GAMES
from support.pages.page_records import Game
from support.pages.page_tablet import PageTablet

pytestmark = pytest.mark.slow

CHIP = bytes.fromhex("02005c0e9ad0")
Run = Callable[..., tuple[int, Any]]

HOUSE = ("club", "rules", "set", "Tuesday", "nz-match", "--option", "deals=12")


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A database with players and house rules."""
    path = tmp_path / "club.db"
    for words in (("club", "players", "import", str(EXAMPLES / "roster.csv")), HOUSE):
        assert main([*words, "--db", str(path)]) == 0
    return path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `scorepad` in this process: exit status, and the JSON that it prints."""

    def command(*words: str | Path) -> tuple[int, Any]:
        capsys.readouterr()
        status = main(list(map(str, words)))
        return status, json.loads(capsys.readouterr().out)

    return command


@pytest.fixture
def scores(tmp_path: Path, run: Run) -> Callable[[Game], dict[str, int]]:
    """What `scorepad score` makes of a game."""

    def score(game: Game) -> dict[str, int]:
        file = tmp_path / "deals"
        file.write_text("\n".join(game.deals()), encoding="utf-8")
        options = [f"--option={name}={value}" for name, value in game.options.items()]
        closed = ["--close"] * ("close" in game.steps)
        said = ("--json", "--first-dealer", game.dealer, *options, *closed)
        totals: dict[str, int] = run("score", game.rules, file, *said)[1]["totals"]
        return totals

    return score


@pytest.fixture
def sync(club: Path, run: Run) -> Callable[..., tuple[int, Any]]:
    """Syncs a tablet at a pseudo-terminal: exit status, and what the summary says of it."""

    def synced(tablet: PageTablet, *options: str) -> tuple[int, Any]:
        with plugged_in(tablet) as port:  # type: ignore[arg-type]  # it has what a port asks for
            status, summary = run("sync", port, "--json", *options, "--db", club)
        return status, summary["tablets"][0]

    return synced


@pytest.fixture
def exported(club: Path, run: Run) -> Callable[[], list[dict[str, Any]]]:
    """What the club has of all sessions, by their numbers."""

    def export() -> list[dict[str, Any]]:
        status, found = run("club", "export", "--all", "--format", "json", "--db", club)
        assert status == 0
        return sorted(found, key=lambda session: int(session["id"].split("-")[1]))

    return export


def said(rules: str, totals: dict[str, int]) -> str:
    """Totals as a tablet says them."""
    return " ".join(f"{account}={totals[account]}" for account in ACCOUNTS[rules])


def test_its_games_come_into_the_club_with_names_options_and_totals(
    sync, scores, exported
) -> None:
    tablet = PageTablet(CHIP, 3)
    status, summary = sync(tablet, "--table", "9", "--roster", "--rules")
    assert (status, summary["players"], summary["house_rules"], tablet.table) == (0, 7, 1, 9)
    ids = roster(tablet)
    assert abs(tablet.clock - (datetime.now(UTC).timestamp() - 946_684_800) / 60) < 3
    seated = dict(zip("NEW", ids, strict=False))
    games = [replace(game, players=seated) for game in GAMES]
    for game in games:
        tablet.plays(game, said(game.rules, scores(game)))
    assert {game.rules for game in games} == set(RULES)
    status, summary = sync(tablet)
    assert (status, summary["refused"], summary["new"]) == (0, [], len(games))
    for session, game in zip(exported(), games, strict=True):
        assert (session["rules"], session["state"], session["table"]) == (
            game.rules,
            "complete",
            9,
        )
        assert session["totals"] == scores(game)
        assert [deal["deal"] for deal in session["deals"]] == game.deals()
        chosen = {name: str(value) for name, value in session["options"].items()}
        defaults = {name: default for name, _, default in OPTIONS[game.rules]}
        assert chosen == {**defaults, **game.options}
        sits = {player["seat"]: player["name"] for player in session["players"]}
        assert sits.pop("S") is None
        # The roster has them as far as 20 bytes go.
        assert all(sits[seat].startswith(ids[player]) for seat, player in seated.items())
        assert session["started"] == "2026-11-20T19:15:00Z"
    assert [session.state for session in tablet.sessions.values()] == ["f"] * len(GAMES)
    status, summary = sync(tablet)
    assert (status, summary["known"]) == (0, len(GAMES))


def roster(tablet: PageTablet) -> dict[int, str]:
    """Names by id, as the tablet was given them."""
    raw, size = tablet.lists["roster"], 28
    records = [raw[n : n + size] for n in range(0, len(raw), size)]
    return {int.from_bytes(r[:4], "little"): r[4:24].rstrip(b"\0").decode() for r in records}


def test_the_command_itself_takes_a_game(club: Path, scores) -> None:
    """In a process of its own."""
    tablet = PageTablet(CHIP, 1)
    tablet.plays(GAMES[0], said("rubber", scores(GAMES[0])))
    with plugged_in(tablet) as port:  # type: ignore[arg-type]
        done = scorepad("sync", port, "--db", club)
    assert done.returncode == 0, done.stderr
    assert "tablet 02005c0e9ad0, table 1: 1 new" in done.stdout
    assert tablet.heard[-1].startswith("done 1 ")


def test_an_open_game_is_completed_by_a_later_sync(sync, scores, exported) -> None:
    tablet = PageTablet(CHIP, 1)
    whole = GAMES[0]
    begun = replace(whole, steps=whole.steps[:3])
    number = tablet.plays(begun, said("rubber", scores(begun)))
    assert sync(tablet)[1]["open"] == 1
    assert not any(request.startswith("done") for request in tablet.heard)
    tablet.plays(whole, said("rubber", scores(whole)), number)
    assert sync(tablet)[1]["extended"] == 1
    assert [session["state"] for session in exported()] == ["complete"]


def test_a_tablet_needs_only_what_every_sync_asks_for(sync, scores) -> None:
    tablet = PageTablet(CHIP, 1, basic=True)
    tablet.plays(GAMES[0], said("rubber", scores(GAMES[0])))
    status, summary = sync(tablet, "--roster", "--rules")
    refused = "\n".join(summary["refused"])
    assert (status, summary["new"]) == (1, 1)
    assert "its roster stays as it is" in refused and "its house rules stay" in refused
    asked = {request.split(" ")[0] for request in tablet.heard}
    assert asked == {*EVERY_SYNC, "roster", "rules"} and asked < set(REQUESTS)


def test_damaged_sessions_are_kept_and_named(sync, scores) -> None:
    """A byte that is another one, and a last record that is not whole."""
    tablet = PageTablet(CHIP, 1)
    for _ in range(2):
        tablet.plays(GAMES[0], said("rubber", scores(GAMES[0])))
    rotten, cut = tablet.sessions.values()
    rotten.raw = rotten.raw[:30] + b"!" + rotten.raw[31:]
    cut.raw = cut.raw[:-3]
    assert [said.split(":")[:4] for said in tablet._list(0).split()] == [
        ["1", "?", "14", "d"],
        ["2", "?", "13", "d"],
    ]
    status, summary = sync(tablet)
    faults = ["record 2 does not verify (CRC)", "record 13 has 11 bytes"]
    assert status == 1
    for line, fault in zip(summary["refused"], faults, strict=True):
        assert f"it is damaged: {fault}" in line and "kept as they came" in line
    assert not any(request.startswith("done") for request in tablet.heard)


def test_a_wrong_total_is_named_and_the_session_is_not_marked(sync) -> None:
    tablet = PageTablet(CHIP, 1)
    tablet.plays(GAMES[0], "NS=0 EW=0")
    status, summary = sync(tablet)
    assert status == 1 and "the tablet says NS=0 EW=0" in summary["refused"][0]
    assert tablet._list(0).split(":")[3] == "c"
