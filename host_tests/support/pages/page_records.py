"""The records of a session, as `docs/records.md` says them, both ways."""

import re
from dataclasses import dataclass, field

from support.pages.link_page import (
    ACCEPT,
    BOARDS,
    DEAL,
    DOUBLINGS,
    ENTRIES,
    FIRST_DEAL,
    FIRST_RECORD,
    FORMATS,
    HONOURS,
    KINDS,
    LONGEST_ID,
    NO_CLAIM,
    NUMBER,
    OPTIONS,
    OVERRULED,
    PAIRS,
    PLACES,
    RECORD,
    RULES,
    SEATS,
    STRAINS,
    Field,
    crc32,
)

SIZE = sum(size for _, _, size in RECORD)
_CRC = 4  # bytes, the last ones of a record

Event = dict[str, int]  # kind, place, number, value
_DEAL = re.compile(
    r"(?:b(?P<board>\d+) )?(?:pass|(?P<level>\d)(?P<strain>[A-Z])(?P<doubling>x*) "
    r"(?P<declarer>[NESW])(?:/(?P<acceptor>[NESW]))? (?P<over>=|[+-]\d+))"
    r"(?: vul=(?P<vul>\w+))?(?: hcp=(?P<hcp>\d+))?(?: hon=(?P<honours>\S+))?"
)


@dataclass
class Game:
    """What happens at a table. `steps`: deals, and `correct 2 4S N =`, `void 1`, `claim N4` ..."""

    rules: str
    steps: list[str]
    options: dict[str, str] = field(default_factory=dict)
    accept: bool = False
    players: dict[str, int] = field(default_factory=dict)  # ids by seat
    dealer: str = "N"
    began: int = 0
    ended: int = 0

    @property
    def state(self) -> str:
        """Open or complete."""
        return "complete" if "end" in self.steps else "open"

    def deals(self) -> list[str]:
        """Those that count, as they stand in the end."""
        standing: list[str] = []
        for step in self.steps:
            word, _, rest = step.partition(" ")
            number, _, deal = rest.partition(" ")
            if word == "correct":
                standing[int(number) - 1] = deal
            elif word == "void":
                standing[int(number) - 1] = ""
            elif word == "claim":
                claimed = "" if rest == "none" else f" hon={rest}"
                standing[-1] = standing[-1].partition(" hon=")[0] + claimed
            elif word not in KINDS:
                standing.append(step)
        return [deal for deal in standing if deal]


def pack(fields: list[Field], values: dict[str, int | bytes]) -> bytes:
    """A record but for its CRC, which the last field is."""
    packed = bytearray(fields[-1][1])
    for name, offset, size in fields[:-1]:
        value = values[name]
        content = value.to_bytes(size, "little") if isinstance(value, int) else value
        assert len(content) == size, name
        packed[offset : offset + size] = content
    return bytes(packed)


def sealed(packed: bytes, before: bytes = b"") -> bytes:
    """A record with its CRC, which is also of the bytes `before`."""
    return packed + crc32(before + packed).to_bytes(_CRC, "little")


def checksum(records: bytes, size: int = SIZE) -> int:
    """The CRC of a session, or of a list."""
    parts = [records[n : n + size] for n in range(0, len(records), size)]
    return crc32(b"".join(part[size - _CRC :] + part[: size - _CRC] for part in parts))


def before(tablet: bytes, number: int) -> bytes:
    """What the CRC of each record of a session is of besides."""
    assert len(tablet) <= LONGEST_ID
    return tablet + number.to_bytes(NUMBER, "little")


def records(tablet: bytes, number: int, table: int, game: Game) -> bytes:
    """All records of a session."""
    packed = [
        pack(RECORD, {"sequence": sequence, **event})
        for sequence, event in enumerate(events(table, game), FIRST_RECORD)
    ]
    return b"".join(sealed(each, before(tablet, number)) for each in packed)


