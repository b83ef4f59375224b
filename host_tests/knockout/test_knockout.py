"""A knock-out in the club: draw, results by tablet and by hand, and the summary sheet."""

from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from scorepad import wording
from scorepad.club.events.entering import NamedPair
from scorepad.club.knockout.new_knockout import draw_up
from scorepad.club.log import Signature, undo
from scorepad.club.records.store import Club
from scorepad.club.sessions.correcting import correct, leave_out
from scorepad.errors import UserError, remedy
from support.club.club_sessions import BEGUN, TABLET, complete, finished, played, raw, session_of
from support.databases import change, dump, enrol, filled_by, select
from support.in_process import make_commands

pytestmark = pytest.mark.slow

# Ids 1 to 16; n and n + 8 are a pair, the one with the lower number the stronger.
NAMES = ("Ann", "Ben", "Cy", "Di", "Eva", "Fay", "Gus", "Hal")
PARTNERS = ("Ian", "Jo", "Kit", "Lea", "Max", "Nan", "Oz", "Pip")
GRADES = ("open", "open", "open", "intermediate", "intermediate", "junior", "junior", "")
JUNIORS = ["Fay – Nan", "Gus – Oz"]
AREAS = ("Hutt", "Karori", "Hutt", "Karori", "Karori", "Hutt", "Karori", "Hutt")
UPPER = ("3N N =", "3N N =")  # N-S 100 + 100 + 700 = 900
LOWER = ("3N E =", "3N E =")  # E-W 900
LATER = wording.minutes(datetime(2090, 1, 1, tzinfo=UTC))  # than any draw
EARLIER = BEGUN - LATER  # than any draw
EVEN = ("1N N =", "1N E =")  # 40 each


def eight_pairs(where: str) -> None:
    columns = "id, name, number, grade, rating, area"
    values: list[str | int] = []
    for at, names in enumerate(zip(NAMES, PARTNERS, strict=True)):
        for number, name in zip((at + 1, at + 9), names, strict=True):
            values += [number, name, "", GRADES[at], 900 - 50 * at, AREAS[at]]
    rows = ", ".join(["(?, ?, ?, ?, ?, ?)"] * 16)
    change(where, f"INSERT INTO players ({columns}) VALUES {rows}", *values)


database = filled_by(eight_pairs)


@pytest.fixture
def pairs(tmp_path: Path) -> str:
    return listed(tmp_path, *zip(NAMES, PARTNERS, strict=True))


def listed(folder: Path, *rows: tuple[str, ...]) -> str:
    file = folder / "pairs.csv"
    lines = ["Joueur 1,Partner", *map(",".join, rows)]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(file)


knockout = make_commands("club", "knockout")


@pytest.fixture
def cup(club: Club) -> str:
    """All eight are drawn, for matches of two deals."""
    pairs = [NamedPair("", "", (str(at), str(at + 8))) for at in range(1, 9)]
    club.write(lambda rows: draw_up(rows, "Cup", pairs, seed=7, deals=2, by=Signature()))
    return "Cup"


def shown(knockout, name: str = "Cup") -> dict:
    return knockout.told("show", name)


def first_names(match: dict) -> list[str | None]:
    return [pair and pair["name"].split()[0] for pair in match["pairs"]]


def match(club: Club, number: int, north: int, east: int, deals=UPPER, later=1, **rest) -> None:
    """A session of two pairs, named by the players in North and East; or of other `players`.

    `later`: minutes after LATER; 0: the clock of the tablet was not set.
    """
    players = rest.pop("players", (north, east, north + 8, east + 8))
    options = {"deals": 2, **rest}
    begun = LATER + later if later else 0
    events = played(deals, "nz-match", players=players, begun=begun, options=options)
    club.take(TABLET, number, raw(number, finished(events)), "port")


def ids(cup: dict, round_number: int, at: int) -> list[int]:
    return [min(pair["players"]) for pair in cup["rounds"][round_number][at]["pairs"]]


# The draw


