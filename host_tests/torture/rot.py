"""Rots every byte of every page of a store, or of the flash beneath, on MicroPython and littlefs.

    micropython rot.py SHARD SHARDS [raw]

A tablet has three games of up to five pages: two are over, the last is being played. What is
wrong with one page must be named with its game, the other games stay as they were, and what is
read of a damaged game are its first records. So it is where several pages of a game are missing,
and where pages have changed places, within a game and between games. The last pages missing or
cut off behind a whole record are what might have been written: that alone is not seen, and is
scored as what it then is.

Raw, every byte of the flash that is not erased is flipped, those of NVS too. The tablet must boot
to a page that says what is wrong or to a game, in a bounded number of reads; whatever log is there
begins as it was, and is scored as what it is; the next game gets a number that none ever had.
"""

import sys

from chip import BLOCK, BLOCKS, NVS, Blocks, Chip
from vfs import VfsLfs2

from firmware.board import Board
from firmware.game import Game
from firmware.opening import opening
from firmware.scoring.deal import pack
from firmware.session import CLOSE, DEAL, END, fold
from firmware.storage import record
from firmware.storage.store import Store, StoreDamaged

TABLET = b"\x02rotten"[:6]
OTHER = b"\x02others"[:6]
TOGETHER = 6  # sessions in a folder
LONG = 5 * record.PER_PAGE - 4  # records of a game: into its fifth page


def log(rules, deals, over):
    events = opening(rules, {}, 1, 0, 0)
    for number in range(1, deals + 1):
        events.append((DEAL, 0, number, pack(1, number % 5, 0, number % 4, 6)))
    if over:
        events += [(CLOSE, 0, deals, 0), (END, 0, deals, 0)]
    return events


LOGS = {
    1: log("rubber", LONG - 4, True),
    2: log("chicago-server", 3, True),
    3: log("rubber", LONG - 2, False),
}


def written(image, tablet, counter=None):
    """The file system of a tablet with these games; `counter`: its board."""
    VfsLfs2.mkfs(Blocks(image))
    files = VfsLfs2(Blocks(image))
    store = Store(lambda: files, tablet, counter)
    for number in sorted(LOGS):
        store.create(LOGS[number])
    return files


class Rot:
    """One store, in which one page at a time is not what it was."""

    def __init__(self):
        self.files = written(bytearray(b"\xff" * (BLOCK * BLOCKS)), TABLET)
        others = written(bytearray(b"\xff" * (BLOCK * BLOCKS)), OTHER)
        names = sorted(paths(self.files))
        self.pages = {name: read(self.files, name) for name in names}
        self.others = {name: read(others, name) for name in names}
        self.cases = 0

    def ways(self, name):
        """What can stand in the place of a page; None: nothing."""
        whole = self.pages[name]
        for place in range(len(whole)):
            for byte in (whole[place] ^ 0xFF, whole[place] ^ 1, 0, 0xFF):
                if byte != whole[place]:
                    yield whole[:place] + bytes((byte,)) + whole[place + 1 :]
            yield whole[:place]
        yield whole + b"\0"
        yield whole + whole[: record.SIZE]
        yield None
        yield self.others[name]
        for other in self.pages:
            if other != name:
                yield self.pages[other]

    def _pages_of(self, number):
        return sorted([name for name in self.pages if session_of(name) == number])

    def gaps(self):
        """Pages of one game that are missing: every choice of them."""
        for game in LOGS:
            mine = self._pages_of(game)
            for choice in range(1, 1 << len(mine)):
                yield {name: None for n, name in enumerate(mine) if choice >> n & 1}

    def shuffles(self):
        """Pages that have changed places: two with each other, and all, each so many on."""
        names = list(self.pages)
        for n, page in enumerate(names):
            for other in names[:n]:
                yield {page: self.pages[other], other: self.pages[page]}
            yield {name: self.pages[names[m - n]] for m, name in enumerate(names) if n}

    def of_one_page(self):
        """All that can stand in the place of a page, by its name."""
        for name in self.pages:
            for content in self.ways(name):
                yield {name: content}

    def check(self, contents):
        """The store with these in the place of those pages."""
        self.cases += 1
        for name, content in contents.items():
            replace(self.files, name, content)
        try:
            self._look(contents)
            for name, page in self.pages.items():
                assert name in contents or read(self.files, name) == page, name
        except Exception as wrong:
            print("FAILED", contents)
            sys.print_exception(wrong)
        for name in contents:
            replace(self.files, name, self.pages[name])

    def _look(self, contents):
        store = Store(lambda: self.files, TABLET)
        store.count()
        found = {number: readable(store, number) for number in LOGS}
        for number, log in LOGS.items():
            kept, damage = found[number]
            assert kept == log[: len(kept)], kept
            cut = self._cut_off(number, contents)
            if cut < 0:
                assert damage.startswith(f"game {number}"), damage
            else:
                assert (len(kept), damage) == (cut, "")
        self._boot(store, found)

    def _cut_off(self, number, contents):
        """How many records a game has that ends sooner than it did; -1 if it cannot be one."""
        mine = self._pages_of(number)
        pages = [contents.get(name, self.pages[name]) or b"" for name in mine]
        log, whole = b"".join(pages), b"".join([self.pages[name] for name in mine])
        size = record.PER_PAGE * record.SIZE
        paged = pages == [log[n * size : (n + 1) * size] for n in range(len(mine))]
        if paged and log == whole[: len(log)] and len(log) % record.SIZE == 0:
            return len(log) // record.SIZE
        return -1

    def _boot(self, store, found):
        """The tablet plays on with the newest game that can be read."""
        game = Game(store, Board())
        playable = [number for number in sorted(LOGS) if found[number][0] and not found[number][1]]
        newest = playable[-1] if playable else 0
        assert game.log.number == newest, game.log.number
        assert not newest or game.session.sheet.totals == fold(found[newest][0]).sheet.totals
        damaged = [number for number in LOGS if number > newest and found[number][1]]
        assert bool(game.log.damage) == bool(damaged), game.log.damage


