"""Rots every byte of every page of a store, on MicroPython and real littlefs.

    micropython rot.py SHARD SHARDS

A tablet has three games of up to five pages: two are over, the last is being played. What is
wrong with one page must be named with its game, the other games stay as they were, and what is
read of a damaged game are its first records. The last page cut off behind a whole record is what
might have been written: that alone is not seen, and is scored as what it then is.
"""

import sys

from chip import BLOCK, BLOCKS, Blocks
from vfs import VfsLfs2

from firmware import record
from firmware.board import Board
from firmware.game import Game
from firmware.scoring.deal import pack
from firmware.session import CLOSE, DEAL, END, fold, opening
from firmware.store import Store, StoreDamaged

TABLET = b"\x02rotten"[:6]
OTHER = b"\x02others"[:6]
TOGETHER = 6  # sessions in a folder
LONG = 5 * record.PER_PAGE - 4  # records of a game: into its fifth page


def log(rules, deals, over):
    """A game of so many deals."""
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


def written(image, tablet):
    """The file system of a tablet with these games."""
    VfsLfs2.mkfs(Blocks(image))
    files = VfsLfs2(Blocks(image))
    store = Store(lambda: files, tablet)
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

    def check(self, name, content):
        """The store with this in the place of that page."""
        self.cases += 1
        replace(self.files, name, content)
        try:
            self._look(*parse(name), content)
            for other, page in self.pages.items():
                assert other == name or read(self.files, other) == page, other
        except Exception as wrong:
            print("FAILED", name, content)
            sys.print_exception(wrong)
        replace(self.files, name, self.pages[name])

    def _look(self, rotten, page, content):
        store = Store(lambda: self.files, TABLET)
        for number, log in LOGS.items():
            assert number == rotten or list(store.events(number)) == log, number
        kept, damage = readable(store, rotten)
        assert kept == LOGS[rotten][: len(kept)], kept
        if cut_off(LOGS[rotten], page, content):
            assert not damage, damage
            assert len(kept) == page * record.PER_PAGE + len(content or b"") // record.SIZE
        else:
            assert damage.startswith(f"game {rotten}"), damage
        self._boot(store, rotten, kept, damage)

    def _boot(self, store, rotten, kept, damage):
        """The tablet plays on with the newest game that can be read."""
        game = Game(store, Board())
        newest = 2 if damage and rotten == 3 else 3
        log = kept if newest == rotten else LOGS[newest]
        if not log:  # its first page is gone
            newest, log = 2, LOGS[2]
        assert game.number == newest, game.number
        assert game.session.sheet.totals == fold(log).sheet.totals
        assert bool(game.damage) == bool(damage and rotten == 3), game.damage


def paths(files):
    """The files in the folders of sessions."""
    for folder in [entry[0] for entry in files.ilistdir("/")]:
        for entry in files.ilistdir(folder):
            yield folder + "/" + entry[0]


def parse(name):
    """The session of a page, and its number in it."""
    folder, _, page = name.partition("/")
    return int(folder, 16) * TOGETHER + int(page[:1]), int(page[2:], 16)


def cut_off(log, page, content):
    """Whether a page that is the last one, or gone with all after it, ends behind a record."""
    last = (len(log) - 1) // record.PER_PAGE
    whole = b"" if content is None else content
    if page == last:
        return original(log, page)[: len(whole)] == whole and len(whole) % record.SIZE == 0
    return False


def original(log, page):
    """The bytes of a page of this tablet."""
    number = next(number for number in LOGS if LOGS[number] is log)
    key = record.session_key(TABLET, number)
    first = page * record.PER_PAGE
    events = log[first : first + record.PER_PAGE]
    return b"".join(record.pack(key, first + n, event) for n, event in enumerate(events))


def readable(store, number):
    """The records that can be read, and what is said of the rest."""
    kept = []
    try:
        for event in store.events(number):
            kept.append(event)
    except StoreDamaged as damaged:
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


if __name__ == "__main__":
    shard, shards = int(sys.argv[1]), int(sys.argv[2])
    rot = Rot()
    for place, name in enumerate(rot.pages):
        if place % shards == shard:
            for content in rot.ways(name):
                rot.check(name, content)
    print("cases", rot.cases)
