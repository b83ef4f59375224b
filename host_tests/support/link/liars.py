"""Tablets that lie: the tablet's side of the link with some answers replaced."""

import itertools
from collections.abc import Callable, Iterable

from dev.link.both_ends import CHIP, LocalTablet
from firmware.link.codec import frame, unframe
from firmware.storage import record
from scorepad.tablet.answers import MAX_RECORDS
from support.link.syncing import b64, listed

Lies = dict[str, str | Callable[[str], str]]  # by request, or by its first word

ESCAPES = "\x1b[2J\x1b]0;owned\x07\x9b31m"
HUGE = "4294967295"


def truth(tablet: LocalTablet, words: str) -> str:
    return unframe(tablet.hear(frame(f"?1 {words}"))).partition(" ")[2]


def lying(tablet: LocalTablet, lies: Lies) -> Callable[[str], str]:
    """What a tablet answers that tells the truth, but for `lies`."""

    def answer(words: str) -> str:
        lie = lies.get(words, lies.get(words.partition(" ")[0]))
        return lie(words) if callable(lie) else lie or truth(tablet, words)

    return answer


def in_turn(answers: Iterable[str]) -> Callable[[str], str]:
    """One answer after the other."""
    left = iter(answers)
    return lambda words: next(left)


def endless(words: str) -> str:
    after = int(words.split()[1])
    return "ok " + " ".join(listed(b"", after + n, count=0) for n in range(1, 5))


def once(first: str, then: str) -> Callable[[str], str]:
    """One answer the first time, another from then on."""
    return in_turn(itertools.chain([first], itertools.repeat(then)))


WHO = f"scorepad 1 {CHIP.hex()} 7 0.1.0 4096"


def all_lies() -> dict[str, Lies]:
    """Each by its name, and anew: some are not the same twice."""
    return {
        "escapes in its id": {"who": f"ok scorepad 1 {ESCAPES} 7 0.1.0 4096"},
        "escapes in its version": {"who": f"ok scorepad 1 {CHIP.hex()} 7 {ESCAPES} 4096"},
        "escapes in an error": {"who": f"error {ESCAPES}"},
        "a path for an id": {"who": "ok scorepad 1 ../../../tmp/x 7 0.1.0 4096"},
        "a negative table": {"who": f"ok scorepad 1 {CHIP.hex()} -7 0.1.0 4096"},
        "a huge table": {"who": f"ok scorepad 1 {CHIP.hex()} {HUGE} 0.1.0 4096"},
        "negative room": {"who": f"ok scorepad 1 {CHIP.hex()} 7 0.1.0 -1"},
        "a huge protocol": {"who": "ok scorepad 999999 x"},
        "a protocol without end": {"who": "ok scorepad " + "9" * 150},
        "a negative protocol": {"who": f"ok scorepad -1 {CHIP.hex()} 7 0.1.0 4096"},
        "sessions that escape": {"list": f"ok 1:{ESCAPES}:5:c:00000000"},
        "sessions like paths": {"list": "ok ../../../1:rubber:5:c:00000000"},
        "rules like paths": {"list": "ok 1:../../../x:5:c:00000000"},
        "a negative count": {"list 0": f"ok {listed(b'', count=-5)}"},
        "a count of 4 GB": {"list 0": f"ok {listed(b'', count=4294967295)}"},
        "a count beyond 32 bits": {"list 0": f"ok {listed(b'', count=9999999999)}"},
        "another CRC": {"list 0": "ok 1:rubber:5:c:deadbeef"},
        "another state": {"list 0": lambda words: "ok 1:rubber:5:x:deadbeef"},
        "a session again and again": {"list": f"ok {listed(b'', count=0)}"},
        "sessions that go backwards": {
            "list": in_turn(itertools.cycle(f"ok {listed(b'', n, count=1)}" for n in (3, 2)))
        },
        "sessions without end": {"list": endless},
        "a session that is ever other": {
            "list 0": in_turn(f"ok {listed(b'%d' % n, count=5)}" for n in itertools.count()),
            "list 1": "ok",
        },
        "a session that has vanished": {"list 0": once("ok 1:rubber:5:c:deadbeef", "ok")},
        "a session that has shrunk": {
            "list 0": once("ok 1:rubber:5:c:deadbeef", "ok 1:rubber:0:c:00000000")
        },
        "a list without sense": {"list": "ok " + "A" * 170},
        "records without end": {
            "list 0": f"ok {listed(b'', count=MAX_RECORDS)}",
            "read": f"ok {b64(bytes(1))}",
        },
        "records of nothing": {"read": "ok"},
        "records that escape": {"read": f"ok {ESCAPES}"},
        "records that are too many": {"read": f"ok {b64(bytes(133))}"},
        "records of zeros": {"read": f"ok {b64(bytes(record.PER_PAGE * record.SIZE))}"},
        "a total of 4 GB": {"total": f"ok NS={HUGE} EW=-{HUGE}"},
        "a total of paths": {"total": "ok ../../../x"},
        "a total that escapes": {"total": f"ok NS={ESCAPES}"},
        "a total of markup": {"total": "ok [bold]NS[/bold]=1 :boom:"},
        "an error for everything but who": dict.fromkeys(
            ("list", "read", "done"), "error %s%n{0}[red]"
        ),
    }


def forged(log: bytes) -> Lies:
    """Another log in the place of session 1, with all that belongs to it."""
    size = record.PER_PAGE * record.SIZE
    pages = [log[n : n + size] for n in range(0, len(log), size)]
    reads: Lies = {
        f"read 1 {record.PER_PAGE * n}": f"ok {b64(page)}" for n, page in enumerate(pages)
    }
    return {"list 0": f"ok {listed(log)}", "list": "ok", **reads}
