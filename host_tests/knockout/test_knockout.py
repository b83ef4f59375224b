"""A knock-out in the club: draw, results by tablet and by hand, and the summary sheet."""

import io
import json
import time
from functools import partial
from pathlib import Path

import pypdf
import pytest

from firmware.session import fold
from scorepad import cli
from scorepad.club.decisions.adding import Signature
from scorepad.club.decisions.correcting import correct, leave_out
from scorepad.club.knockout.competition import competition_named
from scorepad.club.records.backup import backup, restore
from scorepad.club.records.store import Club
from scorepad.club.undoing import undo
from scorepad.errors import UserError
from support import databases
from support.club.club_sessions import TABLET, complete, played, raw, session_of, stopped
from support.databases import change, dump, select
from support.in_process import Commands

# Ids 1 to 16; n and n + 8 are a pair, the one with the lower number the stronger.
NAMES = ("Ann", "Ben", "Cy", "Di", "Eva", "Fay", "Gus", "Hal")
PARTNERS = ("Ian", "Jo", "Kit", "Lea", "Max", "Nan", "Oz", "Pip")
GRADES = ("open", "open", "open", "intermediate", "intermediate", "junior", "junior", "")
JUNIORS = ["Fay – Nan", "Gus – Oz"]
AREAS = ("Hutt", "Karori", "Hutt", "Karori", "Karori", "Hutt", "Karori", "Hutt")
UPPER = ("3N N =", "3N N =")  # N-S 100 + 100 + 700 = 900
LOWER = ("3N E =", "3N E =")  # E-W 900
EPOCH = 15_778_080  # minutes from 1970 to 2000
EVEN = ("1N N =", "1N E =")  # 40 each


@pytest.fixture
def club(club: Club, database: str) -> Club:
    """A club of eight pairs, without sessions."""
    enrol(database)
    return club


def enrol(where: Path | str) -> None:
    insert = (
        "INSERT INTO players (id, name, number, grade, rating, area) VALUES (?, ?, '', ?, ?, ?)"
    )
    for at, names in enumerate(zip(NAMES, PARTNERS, strict=True)):
        for number, name in zip((at + 1, at + 9), names, strict=True):
            change(where, insert, number, name, GRADES[at], 900 - 50 * at, AREAS[at])


@pytest.fixture
def pairs(tmp_path: Path) -> str:
    """The file of all eight."""
    return listed(tmp_path, *zip(NAMES, PARTNERS, strict=True))


def listed(folder: Path, *rows: tuple[str, ...]) -> str:
    file = folder / "pairs.csv"
    lines = ["Player,Partner", *map(",".join, rows)]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(file)


@pytest.fixture
def run(club: Club, database: str, capsysbinary: pytest.CaptureFixture[bytes]):
    """Runs `scorepad club knockout ... --db DATABASE`: standard output."""
    return Commands(database, capsysbinary, ("club", "knockout")).run


@pytest.fixture
def refused(club: Club, database: str, capsysbinary: pytest.CaptureFixture[bytes]):
    """Why `scorepad club knockout ... --db DATABASE` is refused; nothing was changed."""
    return Commands(database, capsysbinary, ("club", "knockout")).refused


@pytest.fixture
def cup(run, pairs: str) -> str:
    """All eight are drawn, for matches of two deals."""
    run("draw", "Cup", pairs, "--seed", "7", "--deals", "2")
    return "Cup"


def shown(run, name: str = "Cup") -> dict:
    return json.loads(run("show", name, "--json"))


def first_names(match: dict) -> list[str | None]:
    return [pair and pair["name"].split()[0] for pair in match["pairs"]]


def soon(minutes: int) -> int:
    """So many minutes from now, as a tablet counts them."""
    return int(time.time()) // 60 - EPOCH + minutes


def match(club: Club, number: int, north: int, east: int, deals=UPPER, later=1, **rest) -> None:
    """A session of two pairs, named by the players in North and East; `later`: as `soon`."""
    begun = soon(later) if later else 0
    options = {"deals": 2, **rest}
    players = (north, east, north + 8, east + 8)
    events = played(deals, "nz-match", players=players, begun=begun, options=options)
    ended = complete(events) if fold(events).sheet.complete else stopped(events)
    club.take(TABLET, number, raw(number, ended), "port")


