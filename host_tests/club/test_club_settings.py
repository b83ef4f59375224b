"""The club's settings: set, shown, taken back; in reports, on pages and in files for others."""

import io
import json
from datetime import date, time, timedelta
from pathlib import Path
from xml.etree import ElementTree

import pypdf
import pytest

from scorepad.cli import main
from scorepad.club import evenings
from scorepad.club.duplicate import gathering
from scorepad.club.records.store import Club
from scorepad.club.settings.current import SETTINGS
from support.club import mitchell, notices
from support.club.club_sessions import TABLET, complete, played, raw, session_of
from support.commands import scorepad
from support.databases import add_decision, change, enrol
from support.in_process import make_commands
from support.zones import in_zone

NAME = 'Zum "Stich" & Söhne </style><h1>x\\'
ADDRESS = "Bäckerstraße 3, 1010 Wien"
A4, LETTER = (595, 842), (612, 792)  # points of 1/72 inch

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("utc")]


settings = make_commands("club", "settings")


UNTOLD = dict.fromkeys(("name", "address", "number", "pin"), "")
UNTOLD |= {"paper": "a4", "language": "en", "evening_ends": "06:00"}


@pytest.mark.each_database
def test_they_are_set_shown_and_taken_back(settings, commands):
    assert settings.told() == {**UNTOLD, "decisions": []}
    words = ("--evening-ends=5:30", "--paper=LETTER", f"--name= {NAME} ")
    said = f"name: {NAME}\npaper: letter\nevening-ends: 05:30\n"
    assert settings.run("set", *words, "--author", "Eva", "--reason", "moved") == said
    told = settings.told()
    decisions = told.pop("decisions")
    assert told == {**UNTOLD, "name": NAME, "paper": "letter", "evening_ends": "05:30"}
    assert [(one["setting"], one["value"]) for one in decisions] == [
        ("name", NAME), ("paper", "letter"), ("evening-ends", "05:30"),
    ]  # fmt: skip
    assert {(one["author"], one["reason"]) for one in decisions} == {("Eva", "moved")}
    settings.run("set", "--number=7")
    said = settings.run("set", "--paper=", "--number=")
    assert said == "number: nothing\npaper: a4\n"
    told = settings.told()
    assert told["paper"] == "a4" and told["number"] == "" and len(told["decisions"]) == 6
    assert told["decisions"][4]["value"] is None and told["decisions"][4]["reason"] is None
    commands.run("undo", "6")
    assert settings.told()["paper"] == "letter"


def test_the_list_says_who_has_decided_what_and_why(settings):
    settings.run("set", "--number=NZ 42", "--author", "Eva\x1b[2J", "--reason", "joined")
    lines = settings.run().splitlines()
    assert [line.split()[0] for line in lines[2:]] == list(SETTINGS)
    assert lines[4].split()[:3] == ["number", "NZ", "42"]
    assert lines[4].endswith("joined") and "Eva\N{REPLACEMENT CHARACTER}[2J" in lines[4]


def test_of_the_pin_no_list_says_more_than_that_it_is_set(settings, commands):
    assert settings.run("set", "--pin=0417") == "pin: ****\n"
    told = settings.told()
    assert (told["pin"], told["decisions"][0]["value"]) == ("****", "****")
    assert "0417" not in settings.run() + json.dumps(told) + commands.run("decisions")


def test_the_author_is_who_has_logged_in(settings, monkeypatch):
    for word in ("LOGNAME", "USER"):
        for each in ("LOGNAME", "USER", "LNAME", "USERNAME"):
            monkeypatch.delenv(each, raising=False)
        monkeypatch.setenv(word, f"the {word}")
        settings.run("set", "--paper=letter")
        assert settings.told()["decisions"][-1]["author"] == f"the {word}"


REFUSED = (
    ("paper=a3", "a4, letter"), ("language=../de", "en, de, fr"),
    ("evening-ends=12:01", "00:00 to 12:00"), ("pin=123", "four digits"),
    ("pin=٠١٢٣", "four digits"), ("evening-ends=06:60", "'06:60'"),
    ("evening-ends=٠٦:٠٠", "'٠٦:٠٠'"), ("nom=x", "--nom"), ("name", "--name"),
    ("name=a\nb", "control character"), ("address=a\u202eb", "control character"),
    ("name=" + "x" * 101, "100"),
)  # fmt: skip


