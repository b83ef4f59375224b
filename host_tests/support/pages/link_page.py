"""What `docs/link.md` and `docs/records.md` say to whoever writes a tablet or a sync.

All figures are read from the tables there; nothing here or in what is built on it
(page_records.py, page_tablet.py, page_sync.py) is of the firmware or of the program.
"""

import re

from support.pages.markdown_tables import Table, quoted, tables

LINK = list(tables("link.md"))
RECORDS = list(tables("records.md"))

Field = tuple[str, int, int]  # name, where it begins, how long it is


def table(page: list[Table], section: str, head: str = "") -> Table:
    """The first table of a section, or the one whose first column is called so."""
    return next(t for t in page if t.section == section and head in ("", t.head[0]))


def facts(page: list[Table], section: str) -> dict[str, str]:
    """The rows of all tables of a section, by their first cells."""
    of_section = [t for t in page if t.section == section]
    return {re.sub(r"^`([^`]+)`$", r"\1", row[0]): row[1] for t in of_section for row in t.rows}


def numbers(cell: str) -> list[int]:
    """The whole numbers in a cell."""
    return [int(digits) for digits in re.findall(r"\d+", cell)]


def layout(rows: list[list[str]]) -> list[Field]:
    """Fields of a record: rows of offset, size and name."""
    return [(row[2].split(",")[0], int(row[0]), int(row[1])) for row in rows]


def bits(section: str) -> dict[str, tuple[int, int]]:
    """The lowest and the highest bit of each field."""
    found = table(RECORDS, section, "bits").rows
    return {field: (numbers(row)[0], numbers(row)[-1]) for row, field, _ in found}


def _options() -> dict[str, list[tuple[str, list[str], str]]]:
    """By rule set: each option with its values and its default, in their order."""
    found: dict[str, list[tuple[str, list[str], str]]] = {name: [] for name in RULES}
    for each in [t for t in RECORDS if t.head[:2] == ("number", "option")]:
        assert numbers(each.head[2]) == [0]  # as a list is numbered
        for name in quoted(each.section):
            for row in each.rows:
                assert int(row[0]) == len(found[name])
                (option,) = quoted(row[1])
                default = dict(zip(each.head, row, strict=True)).get(f"default of `{name}`")
                found[name].append((option, _values(row[2]), (default or row[3]).strip("`")))
    return found


def _values(cell: str) -> list[str]:
    if quoted(cell):
        return quoted(cell)
    first, last = numbers(cell)
    return [str(value) for value in range(first, last + 1)]


_lines = facts(LINK, "Lines")
LONGEST_LINE = numbers(_lines["longest line"])[0]
LOWEST, HIGHEST = numbers(_lines["characters"])
_digits = numbers(_lines["check"])[-1]
_polynomial = int(quoted(_lines["polynomial"])[1], 16)
assert int(f"{_polynomial:032b}"[::-1], 2) == int(quoted(_lines["polynomial"])[0], 16)
_start = int(quoted(_lines["start"])[0], 16)
_end = int(quoted(_lines["in the end"])[0], 16)

_tries = facts(LINK, "Requests and answers")
PATIENCE_S = float(_tries["wait for an answer"].split()[0])
WORK_S = float(_tries["after `wait`"].split()[0])
_waking = _tries["then wake the tablet"]
WAKING = b"\n" * numbers(_waking)[0]
WAKE_S = float(_waking.split("wait for ")[1].split()[0])
TRIES = numbers(_tries["send a request"])[0]

_requests = [(quoted(row[0])[0].split(), row[2]) for row in table(LINK, "All requests").rows]
PROTOCOL = numbers(facts(LINK, "All requests")["who"])[0]
REQUESTS = {words[0]: words[1:] for words, _ in _requests}
EVERY_SYNC = [words[0] for words, when in _requests if when == "every sync"]
LISTED = list(facts(LINK, "The list of sessions"))[:5]
_states = table(LINK, "The list of sessions", "state").rows
STATES = {what.split(":")[0]: letter.strip("`") for letter, what in _states}
_reading = facts(LINK, "Reading a session")
PAGE, *_pages = numbers(_reading["records of a page"])
assert _pages == [0, PAGE - 1, PAGE, 2 * PAGE - 1]
NOTHING = quoted(_reading["behind the last record"])[0]
UNKNOWN = quoted(facts(LINK, "Errors")["reboot"])[0]
_entries = table(LINK, "Players and house rules", "list").rows
ENTRIES = {
    name: layout([row[1:] for row in _entries if row[0] == f"`{name}`"])
    for name in ("roster", "rules")
}

_record = table(RECORDS, "A record", "offset").rows
RECORD = layout(_record)
FIRST_RECORD = numbers(_record[0][3])[0]
_hashed = table(RECORDS, "A record", "bytes").rows
LONGEST_ID, NUMBER, EVENT = (numbers(row[0])[-1] for row in _hashed)  # bytes, of the CRC
_rule_sets = table(RECORDS, "Rule sets").rows
_events = {quoted(row[1])[0]: row for row in table(RECORDS, "Events", "kind").rows}
KINDS = {event: int(row[0]) for event, row in _events.items()}
FORMATS = numbers(_events["start"][3])[:2]  # without an event, and of one
FIRST_DEAL = numbers(_events["deal"][3])[0]
PAIRS, BOARDS = (numbers(_events["round"][column])[0] for column in (3, 4))  # times the second one
OVERRULED = numbers(_events["round"][4])[1]
NO_CLAIM = numbers(_events["claim"][4])[0]
ACCEPT = int(table(RECORDS, "Whatever the rule set").rows[0][0])
RULES = {quoted(row[1])[0]: int(row[0]) for row in _rule_sets}
ACCOUNTS = {quoted(row[1])[0]: row[2].split(", ") for row in _rule_sets}
OPTIONS = _options()
_game = table(RECORDS, "Numbers of the game").rows
SEATS, STRAINS, DOUBLINGS = (
    {row[column].split(",")[0]: int(row[0]) for row in _game if row[column]}
    for column in (1, 2, 3)
)
DEAL = bits("A deal")
HONOURS = bits("Honours")
PLACES = {row[1]: numbers(row[0]) for row in table(RECORDS, "Place").rows}


def crc32(content: bytes) -> int:
    """The CRC-32 of the page."""
    crc = _start
    for byte in content:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (_polynomial if crc & 1 else 0)
    return crc ^ _end


def line(text: str) -> bytes:
    """A line with its check and its end."""
    return f"{text} *{crc32(text.encode()):0{_digits}x}\n".encode("ascii")


def text_of(received: bytes) -> str | None:
    """The text of a line without its end; None for noise."""
    found = re.fullmatch(rb"(.+) \*([0-9a-f]{%d})" % _digits, received)
    fits = len(received) <= LONGEST_LINE and all(LOWEST <= c <= HIGHEST for c in received)
    if not found or not fits or crc32(found[1]) != int(found[2], 16):
        return None
    return found[1].decode()