def ids(cup: dict, round_number: int, at: int) -> list[int]:
    """The lower ids of the two pairs of a match."""
    return [min(pair["players"]) for pair in cup["rounds"][round_number][at]["pairs"]]


# The draw


def test_eight_pairs_are_drawn_by_strength_and_area(run, cup):
    drawn = shown(run)
    first = [ids(drawn, 0, at) for at in range(4)]
    assert [seed for seed, _ in first] == [1, 4, 2, 3]
    by_seed = dict(first)
    assert by_seed[1] in (6, 8) and by_seed[3] in (6, 8)  # Hutt
    assert by_seed[2] in (5, 7) and by_seed[4] in (5, 7)  # Karori
    assert (drawn["lot"], drawn["deals"], drawn["winner"]) == (7, 2, None)
    assert first_names(drawn["rounds"][2][0]) == [None, None]


def test_the_same_lot_draws_the_same_and_another_day_a_new_one_is_drawn(run, pairs):
    once = run("draw", "One", pairs, "--seed", "11").splitlines()[3:]
    assert run("draw", "Two", pairs, "--seed", "11").splitlines()[3:] == once
    run("draw", "Three", pairs)
    lot = str(shown(run, "Three")["lot"])
    run("draw", "Four", pairs, "--seed", lot)
    assert run("show", "Four").splitlines()[3:] == run("show", "Three").splitlines()[3:]


def test_a_dry_run_keeps_nothing(run, refused, pairs, database):
    before = dump(database)
    dry = run("draw", "Cup", pairs, "--seed", "3", "--dry-run")
    assert dump(database) == before
    assert dry.endswith("\nNothing was kept.\n")
    assert run("draw", "Cup", pairs, "--seed", "3").splitlines()[3:] == dry.splitlines()[3:-2]


def test_a_draw_names_the_pairs_of_which_the_roster_does_not_say_all(run, pairs, database):
    told = json.loads(run("draw", "Cup", pairs, "--dry-run", "--json"))
    assert told["notes"] == ["No grade: Hal – Pip; seeded after all pairs that have one."]
    change(database, "UPDATE players SET rating = 0 WHERE id IN (3, 14)")
    printed = " ".join(run("draw", "Cup", pairs).split())
    said = "No rating: Cy – Kit, Fay – Nan; who has none counts as 0."
    assert printed.endswith(f"{told['notes'][0]} {said}")
    assert shown(run)["notes"] == []
    change(database, "UPDATE players SET grade = '', rating = 0")
    assert json.loads(run("draw", "New", pairs, "--json"))["notes"] == [
        "No grade: all pairs; seeded after all pairs that have one.",
        "No rating: all pairs; who has none counts as 0.",
    ]


