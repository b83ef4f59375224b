"""Cuts the power at every flash operation of an evening, and at every one of the boot after it.

    micropython power.py SHARD SHARDS [long | short] [TOKEN]

Each step of the evening is played on the flash as the steps before have left it, with the power
going at its first operation, its second, and so on, in every way in which an operation can be
left; then the tablet boots, with the power going at every operation of that boot as well. What is
on the flash then must be what was there before the step or after it, part by part. A case that
fails prints the token that plays it alone: STEP.OPERATION.WAY, and .OPERATION.WAY of the boot. In
the long form there are more deals, and more kinds of noise; the short one ends when the first
session is erased.
"""

import struct
import sys
from binascii import crc32

from chip import BLOCK, BLOCKS, DOWN, ID, LEFT, NVS, OK, RIGHT, UP, Blocks, Chip, Cut
from vfs import VfsLfs2

from firmware.board import Board
from firmware.link.incoming_event import incoming as incoming_event
from firmware.link.incoming_event import pack as pack_event
from firmware.link.incoming_roster import incoming, pack
from firmware.session import END
from firmware.storage import plan, record, store
from firmware.storage.outline import is_fetched, mark, summed
from firmware.storage.pin import Pin
from firmware.storage.roster import SIZE
from firmware.storage.store import Store
from firmware.storage.stored_sessions import StoredSessions

store.KEPT = 1  # so that in this evening already a game that begins erases one before it
LONG, SHORT = (form in sys.argv[3:] for form in ("long", "short"))
WAYS = ("not at all", "half", "noise") + ("more noise",) * (5 if LONG else 0)
MOST = 1000  # operations of one boot
TOGETHER = 6  # sessions in a folder
LATE, OVER = "late board", "event over"  # which save several records, one after another
FOLDER = 0x4000  # in what `ilistdir` gives
DEAL = (DOWN, OK, DOWN, OK)  # by South, 3S one off: no game comes nearer
GAME = (UP, UP, OK, OK)  # by North, 4S made


def steps():
    """The evening: a name, and what is done to a tablet; each confirms one thing."""
    yield "first boot", None
    yield "new game", keys(OK, OK, OK)
    for _ in range(12):  # over the first page
        yield "deal", keys(*DEAL)
    yield "honours", menu(DOWN, OK, UP, OK)
    yield "correct", menu(DOWN, DOWN, OK, OK, OK, OK, LEFT, OK, UP, OK)
    yield "void", menu(DOWN, DOWN, OK, UP, OK, OK, DOWN, OK, RIGHT)
    yield "game", keys(*GAME)
    yield "rubber", keys(*GAME)
    yield "end", finish
    yield "fetched", fetched
    yield "new game", keys(OK, OK, OK)
    yield "deal", keys(*DEAL)
    yield "stop", menu(DOWN, DOWN, DOWN, OK, RIGHT)
    yield "end", finish
    yield "erase", erase
    if SHORT:
        return
    yield "PIN", lambda chip: Pin(chip.store).choose("1234")
    yield "wrong PIN", lambda chip: Pin(chip.store).check("0000")
    yield "another PIN", lambda chip: Pin(chip.store).choose("9876")
    yield "settings", settings
    yield "other settings", settings
    yield "roster", roster
    yield "another roster", roster
    for _ in range(4):  # all but the first erase the last but one; the fourth begins a folder
        yield "fetched", fetched
        yield "new game", keys(OK, OK, OK)
        yield "deal", keys(*DEAL)
        yield "stop", menu(DOWN, DOWN, DOWN, OK, RIGHT)
        yield "end", finish
    yield "fetched", fetched
    yield "new game, a folder goes", keys(OK, RIGHT, OK, OK)
    for _ in range(200 if LONG else 20):  # until littlefs has moved its directory
        yield "deal", keys(*DEAL)
    yield from evening()


def evening():
    """An event of three rounds: one board each, the second is played late."""
    yield "stop", menu(DOWN, DOWN, OK, RIGHT)
    yield "end", finish
    yield "event", event
    yield "event begins", keys(OK)
    yield "first round", keys(OK)
    yield "deal", keys(*DEAL, RIGHT)
    yield "event again", event
    yield "second round", keys(OK, OK)
    yield "left out", menu(DOWN, OK, RIGHT)
    yield "third round", keys(OK, OK)
    yield LATE, menu(DOWN, OK, OK, *DEAL, RIGHT)
    yield LATE, keys(*DEAL, RIGHT)  # back in the third round, which is said again
    yield OVER, finish


