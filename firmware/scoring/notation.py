"""Deals as text, one a line, both ways: `4Sx S +1`, `3NT N =`, `b7 4S N -1`, `pass`.

    [b<board>] <level><strain>[x|xx] <declarer>[/<acceptor>] <result> [option ...]      or: pass

Options: `vul=none|NS|EW|both`, `hcp=0..40`, `hon=<seat><held>[-<held by partner>]`.
Strains C D H S N (NT, the suit symbols) and O (NULLO), any case; `x`, `X` or `*` once or twice.
What people write instead is read where it can mean one thing only: `2nt doubled by north down 2`,
`2NT N-2`, or `2NT N 8`, the tricks of a contract that was made.

A line may also give the deal's *place*, its board or vulnerability (docs/records.md).
"""

from firmware.scoring.deal import (
    BOOK,
    MAX_BOARD,
    MAX_HCP,
    NULLO,
    PASSED_OUT,
    SEATS,
    TRICKS,
    VUL_NONE,
    VULNERABILITIES,
    BadDeal,
    acceptor,
    declarer,
    doubling,
    hcp,
    honours,
    honours_fewer,
    honours_most,
    honours_seat,
    level,
    overtricks,
    pack,
    pack_honours,
    strain,
    tricks_for,
    with_hcp,
    with_honours,
)

STRAINS = "CDHSNO"
DOUBLINGS = ("", "x", "xx")

_LONGEST = 16  # characters; no word of a deal has as many
_SUITS = "♣♦♥♠♧♢♡♤"
_STRAIN_WORDS = (
    ("NULLO", 5), ("NT", 4), ("C", 0), ("D", 1), ("H", 2), ("S", 3), ("N", 4), ("O", 5),
    ("♣", 0), ("♦", 1), ("♥", 2), ("♠", 3), ("♧", 0), ("♢", 1), ("♡", 2), ("♤", 3),
)  # fmt: skip

_IN_WORDS = {
    "BY": "", "NORTH": "N", "EAST": "E", "SOUTH": "S", "WEST": "W", "PLUS": "+", "MINUS": "-",
    "DOWN": "-", "X": "x", "XX": "xx", "DOUBLED": "x", "REDOUBLED": "xx",
}  # fmt: skip


def parse(text: str) -> tuple[int, int]:
    """Return the deal and its place (see above) that one line says.

    Raise BadDeal: what is wrong and what would be right, without file or line number.
    """
    words = text.partition("#")[0].split()
    _check_characters(words)
    words = _in_grammar(words)
    if not words:
        raise BadDeal("an empty line: a deal or `pass` belongs here")
    place = 0
    if words[0][0] in "bB":
        place = _board(words.pop(0))
    deal, words = _parse_played(words)
    return _options(deal, place, words)


def read(lines):  # an iterator of (line number, deal, place)
    """Yield each deal of `lines` with its line number from 1, without empty lines and comments.

    Raise BadDeal like `parse`, with the number of the line in its attribute `line`.
    """
    for number, text in enumerate(lines, 1):
        if text.partition("#")[0].strip():
            try:
                deal, place = parse(text)
            except BadDeal as bad:
                bad.line = number
                raise
            yield number, deal, place


def to_text(deal: int, place: int = 0) -> str:
    """Return one line that `parse` reads back as the same deal and place."""
    words = [f"b{place}"] if 0 < place <= MAX_BOARD else []
    if level(deal):
        words += [_contract_text(deal), _seats_text(deal), result_text(deal)]
    else:
        words.append("pass")
    if place >= VUL_NONE:
        words.append("vul=" + VULNERABILITIES[place - VUL_NONE])
    if hcp(deal) >= 0:
        words.append(f"hcp={hcp(deal)}")
    if honours(deal):
        words.append("hon=" + honours_text(honours(deal)))
    return " ".join(words)


def result_text(deal: int) -> str:
    """Return `=`, `+2` or `-1`."""
    over = overtricks(deal)
    return f"{over:+d}" if over else "="