def test_five_pairs_have_three_byes(run, tmp_path):
    rows = list(zip(NAMES, PARTNERS, strict=True))[:5]
    printed = run("draw", "Cup", listed(tmp_path, *rows))
    assert printed.count(" bye") == 3
    drawn = shown(run)
    assert [match["bye"] for match in drawn["rounds"][0]] == [True, False, True, True]
    assert first_names(drawn["rounds"][1][1]) == ["Ben", "Cy"]


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([("Ann", "Ian"), ("Ben", "Ann")], "pairs.csv:3: 'Ann' is in a pair already, at "),
        ([("Ann", "id=1"), ("Ben", "Jo")], "pairs.csv:2: 'id=1' is in a pair already"),
        ([("Ann", "Ian"), ("Ben", "Zed")], "pairs.csv:3: the club has no player 'Zed'"),
        ([("Ann", "Ian")], "a knock-out takes two pairs at least; there are 1"),
        ([], "a knock-out takes two pairs at least; there are 0"),
        ([("Ann", "Ian"), ("Ben", "")], "pairs.csv:3: a pair is two players, a cell each"),
        ([("Ann", "Ian"), ("Ben",)], "pairs.csv:3: a pair is two players, a cell each"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(refused, tmp_path, rows, why):
    assert why in refused("draw", "Cup", listed(tmp_path, *rows))


def test_a_file_needs_its_two_columns(refused, tmp_path):
    file = tmp_path / "pairs.csv"
    for text in ("", "player,player\n", "name\nAnn\n"):
        file.write_text(text)
        assert "names the columns: player, partner" in refused("draw", "Cup", str(file))


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("draw", "cup", "PAIRS"), "'Cup' is drawn already; give the new one another name"),
        (("draw", " ", "PAIRS"), "' ' is no name"),
        (("draw", "a\nb", "PAIRS"), "'a\\nb' is no name"),
        (("draw", "New", "PAIRS", "--seed", "-1"), "--seed -1: it is a whole number"),
        (("draw", "New", "PAIRS", "--deals", "0"), "--deals 0: it is a whole number"),
        (("show", "Cap"), "no knock-out 'Cap'; there are 'Cup'"),
        (("show", "Cup", "--output", "x"), "say what it shall be with --format"),
        (("result", "Cup", "Ann", "1"), "points of each (PAIR POINTS PAIR POINTS)"),
        (("result", "Cup", "Ann", "1", "--withdraw", "Ann"), "either the totals"),
        (("result", "Cup", "Ann", "1", "Ben", "x"), "'x' is no total"),
        (("draw", "New", "PAIRS", "--seed", "0" * 9 + "9" * 5000), "it is a whole number"),
        (("result", "Cup", "Ann", "1", "Ben", "0" * 9 + "9" * 5000), "is no total"),
        (("result", "Cup", "Ann", "1", "Ben", "0"), "do not meet, as it stands"),
        (("result", "Cup", "Ann", "1", "Ian", "0"), "do not meet, as it stands"),
        (("result", "Cup", "Zed", "1", "Ben", "0"), "no player 'Zed'"),
    ],
)
def test_what_cannot_be_is_refused(cup, refused, pairs, arguments, why):
    given = [pairs if word == "PAIRS" else word for word in arguments]
    assert why in refused(*given)


def test_a_club_without_any_says_how_to_make_one(refused):
    assert "`scorepad club knockout draw` makes one" in refused("show", "Cup")


# Results


@pytest.mark.each_database
def test_a_whole_competition(run, club, cup, tmp_path, database):
    drawn = shown(run)
    for at in range(4):
        match(club, at + 1, *ids(drawn, 0, at), later=1 + at)
    semis = shown(run)
    assert [ids(semis, 1, at) for at in range(2)] == [[1, 4], [2, 3]]
    assert semis["rounds"][0][0]["session"] == session_of(1)
    assert semis["rounds"][0][0]["points"] == [900, 0]
    match(club, 5, 4, 1, LOWER, later=60)  # 1, in East, wins
    assert "Cy – Kit 1010, Ben – Jo 990: Cy – Kit are through." in run(
        "result", cup, "kit", "1010", "BEN", "990", "--reason", "paper sheet"
    )
    assert ids(shown(run), 2, 0) == [1, 3]
    assert shown(run)["best"] == {"junior": [], "intermediate": []}
    match(club, 6, 3, 1, later=120)
    ended = shown(run)
    assert (ended["winner"]["name"], ended["runner_up"]["name"]) == ("Cy – Kit", "Ann – Ian")
    assert [p["name"] for p in ended["best"]["junior"]] in (JUNIORS, JUNIORS[::-1])
    assert [pair["name"] for pair in ended["best"]["intermediate"]] == ["Di – Lea"]
    printed = run("show", cup)
    for line in (
        "Winners: Cy – Kit",
        "Runners-up: Ann – Ian",
        "Best intermediate pair not in the final: Di – Lea",
    ):
        assert f"\n{line}\n" in printed
    check_sheets(run, cup, tmp_path)
    assert select(database, "SELECT count(*) FROM match_results") == [(1,)]


def test_a_backup_has_it_all(run, club, another, cup, tmp_path):
    drawn = shown(run)
    match(club, 1, *ids(drawn, 0, 0))
    run("result", cup, "--withdraw", "Ben", "--reason", "ill")
    backup(club, str(tmp_path / "kept.db"))
    with Club(another) as copy:
        restore(copy, str(tmp_path / "kept.db"))
        assert copy.read(partial(competition_named, name=cup)) == club.read(
            partial(competition_named, name=cup)
        )