def test_eight_pairs_are_drawn_by_strength_and_area(knockout, cup):
    drawn = shown(knockout)
    first = [ids(drawn, 0, at) for at in range(4)]
    assert [seed for seed, _ in first] == [1, 4, 2, 3]
    by_seed = dict(first)
    assert by_seed[1] in (6, 8) and by_seed[3] in (6, 8)  # Hutt
    assert by_seed[2] in (5, 7) and by_seed[4] in (5, 7)  # Karori
    assert (drawn["lot"], drawn["deals"], drawn["winner"]) == (7, 2, None)
    assert first_names(drawn["rounds"][2][0]) == [None, None]


def test_the_same_lot_draws_the_same_and_a_dry_run_keeps_nothing(knockout, pairs, database):
    drawn = knockout.run("draw", "Cup", pairs)
    before, lot = dump(database), str(shown(knockout)["lot"])
    dry = knockout.run("draw", "Again", pairs, "--seed", lot, "--dry-run")
    assert dump(database) == before
    assert dry.endswith("\nNothing was changed.\n")
    assert drawn.splitlines()[3:] == dry.splitlines()[3:-1]


def test_a_draw_names_the_pairs_of_which_the_roster_does_not_say_all(knockout, pairs, database):
    def notes() -> list[str]:
        return knockout.told("draw", "Cup", pairs, "--dry-run")["notes"]

    (no_grade,) = notes()
    assert "Hal – Pip" in no_grade and "Cy" not in no_grade
    change(database, "UPDATE players SET rating = 0 WHERE id IN (3, 14)")
    assert notes()[0] == no_grade and "Cy – Kit, Fay – Nan" in notes()[1]
    change(database, "UPDATE players SET grade = '', rating = 0")
    assert len(notes()) == 2 and not [note for note in notes() if "–" in note]  # all pairs
    knockout.run("draw", "Cup", pairs)
    assert shown(knockout)["notes"] == []


def test_a_wrong_file_is_refused_with_its_line(knockout, tmp_path):
    for rows, why in (
        ([("Ann", "Ian"), ("Ben", "Ann")], "pairs.csv:3: 'Ann'"),
        ([("Ann", "id=1"), ("Ben", "Jo")], "pairs.csv:2: 'id=1'"),
        ([("Ann", "Ian"), ("Ben", "Zed")], "pairs.csv:3: The club has no player 'Zed'"),
        ([("Ann", "Ian")], "there are 1"),
        ([], "there are 0"),
        ([("Ann", "Ian"), ("Ben", "")], "pairs.csv:3: "),
        ([("Ann", "Ian"), ("Ben",)], "pairs.csv:3: "),
    ):
        assert why in knockout.refused("draw", "Cup", listed(tmp_path, *rows)), rows
    file = tmp_path / "pairs.csv"
    for text in ("", "player,player\n", "name\nAnn\n"):
        file.write_text(text)
        assert "player, partner" in knockout.refused("draw", "Cup", str(file))


REFUSED = (
    (("draw", "cup", "PAIRS"), "Cup is drawn"), (("draw", " ", "PAIRS"), "no name"),
    (("draw", "New", "PAIRS", "--seed", "-1"), "Lot -1"),
    (("draw", "New", "PAIRS", "--deals", "0"), "Deals 0"),
    (("draw", "New", "PAIRS", "--seed", "0" * 9 + "9" * 5000), "Lot"),
    (("show", "Cap"), "there are 'Cup'"), (("show", "Cup", "--output", "x"), "--format"),
    (("result", "Cup", "Ann", "1"), "both pairs"),
    (("result", "Cup", "Ann", "1", "--withdraw", "Ann"), "or a withdrawal"),
    (("result", "Cup", "Ann", "1", "--session", "x"), "or a withdrawal"),
    (("result", "Cup", "Ann", "1", "Ben", "x"), "'x'"),
    (("result", "Cup", "Ann", "1", "Ben", "0" * 9 + "9" * 5000), "500"),
    (("result", "Cup", "Ann", "1", "Ben", "0"), "do not meet"),
    (("result", "Cup", "Ann", "1", "Ian", "0"), "do not meet"),
    (("result", "Cup", "--session", "x"), "sessions"),
)  # fmt: skip