def test_what_cannot_be_is_refused_and_nothing_is_changed(settings, commands):
    for given, why in REFUSED:
        assert why in commands.refused("settings", "set", "--number=1", f"--{given}"), given
    assert settings.told()["decisions"] == []


def test_what_this_program_does_not_know_is_as_if_it_were_not_set(settings, database):
    settings.run("set", "--language=fr", "--paper=letter")
    for number, (name, value) in enumerate(
        (("language", "xx"), ("paper", "a9"), ("motto", "x")), 3
    ):
        add_decision(database, number, "change setting", {"setting": name, "value": value})
    told = settings.told()
    assert (told["language"], told["paper"]) == ("fr", "letter")
    assert [one["value"] for one in told["decisions"][2:]] == ["xx", "a9", "x"]
    assert "Réglage" in settings.run()


# When an evening ends

EARLY = mitchell.EVENING + 10 * 60  # 04:30 of the next morning


@pytest.fixture
def early(database: str) -> str:
    """A rubber and a board of duplicate that begin at 04:30."""
    with Club(database) as club:
        players = {"begun": EARLY, "players": (1, 2, 3, 4)}
        club.take(TABLET, 1, raw(1, complete(played(("3N N =",) * 2, "rubber", **players))), "p")
        club.take(TABLET, 2, raw(2, mitchell.ended(("b1 4S N =",), **players)), "port")
    enrol(database, ("Ann", "Bob", "Cy", "Di"))
    return database


DATED = ("list --json", "ledger --json", "export --format csv", "export --format usebio")


@pytest.mark.parametrize("ends", ["04:31", "04:30"])
def test_what_begins_before_an_evening_ends_is_of_the_one_before(early, commands, ends):
    commands.run("settings", "set", f"--evening-ends={ends}")
    before = ends != "04:30"
    evening, other = ("2026-01-17", "2026-01-18")[:: 1 if before else -1]
    for words in map(str.split, DATED):
        assert commands.run(*words, "--evening", evening).strip() not in ("", "[]"), words
        status, printed, _ = commands.ended(*words, "--evening", other)
        assert status or json.loads(printed) in ([], NOBODY), words
    assert commands.told("duplicate")["evening"] == evening
    year, month, day = evening.split("-")
    usebio = commands.run("export", session_of(2), "--format", "usebio")
    assert f"<DATE>{day}/{month}/{year}</DATE>" in usebio
    assert f'[Date "{year}.{month}.{day}"]' in commands.run("export", "--all", "--format", "pbn")
    assert bool(commands.told("ranking", "--until", "2026-01-17")) == before
    assert len(commands.told("ranking", "--until", "2026-01-18")) == 4
    with Club(early) as opened:
        assert str(opened.read(lambda rows: gathering.of_evening(rows, None)).evening) == evening


NOBODY = {"players": [], "evenings": [], "sessions": [], "left_out": [], "decided": []}


def test_a_stake_holds_from_the_evening_on_in_which_it_is_given(early, commands):
    commands.run("stake", "1", "--default")
    change(early, "UPDATE decisions SET made = ?", "2026-01-18T04:45:00.000000+00:00")
    for ends, evening in (("06:00", "2026-01-17"), ("04:00", "2026-01-18")):
        commands.run("settings", "set", f"--evening-ends={ends}")
        (one,) = commands.told("ledger")["sessions"]
        assert (one["evening"], one["per_100"]) == (evening, 100)


def test_the_evening_ends_on_the_clock_on_the_wall_in_every_zone():
    for zone in ("UTC", "Pacific/Auckland", "America/St_Johns", "Europe/Vienna"):
        early = evenings.Evenings(time(3, 30))
        with in_zone(zone):
            for day in (date(2026, 3, 29), date(2026, 10, 25), date(2026, 11, 20)):
                first, beyond = early.span(day)
                inside = {early.of(minute) for minute in range(first, beyond, 7)}
                assert inside == {day}
                assert early.of(first - 1) == day - timedelta(days=1)
                assert early.of(beyond) == day + timedelta(days=1)


# In reports


def settled(folder: Path, tables: int) -> Path:
    """So many tables of duplicate and of rubber, at a club that has set all."""
    where = notices.club(folder, tables)
    given = (f"name={NAME}", f"address={ADDRESS}", "number=AT 7", "language=de", "paper=letter")
    notices.ran("settings", "set", *map("--{}".format, given), "--db", where)
    return where


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return settled(tmp_path_factory.mktemp("club"), 2)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """On paper several pages."""
    return settled(tmp_path_factory.mktemp("large"), 14)


