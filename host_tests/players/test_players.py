"""The roster: players come from a CSV file, and two entries of one person become one."""

import unicodedata
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.link.incoming_roster import pack
from scorepad.club import merging
from scorepad.club.database.opening import PATIENCE_S
from scorepad.club.database.rows import Rows
from scorepad.club.log import Signature, undo
from scorepad.club.players import roster_file
from scorepad.club.records.store import Club
from scorepad.club.sessions.seats import seat
from scorepad.errors import UserError
from scorepad.exports.sessions import as_json
from scorepad.tablet import tablet_names
from scorepad.tablet.letters import HAS, fold_name, is_drawn_by_browsers
from scorepad.upload import Upload
from support import databases
from support.club.club_sessions import BEGUN, TABLET, complete, played, raw, session_of
from support.databases import change, club_copy, dump, select
from support.depth import full
from support.in_process import make_commands
from support.waiting import wait_until

WAITING = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE wait_event_type = 'Lock' AND datname = current_database()"
)
NFC = partial(unicodedata.normalize, "NFC")
ROSTER = (
    "\ufeffname,number,grade,rating,area\nZoë,NZ 7,open,1200,Wellington\nBo,,Junior,,\n山田,3,,,\n"
)


players = make_commands("club", "players")


@pytest.fixture
def enrol(players, tmp_path):
    """Imports a roster with this text."""

    def command(text: str, *arguments: str) -> tuple[int, str, str]:
        file = tmp_path / "roster.csv"
        file.write_text(text, encoding="utf-8")
        return players.ended("import", str(file), *arguments)

    return command


def names(players) -> dict[int, str]:
    return {player["id"]: player["name"] for player in players.told()}


# The file


@pytest.mark.each_database
def test_a_roster_comes_in_and_is_listed(enrol, players):
    assert enrol(ROSTER) == (0, "Roster: 3 new, 0 changed, 0 same.\n", "")
    assert entries(players)[0] == (1, "Zoë", "NZ 7", "open", 1200, "Wellington", None)
    assert names(players) == {1: "Zoë", 2: "Bo", 3: "山田"}


def test_neither_a_dry_run_nor_the_same_file_again_changes_anything(enrol, database):
    before = dump(database)
    assert "3 new, 0 changed, 0 same" in enrol(ROSTER, "--dry-run")[1]
    assert dump(database) == before
    enrol(ROSTER)
    before = dump(database)
    assert "0 new, 0 changed, 3 same." in enrol(ROSTER)[1]
    assert dump(database) == before


@pytest.mark.each_database
def test_who_is_who(enrol, players):
    enrol(ROSTER)
    said = enrol("name,number,rating\nZoë Lund,NZ 7,1300\nbo,nz 8,5\n山田,,\nZoë Lund,9,\n")[1]
    assert "1 new, 2 changed, 1 same." in said
    fields = ("id", "name", "number", "rating", "grade")
    assert [tuple(map(player.get, fields)) for player in players.told()] == [
        (2, "bo", "nz 8", 5, "junior"),
        (1, "Zoë Lund", "NZ 7", 1300, "open"),
        (4, "Zoë Lund", "9", 0, ""),
        (3, "山田", "3", 0, ""),
    ]


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("\n\n", None, "empty"), ("name,Name\nA,B\n", 1, "twice"),
        ("name,number\nA\n", 2, "1 cells"), ("name,number\nA,1,2\n", 2, "3 cells"),
        ("name,number\n,1\n", 2, "the name is missing"),
        ("name\nA\n\nB\x1b[2J\n", 4, "control character"),
        ('name,area\nA,x\n"B\nC",y\n', 3, "line break"),
        ("name\nA\u202eB\n", 2, "control character"), ("name\n" + "x" * 101, 2, "101 characters"),
        ("name,grade\nA,expert\n", 2, "'expert'"), ("name,rating\nA,-1\n", 2, "'-1'"),
        ("name,rating\nA,²\n", 2, "'²'"), ("name,rating\nA," + "9" * 99, 2, "rating"),
        ("name,number\nA,1\nB,1\n", 3, "roster.csv:2"), ("name\nA\nB\na\n", 4, "roster.csv:2"),
        ("name,number\nA,\nA,1\n", 3, "roster.csv:2"),
        ("sep=;\nname;rating\nAnn;12x\n", 3, "'12x'"), ("name,,\nAnn,1,\n", 1, "no name"),
    ],
)  # fmt: skip
def test_what_is_no_roster_is_refused_with_its_line(tmp_path, text, line, why):
    file = tmp_path / "roster.csv"
    file.write_text(text)
    with pytest.raises(UserError) as error:
        roster_file.read(Upload(str(file)), {})
    where, _, said = str(error.value).partition(f"roster.csv:{line}: " if line else "roster.csv: ")
    assert where == f"{tmp_path}/" and why in said and "\n" not in said