def test_what_cannot_be_is_refused(knockout, cup, pairs):
    for arguments, why in REFUSED:
        given = [pairs if word == "PAIRS" else word for word in arguments]
        assert why in knockout.refused(*given), arguments
    seed, other = (NAMES[number - 1] for number in ids(shown(knockout), 0, 0))
    assert "level" in knockout.refused("result", cup, seed, "5", other, "5")


# Results


@pytest.mark.each_database
def test_a_whole_competition(knockout, club, cup, database):
    drawn = shown(knockout)
    for at in range(4):
        match(club, at + 1, *ids(drawn, 0, at), later=1 + at)
    semis = shown(knockout)
    assert [ids(semis, 1, at) for at in range(2)] == [[1, 4], [2, 3]]
    assert semis["rounds"][0][0]["session"] == session_of(1)
    assert semis["rounds"][0][0]["points"] == [900, 0]
    match(club, 5, 4, 1, LOWER, later=60)  # 1, in East, wins
    knockout.run("result", cup, "kit", "1010", "BEN", "990", "--reason", "paper sheet")
    assert ids(shown(knockout), 2, 0) == [1, 3]
    assert shown(knockout)["best"] == {"junior": [], "intermediate": []}
    match(club, 6, 3, 1, later=120)
    assert "Cy – Kit" in knockout.refused("result", cup, "--withdraw", "Cy")  # no match is left
    ended = shown(knockout)
    assert (ended["winner"]["name"], ended["runner_up"]["name"]) == ("Cy – Kit", "Ann – Ian")
    assert [p["name"] for p in ended["best"]["junior"]] in (JUNIORS, JUNIORS[::-1])
    assert [pair["name"] for pair in ended["best"]["intermediate"]] == ["Di – Lea"]
    assert "\nWinners: Cy – Kit\nRunners-up: Ann – Ian\n" in knockout.run("show", cup)
    html = knockout.run("show", cup, "--format", "html")
    assert all(word in html for word in ("Cup", "Semi-finals", "by hand", "1010", "Cy – Kit"))
    assert "paper sheet" not in html and "paper sheet" in knockout.run("show", cup)
    assert select(database, "SELECT count(*) FROM decisions") == [(2,)]


def test_what_is_entered_by_hand_counts_before_a_session_and_says_so(
    knockout, club, cup, commands
):
    seed, other = ids(shown(knockout), 0, 0)
    match(club, 1, seed, other)
    knockout.run("result", cup, NAMES[seed - 1], "100", NAMES[other - 1], "200")
    held = shown(knockout)
    assert held["rounds"][0][0]["points"] == [100, 200]
    (note,) = held["notes"]
    assert session_of(1) in note and "by hand" in note
    knockout.run(
        "result", cup, NAMES[other - 1], "150", NAMES[seed - 1], "250", "--reason", "misread"
    )
    last = shown(knockout)["rounds"][0][0]
    assert (last["points"], last["reason"]) == ([250, 150], "misread")
    commands.run("undo", "3")
    assert shown(knockout)["rounds"][0][0]["points"] == [100, 200]
    commands.run("undo", "2")
    assert shown(knockout)["rounds"][0][0]["session"] == session_of(1)


def test_the_first_session_counts_and_others_are_named(knockout, club, cup):
    seed, other = ids(shown(knockout), 0, 0)
    match(club, 1, seed, other, later=9)
    match(club, 2, seed, other, LOWER, later=5)
    match(club, 3, seed, other, later=0)
    match(club, 4, seed, other, UPPER[:1], later=2)
    match(club, 5, seed, other, EVEN, later=3, tie="playoff")
    match(club, 6, seed, other, later=EARLIER)
    held = shown(knockout)
    assert held["rounds"][0][0]["session"] == session_of(2)
    assert held["rounds"][0][0]["points"] == [0, 900]
    why = {1: session_of(2), 3: "clock", 4: "1 of 2", 5: "equal"}
    for note, number in zip(sorted(held["notes"]), why, strict=True):
        assert session_of(number) in note and why[number] in note