def check_sheets(run, cup: str, folder: Path) -> None:
    """The summary sheet has all of it, on one page of A4."""
    said = ("Cup", "Semi-finals", "by hand: paper sheet", "1010", "Winners: Cy – Kit")
    run("show", cup, "--format", "html", "--output", str(folder / "cup.html"))
    html = (folder / "cup.html").read_text(encoding="utf-8")
    run("show", cup, "--format", "pdf", "--output", str(folder / "cup.pdf"))
    (page,) = pypdf.PdfReader(io.BytesIO((folder / "cup.pdf").read_bytes())).pages
    text = " ".join(page.extract_text().split())
    assert [round(float(length)) for length in page.mediabox[2:]] == [595, 842]
    assert all(words in html and words in text for words in said)


def test_what_is_entered_by_hand_counts_before_a_session_and_says_so(run, club, cup):
    seed, other = ids(shown(run), 0, 0)
    match(club, 1, seed, other)
    run("result", cup, NAMES[seed - 1], "100", NAMES[other - 1], "200")
    held = shown(run)
    assert held["rounds"][0][0]["points"] == [100, 200]
    assert held["notes"] == [
        f"Session {session_of(1)} does not count: the result was entered by hand."
    ]
    run("result", cup, NAMES[other - 1], "150", NAMES[seed - 1], "250", "--reason", "misread")
    last = shown(run)["rounds"][0][0]
    assert (last["points"], last["reason"]) == ([250, 150], "misread")
    assert held["notes"][0] in run("show", cup)


def test_the_first_session_counts_and_others_are_named(run, club, cup):
    seed, other = ids(shown(run), 0, 0)
    match(club, 1, seed, other, later=9)
    match(club, 2, seed, other, LOWER, later=5)
    match(club, 3, seed, other, later=0)
    match(club, 4, seed, other, UPPER[:1], later=2)
    match(club, 5, seed, other, EVEN, later=3, tie="playoff")
    match(club, 6, seed, other, later=-600)  # before the draw
    held = shown(run)
    assert held["rounds"][0][0]["session"] == session_of(2)
    assert held["rounds"][0][0]["points"] == [0, 900]
    assert sorted(held["notes"]) == [
        f"Session {session_of(1)} does not count: the match was decided in session "
        f"{session_of(2)}.",
        f"Session {session_of(3)} does not count: its tablet's clock was not set.",
        f"Session {session_of(4)} does not count: it has 1 of 2 deals.",
        f"Session {session_of(5)} does not count: its totals are equal.",
    ]


def test_a_session_with_partners_apart_of_other_rules_or_open_counts_for_nothing(run, club, cup):
    seed, other = ids(shown(run), 0, 0)
    begun = soon(5)
    apart = (seed, seed + 8, other, other + 8)
    together = (seed, other, seed + 8, other + 8)
    two = {"deals": 2}
    sessions = [
        complete(played(UPPER, "nz-match", begun=begun, players=apart, options=two)),
        complete(played(UPPER, "rubber", begun=begun, players=together)),
        played(UPPER, "nz-match", begun=begun, players=together, options=two),
    ]
    for number, events in enumerate(sessions, 1):
        club.take(TABLET, number, raw(number, events), "port")
    held = shown(run)
    assert (held["rounds"][0][0]["points"], held["notes"]) == (None, [])


def test_a_friendly_match_before_the_last_round_does_not_decide_the_next(run, club, cup):
    drawn = shown(run)
    match(club, 1, 1, 4, LOWER, later=1)
    for at in range(2):
        match(club, at + 2, *ids(drawn, 0, at), later=10)
    held = shown(run)
    assert held["rounds"][1][0]["points"] is None
    assert held["notes"] == [
        f"Session {session_of(1)} does not count: the match before was later."
    ]


def test_level_totals_are_refused(run, cup, refused):
    seed, other = (NAMES[number - 1] for number in ids(shown(run), 0, 0))
    assert "level totals are played off" in refused("result", cup, seed, "5", other, "5")


def test_a_withdrawal_lets_the_opponent_through_even_before_it_is_known(run, cup, refused):
    pairs = [[NAMES[number - 1] for number in ids(shown(run), 0, at)] for at in range(4)]
    assert "Ann – Ian withdrew" in run("result", cup, "--withdraw", "Ann", "--reason", "ill")
    assert "Ann – Ian are out already" in refused("result", cup, "--withdraw", "Ian")
    run("result", cup, "--withdraw", pairs[0][1])  # in the semi-final, whose other pair is unknown
    assert shown(run)["rounds"][2][0]["pairs"] == [None, None]
    run("result", cup, "Di", "10", pairs[1][1], "0")
    final = shown(run)["rounds"][2][0]
    assert first_names(final) == ["Di", None]
    assert shown(run)["rounds"][0][0]["walkover"]


