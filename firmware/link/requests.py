"""What the PC asks over the link, and the tablet's answers, one line each way (codec.py):

    ?12 read 7 0 *b0d19b98          request: its number, a word, arguments
    !12 wait *8a33c61c              the tablet has heard it, and answers as soon as it can
    !12 ok <answer> *d049bd72       the answer repeats the number ...
    !12 error unknown request *8d4223b6 ... or says what was wrong, and nothing has changed

The tablet ignores a line that does not verify, and the PC asks again. A request that comes again
is answered with the same line as before, without any work; so the next request has another number.

    who                     protocol, tablet id, table, firmware version, free bytes, about
    list AFTER              one to four sessions over AFTER: number:rules:records:state:crc ...
                            state o open, c complete, f fetched, d damaged (and `?` for rules)
    read NUMBER FIRST       records from FIRST on to the end of their page, base64; "-" = no more
    total NUMBER            the tablet's own totals: NS=300 EW=1620, or what is wrong with the log
    done NUMBER CRC         the PC has these records safe; refused if the session has changed
    clock MINUTES           minutes since 2000-01-01 00:00 UTC; the battery's charge in percent,
                            and `low` if it asks to be charged; nothing if it cannot be measured
    table NUMBER            1..99
    language NUMBER         the club's: 0 English, 1 German, 2 French (rare_requests.py)
    pin SECRET              the director's is the club's: its salt and hash (storage/pin.py)
    next NUMBER             of the next session, at least; which it was before
    test NUMBER             a self test and what it found (selftest.py); "-" = no more
    keys                    the buttons that are down now, a bit each: 1 UP ... 32 BACK. A press
                            does nothing else until the PC asks for something else, or falls silent
    about                   what this board is, as NAME=VALUE: its Python, heap free, clock,
                            battery, low, panel, named, and the board's name to the end
    player PLACE ID NAME    who stands there in the next roster, from PLACE 0 on, one after the
                            other; NAME: 1 to 20 bytes of UTF-8 in hexadecimal digits
    roster COUNT CRC        the next roster is whole and takes the old one's place: COUNT players,
                            CRC-32 of their records (roster.py)
    rule PLACE NUMBER CHOSEN NAME   the next house rules, in the same way: NUMBER of the rule set;
                            CHOSEN, in hexadecimal digits: house.py
    rules COUNT CRC         the next house rules are whole and take the old ones' place
    entry PLACE CONTENT     the next event, in the same way (storage/plan.py)
    event COUNT CRC         the next event is whole and takes the old one's place
    change NUMBER CRC DEAL PLACE VALUE   a deal of the open session, which has this checksum,
                            should be another; its records and checksum then (rare_requests.py)
    strike NUMBER CRC DEAL  a deal of the open session does not count, in the same way
"""

import gc
from binascii import b2a_base64

from firmware import VERSION, loading
from firmware.link.codec import BadLine, LineReader, frame, unframe
from firmware.scoring.rules import NAMES
from firmware.session import fold
from firmware.storage.outline import DAMAGED, mark, outline
from firmware.storage.space import about_free

PROTOCOL = 1
_NUMBER_CHARS = 10  # of a request's number, repeated in the answer
_LAST_MINUTE = 36525 * 24 * 60  # 2100-01-01
_RULES = "firmware.scoring"
_BYTES = 0  # kind of an argument: hexadecimal digits, two for each byte
# What comes in, and the request that ends it.
_LISTS = {"player": "roster", "rule": "rules", "entry": "event"}
_LISTED = 4  # sessions in one answer: four of the longest fit into a line
_LISTING = 80  # ms, after which no more are read for it


class Refused(ValueError):
    """A request that cannot be answered; as of any ValueError, the message goes to the PC."""