def keys(*pressed):
    """A step of the players: these keys."""
    return lambda chip: chip.press(*pressed)


def menu(*pressed):
    """The same in the menu."""

    def play(chip):
        chip.menu()
        chip.press(*pressed)

    return play


def finish(chip):
    """The players turn to that, and finish."""
    chip.press(RIGHT, OK)


def fetched(chip):
    number = chip.store.newest()
    mark(chip.store, number, summed(chip.store, number)[1])


def erase(chip):
    StoredSessions(chip.store, 0).erase_next()


def settings(chip):
    """The director sets the table's number and the contrast."""
    chip.store.settings.use("table", chip.store.settings.table + 6)
    chip.store.settings.use("contrast", 127)
    chip.store.settings.save()


def roster(chip):
    """The PC sends the players of another evening."""
    coming = incoming(chip.store)
    crc = 0
    first = chip.store.settings.table + len(chip.store.read("roster"))
    for place in range(45):
        number = first + place
        name = b"Player %d" % number
        coming.add(place, number, name)
        crc = record.checksum(pack(number, name), crc, SIZE)
    coming.finish(45, crc)


def event(chip):
    """The PC sends an event, in which table 7 has pairs 1 and 2 in each of three rounds."""
    coming = incoming_event(chip.store)
    table = chip.store.settings.table
    pair = "<BBII20s20s"
    contents = [
        struct.pack("<IHBBBBBHBB20s", 9, 9800, table, 1, 3, 3, 2, 3, 0, 0, b"Tuesday"),
        struct.pack(pair, 1, 0, 11, 12, b"Ann", b"Bo"),
        struct.pack(pair, 2, 0, 13, 14, b"Eva", b"Tom"),
        b"".join([bytes([n, table, 1, 2, n, n]) for n in (1, 2, 3)]),
    ]
    crc = 0
    for place, content in enumerate(contents):
        coming.add(place, content)
        crc = record.checksum(pack_event(content), crc, plan.SIZE)
    coming.finish(len(contents), crc)


def found(image):
    """What is on a flash, each record verified: {session: log}, {part: content}, next number."""
    NVS.flash = flash = Blocks(bytearray(image))
    store = Store(lambda: VfsLfs2(flash), ID, Board())
    logs = {
        n: (list(store.events(n)), is_fetched(store, n, summed(store, n)[1]))
        for n in store.numbers()
    }
    kept = store.settings
    parts = {"settings": (kept.table, kept.contrast, kept.language, kept.sleep_minutes)}
    for name in ("pin", "roster", "event"):
        parts[name] = store.read(name)
    files = set(names(store.files()))
    parts["others"] = files - expected(logs)
    assert expected(logs) <= files, files
    return logs, parts, store.next_number()


def expected(logs):
    """The folders and files in which these sessions are."""
    files = set()
    for number, (events, marked) in logs.items():
        folder, place = f"{number // TOGETHER:03x}", number % TOGETHER
        pages = (len(events) - 1) // record.PER_PAGE + 1
        files |= {folder} | {f"{folder}/{place}.{page:02x}" for page in range(pages)}
        files |= {f"{folder}/{place}.ok"} if marked else set()
    return files


def names(files):
    """Every folder, and every file in it or beside it; an empty page or mark is none."""
    for name, kind, *_ in files.ilistdir("/"):
        yield name
        if kind == FOLDER:
            for entry in files.ilistdir(name):
                if entry[3]:
                    yield f"{name}/{entry[0]}"


def shown(image):
    """The screen of a tablet that is switched on with this flash, and what is drawn on it."""
    chip = Chip(Blocks(image))
    return chip.screen, crc32(chip.picture())


def newest(logs):
    """The session that was started last, which is what the screen shows."""
    return max(logs.items(), default=None)


def on_the_way(known, log):
    """Whether a log is neither of those two, but has a part of what the second has more."""
    (after, _), (before, _) = known
    return len(before) < len(log[0]) < len(after) and after[: len(log[0])] == log[0]