# As federations give them: what becomes of the only row, and what is passed over.
FEDERATIONS = [
    ("FIRSTNAME;SURNAME;PID;EBU\nKenneth;Bell;7;00123456", "Kenneth Bell", "00123456", "PID"),
    ('Member No,"Surname, First name"\n17,"Bell, Kenneth"', "Bell, Kenneth", "17", ""),
    ("Surname, First name, Member-No.\nBell, Kenneth, 17", "Kenneth Bell", "17", ""),
    ("Name;Vorname;Mitglieds-Nr.;Telefon\nBell;Kenneth;17;555", "Kenneth Bell", "17", "Telefon"),
    ("Nom;Prénom;N° licence\nBell;Kenneth;17", "Kenneth Bell", "17", ""),
    ("Player,Surname,ACBL Number\nKen Bell,Bell,N17", "Ken Bell", "N17", "Surname"),
]


@pytest.mark.parametrize(("text", "name", "number", "passed_over"), FEDERATIONS)
def test_a_federations_columns_are_known_by_their_names(tmp_path, text, name, number, passed_over):
    file = tmp_path / "roster.csv"
    file.write_text(text, encoding="utf-8")
    (one,), columns = roster_file.read(Upload(str(file)), {})
    assert one.said == {"name": name, "number": number}
    assert "".join(each.head for each in columns if not each.meaning) == passed_over


def test_who_says_what_a_column_is_is_believed(enrol, players):
    text = "Spielerin,EBU,Karte,e\x1b[2Jmail\nAnn,7,8,\x07\n"
    assert "no column is called name" in enrol(text)[2]
    status, out, err = enrol(text, "--dry-run")
    assert (status, "0 new" in out, "no column is called name" in err) == (0, True, True)
    chosen = ("--column", "spielerin=name", "--column", "Karte=number")
    said = enrol(text, *chosen)[2]
    assert "'EBU'" in said and r"'e\x1b[2Jmail'" in said
    assert [(one["name"], one["number"]) for one in players.told()] == [("Ann", "8")]
    for wrong in ("Zed=name", "Karte=age", "Karte"):
        assert "there is no column" in enrol(text, "--column", wrong)[2]


def test_a_name_is_one_whichever_half_comes_first(enrol, players):
    enrol('name\n"Bell, Kenneth"\n')
    for typed in ("Kenneth Bell", "kenneth b", "Bell", "Bell,Kenneth", "Bell, K"):
        assert "Bell, Kenneth" in players.run("show", typed), typed
    assert [one["id"] for one in players.told("--find", "kenneth be")] == [1]
    players.refused("add", "Kenneth Bell")
    assert "0 new, 1 changed, 0 same" in enrol("name,number\nKenneth Bell,17\n")[1]
    assert "roster.csv:2" in enrol('name\nKenneth Bell\n"Bell, Kenneth"\n')[2]


def test_files_that_cannot_be_read_or_have_a_fault_change_nothing(commands, tmp_path):
    for file in (str(tmp_path / "none.csv"), str(tmp_path), "a\0b"):
        assert "cannot be read" in commands.refused("players", "import", file)
    (tmp_path / "roster.csv").write_text("name,rating\nAnn,1\nBo,x\n")
    assert ".csv:3: " in commands.refused("players", "import", str(tmp_path / "roster.csv"))