class Link:
    """The tablet's side. `poll` is called from the app's loop and answers what has come in."""

    def __init__(self, board, store, log=None) -> None:
        """`log`: of the session that is open; None where nothing can be played."""
        self.board = board
        self.store = store
        self.log = log
        self._reader = LineReader()
        self._incoming = None  # a list; its code is loaded when the PC sends one
        self._asked = ""  # the last request, and the line that answers it
        self._answered = b""
        self.changed = False  # whether the screen may look different now
        self.corrected = False  # whether the game may stand elsewhere
        self.tests_keys = False  # whether the PC has asked for the buttons last

    def is_mid_line(self) -> bool:
        """Return True if part of a line, or of a list, has arrived."""
        return bool(self._incoming or self._reader.pending)

    def poll(self) -> bool:
        """Answer the received requests. Return True if there was one. Never blocks."""
        received = self.board.read()
        if not received:
            return False
        busy = False
        for line in self._reader.feed(received):
            try:
                text = unframe(line)
            except BadLine:
                continue
            if text.startswith("?"):
                self.take_in(text)
                busy = True
        return busy

    def take_in(self, text: str) -> None:
        """Answer a request; its work is done once, even if a slow tablet gets it repeatedly."""
        if text != self._asked:
            words = text[1:].split()
            begin = "!" + (words[0][:_NUMBER_CHARS] if words else "")
            self.board.write(frame(begin + " wait"))
            answered = frame(f"{begin} {self._answer(words[1:])}")
            self._asked, self._answered = text, answered
        self.board.write(self._answered)

    def _answer(self, words: list[str]) -> str:
        try:
            return f"ok {self._request(words)}".rstrip()
        except ValueError as refused:
            return f"error {refused}"
        except OSError as error:
            return f"error store: {error}"
        except MemoryError:
            return "error no memory left"

    def _request(self, words: list[str]) -> str:
        if not words:
            raise Refused("unknown request")
        answer, kinds = _VERBS.get(words[0]) or _answer_rare(words[0])
        self.tests_keys = words[0] == "keys"
        if len(words) - 1 != len(kinds):
            raise Refused(f"{words[0]} takes {len(kinds)} arguments")
        arguments = [_argument(word, kind) for word, kind in zip(words[1:], kinds)]
        if answer is None:
            return self._take(words[0], arguments)
        return answer(self, *arguments)  # type: ignore[operator]

    def _who(self) -> str:
        store = self.store
        said = (PROTOCOL, store.tablet.hex(), store.settings.table, VERSION, about_free(store))
        return "scorepad " + " ".join([str(word) for word in said])

    def _list(self, after: int) -> str:
        listed: list[str] = []
        begun = self.board.ticks_ms()
        for number in self.store.after(after, _LISTED):
            now = self.board.ticks_ms()
            if not listed or self.board.elapsed(now, begun) < _LISTING:
                listed.append(self._summary(number))
        return " ".join(listed)

    def _summary(self, number: int) -> str:
        rules, _, records, state, crc = outline(self.store, number)
        if state == DAMAGED or rules >= len(NAMES):  # the PC reads it all the same
            return f"{number}:?:{records}:{DAMAGED}:{crc:08x}"
        return f"{number}:{NAMES[rules]}:{records}:{state}:{crc:08x}"

    def _read(self, number: int, first: int) -> str:
        raw = self.store.raw(number, first)
        return b2a_base64(raw).decode().strip() if raw else "-"

    def _total(self, number: int) -> str:
        self._check_known(number)
        # The rule set's code goes again, unless it is that of the game being played.
        sheet = loading.run_and_unload(_RULES, fold, self.store.events(number)).sheet
        pairs = [f"{a}={t}" for a, t in zip(sheet.accounts, sheet.totals)]
        return " ".join(pairs)

    def _mark_fetched(self, number: int, crc: int) -> str:
        self._check_known(number)
        mark(self.store, number, crc)
        return ""

    def _check_known(self, number: int) -> None:
        if not self.store.raw(number):
            raise Refused(f"no session {number}")

    def _clock(self, minutes: int) -> str:
        if minutes >= _LAST_MINUTE:
            raise Refused("the calendar ends with 2099")
        self.board.set_minutes(minutes)
        charge = self.board.battery()
        if charge is None:
            return ""
        return f"{charge} low" if self.board.low else str(charge)

    def _take(self, word: str, arguments: list) -> str:
        """Answer an entry of a list, or its end, which unloads the code for it."""
        gc.collect()  # some of this stays, and is not to lie behind what does not
        name, incoming = _LISTS.get(word, word), self._incoming
        if incoming is None or incoming.file != name:
            incoming = loading.load_temporarily("link.incoming_" + name).incoming(self.store)
        self._incoming = None if word == name else incoming  # whole or not, it starts again
        new = (incoming.finish if word == name else incoming.add)(*arguments)
        if word == "event" and new:
            self.changed = True
        return ""


def _answer_rare(word: str):  # its answer, and the kinds of its arguments
    """Answer a request that few syncs make. Raise Refused if it is unknown."""
    found = loading.load_temporarily("link.rare_requests").VERBS.get(word)
    if not found:
        raise Refused("unknown request")
    return found


def _argument(word: str, kind: int) -> int | bytes:
    """Return a number, decimal (10) or hexadecimal (16), of at most 32 bits, or bytes."""
    if kind == _BYTES:
        return _bytes(word)
    digits = "0123456789abcdef"[:kind]
    if len(word) > 10 or any(c not in digits for c in word) or int(word, kind) >= 1 << 32:
        raise Refused(f"not a number: {word[:20]}")
    return int(word, kind)


def _bytes(word: str) -> bytes:
    if len(word) % 2 or any(c not in "0123456789abcdef" for c in word):
        raise Refused(f"not hexadecimal: {word[:20]}")
    return bytes.fromhex(word)


_VERBS = {
    "who": (Link._who, ()),
    "list": (Link._list, (10,)),
    "read": (Link._read, (10, 10)),
    "total": (Link._total, (10,)),
    "done": (Link._mark_fetched, (10, 16)),
    "clock": (Link._clock, (10,)),
    "player": (None, (10, 10, _BYTES)),
    "roster": (None, (10, 16)),
    "rule": (None, (10, 10, _BYTES, _BYTES)),
    "rules": (None, (10, 16)),
    "entry": (None, (10, _BYTES)),
    "event": (None, (10, 16)),
}
