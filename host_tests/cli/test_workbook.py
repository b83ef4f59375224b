"""The first sheet of a workbook (ECMA-376) is read as its CSV is, and no workbook is trusted."""

import io
import zipfile

import pytest

from scorepad import csv_file
from scorepad.errors import UserError
from scorepad.upload import Upload

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = 'xmlns="http://schemas.openxmlformats.org/package/2006'
SHEETS = "application/vnd.openxmlformats-officedocument.spreadsheetml"
TYPES = f"""<Types {PACKAGE}/content-types">
<Override PartName="/xl/workbook.xml" ContentType="{SHEETS}.sheet.main+xml"/>
<Override PartName="/xl/sharedStrings.xml" ContentType="{SHEETS}.sharedStrings+xml"/></Types>"""
WORKBOOK = f"""<workbook {MAIN} xmlns:r="{OFFICE}"><sheets>
<sheet name="Members" sheetId="4" r:id="b"/><sheet name="Old" sheetId="1" r:id="a"/></sheets>
</workbook>"""
LINKS = f"""<Relationships {PACKAGE}/relationships">
<Relationship Id="a" Type="{OFFICE}/worksheet" Target="worksheets/1.xml"/>
<Relationship Id="b" Type="{OFFICE}/worksheet" Target="/xl/worksheets/2.xml"/></Relationships>"""
STRINGS = f"""<sst {MAIN}><si><t>Name</t></si><si><r><t>Zo</t></r><r><t>ë</t></r></si>
<si><t>山田</t><rPh sb="0" eb="2"><t>やまだ</t></rPh></si></sst>"""
# Row 2 is not there, nor B3; N is in AA1, behind 25 that are not there.
SHEET = f"""<worksheet {MAIN}><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="AA1"
t="inlineStr"><is><t>Member No</t></is></c></row><row r="3"><c r="A3" t="s"><v>1</v></c><c r="AA3">
<v>4711.0</v></c></row><row><c t="s"><v>2</v></c></row></sheetData></worksheet>"""


def workbook(**changed: str) -> bytes:
    parts = {
        "[Content_Types].xml": TYPES,
        "xl/workbook.xml": WORKBOOK,
        "xl/worksheets/2.xml": SHEET,
    }
    parts |= {"xl/_rels/workbook.xml.rels": LINKS, "xl/sharedStrings.xml": STRINGS}
    with zipfile.ZipFile(made := io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, changed.get(name.rpartition("/")[2][:-4], text))
    return made.getvalue()


def read(tmp_path, content: bytes) -> list[tuple[str, list[str]]]:
    file = tmp_path / "members.xlsx"
    file.write_bytes(content)
    return list(csv_file.rows_of("f", csv_file.text_of(Upload(str(file)))))


def test_the_first_sheet_is_read_with_the_lines_of_its_rows(tmp_path) -> None:
    found = read(tmp_path, workbook())
    assert [(where, cells[0], cells[-1]) for where, cells in found] == [
        ("f:1", "Name", "Member No"), ("f:3", "Zoë", "4711"), ("f:4", "山田", ""),
    ]  # fmt: skip
    assert {len(cells) for _, cells in found} == {27}


BOMB = f'<!DOCTYPE a [<!ENTITY a "{"a" * 50_000}">]>' + STRINGS.replace("Name", "&a;" * 50_000)
HOSTILE = {
    "no sheet": workbook(workbook="<workbook/>"), "entities": workbook(sharedStrings=BOMB),
    "too large": workbook(sharedStrings=STRINGS + " " * (1 << 26)),
    "no such text": workbook(sharedStrings=f"<sst {MAIN}/>"),
    "a row too far": workbook(**{"2": SHEET.replace('r="3"', 'r="999999"')}),
    "a cell too far": workbook(**{"2": SHEET.replace("AA3", "XFD3")}),
    "cut off": workbook()[:300], "no XML": workbook(workbook="PK"),
}  # fmt: skip


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_no_workbook_is_refused(tmp_path, what: str) -> None:
    with pytest.raises(UserError, match=r": this (is no workbook|workbook is too large)"):
        read(tmp_path, HOSTILE[what])