def honours_text(field: int) -> str:
    """Return `N4`, or `E2-1` if both hands of the side hold some."""
    text = f"{SEATS[honours_seat(field)]}{honours_most(field)}"
    return f"{text}-{honours_fewer(field)}" if honours_fewer(field) else text


def _contract_text(deal: int) -> str:
    return f"{level(deal)}{STRAINS[strain(deal)]}{DOUBLINGS[doubling(deal)]}"


def _seats_text(deal: int) -> str:
    text = SEATS[declarer(deal)]
    if acceptor(deal):
        text += "/" + SEATS[(declarer(deal) + acceptor(deal)) % 4]
    return text


def _check_characters(words: list[str]) -> None:
    """Raise BadDeal for what no deal contains, so that messages may repeat the words.

    Without it `upper` would make a spade of U+017F on CPython and not on MicroPython.
    """
    for character in "".join(words):
        if not "!" <= character <= "~" and character not in _SUITS:
            right = "a deal is plain letters, digits, + - = and suit symbols"
            raise BadDeal(f"character U+{ord(character):04X}: {right}")
    for word in words:
        if len(word) > _LONGEST:
            raise BadDeal(f"{word[:_LONGEST]}...: a line is like `4S N +1` or `pass`")


def _in_grammar(words: list[str]) -> list[str]:
    """Return the words as the grammar has them: `2nt by north down 2` as `2nt N -2`."""
    found: list[str] = []
    for written in words:
        word = _IN_WORDS.get(written.upper(), written)
        last = found[-1] if found else "b"
        if last in ("+", "-") or (last[0] in "1234567" and word in DOUBLINGS):
            found[-1] += word
        elif word == "-" and last.isdigit():  # 2 down
            found[-1] = "-" + last
        elif word[1:2] in ("=", "+", "-") and word[0].upper() in SEATS:  # N-2
            found += [word[0], word[1:]]
        elif word:
            found.append(word)
    return found


def _number(text: str, low: int, high: int, wrong: str) -> int:
    """Return `text` as a plain decimal number of low..high. Raise BadDeal(wrong).

    Digits are compared one by one: `isdigit` and `int` also take digits of other scripts.
    """
    if not text or len(text) > 3 or any(c not in "0123456789" for c in text):
        raise BadDeal(wrong)
    if not low <= int(text) <= high:
        raise BadDeal(wrong)
    return int(text)


def _board(word: str) -> int:
    wrong = f"{word}: a board is b1 to b{MAX_BOARD}"
    return _number(word[1:], 1, MAX_BOARD, wrong)


def _parse_played(words: list[str]) -> tuple[int, list[str]]:
    """Return the deal at the head of `words`, and the words after it."""
    if not words:
        raise BadDeal("no contract: a line is like `4S N +1` or `pass`")
    if words[0].lower() == "pass":
        return PASSED_OUT, words[1:]
    bid = _contract(words[0])
    if len(words) < 3:
        missing = "declarer or result is" if words[1:] else "declarer and result are"
        raise BadDeal(f"{' '.join(words)}: {missing} missing, as in `4S N +1`")
    seats = _seats(words[1], words[0])
    over = _result(words[2], words[0], bid[0], bid[1])
    taken = tricks_for(bid[0], bid[1], over)
    return pack(bid[0], bid[1], bid[2], seats[0], taken, seats[1]), words[3:]


def _contract(word: str) -> tuple[int, int, int]:
    """Return level, strain and doubling of `4Sx`."""
    if word[0] not in "0123456789":
        raise BadDeal(f"{word}: a contract is a level and a strain, as in `4S`, or `pass`")
    if word[0] not in "1234567" or word[1:2] in tuple("0123456789"):
        raise BadDeal(f"{word}: the level is 1 to 7")
    strain, rest = _strain(word)
    stake = rest.replace("X", "x").replace("*", "x")
    if stake not in DOUBLINGS:
        raise BadDeal(f"{word}: after the strain only x (doubled) or xx (redoubled)")
    return int(word[0]), strain, DOUBLINGS.index(stake)


def _strain(word: str) -> tuple[int, str]:
    """Return the strain, and what stands after it."""
    upper = word[1:].upper()
    for name, number in _STRAIN_WORDS:
        if upper.startswith(name):
            return number, word[1 + len(name) :]
    raise BadDeal(f"{word}: the strain is C, D, H, S, N (no-trump) or O (nullo)")