def test_two_players_of_one_name_need_their_numbers(enrol, database):
    enrol("name,number\nA,1\nA,2\n")
    before = dump(database)
    said = "roster.csv:2: the club has several players called A (id=1, id=2)"
    assert said in enrol("name\nA")[2]
    enrol("name,number\nB,3\n")
    status, _, err = enrol("name,number\nC,3\nB,\n")
    assert status == 2 and "roster.csv:3: B is the person of" in err and "id=3" in err
    change(database, "DELETE FROM players WHERE id = 3")
    assert dump(database) == before


@pytest.mark.each_database
def test_ids_are_never_those_of_somebody_else(club, enrol, players, database):
    club.take(TABLET, 1, raw(1, played(players=(2, 0, 3, 99))), "port")
    enrol("name\nA\nB\n")
    assert names(players) == {1: "A", 4: "B"}  # 2 and 3 are on a tablet with a roster of yesterday
    databases.enrol(database, ["Last"], (1 << 32) - 1)
    before = dump(database)
    status, _, err = enrol("name\nC\n")
    assert status == 2 and "no id is left" in err
    assert dump(database) == before


# Two entries of one person


@pytest.fixture
def seated(club: Club, enrol) -> Club:
    """Ann, Ben, Cy, Di at one table; Anne, an entry too many, at another."""
    enrol("name,number\nAnn,11\nBen,12\nCy,13\nDi,14\nAnne,15\n")
    club.take(TABLET, 1, raw(1, complete(played(players=(1, 2, 3, 4)))), "port")
    club.take(TABLET, 2, raw(2, complete(played(players=(5, 2, 3, 4)))), "port")
    return club


@pytest.mark.each_database
def test_seats_count_for_the_other_entry_and_the_merge_can_be_taken_back(
    seated, players, commands, database
):
    apart = as_json([seated.session(session_of(2))])
    status, out, _ = players.ended("merge", "Anne", "11", "--reason", "spelling", "--other-number")
    assert status == 0 and "Anne (id=5)" in out and "Ann (id=1)" in out
    assert seated.session(session_of(2)).players == ("Ann", "Ben", "Cy", "Di")
    seated.take(TABLET, 3, raw(3, played(players=(2, 5, 3, 4))), "port")
    assert seated.session(session_of(3)).session.players == [2, 1, 3, 4]
    played_now = {entry["id"]: (entry["sessions"], entry["same_as"]) for entry in players.told()}
    assert played_now[1] == (3, None) and played_now[5] == (0, 1)
    assert "is id=1" in players.run()
    assert select(database, "SELECT number, body, reason FROM decisions") == [
        (1, '{"player": 5, "same_as": 1}', "spelling")
    ]
    before = dump(database)
    seated.rebuild()
    assert dump(database) == before
    commands.run("undo", "1")
    assert as_json([seated.session(session_of(2))]) == apart
    seated.take(TABLET, 4, raw(4, played(players=(1, 5, 3, 4))), "port")
    with pytest.raises(UserError, match="two; if a seat is wrong there"):
        seated.write(partial(undo, number=2, by=Signature()))
    sit_down = partial(seat, given=session_of(4), where="E", player="guest", deals=None)
    seated.write(partial(sit_down, by=Signature()))
    players.run("merge", "id=5", "id=1", "--other-number")
    assert [entry["same_as"] for entry in players.told()] == [None, 1, None, None, None]


@pytest.mark.each_database
def test_a_session_that_comes_in_during_a_merge_counts_for_the_right_one(seated, database):
    """A program that writes waits for the other one, and then sees what that has decided."""
    on_a_server = "://" in database

    def take(patience: float = PATIENCE_S) -> None:
        with Club(database, patience) as other:
            other.take(TABLET, 3, raw(3, played(players=(5, 2, 3, 4))), "port")

    def merge(rows: Rows) -> None:
        merging.join(rows, "Anne", "Ann", Signature(), True)
        if on_a_server:
            taken = thread.submit(take)
            wait_until(lambda: taken.done() or select(database, WAITING) == [(1,)])
        else:
            with pytest.raises(UserError):
                take(patience=0)

    with ThreadPoolExecutor(1) as thread:
        seated.write(merge)
    if not on_a_server:
        take()
    assert seated.session(session_of(3)).session.players == [1, 2, 3, 4]