def test_a_session_with_partners_apart_of_other_rules_or_open_counts_for_nothing(
    knockout, club, cup
):
    seed, other = ids(shown(knockout), 0, 0)
    apart = (seed, seed + 8, other, other + 8)
    together = (seed, other, seed + 8, other + 8)
    match(club, 3, seed, other, players=apart)
    sessions = [
        complete(played(UPPER, "rubber", begun=LATER, players=together)),
        played(UPPER, "nz-match", begun=LATER, players=together, options={"deals": 2}),
    ]
    for number, events in enumerate(sessions, 1):
        club.take(TABLET, number, raw(number, events), "port")
    held = shown(knockout)
    assert (held["rounds"][0][0]["points"], held["notes"]) == (None, [])


def test_a_friendly_match_before_the_last_round_does_not_decide_the_next(knockout, club, cup):
    drawn = shown(knockout)
    match(club, 1, 1, 4, LOWER, later=1)
    for at in range(2):
        match(club, at + 2, *ids(drawn, 0, at), later=10)
    held = shown(knockout)
    assert held["rounds"][1][0]["points"] is None
    (note,) = held["notes"]
    assert session_of(1) in note


def test_a_withdrawal_lets_the_opponent_through_even_before_it_is_known(knockout, cup, commands):
    pairs = [[NAMES[number - 1] for number in ids(shown(knockout), 0, at)] for at in range(4)]
    knockout.run("result", cup, "--withdraw", "Ann", "--reason", "ill")
    assert "Ann – Ian" in knockout.refused("result", cup, "--withdraw", "Ian")
    knockout.run(
        "result", cup, "--withdraw", pairs[0][1]
    )  # in the semi-final, whose other pair is unknown
    assert shown(knockout)["rounds"][2][0]["pairs"] == [None, None]
    knockout.run("result", cup, "Di", "10", pairs[1][1], "0")
    final = shown(knockout)["rounds"][2][0]
    assert first_names(final) == ["Di", None]
    assert shown(knockout)["rounds"][0][0]["walkover"]
    commands.run("undo", "2")
    assert shown(knockout)["rounds"][0][0]["through"] is None
    knockout.run("result", cup, "--withdraw", "Ann")
    assert shown(knockout)["rounds"][0][0]["walkover"]


def test_a_result_on_which_another_one_stands_stays(knockout, club, cup, commands):
    pairs = [[NAMES[number - 1] for number in ids(shown(knockout), 0, at)] for at in range(2)]
    knockout.run("result", cup, "Ann", "10", pairs[0][1], "0")
    knockout.run("result", cup, "Di", "10", pairs[1][1], "0")
    knockout.run("result", cup, "Ann", "30", "Di", "0")
    assert first_names(shown(knockout)["rounds"][2][0])[0] == "Ann"
    other = "result", cup, "Ann", "0", pairs[0][1], "10"
    for refused in (knockout.refused(*other), commands.refused("undo", "2")):
        assert "Decision 4 would not fit" in refused and "club undo 4" in refused
    knockout.run("result", cup, "Ann", "20", pairs[0][1], "10")
    commands.run("undo", "4")
    knockout.run(*other)
    assert first_names(shown(knockout)["rounds"][1][0]) == [pairs[0][1], "Di"]
    with pytest.raises(UserError, match="Decision 4 would not fit") as blocked:  # come back
        club.write(partial(undo, number=6, by=Signature()))
    assert not blocked.value.remedies


