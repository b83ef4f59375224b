"""House rules, given to a tablet over the link without a PC, and what it offers under New game."""

from dev.link.both_ends import hear
from firmware.link.codec import frame, unframe
from firmware.link.incoming_rules import pack
from firmware.scoring.rules import NAMES
from firmware.storage.house import SIZE
from firmware.storage.record import checksum
from firmware.ui import words
from scorepad.simulator.tablet import Tablet

RULE_SETS = [words.say(name) for name in NAMES]  # as they are offered
# Name, rule set, what is chosen (firmware/storage/house.py).
TUESDAY = ("Tuesday", "chicago", "0001ff0101")  # nondealer vulnerable, passed deals count
OURS = ("Nos règles", "duplicate", "00")  # results are not accepted
CUP = ("Cup", "nz-match", "01ffffffffffff01")  # two deals, accepted


def asked(tablet: Tablet, words: str) -> str:
    """The answer to a request, without its number."""
    return unframe(hear(tablet, frame(f"?5 {words}"))).partition(" ")[2]


def give(tablet: Tablet, *rules: tuple[str, str, str]) -> None:
    """These instead of those that it has."""
    for place, (name, base, chosen) in enumerate(rules):
        said = f"rule {place} {NAMES.index(base)} {chosen} {name.encode().hex()}"
        answer = asked(tablet, said)
        assert answer == "ok", answer
    crc = checksum(records(*rules), size=SIZE)
    answer = asked(tablet, f"rules {len(rules)} {crc:08x}")
    assert answer == "ok", answer


def records(*rules: tuple[str, str, str]) -> bytes:
    """As they stand on flash."""
    packed = [
        pack(NAMES.index(base), bytes.fromhex(chosen), name.encode())
        for name, base, chosen in rules
    ]
    return b"".join(packed)


def game(tablet: Tablet) -> str:
    """What New game offers in its first row."""
    look = tablet.look()
    assert look.screen == "setup"
    return look.text[2]


def offered(tablet: Tablet) -> list[str]:
    """All that New game offers, from what it shows to the right, once round."""
    found = [game(tablet)]
    tablet.press("RIGHT")
    while game(tablet) != found[0]:
        found.append(game(tablet))
        tablet.press("RIGHT")
        assert len(found) < 50
    return found