def test_merges_may_follow_one_another(seated, enrol, players, commands):
    enrol("name\nAnnie\n")
    players.run("merge", "Anne", "Annie")
    players.run("merge", "Annie", "id=1", "--other-number")
    assert seated.session(session_of(2)).session.players == [1, 2, 3, 4]
    assert "are one person already" in players.refused("merge", "id=1", "id=5")  # a circle
    commands.run("undo", "2")
    assert seated.session(session_of(2)).session.players == [6, 2, 3, 4]


def test_what_cannot_be_merged_is_refused(seated, commands):
    for arguments, why in (
        (("merge", "Ann", "id=1"), "Ann (id=1)"), (("merge", "Ann", "Zed"), "'Zed'"),
        (("merge", "", "Ann"), "missing"), (("merge", "An", "Ben"), "Ann (id=1), Anne (id=5)"),
        (("merge", "id=9", "Ann"), "'id=9'"), (("merge", "Be", "Ann"), "Ben (id=2)"),
        (("merge", "Anne", "Ann"), "--other-number"),
        (("merge", "Ann", "Ben", "--other-number"), session_of(1)),
        (("merge", "Bem", "Ann"), "names are Ben"),
        (("merge", "Anne", "Ann", "--other-number", "--reason", "\udcff"), "UTF-8"),
    ):  # fmt: skip
        assert why in commands.refused("players", *arguments), arguments


def test_an_id_that_is_also_a_number_must_be_clear(enrol, players):
    enrol("name,number\nA,2\nB,1\n")
    assert "A (id=1), B (id=2)" in players.refused("merge", "1", "2")
    players.run("merge", "id=1", "id=2", "--other-number")


def entries(players) -> list[tuple]:
    fields = ("id", "name", "number", "grade", "rating", "area", "same_as")
    return sorted(tuple(map(player.get, fields)) for player in players.told())


def test_an_import_is_for_the_person_that_an_entry_now_is(enrol, players, database):
    enrol("name,number,rating\nZoë Lund,,1000\nZoe Lund,NZ 4711,\n")
    players.run("merge", "Zoe Lund", "Zoë Lund")
    next_year = "name,number,rating\nZoe Lund,NZ 4711,1500\n"
    assert "0 new, 1 changed, 0 same." in enrol(next_year)[1]
    assert entries(players) == [
        (1, "Zoë Lund", "NZ 4711", "", 1500, "", None),
        (2, "Zoe Lund", "NZ 4711", "", 0, "", 1),
    ]
    before = dump(database)
    assert "0 new, 0 changed, 1 same." in enrol(next_year)[1]
    assert "0 new, 0 changed, 1 same." in enrol("name,number\nZoë Lund,NZ 4711\n")[1]
    assert dump(database) == before
    assert "1 new, 0 changed, 0 same." in enrol("name,number\nZoe Lund,NZ 9\n")[1]


def test_a_person_is_known_by_all_its_entries_until_they_are_two(
    enrol, players, commands, database
):
    enrol("name,number,grade,rating,area\nAnn,,open,,\nAnne,7,junior,900,Hutt\n")
    before = select(database, "SELECT * FROM players ORDER BY id")
    players.run("merge", "Anne", "Ann", "--other-number")
    assert entries(players)[0] == (1, "Ann", "7", "open", 900, "Hutt", None)
    assert "'7' and 'id=2' are one person already" in players.refused("merge", "7", "id=2")
    commands.run("undo", "1")
    assert entries(players)[0] == (1, "Ann", "", "open", 0, "", None)
    assert select(database, "SELECT * FROM players ORDER BY id") == before