def size(file: Path) -> set[tuple[int, int]]:
    """Of the pages of a PDF."""
    pages = pypdf.PdfReader(io.BytesIO(file.read_bytes())).pages
    lengths = [[round(float(length)) for length in page.mediabox[2:]] for page in pages]
    return {(width, height) for width, height in lengths}


@pytest.mark.full
@pytest.mark.parametrize("kind", ["html", "pdf"])
def test_every_page_has_the_club_at_its_foot_and_the_clubs_paper(large, tmp_path, kind):
    texts = notices.pages(tmp_path, kind, "ledger", "--db", large)
    assert len(texts) > 1
    assert all(f"{NAME} · {ADDRESS} · AT 7" in text for text in texts)
    printed = tmp_path / ("printed.pdf" if kind == "html" else "report.pdf")
    assert size(printed) == {LETTER}
    words = ("ledger", "--paper", "a4", "--language", "en", "--db", large)
    texts = notices.pages(tmp_path, kind, *words)
    assert "Ledger" in texts[0] and size(printed) == {A4}


def test_a_name_is_text_and_no_style(club):
    page = notices.ran("ranking", "--format", "html", "--db", club)
    style = page[page.index("<style>") : page.index("</style>")]
    assert "\\3c \\2f style\\3e" in style and "size: letter" in style
    assert page.count("</style>") == 1 and "<h1>x" not in page
    assert "<footer>Zum &quot;Stich&quot; &amp; Söhne &lt;/style&gt;" in page
    assert '<html lang="de">' in page


REPORTS = (
    (("list", "--limit", "1"), "Sitzung", "Session"), (("ranking",), "Stärke", "Ranking"),
    (("ledger",), "Spieler", "Player"), (("duplicate",), "Matchpunkte", "Matchpoints"),
    (("players",), "Klasse", "Grade"),
)  # fmt: skip


def test_people_read_the_clubs_language_and_programs_english(club, monkeypatch, capsys):
    """Whatever language the machine has."""
    for name in ("LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.setenv(name, "fr_FR.UTF-8")
    for words, german, english in REPORTS:
        shown = notices.ran(*words, "--db", club)
        assert german in shown and english not in shown, words
        told = notices.ran(*words, "--json", "--db", club)
        assert told == notices.ran(*words, "--json", "--language", "en", "--db", club)
        assert "O-W" not in told and "Tisch" not in told
    for more, said in (([], "Entscheidung 99"), (["--json"], "decision 99")):
        assert main(["club", "undo", "99", "--db", str(club), *more]) == 2
        assert said in capsys.readouterr().err
    shown = notices.ran("duplicate", "--language", "en", "--db", club)
    assert "Matchpoints" in shown and "Matchpunkte" not in shown


def test_files_for_programs_are_in_english_and_say_whose_they_are(club):
    words = ("--evening", notices.EVENING, "--db", club)
    usebio = notices.ran("export", "--format", "usebio", *words)
    root = ElementTree.fromstring(usebio)
    assert root.findtext("CLUB/CLUB_NAME") == NAME
    assert root.findtext("CLUB/CLUB_ID_NUMBER") == "AT 7"
    assert root.findtext("EVENT/EVENT_DESCRIPTION") == "Duplicate"
    assert root.find(".//DIRECTION").text == "NS"
    pbn = notices.ran("export", "--format", "pbn", *words)
    site = f"{NAME}, {ADDRESS}".replace("\\", r"\\").replace('"', r"\"")
    assert f'[Site "{site}"]' in pbn
    bridgewebs = notices.ran("export", "--format", "bridgewebs", *words)
    assert '#Title,Zum "Stich" & Söhne </style><h1>x\\ - rubber' in bridgewebs
    table = notices.ran("export", "--format", "csv", *words)
    assert "tricks" in table and "Stiche" not in table
    told = json.loads(notices.ran("export", "--format", "json", *words))
    assert told[0]["deals"][0]["postings"][0]["reason"] == "tricks"


def test_cards_of_a_movement_are_in_the_clubs_language(club, tmp_path):
    words = ("movement", "howell", "--pairs", "8", "--cards", "tables")
    done = scorepad(*words, "--db", club)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Tischkarten")
    page = scorepad(*words, "--format", "html", "--db", club).stdout
    assert "size: letter" in page and "1010 Wien" in page
    none = scorepad(*words, "--db", tmp_path / "none.db")
    assert none.stdout.startswith("Table cards") and not (tmp_path / "none.db").exists()