def test_a_corrected_result_takes_back_what_followed(run, cup, refused):
    pairs = [[NAMES[number - 1] for number in ids(shown(run), 0, at)] for at in range(2)]
    run("result", cup, "Ann", "10", pairs[0][1], "0")
    run("result", cup, "Di", "10", pairs[1][1], "0")
    run("result", cup, "Ann", "30", "Di", "0")
    assert first_names(shown(run)["rounds"][2][0])[0] == "Ann"
    run("result", cup, "Ann", "0", pairs[0][1], "10")
    held = shown(run)
    assert first_names(held["rounds"][1][0]) == [pairs[0][1], "Di"]
    assert first_names(held["rounds"][2][0]) == [None, None]


def test_the_winners_have_no_match_left(run, tmp_path, refused):
    run("draw", "Cup", listed(tmp_path, ("Ann", "Ian"), ("Ben", "Jo")))
    run("result", "Cup", "Ann", "10", "Ben", "0")
    assert shown(run)["winner"]["name"] == "Ann – Ian"
    assert "Ann – Ian have no match left" in refused("result", "Cup", "--withdraw", "Ann")


def test_merged_players_are_one_person(run, club, cup, database, capsysbinary):
    databases.enrol(database, ["Anne"], 20)
    seed, other = ids(shown(run), 0, 0)
    assert seed == 1
    begun = soon(5)
    players = (20, other, 9, other + 8)
    events = played(UPPER, "nz-match", begun=begun, players=players, options={"deals": 2})
    club.take(TABLET, 1, raw(1, complete(events)), "port")
    assert shown(run)["rounds"][0][0]["session"] is None
    assert cli.main(["club", "players", "merge", "Ann", "Anne", "--db", database]) == 0
    capsysbinary.readouterr()
    held = shown(run)
    assert held["rounds"][0][0]["session"] == session_of(1)
    assert held["rounds"][0][0]["pairs"][0]["name"] == "Anne – Ian"


def test_sixty_four_pairs_are_one_page(run, database, tmp_path):
    rows = [(f"id={100 + 2 * n}", f"id={101 + 2 * n}") for n in range(64)]
    databases.enrol(database, (f"Maximilian Østergård {n}" for n in range(100, 228)), 100)
    run("draw", "Cup", listed(tmp_path, *rows))
    run("show", "Cup", "--format", "pdf", "--output", str(tmp_path / "cup.pdf"))
    (page,) = pypdf.PdfReader(io.BytesIO((tmp_path / "cup.pdf").read_bytes())).pages
    text = page.extract_text()
    assert all(f"Østergård {number}" in text for number in range(100, 228))
    assert "winner of match 62" in text


def test_a_name_without_a_font_is_refused_for_pdf_only(run, refused, tmp_path, database):
    change(database, "UPDATE players SET name = ? WHERE id = 1", "Ann \U00012000")
    run("draw", "Cup", listed(tmp_path, ("id=1", "Ian"), ("Ben", "Jo")))
    assert "there is no font for" in refused("show", "Cup", "--format", "pdf", "--output", "x")
    assert "\U00012000" in run("show", "Cup", "--format", "html")


# What people decide


@pytest.fixture
def both(run, tmp_path):
    """Cup and Plate both open with Ann and Ian against Ben and Jo."""
    file = listed(tmp_path, ("Ann", "Ian"), ("Ben", "Jo"))
    run("draw", "Cup", file, "--deals", "2")
    run("draw", "Plate", file, "--deals", "2")


def decided(run, name: str) -> str | None:
    """The session of the final."""
    return shown(run, name)["rounds"][-1][0]["session"]