def _seats(word: str, contract: str) -> tuple[int, int]:
    """Return declarer, and the acceptor as seats clockwise from it (0 = none named)."""
    names = word.upper().split("/")
    for name in names:
        if len(names) > 2 or len(name) != 1 or name not in SEATS:
            raise BadDeal(f"{contract} {word}: declarer is N, E, S or W (in pirate N/E)")
    declarer = SEATS.index(names[0])
    if len(names) == 1:
        return declarer, 0
    if names[0] == names[1]:
        raise BadDeal(f"{contract} {word}: in pirate the acceptor is another player, as in N/E")
    return declarer, (SEATS.index(names[1]) - declarer) % 4


def _result(word: str, contract: str, level: int, strain: int) -> int:
    """Return the overtricks of `=`, `+1` or `-2`, as many as the level allows."""
    if word == "=":
        return 0
    wrong = f"{contract} {word}: a result is =, +1 or -1 (tricks over or under the contract)"
    if word[0] not in "+-":
        most = 0 if strain == NULLO else TRICKS
        return _count_overtricks(_number(word, 1, most, wrong), contract, level)
    tricks = _number(word[1:], 1, 999, wrong)
    most = TRICKS - BOOK - level
    if word[0] == "-":
        if tricks > BOOK + level:
            raise BadDeal(f"{contract} {word}: at most {BOOK + level} down at level {level}")
        return -tricks
    if tricks > most:
        possible = f"{most} overtrick is" if most == 1 else f"{most} overtricks are"
        possible = f"only {possible}" if most else "no overtrick is"
        raise BadDeal(f"{contract} {word}: {possible} possible at level {level}")
    return tricks


def _count_overtricks(taken: int, contract: str, level: int) -> int:
    """Return the overtricks. Raise BadDeal for fewer tricks: these may be tricks down."""
    over = taken - BOOK - level
    if over >= 0:
        return over
    right = f"write {over} for {taken} tricks, -{taken} for {taken} down"
    if taken <= TRICKS - BOOK - level:
        right += f", +{taken} for {taken} over"
    raise BadDeal(f"{contract} {taken}: {right}")


def _options(deal: int, place: int, words: list[str]) -> tuple[int, int]:
    seen = []
    for word in words:
        key, _, value = word.lower().partition("=")
        if key in seen:
            raise BadDeal(f"{word}: {key}= is said twice: leave one out")
        seen.append(key)
        if key == "hcp":
            wrong = f"{word}: N-S hold 0 to {MAX_HCP} high-card points"
            deal = with_hcp(deal, _number(value, 0, MAX_HCP, wrong))
        elif key == "hon":
            deal = _claim(deal, word, value)
        elif key == "vul":
            place = _vulnerability(place, word, value)
        else:
            raise BadDeal(f"{word}: after the deal only vul=, hcp= or hon=")
    return deal, place


def _claim(deal: int, word: str, value: str) -> int:
    most, dash, fewer = value[1:].partition("-")
    wrong = f"{word}: a seat and 3 to 5 honours, as in hon=N4 (in pirate hon=E2-1)"
    if not value or value[0].upper() not in SEATS:
        raise BadDeal(wrong)
    seat = SEATS.index(value[0].upper())
    held = _number(most, 0, 5, wrong)
    partner = _number(fewer, 0, 5, wrong) if dash else 0
    if not level(deal):
        raise BadDeal(f"{word}: a passed-out deal has no honours: leave out hon=")
    try:
        return with_honours(deal, pack_honours(seat, held, partner))
    except BadDeal as bad:
        raise BadDeal(f"{word}: {bad}") from None


def _vulnerability(place: int, word: str, value: str) -> int:
    if place:
        raise BadDeal(f"{word}: the board number says who is vulnerable: leave out vul=")
    for code, name in enumerate(VULNERABILITIES):
        if name.lower() == value:
            return VUL_NONE + code
    raise BadDeal(f"{word}: vul= is one of {', '.join(VULNERABILITIES)}")
