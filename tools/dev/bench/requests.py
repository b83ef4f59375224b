"""The cost of each request of a sync for a tablet, counted on the emulated board."""

import json
import random
from dataclasses import dataclass
from itertools import islice

from dev.bench.evening import CHIP, mpremote
from dev.bench.figures import Figures
from dev.bench.tablet import SEED, evening
from dev.emulators.qemu_board import INSTRUCTION, Emulator
from dev.link.both_ends import BYTES_A_SECOND
from firmware.opening import opening
from firmware.session import DEAL, END, Session

SESSIONS = 10  # of a tablet
TABLETS = 20  # of a club, fetched one after another
_TICK = 40  # ns, of the board's timer
CONVERSATION = """
import gc, json, main
from machine import mem32
from mps2 import flash_counts
from firmware.app import load_temporarily
app = main.build()
for game in json.loads(%r):
    app.store.create(game)
app = main.build()  # as after a start: older folders have not been read
app.board.i2c.writeto = lambda address, message: None  # nobody listens
said = []
app.board.write = said.append
def cost(name, work, *arguments):
    reads, _, _, waited = flash_counts()
    begun = mem32[0x40000004]  # the timer: 25 MHz, downwards
    found = work(*arguments)
    took = begun - mem32[0x40000004] & 0x3FFFFFFF
    now = flash_counts()
    sent = sum([len(line) for line in said])
    print(json.dumps([name, took - now[3] + waited, now[0] - reads, now[3] - waited, sent]))
    return found
def load():
    return load_temporarily("link.requests").Link(app.board, app.store)
link = cost("load", load)
number = 0
def ask(words):
    global number
    number += 1
    cost(words, link.take_in, "?%%d %%s" %% (number, words))
    answer = said[-1].decode().split()[2:-1]
    said.clear()
    if number %% 8 == 0:  # as the app does
        cost("collect", gc.collect)
    return answer
ask("who")
ask("clock 14000000")
sessions, listed = [], ask("list 0")
while listed:
    sessions += [each.split(":") for each in listed]
    listed = ask("list " + sessions[-1][0])
for session, _, records, _, crc in sessions:
    for first in range(0, int(records), 5):
        ask("read %%s %%d" %% (session, first))
    ask("total " + session)
    ask("done %%s %%s" %% (session, crc))
"""


@dataclass(frozen=True)
class Request:
    """`name`: its words; `load`: that the link's code is loaded. `instructions`: to the end of its
    answer; `reads` of the flash; `waited`: s for programming and erasing; `sent`: bytes."""

    name: str
    instructions: int
    reads: int
    waited: float
    sent: int

    def seconds(self) -> float:
        """The time it takes, with the cable, on an ESP32 at 80 MHz."""
        asked = len(f"\n?9999 {self.name} *00000000\n")
        wire = (asked + self.sent) / BYTES_A_SECOND
        return self.instructions * CHIP / 1e9 + self.waited + wire


def conversation(board: Emulator) -> list[Request]:
    """Return the sync of an evening of SESSIONS, as a tablet sees it."""
    chance = random.Random(SEED)
    games = [log(session) for session in islice(evening(chance, 1000), SESSIONS)]
    lines = " ".join(mpremote(board, CONVERSATION % json.dumps(games)))
    return [
        Request(name, ticks * _TICK // INSTRUCTION, reads, waited * _TICK / 1e9, sent)
        for name, ticks, reads, waited, sent in json.loads(f"[{lines.replace('] [', '], [')}]")
    ]


def log(session: Session) -> list[tuple[int, int, int, int]]:
    """Return the events of a rubber that is over."""
    deals = [(DEAL, 0, number, deal) for number, deal in enumerate(session.deals, 1)]
    return [*opening("rubber", {}, 1, 0, 0), *deals, (END, 0, len(deals), 0)]


def figures(requests: list[Request]) -> Figures:
    """Return the slowest request of each kind, and how long the PC waits for all of them."""
    found: Figures = {}
    for request in requests:
        for unit, count in (("instructions", request.instructions), ("reads", request.reads)):
            name = f"request.{request.name.split()[0]}.{unit}"
            found[name] = max(found.get(name, 0), count)
    whole = sum(request.seconds() for request in requests) * 1000
    return {**found, "request.sync.ms": whole, "request.club.ms": whole * TABLETS}
