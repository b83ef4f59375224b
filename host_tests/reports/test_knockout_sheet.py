"""The summary sheet of a knock-out on paper: eleven pairs with long names on one page of A4."""

from pathlib import Path

import pypdf
import pytest

from support.commands import scorepad

LEAST = 8.5  # points, in which a pair can be read on a board


def long_name(number: int) -> str:
    return f"Maximilian Østergård {number:03}"  # of 24; a pair with its seed has 55


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cup")
    names = [long_name(number) for number in range(22)]
    (folder / "roster.csv").write_text("name\n" + "\n".join(names) + "\n", encoding="utf-8")
    rows = [f"{one},{other}" for one, other in zip(names[::2], names[1::2], strict=True)]
    pairs = folder / "pairs.csv"
    pairs.write_text("player,partner\n" + "\n".join(rows) + "\n", encoding="utf-8")
    for words in (
        ["players", "import", folder / "roster.csv"],
        ["knockout", "draw", "Cup", pairs],
    ):
        done = scorepad("club", *words, "--db", folder / "club.db")
        assert done.returncode == 0, done.stderr
    return folder


def sheet(club: Path, kind: str) -> Path:
    file = club / f"cup.{kind}"
    words = ["--format", kind, "--output", file, "--db", club / "club.db"]
    done = scorepad("club", "knockout", "show", "Cup", *words)
    assert done.returncode == 0, done.stderr
    return file


def test_long_names_take_a_second_line_and_not_a_smaller_size(club):
    (page,) = pypdf.PdfReader(sheet(club, "pdf")).pages
    sizes: dict[str, float] = {}

    def visit(text, _, matrix, font, size) -> None:
        sizes[text.strip()] = size

    text = " ".join(page.extract_text(visitor_text=visit).split())
    assert all(long_name(number) in text for number in range(22))
    named = [size for text, size in sizes.items() if "Maximilian" in text]
    assert len(named) >= 11 and min(named) >= LEAST
