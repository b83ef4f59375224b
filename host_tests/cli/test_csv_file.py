"""CSV as spreadsheets write it: cells, and the line at which each row begins."""

import pytest

from scorepad import csv_file
from scorepad.errors import UserError
from scorepad.upload import Upload

ROWS = [("f:1", ["name", "number"]), ("f:2", ["Zoë", "7"])]


@pytest.mark.parametrize(
    ("text", "first_line"),
    [
        ("name,number\nZoë,7\n", 1), ("name;number\r\nZoë;7\r\n\r\n;\r\n", 1),
        ("name\tnumber\rZoë\t7", 1), (' name , number \n Zoe\u0308 ,"7"\n', 1),
        ("name,number,,\nZoë,7, ,\n", 1), ("sep=;\r\nname;number\r\nZoë;7\r\n", 2),
        ("SEP=\t\nname\tnumber\nZoë\t7\n", 2),
    ],
)  # fmt: skip
def test_rows_are_the_same_however_a_spreadsheet_writes_them(text: str, first_line: int) -> None:
    rows = [(f"f:{first_line + at}", cells) for at, (_, cells) in enumerate(ROWS)]
    assert list(csv_file.rows_of("f", text)) == rows


def test_a_row_is_where_it_begins() -> None:
    text = 'a\n\n"b\nc"\nd\n'
    assert list(csv_file.rows_of("f", text)) == [
        ("f:1", ["a"]), ("f:3", ["b\nc"]), ("f:5", ["d"]),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        ("a\nJürgen".encode("latin-1"), 2), ("Jürgen".encode("utf-16"), 1),
        ("Ann".encode("utf-16-le"), 1), (b'a\nb\n"c', 3),
    ],
)  # fmt: skip
def test_what_is_no_csv_is_refused_at_its_line(raw: bytes, line: int, tmp_path) -> None:
    file = tmp_path / "roster.csv"
    file.write_bytes(raw)
    with pytest.raises(UserError) as refused:
        list(csv_file.rows_of(str(file), csv_file.text_of(Upload(str(file)))))
    assert str(refused.value).startswith(f"{file}:{line}: ")