def test_rows_of_both_entries_change_both(seated, enrol, players):
    players.run("merge", "Anne", "Ann", "--other-number")
    assert "0 new, 2 changed, 0 same." in enrol("name,number,rating\nAnne,15,5\nAnn,11,6\n")[1]
    assert [(e[0], e[4]) for e in entries(players) if e[4]] == [(1, 6), (5, 5)]


def test_numbers_that_an_earlier_merge_has_brought_count_too(enrol, players):
    enrol("name,number\nA,1\nB,\nC,3\n")
    players.run("merge", "A", "B")
    assert "B (id=2) has the number 1 and C (id=3) 3" in players.refused("merge", "B", "C")


# On tablets


@pytest.mark.each_database
def test_who_played_last_comes_first_and_merged_entries_are_left_out(seated, players, enrol):
    enrol("name\nAaron\n")
    seated.take(TABLET, 3, raw(3, played(players=(2, 4), begun=BEGUN + 60)), "port")
    players.run("merge", "Anne", "Ann", "--other-number")
    expected = [(2, "Ben"), (4, "Di"), (1, "Ann"), (3, "Cy"), (6, "Aaron")]
    assert seated.read(tablet_names.list_players) == expected


@given(st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=60).map(NFC))
def test_a_name_is_cut_to_what_a_tablet_takes(name):
    on_board, cut = (tablet_names.shorten_name(name, 7, phone=phone) for phone in (False, True))
    pack(1, on_board.encode())
    assert set(on_board) <= HAS
    name = name if is_drawn_by_browsers(name) else fold_name(name) or "#7"
    assert name.startswith(cut)
    pack(1, cut.encode())
    rest = name[len(cut) :]
    assert not rest or len((cut + rest[0]).encode()) > 20


NAMES = (
    "Seán|Dvořák|Ñuño Peña|Zażółć|Łukasz|Šťastný|Ólafsdóttir|Þórr|Straße|İnönü|Ångström|Œuvrard|"
    "Ștefan Țîrlea|Nguyễn Thị|ЩУКА Юрій|Ρούσσος|Ｏ‘Neil–ﬁx|山田花子|כהן"
)


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_no_letter_of_a_name_is_a_box(club, enrol, players, form):
    given = NAMES.split("|")
    enrol(unicodedata.normalize(form, "\n".join(("name", *given))))
    assert names(players) == dict(enumerate(given, 1))
    others = "Ştefan Ţîrlea", "Nguyên Thi", "SHCHUKA Iurii", "Roussos", "O'Neil-fix", "#18", "#19"
    assert on_tablets(club) == dict(enumerate((*given[:12], *others), 1))
    on_phones = dict(club.read(partial(tablet_names.list_players, phone=True)))
    assert on_phones == names(players) | {19: "#19"}


def on_tablets(club: Club) -> dict[int, str]:
    return dict(club.read(tablet_names.list_players))


def test_who_is_alike_on_a_tablet_is_told_apart(club, enrol):
    enrol(
        "name,number\nJohn Smith,NZ 4711\njohn smith,NZ 4712\nJohn Smith 4711,\nAnn,\n"
        "Maximiliane Oberberger,1\nMaximiliane Oberbergmann,11\n"
        "Maximiliane Oberbergmaier,\n山田山田山田花子,123411\n山田山田山田花江,2\n"
        "Wilhelmina Mammmmmma,8\nWilhelmine Mammmmmma,\n"
    )
    assert on_tablets(club) == {
        1: "John Smith #1",
        2: "john smith 4712",
        3: "John Smith 4711 #3",
        4: "Ann",
        5: "Maximiliane Oberbe 1",
        6: "Maximiliane Oberb 11",
        7: "Maximiliane Oberb #7",
        8: "#8",
        9: "#9",
        10: "Wilhelmina Mammmmm 8",
        11: "Wilhelmine Mammm #11",
    }