def is_ended(image):
    """Whether an event that is over can be finished after the power cut."""
    flash = Blocks(bytearray(image))
    chip = Chip(flash)
    chip.press(OK)
    finish(chip)
    _, (events, _) = newest(found(flash.image)[0])
    return events[-1][0] == END


class Step:
    """One step, from one state of the flash to the next."""

    def __init__(self, number, name, act, image):
        self.number, self.name, self._act = number, name, act
        self.before, self.after = image, bytearray(image)
        self.operations = self._play(Blocks(self.after), -1, 0)
        assert self.operations, "the step saves nothing"
        self._shown, self._states = [], []  # of the flash after the step and before it

    def _play(self, flash, left, way):
        """The step on a flash whose power goes at its operation `left`; how many it took."""
        booted = 0
        try:
            if self._act:
                chip = Chip(flash)
                booted = flash.operations
                flash.left, flash.way = left + booted if left >= 0 else -1, way
                self._act(chip)
            else:
                flash.left, flash.way = left, way
                Chip(flash)
        except (Cut, OSError):  # a file that was open fails to close when the power has gone
            if not flash.dead:
                raise
        return flash.operations - booted

    def cut(self, operation, way):
        """The flash as it is left by a power cut at this operation."""
        flash = Blocks(bytearray(self.before))
        self._play(flash, operation, way)
        assert flash.dead, "the power did not go"
        return flash.image

    def _prepare(self):
        """Finds what may be there."""
        for image in [self.after] + ([self.before] if self._act else []):
            self._shown.append(shown(bytearray(image)))
            self._states.append(found(image))

    def check(self, image):
        """Boots, and compares what is there."""
        if not self._shown:
            self._prepare()
        screen = shown(image)
        logs, parts, unused = found(image)
        for number in {n for state in self._states for n in state[0]} | set(logs):
            known = [state[0].get(number) for state in self._states]
            if self.name in (LATE, OVER) and on_the_way(known, logs.get(number)):
                assert self.name == LATE or is_ended(image), "the event cannot be finished"
                return
            assert logs.get(number) in known, ("session", number, logs.get(number), known)
        states = zip(self._shown, self._states)
        known = [shown for shown, state in states if newest(state[0]) == newest(logs)]
        assert screen in known, (screen, self._shown)
        for name, content in parts.items():
            known = [state[1][name] for state in self._states]
            assert content in known, (name, content, known)
        assert unused in [state[2] for state in self._states], ("next session", unused)

    def reboots(self, image):
        """Every power cut of the boot that follows: its operation, its way, and the flash."""
        for nth in range(MOST * len(WAYS)):
            operation, way = divmod(nth, len(WAYS))
            flash = Blocks(bytearray(image), operation, way)
            try:
                Chip(flash)
            except (Cut, OSError):
                pass
            if not flash.dead:
                return
            yield operation, way, flash.image
        raise AssertionError("the boot does not end")


def torture(shard, shards, token):
    """Plays the cases of one shard; how many."""
    image = bytearray(b"\xff" * (BLOCK * BLOCKS))
    cases = 0
    for number, (name, act) in enumerate(steps()):
        step = Step(number, name, act, image)
        image = step.after
        for operation in range(step.operations):
            for way in range(len(WAYS)):
                if (operation + number) % shards == shard:
                    cases += case(step, operation, way, token)
    return cases


def case(step, operation, way, token):
    """One power cut, and those of the boot after it; how many there were."""
    name = first = f"{step.number}.{operation}.{way}"
    if token and not (token + ".").startswith(name + "."):
        return 0
    try:
        image = step.cut(operation, way)
        cases = 1
        for again, other_way, twice in step.reboots(image):
            name = f"{first}.{again}.{other_way}"
            step.check(twice)
            cases += 1
        name = first
        step.check(image)
    except Exception as wrong:
        print("FAILED", name, step.name, WAYS[way])
        sys.print_exception(wrong)
        return 0
    return cases


if __name__ == "__main__":
    shard, shards = int(sys.argv[1]), int(sys.argv[2])
    print("cases", torture(shard, shards, "".join(sys.argv[3 + (LONG or SHORT) :])))
