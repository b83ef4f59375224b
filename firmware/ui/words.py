"""The tablet's texts in the language of the club."""

from micropython import const

from firmware import loading
from firmware.scoring import deal as d
from firmware.scoring.deal import SEATS, SIDES

STRAINS = ("C", "D", "H", "S.", "NT", "O.")  # keys; S alone is South
SEAT_NAMES = ("North", "East", "South", "West")

_KEPT = const(24)  # texts: as many as a few screens say again and again

_spoken = [-1, "", ()]  # type: list  # the language by its number (-1: none yet), its texts
_said = {}  # type: dict[str, str]  # what was looked up last, by its key


def look_up(table: str, key: str, otherwise: str = "") -> str:
    """Return the value of `key` in a table, `otherwise` if there is none.

    A table is text, `key=value` a line: a dictionary would take the heap five times as much.
    Values are not empty.
    """
    start = table.find("\n" + key + "=")
    if start < 0:
        return otherwise
    start += len(key) + 2
    return table[start : table.find("\n", start)]


def use(language: int) -> None:
    """Speak English (0), German (1) or French (2); the texts of the others have no room."""
    if language != _spoken[0]:
        _said.clear()
        _spoken[:] = -1, "", ()  # makes room
        _spoken[:] = language, _load(language).TEXT, ()


def _load(language: int):  # a module
    name = "english" if language == 0 else "german" if language == 1 else "french"
    return loading.load_temporarily("ui." + name)


def say(key: str) -> str:
    """Return the text for `key`; the key itself if the language has none."""
    return find_text(key, key)


def find_text(key: str, otherwise: str) -> str:
    """Return the text for `key`, or `otherwise` if the language has none."""
    if key not in _said:
        if len(_said) >= _KEPT:
            _said.clear()
        _said[key] = _find(key)
    return _said[key] or otherwise


def _find(key: str) -> str:
    if _spoken[0] < 0:
        use(0)
    found = look_up(_spoken[1], key)
    if not found:
        for texts in _rare():
            found = found or look_up(texts, key)
    return found


def _rare() -> tuple[str, ...]:
    """Return the texts that are not used at the table; they stay until `forget`."""
    if not _spoken[2]:
        _spoken[2] = _load(_spoken[0]).RARE
    return _spoken[2]


def forget() -> None:
    """Unload the rare texts."""
    _spoken[2] = ()


def side(index: int) -> str:
    """Return N-S or E-W."""
    return say(SIDES[index])


def seat(index: int) -> str:
    return say(SEATS[index])


def account(game, index: int) -> str:
    """Return a side, or at Pirate Bridge a seat."""
    return say(game.session.sheet.accounts[index])


def result(over: int) -> str:
    """Return `=`, `+1`, `-2`."""
    return f"{over:+d}" if over else "="


def contract(level: int, strain: int, doubling: int = 0) -> str:
    """Return `4♠x`."""
    return f"{level}{say(STRAINS[strain])}{'x' * doubling}"


def deal_text(deal: int) -> str:
    """Return a deal as `4♠x S +1`, or the text for passed out or for cancelled."""
    if deal < 0:
        return say("no count")
    if not d.level(deal):
        return say("passed")
    by = seat(d.declarer(deal))
    if d.acceptor(deal):
        by += "/" + seat((d.declarer(deal) + d.acceptor(deal)) % 4)
    bid = contract(d.level(deal), d.strain(deal), d.doubling(deal))
    return f"{bid} {by} {result(d.overtricks(deal))}"


def setting(name: str, choice: int) -> str:
    """Return a setting of the tablet; the contrast in steps from 1 to 16."""
    if name == "language":
        return say("l " + str(choice))
    return str((choice + 1) // 16 if name == "contrast" else choice)