def paths(files):
    for folder in [entry[0] for entry in files.ilistdir("/")]:
        for entry in files.ilistdir(folder):
            yield folder + "/" + entry[0]


def session_of(name):
    folder, _, page = name.partition("/")
    return int(folder, 16) * TOGETHER + int(page[:1])


def readable(store, number):
    """The records that can be read, and what is said of the rest."""
    kept = []
    try:
        for event in store.events(number):
            kept.append(event)
    except (StoreDamaged, OSError) as damaged:
        return kept, str(damaged)
    return kept, ""


def read(files, name):
    with files.open(name, "rb") as file:
        return file.read()


def replace(files, name, content):
    if content is None:
        files.remove(name)
        return
    with files.open(name, "wb") as file:
        file.write(content)


READS = 20_000  # of one boot; a whole one takes some hundreds


class Endless(Exception):
    """The boot reads on and on."""


class CountedBlocks(Blocks):
    """Blocks that are read only so often."""

    reads = 0

    def readblocks(self, number, buffer, offset=0):
        self.reads += 1
        if self.reads > READS:
            raise Endless
        super().readblocks(number, buffer, offset)


def look(image):
    """Boots and reads every log; what is showing."""
    chip = Chip(CountedBlocks(image), TABLET)
    if chip.store:
        for number in chip.store.numbers():
            kept, _ = readable(chip.store, number)
            assert kept == LOGS[number][: len(kept)], (number, kept)
            if number == chip.game.log.number:
                assert chip.game.session.sheet.totals == fold(kept).sheet.totals
        assert chip.store.next_number() > max(LOGS), chip.store.next_number()
    return chip.screen


def torture(shard, shards):
    """Rots the bytes of one shard; how often each screen came."""
    image = bytearray(b"\xff" * (BLOCK * BLOCKS))
    NVS.flash = Blocks(image)
    written(image, TABLET, Board())
    assert look(bytearray(image)) == "compass"
    seen = {}
    used = [place for place, byte in enumerate(image) if byte != 0xFF]
    for place in used[shard::shards]:
        rotten = bytearray(image)
        rotten[place] ^= 0xFF
        try:
            screen = look(rotten)
        except Exception as wrong:
            print("FAILED", place)
            sys.print_exception(wrong)
            continue
        seen[screen] = seen.get(screen, 0) + 1
    return seen


if __name__ == "__main__":
    shard, shards = int(sys.argv[1]), int(sys.argv[2])
    if sys.argv[3:] == ["raw"]:
        print("cases", sum(torture(shard, shards).values()))
    else:
        rot = Rot()
        for cases, every in ((rot.gaps(), 1), (rot.shuffles(), 8), (rot.of_one_page(), shards)):
            for number, contents in enumerate(cases):
                if number % min(every, shards) == shard:
                    rot.check(contents)
        print("cases", rot.cases)