def test_merged_players_are_one_person(knockout, club, cup, database, commands):
    enrol(database, ["Anne"], 20)
    seed, other = ids(shown(knockout), 0, 0)
    assert seed == 1
    match(club, 1, seed, other, players=(20, other, 9, other + 8))
    assert shown(knockout)["rounds"][0][0]["session"] is None
    commands.run("players", "merge", "Ann", "Anne")
    held = shown(knockout)
    assert held["rounds"][0][0]["session"] == session_of(1)
    assert held["rounds"][0][0]["pairs"][0]["name"] == "Anne – Ian"


# What people decide


@pytest.fixture
def both(knockout, tmp_path):
    """Cup and Plate both open with Ann and Ian against Ben and Jo."""
    file = listed(tmp_path, ("Ann", "Ian"), ("Ben", "Jo"))
    knockout.run("draw", "Cup", file, "--deals", "2")
    knockout.run("draw", "Plate", file, "--deals", "2")


def decided(knockout, name: str) -> str | None:
    return shown(knockout, name)["rounds"][-1][0]["session"]


def test_a_session_that_fits_two_knock_outs_decides_neither_until_somebody_says(
    knockout, club, both, commands
):
    match(club, 1, 1, 2)
    match(club, 2, 2, 1, later=2)
    for name in ("Cup", "Plate"):
        assert decided(knockout, name) is None
        first, second = shown(knockout, name)["notes"]
        assert "'Cup' and 'Plate'" in first and f"--session {session_of(1)}`" in first
        assert session_of(1) in second and session_of(2) in second
    knockout.run("result", "Plate", "--session", session_of(1), "--reason", "plate evening")
    assert (decided(knockout, "Plate"), decided(knockout, "Cup")) == (session_of(1), session_of(2))
    assert session_of(1) in shown(knockout)["notes"][0]
    assert "'Plate'" in knockout.refused("result", "Cup", "--session", session_of(1))
    commands.run("undo", "3")
    assert (decided(knockout, "Cup"), decided(knockout, "Plate")) == (None, None)
    knockout.run("result", "Cup", "--session", session_of(1))
    with pytest.raises(UserError, match="it is a match of 'Cup'") as blocked:  # 3, once more
        club.write(partial(undo, number=4, by=Signature()))
    assert blocked.value.remedies == (remedy("club undo", number=5),)
    knockout.run("drop", "Cup")
    club.write(partial(undo, number=4, by=Signature()))
    with pytest.raises(UserError, match="it is a match of 'Plate'"):
        club.write(partial(undo, number=6, by=Signature()))


@pytest.mark.each_database
def test_a_friendly_decides_nothing_here(knockout, club, both):
    match(club, 1, 1, 2)
    knockout.run("result", "Cup", "--friendly", session_of(1))
    assert (decided(knockout, "Cup"), decided(knockout, "Plate")) == (None, session_of(1))
    knockout.run("result", "Plate", "--friendly", session_of(1))
    assert decided(knockout, "Plate") is None
    assert session_of(1) in shown(knockout)["notes"][0]
    match(club, 2, 1, 2, LOWER, later=2)
    knockout.run("result", "Cup", "Ann", "10", "Ben", "0")
    assert decided(knockout, "Plate") == session_of(2)  # the Cup's match is not open any more
    knockout.run("result", "Plate", "--session", session_of(1))
    assert decided(knockout, "Plate") == session_of(1)


def test_a_session_of_before_the_second_draw_stays_where_it_is(knockout, club, tmp_path, database):
    file = listed(tmp_path, ("Ann", "Ian"), ("Ben", "Jo"))
    knockout.run("draw", "Cup", file, "--deals", "2")
    match(club, 1, 1, 2)
    knockout.run("draw", "Plate", file, "--deals", "2")
    later = "2099-01-01T00:00:00.000000+00:00"
    change(database, "UPDATE decisions SET made = ? WHERE number = 2", later)
    assert (decided(knockout, "Cup"), decided(knockout, "Plate")) == (session_of(1), None)


def test_a_session_that_cannot_be_the_match_is_refused(knockout, club, both):
    match(club, 1, 1, 2, UPPER[:1])
    match(club, 2, 1, 3)
    assert "1 of 2 deals" in knockout.refused("result", "Cup", "--session", session_of(1))
    for option in ("--session", "--friendly"):
        assert "fits no match" in knockout.refused("result", "Cup", option, session_of(2))