def test_a_session_that_fits_two_knock_outs_decides_neither_until_somebody_says(run, club, both):
    match(club, 1, 1, 2)
    match(club, 2, 2, 1, later=2)
    for name in ("Cup", "Plate"):
        assert decided(run, name) is None
        assert shown(run, name)["notes"] == [
            f"Session {session_of(1)} does not count: it fits a match of each of 'Cup' and "
            f"'Plate'; `scorepad club knockout result NAME --session {session_of(1)}` says of "
            "which it is.",
            f"Session {session_of(2)} does not count: session {session_of(1)} comes first.",
        ]
    said = run("result", "Plate", "--session", session_of(1), "--reason", "plate evening")
    said = " ".join(said.split())
    assert said == f"Session {session_of(1)} is a match of Plate: Ann – Ian are through."
    assert (decided(run, "Plate"), decided(run, "Cup")) == (session_of(1), session_of(2))
    assert f"{session_of(1)} does not count: it is a match of 'Plate'." in shown(run)["notes"][0]


def test_what_is_said_can_be_taken_back_and_outlives_a_backup(
    run, refused, club, both, another, tmp_path
):
    match(club, 1, 1, 2)
    run("result", "Cup", "--session", session_of(1))
    assert "it is a match of 'Cup'" in refused("result", "Plate", "--session", session_of(1))
    backup(club, str(tmp_path / "kept.db"))
    with Club(another) as copy:
        restore(copy, str(tmp_path / "kept.db"))
        assert copy.read(partial(competition_named, name="Cup")).final.outcome is not None
    assert run("undo", "Cup", "1") == "Match 1: taken back; it is to be played.\n"
    assert (decided(run, "Cup"), decided(run, "Plate")) == (None, None)
    assert "nothing was entered for it by hand" in refused("undo", "Cup", "1")


@pytest.mark.each_database
def test_a_friendly_decides_nothing_here(run, club, both):
    match(club, 1, 1, 2)
    assert run("result", "Cup", "--friendly", session_of(1)) == (
        f"Session {session_of(1)} is no match of Cup.\n"
    )
    assert (decided(run, "Cup"), decided(run, "Plate")) == (None, session_of(1))
    run("result", "Plate", "--friendly", session_of(1))
    assert decided(run, "Plate") is None
    assert "is said to be no match of this knock-out" in shown(run)["notes"][0]
    match(club, 2, 1, 2, LOWER, later=2)
    run("result", "Cup", "Ann", "10", "Ben", "0")
    assert decided(run, "Plate") == session_of(2)  # the Cup's match is not open any more
    run("result", "Plate", "--session", session_of(1))
    assert decided(run, "Plate") == session_of(1)


def test_a_session_of_before_the_second_draw_stays_where_it_is(run, club, tmp_path, database):
    file = listed(tmp_path, ("Ann", "Ian"), ("Ben", "Jo"))
    run("draw", "Cup", file, "--deals", "2")
    match(club, 1, 1, 2)
    run("draw", "Plate", file, "--deals", "2")
    change(database, "UPDATE competitions SET made = '2099-01-01 00:00:00' WHERE id = 2")
    assert (decided(run, "Cup"), decided(run, "Plate")) == (session_of(1), None)


def test_a_session_that_cannot_be_the_match_is_refused(run, refused, club, both):
    match(club, 1, 1, 2, UPPER[:1])
    match(club, 2, 1, 3)
    assert "cannot be a match of 'Cup': it has 1 of 2 deals" in refused(
        "result", "Cup", "--session", session_of(1)
    )
    for option in ("--session", "--friendly"):
        assert "fits no match of 'Cup'" in refused("result", "Cup", option, session_of(2))
        assert "no session 'x'" in refused("result", "Cup", option, "x")
        assert "either the totals" in refused("result", "Cup", "Ann", "1", option, "x")


def test_after_an_entry_is_taken_back_the_tablet_counts_again(run, club, cup, refused):
    seed, other = ids(shown(run), 0, 0)
    match(club, 1, seed, other)
    for points in ("100", "200"):
        run("result", cup, NAMES[seed - 1], "50", NAMES[other - 1], points)
    said = run("undo", cup, "1", "--reason", "misread")
    assert said == f"Match 1: taken back; session {session_of(1)} decides it now.\n"
    assert shown(run)["rounds"][0][0]["session"] == session_of(1)
    assert "nothing was entered" in refused("undo", cup, "1")
    for number in ("0", "x"):
        assert "MATCH" in refused("undo", cup, number)
    assert "'Cup' has no match 8; there are 1 to 7" in refused("undo", cup, "8")