def unpacked(tablet: bytes, number: int, raw: bytes) -> list[Event]:
    """The events of a session, each record checked."""
    found = []
    for sequence in range(len(raw) // SIZE):
        each = raw[sequence * SIZE : (sequence + 1) * SIZE]
        assert sealed(each[:-_CRC], before(tablet, number)) == each, f"record {sequence}"
        event = {n: int.from_bytes(each[at : at + size], "little") for n, at, size in RECORD[:-1]}
        assert event.pop("sequence") == sequence + FIRST_RECORD
        found.append(event)
    assert len(raw) % SIZE == 0
    return found


def verifies(tablet: bytes, number: int, raw: bytes) -> bool:
    """Whether no record is damaged."""
    try:
        unpacked(tablet, number, raw)
    except AssertionError:
        return False
    return True


def events(table: int, game: Game) -> list[Event]:
    """The log of a game."""
    log = [
        _event("start", RULES[game.rules], FORMATS[0] + table, game.began),
        *_options(game),
        *(_event("option", ACCEPT, 1) for _ in range(game.accept)),
        *(_event("player", SEATS[seat], 0, player) for seat, player in game.players.items()),
        _event("dealer", SEATS[game.dealer]),
    ]
    count = FIRST_DEAL - 1
    for step in game.steps:
        count += step.partition(" ")[0] not in KINDS
        log.append(_step(step, count, game.ended))
    return log


def event_log(table: int, steps: list[str]) -> list[Event]:
    """The log of an event: `round 2 5 12 4-6 overruled` (the pairs N-S and E-W) and so on."""
    return [_of_event(table, *step.split()) for step in steps]


def _of_event(table: int, word: str, *said: str) -> Event:
    if word == "start":
        return _event("start", RULES["duplicate"], FORMATS[1] + table)
    if word == "event":
        return _event("event", 0, 0, int(said[0]))
    if word == "round":
        ns, ew, first, last = map(int, (*said[1:3], *said[3].split("-")))
        overruled = OVERRULED * ("overruled" in said)
        return _event("round", int(said[0]), ns + PAIRS * ew, first + BOARDS * last + overruled)
    return _event(word, *map(int, said))


def _options(game: Game) -> list[Event]:
    """Those that differ from the defaults."""
    return [
        _event("option", place, values.index(game.options[name]))
        for place, (name, values, default) in enumerate(OPTIONS[game.rules])
        if game.options.get(name, default) != default
    ]


def _step(step: str, count: int, ended: int) -> Event:
    word, _, rest = step.partition(" ")
    if word == "correct":
        number, _, text = rest.partition(" ")
        value, place = deal(text)
        return _event("correct", place, int(number), value)
    if word == "void":
        return _event("void", 0, int(rest))
    if word == "claim":
        return _event("claim", 0, count, NO_CLAIM if rest == "none" else honours(rest))
    if word == "close":
        return _event("close", 0, count)
    if word == "end":
        return _event("end", 0, count, ended)
    value, place = deal(step)
    return _event("deal", place, count, value)


def _event(kind: str, place: int = 0, number: int = 0, value: int = 0) -> Event:
    return {"kind": KINDS[kind], "place": place, "number": number, "value": value}


def deal(text: str) -> tuple[int, int]:
    """The 29 bits of a deal, and its place."""
    found = _DEAL.fullmatch(text)
    assert found, text
    fields: dict[str, int] = {}
    if found["level"]:
        fields = _contract(found)
    if found["honours"]:
        fields["honours"] = honours(found["honours"])
    if found["hcp"]:
        fields["hcp"] = int(found["hcp"]) + 1
    return _in_bits(DEAL, fields), _place(found["board"], found["vul"])


def _contract(found: re.Match[str]) -> dict[str, int]:
    over = 0 if found["over"] == "=" else int(found["over"])
    taken = 6 + int(found["level"]) + over
    declarer = SEATS[found["declarer"]]
    accepted = (SEATS[found["acceptor"]] - declarer) % 4 if found["acceptor"] else 0
    return {
        "tricks": 13 - taken if found["strain"] == "O" else taken,
        "level": int(found["level"]),
        "strain": STRAINS[found["strain"]],
        "doubling": DOUBLINGS[found["doubling"] or "undoubled"],
        "declarer": declarer,
        "acceptor": accepted,
    }


def honours(text: str) -> int:
    """The 7 bits of a claim."""
    most, _, fewer = text[1:].partition("-")
    fields = {"seat": SEATS[text[0]], "most": int(most), "fewer": int(fewer or 0)}
    return _in_bits(HONOURS, fields)


def _in_bits(places: dict[str, tuple[int, int]], fields: dict[str, int]) -> int:
    for name, value in fields.items():
        low, high = places[name]
        assert value < 2 << (high - low), name
    return sum(value << places[name][0] for name, value in fields.items())


def _place(board: str | None, vulnerable: str | None) -> int:
    if board:
        first, last = next(ends for what, ends in PLACES.items() if what.startswith("the board"))
        assert first <= int(board) <= last
        return int(board)
    who = {"none": "nobody is", "both": "both are"}.get(vulnerable or "", f"{vulnerable} are")
    said = f"no board; {who} vulnerable" if vulnerable else "nothing is said"
    return PLACES[said][0]


def list_of(name: str, entries: list[dict[str, int | bytes]]) -> bytes:
    """The records of a roster, or of house rules."""
    return b"".join(sealed(pack(ENTRIES[name], entry)) for entry in entries)