@pytest.mark.each_database
def test_a_wrong_draw_is_dropped_and_its_name_is_free(knockout, club, cup, pairs, database):
    knockout.run("drop", cup, "--reason", "wrong file")
    assert knockout.run("list", "--json") == "[]\n"
    knockout.refused("show", "Cup")
    knockout.run("draw", "Cup", pairs, "--seed", "8", "--deals", "2")
    assert shown(knockout)["lot"] == 8
    assert select(database, "SELECT kind, reason FROM decisions ORDER BY number") == [
        ("draw knockout", ""), ("drop knockout", "wrong file"), ("draw knockout", ""),
    ]  # fmt: skip
    with pytest.raises(UserError, match="Cup is drawn already"):  # two never have one name
        club.write(partial(undo, number=2, by=Signature("Carla")))


def test_all_knock_outs_are_listed(knockout, pairs, tmp_path):
    assert "knockout draw" in knockout.run("list")
    knockout.refused("show")
    knockout.run("draw", "Cup", pairs, "--seed", "7")
    assert knockout.run("show") == knockout.run("show", "Cup")
    knockout.run("draw", "Plate", listed(tmp_path, ("Ann", "Ian"), ("Ben", "Jo")))
    assert "'Cup', 'Plate'" in knockout.refused("show")
    knockout.run("result", "Plate", "Ann", "10", "Ben", "0")
    told = knockout.told("list")
    assert [(c["name"], c["pairs"], c["round"], c["rounds"]) for c in told] == [
        ("Cup", 8, 1, 3),
        ("Plate", 2, 1, 1),
    ]
    assert [c["winner"] and c["winner"]["name"] for c in told] == [None, "Ann – Ian"]
    lines = [line.split() for line in knockout.run("list").splitlines() if "─" not in line]
    assert (lines[1][0], lines[1][-2:]) == ("Cup", ["8", "Quarter-finals"])


# What the club has decided about a session


def test_a_corrected_session_decides_otherwise_and_says_so(knockout, club, cup):
    first, second = ids(shown(knockout), 0, 0)
    match(club, 1, first, second)
    before = shown(knockout)["rounds"][0][0]
    by = Signature("Carla", "slip")
    deal = {"deal": 2, "said": "7N E =", "board": None}  # 220 + 1000, and both have a game
    club.write(partial(correct, given=session_of(1), **deal, by=by))
    after = shown(knockout)
    assert sorted(before["points"]) == [0, 900]
    assert sorted(after["rounds"][0][0]["points"]) == [100, 1220]
    (note,) = after["notes"]
    assert session_of(1) in note and "decision 2 by Carla" in note
    club.write(partial(leave_out, given=session_of(1), by=by))
    assert shown(knockout)["rounds"][0][0]["points"] is None


def test_what_was_said_of_a_knock_out_is_undone(knockout, club, cup):
    one, other = (pair["name"].split()[0] for pair in shown(knockout)["rounds"][0][0]["pairs"])
    knockout.run("result", "Cup", one, "900", other, "100")
    by = Signature("Carla")
    club.write(partial(undo, number=2, by=by))
    assert shown(knockout)["rounds"][0][0]["points"] is None
    club.write(partial(undo, number=3, by=by))
    assert shown(knockout)["rounds"][0][0]["points"] is not None
    knockout.run("drop", "Cup")
    club.write(partial(undo, number=5, by=by))
    assert shown(knockout)["name"] == "Cup"
    with pytest.raises(UserError, match="Decision 2 would not fit") as refused:
        club.write(partial(undo, number=1, by=by))
    drop = remedy("club knockout drop", name="Cup")
    assert refused.value.remedies == (remedy("club undo", number=2), drop)
    club.write(partial(undo, number=2, by=by))
    club.write(partial(undo, number=1, by=by))
    assert knockout.told("list") == []