def test_a_withdrawal_can_be_taken_back_and_said_again(run, cup):
    run("result", cup, "--withdraw", "Ann")
    run("undo", cup, "1")
    assert shown(run)["rounds"][0][0]["through"] is None
    run("result", cup, "--withdraw", "Ann")
    assert shown(run)["rounds"][0][0]["walkover"]


@pytest.mark.each_database
def test_a_wrong_draw_is_dropped_and_its_name_is_free(run, refused, cup, pairs, database):
    assert run("drop", cup, "--reason", "wrong file") == "Cup is dropped, and its name is free.\n"
    assert run("list", "--json") == "[]\n"
    assert "no knock-out 'Cup'" in refused("show", "Cup")
    run("draw", "Cup", pairs, "--seed", "8", "--deals", "2")
    assert shown(run)["lot"] == 8
    assert select(database, "SELECT count(*) FROM competitions") == [(2,)]
    assert select(database, "SELECT kind, reason FROM rulings") == [("drop", "wrong file")]


def test_a_dropped_draw_claims_no_session(run, club, both):
    match(club, 1, 1, 2)
    run("drop", "Plate")
    assert decided(run, "Cup") == session_of(1)


def test_all_knock_outs_are_listed(run, refused, pairs, tmp_path):
    assert "`scorepad club knockout draw` makes one" in run("list")
    assert "the club has no knock-out; `scorepad" in refused("show")
    run("draw", "Cup", pairs, "--seed", "7")
    assert run("show") == run("show", "Cup")
    run("draw", "Plate", listed(tmp_path, ("Ann", "Ian"), ("Ben", "Jo")))
    assert "several knock-outs: 'Cup', 'Plate'; say which" in refused("show")
    run("result", "Plate", "Ann", "10", "Ben", "0")
    told = json.loads(run("list", "--json"))
    assert [(c["name"], c["pairs"], c["round"], c["rounds"]) for c in told] == [
        ("Cup", 8, 1, 3),
        ("Plate", 2, 1, 1),
    ]
    assert [c["winner"] and c["winner"]["name"] for c in told] == [None, "Ann – Ian"]
    lines = [line.split() for line in run("list").splitlines() if "─" not in line]
    assert lines[1][0] == "Cup" and lines[1][-2:] == ["8", "Quarter-finals"]
    assert lines[2][-5:] == ["2", "Final", "Ann", "–", "Ian"]


# What the club has decided about a session


def test_a_corrected_session_decides_otherwise_and_says_so(run, club, cup):
    first, second = ids(shown(run), 0, 0)
    match(club, 1, first, second)
    before = shown(run)["rounds"][0][0]
    by = Signature("Carla", "slip")
    deal = {"deal": 2, "said": "7N E =", "board": None}  # 220 + 1000, and both have a game
    club.write(partial(correct, given=session_of(1), **deal, by=by))
    after = shown(run)
    assert sorted(before["points"]) == [0, 900]
    assert sorted(after["rounds"][0][0]["points"]) == [100, 1220]
    (note,) = after["notes"]
    assert note.startswith(f"Session {session_of(1)}: deal 2: 3NT N = -> 7NT E = (decision 1 by")
    club.write(partial(leave_out, given=session_of(1), by=by))
    assert shown(run)["rounds"][0][0]["points"] is None


def test_what_was_said_of_a_knock_out_is_undone_by_its_name(run, club, cup):
    one, other = (pair["name"].split()[0] for pair in shown(run)["rounds"][0][0]["pairs"])
    run("result", "Cup", one, "900", other, "100")
    by = Signature("Carla")
    club.write(partial(undo, which="result-1", by=by))
    assert shown(run)["rounds"][0][0]["points"] is None
    club.write(partial(undo, which="1", by=by))
    assert shown(run)["rounds"][0][0]["points"] is not None
    run("drop", "Cup")
    club.write(partial(undo, which="ruling-1", by=by))
    assert shown(run)["name"] == "Cup"
    club.write(partial(undo, which="draw-1", by=by))
    assert json.loads(run("list", "--json")) == []


def test_two_knock_outs_never_have_one_name(run, club, cup, pairs):
    run("drop", "Cup")
    run("draw", "Cup", pairs, "--seed", "8", "--deals", "2")
    with pytest.raises(UserError, match="'Cup' would be drawn twice"):
        club.write(partial(undo, which="ruling-1", by=Signature("Carla")))
