"""`docs/records.md`: its worked session replayed, and the numbers in its tables."""

from firmware import session
from firmware.scoring.deal import tricks
from firmware.scoring.notation import parse
from firmware.scoring.rules import NAMES, rule_set
from firmware.session import fold
from firmware.storage import record
from support.pages.markdown_tables import DOCS, find_table, quoted, tables

PROSE = " ".join((DOCS / "records.md").read_text(encoding="utf-8").split())
TABLES = list(tables("records.md"))
CHIP, WORKED = bytes.fromhex("02005c0e9ad0"), 7


def read_bytes(cell: str) -> bytes:
    """Return the bytes of a cell such as `01 a0`."""
    return bytes.fromhex(cell.replace("`", ""))


def test_the_worked_session_is_read_as_the_page_describes_it() -> None:
    rows = find_table(TABLES, "A worked session").rows
    raw = b"".join(read_bytes(cell) for cell, _ in rows)
    events = list(record.events(record.session_key(CHIP, WORKED), raw))
    for (kind, _, _, value), (_, said) in zip(events, rows, strict=True):
        if kind == session.DEAL:
            assert value == parse(quoted(said)[0])[0]
    played = fold(events)
    assert played.sheet.complete and played.accept
    assert (played.rules, played.table, played.players) == ("rubber", 3, [0, 0, 17, 0])
    assert played.sheet.options["settle"] == "100s"
    assert "`NS={} EW={}`".format(*played.sheet.totals) in PROSE
    assert f"`{record.checksum(raw):08x}`" in PROSE


def test_the_worked_checksums() -> None:
    cells = dict(next(t for t in TABLES if t.head == ("item", "bytes")).rows)
    key = record.session_key(read_bytes(cells["id"]), WORKED)
    assert f"`{key:08x}`" == cells["key"]
    sealed = record.seal(read_bytes(cells["ten bytes"]), key)
    assert sealed == read_bytes(cells["record"])
    assert f"`{int.from_bytes(sealed[-4:], 'little'):08x}`" == cells["their CRC-32 with the key"]


def test_the_kinds_of_events() -> None:
    kinds = {quoted(row[1])[0]: int(row[0]) for row in find_table(TABLES, "Events", "kind").rows}
    assert kinds == {name: getattr(session, name.upper()) for name in kinds}
    assert [*kinds.values()] == [*range(session.START, session.UNPLAYED + 1)]


def test_the_rule_sets_and_their_options() -> None:
    rows = find_table(TABLES, "Rule sets").rows
    assert [(int(row[0]), *quoted(row[1])) for row in rows] == [*enumerate(NAMES)]
    assert [row[2].split(", ") for row in rows] == [[*rule_set(n).accounts] for n in NAMES]
    for name in NAMES:
        rules = rule_set(name)
        listed = [t for t in TABLES if name in quoted(t.section) and t.head[1] == "option"]
        found = []
        for table in listed:
            own = f"default of `{name}`"
            column = table.head.index(own if own in table.head else "default")
            for row in table.rows:
                assert int(row[0]) == len(found)
                found.append((quoted(row[1])[0], row[2], row[column].strip("`")))
        expected = [
            (option, ", ".join(f"`{value}`" for value in values), str(default))
            for (option, values), default in zip(rules.choices, rules.defaults, strict=True)
        ]
        deals = [(o, "1 to 100" if o == "deals" else values, d) for o, values, d in expected]
        assert found == deals


def test_the_deals_of_the_page() -> None:
    for said, taken, value, digits in find_table(TABLES, "A deal", "deal").rows:
        deal, _ = parse(quoted(said)[0])
        assert (int(taken), int(value), digits) == (tricks(deal), deal, f"`{deal:08x}`")
