"""Tablets to sync: games played on them, and a scripted one that may lie."""

from binascii import b2a_base64
from collections.abc import Callable
from pathlib import Path

from firmware import session
from firmware.storage import record
from scorepad.cli.parser import parser
from scorepad.club.records.store import Club
from scorepad.simulator.tablet import Tablet
from scorepad.tablet.sync import Summary, sync_port
from support.club.club_sessions import played, raw
from support.link.local import impostor, plugged_in
from support.link.ptys import script

Answer = str | Callable[[str], str]

LIAR = bytes.fromhex("02feedfacade")
_SURPRISE_MS = 700  # in which no key acts on a screen that has changed by itself


def start(tablet: Tablet) -> None:
    """A new rubber, from the home screen."""
    tablet.press("OK", "OK", "OK")


def play(tablet: Tablet, deals: int) -> None:
    """Goes on from where the game stands: N-S make three spades, `deals` times."""
    for _ in range(deals):
        tablet.press("UP", "OK", "OK")


def game(tablet: Tablet) -> None:
    """A whole rubber, from the home screen to the home screen."""
    start(tablet)
    play(tablet, 4)
    done(tablet)


def done(tablet: Tablet) -> None:
    """The players finish."""
    tablet.press("RIGHT", "OK")


def command(*arguments: str) -> int:
    """The exit status of `scorepad sync`."""
    given = parser().parse_args(["sync", *arguments])
    return int(given.run(given))


def synced(tablet: Tablet, path: Path, *arguments: str) -> int:
    """The exit status of `scorepad sync` with this tablet; it takes keys afterwards."""
    with plugged_in(tablet) as port:
        status = command(port, *arguments, "--db", str(path))
    tablet.wait(_SURPRISE_MS)
    return status


def fetch(answers: Callable[[str], str], club: Club) -> Summary:
    """What a sync does with a scripted tablet."""
    with impostor(script(answers)) as port:
        return sync_port(port, club, lambda done, total: None)


def log(tablet: bytes = LIAR, number: int = 1, minutes: int = 1) -> bytes:
    """Raw records of a whole rubber that began at `minutes`."""
    events = played(("4S N =",) * 2, "rubber", 7, minutes)
    return raw(number, [*events, (session.END, 0, 2, 2)], tablet)


def listed(log: bytes, number: int = 1, state: str = "c", count: int | None = None) -> str:
    count = len(log) // record.SIZE if count is None else count
    return f"{number}:rubber:{count}:{state}:{record.checksum(log):08x}"


def b64(raw: bytes) -> str:
    """Records as the link has them."""
    return b2a_base64(raw).decode().strip()


def speaks(lies: dict[str, Answer]) -> Callable[[str], str]:
    """A tablet with one session that tells the truth, but for `lies`: answers by request."""
    truth: dict[str, Answer] = {
        "who": f"ok scorepad 1 {LIAR.hex()} 7 0.1.0 4096",
        "list 0": f"ok {listed(log())}",
        "list": "ok",
        "read 1 0": f"ok {b64(log())}",
        "read": "ok -",
        "total": "ok NS=940 EW=0",
        "done": "ok",
        "clock": "ok",
        "next": lambda words: f"ok {words.split()[1]}",  # it counts on from what the club has
    }
    answers = {**truth, **lies}

    def answer(words: str) -> str:
        said = answers.get(words, answers[words.split(maxsplit=1)[0]])
        return said(words) if callable(said) else said

    return answer