@full
@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(
                ["Ann", "ann", "Ann #1", "Ann 7", "Maximiliane Oberbergmaier", "W" * 12, "W" * 13]
            )
            | st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=9),
            st.sampled_from(["", "7", "NZ 7", "17", "NZ 00017", "１２３４", "\U0001f0cf" * 9]),
        ),
        max_size=12,
    )
)
def test_no_two_are_alike_on_a_tablet(new_file, told):
    with club_copy(new_file) as where, Club(where) as club:
        insert = "INSERT INTO players (id, name, number) VALUES (?, ?, ?)"
        for at, (name, number) in enumerate(told, 1):
            change(where, insert, at, name, number)
        shown = on_tablets(club)
    assert len({tablet_names.fit_name(name).casefold() for name in shown.values()}) == len(told)
    for number, name in shown.items():
        pack(number, name.encode())


# One member at a time, without a file


@pytest.fixture
def ann(players, database: str) -> None:
    """Ann, and Anne, who has played and is merged into her."""
    players.run("add", "Ann", "--number", "NZ 1", "--grade", "Open", "--rating", "900")
    players.run("add", "Anne", "--area", "Hutt")
    with Club(database) as club:
        club.take(TABLET, 1, raw(1, complete(played(players=(2, 0, 0, 0)))), "port")
    players.run("merge", "Anne", "Ann", "--reason", "spelling")


def test_one_member_is_added_and_changed(players):
    assert players.run("add", " Zoe\u0308 ", "--number", "NZ 7") == "Zoë (id=1) is new.\n"
    assert entries(players)[0] == (1, "Zoë", "NZ 7", "", 0, "", None)
    players.run("edit", "nz 7", "--name", "Zoë Lund", "--grade", "junior", "--rating", "850")
    assert entries(players)[0] == (1, "Zoë Lund", "NZ 7", "junior", 850, "", None)
    players.run("edit", "id=1", "--number", "", "--rating", "", "--area", "Hutt")
    assert entries(players)[0] == (1, "Zoë Lund", "", "junior", 0, "Hutt", None)


def test_a_second_one_of_a_name_needs_a_number(players, enrol):
    players.run("add", "John Smith")
    assert "a number in" in players.refused("add", "john smith")
    two = "name,number\nJohn Smith,4711\nJohn Smith,4712\n"
    assert "players edit id=1 --number 4711" in enrol(two)[2]
    players.run("edit", "id=1", "--number", "4711")
    assert enrol(two)[1] == "Roster: 1 new, 0 changed, 1 same.\n"
    assert entries(players)[1] == (2, "John Smith", "4712", "", 0, "", None)


def test_what_no_member_can_be_is_refused(ann, commands):
    for arguments, why in (
        (("add", ""), "Name"), (("add", "A\x1b"), "control character"),
        (("add", "Bo", "--grade", "expert"), "expert"),
        (("add", "Bo", "--rating=-1"), "'-1'"),
        (("add", "Bo", "--number", "nz 1"), "Ann (id=1)"), (("add", "ann"), "Ann (id=1)"),
        (("edit", "Ann"), "name, number"), (("edit", "Ann", "--name", ""), "name"),
        (("edit", "An", "--area", "x"), "'An'"), (("show", "Bo"), "'Bo'"),
    ):  # fmt: skip
        assert why in commands.refused("players", *arguments), arguments


@pytest.mark.each_database
def test_a_merged_entry_is_told_with_the_one_that_counts(ann, players, commands):
    told = players.told("show", "Anne")
    assert (told["id"], told["sessions"], told["area"]) == (1, 1, "Hutt")
    assert [(other["id"], other["same_as"]) for other in told["merged"]] == [(2, 1)]
    (decision,) = told["decisions"]
    said = "Anne (id=2) merged into Ann (id=1)"
    assert (decision["what"], decision["why"]) == (said, "spelling")
    printed = players.run("show", "Ann").splitlines()
    assert printed[2].split() == ["1", "Ann", "NZ", "1", "open", "900", "Hutt", "1"]
    assert printed[3].split() == ["2", "Anne", "Hutt", "is", "id=1"]
    assert printed[-1].endswith(f": {said}: spelling")
    commands.run("undo", "1")
    assert players.told("show", "Anne")["decisions"] == []
