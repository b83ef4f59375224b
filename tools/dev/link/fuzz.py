"""Coverage-guided fuzzing of both sides of the link, with atheris: `pip install '.[torture]'`.

    python -m dev.link.fuzz [RUNS [SEED]]     100,000 runs from seed 1 if nothing is said

An input is lines. Those that begin with `=` get a CRC that verifies, the others stay raw. All go
to a tablet, and to a PC that syncs: as the answers to its requests, one line each. Ends with a
status that is not 0 at the first exception, answer out of form, changed session or unprintable
error; the input is then a file `crash-...` beside the corpus, which begins with a real
conversation and stays in .cache/fuzz_link/corpus from one time to the next.
"""

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["firmware", "scorepad"]):
    from dev.link.both_ends import PATH, LocalPort, LocalTablet, NoClub, converse
    from firmware.link.codec import MAX_LINE, frame, unframe
    from firmware.storage import record
    from scorepad.tablet.answers import MAX_RECORDS
    from scorepad.tablet.cable import Cable
    from scorepad.tablet.sync import sync_port

RUNS = 100_000
SEED = 1
CORPUS = Path(__file__).parents[3] / ".cache/fuzz_link/corpus"
TRUE = b"="  # begins a line that gets a CRC
NUMBER = "@"  # in such a line: the number of the request that is answered
LONGEST = 2048  # bytes of an input
PATIENCE = 20  # requests of one sync, which are twice what a true one takes


class Wrong(Exception):
    """A result that must never be."""


class Kept(NoClub):
    """Takes what a session can have."""

    def take(self, tablet: bytes, number: int, raw: bytes, port: str) -> str:
        """Raise Wrong for records that no session can have."""
        if not 0 < len(raw) < (MAX_RECORDS + 1) * record.SIZE:
            raise Wrong(f"{len(raw)} bytes were taken as records")
        return "new"


class Answers:
    """A tablet at a LocalPort that answers with one line after another, over and over."""

    def __init__(self, lines: list[bytes]):
        self._lines = lines
        self._requests = 0

    def __call__(self, request: bytes) -> bytes:
        if not request or self._requests >= PATIENCE:
            return b""
        line = self._lines[self._requests % len(self._lines)]
        self._requests += 1
        return on_the_wire(line, unframe(request.strip()).split()[0][1:])


def on_the_wire(line: bytes, number: str) -> bytes:
    """Return a line of an input as it is sent."""
    if not line.startswith(TRUE):
        return line + b"\n"
    return frame(line[1:].decode("latin-1").replace(NUMBER, number))


def to_tablet(lines: list[bytes]) -> None:
    """Let a tablet hear it. Raise Wrong."""
    tablet = LocalTablet()
    before = tablet.logs()
    for answer in tablet.hear(b"".join(on_the_wire(line, "1") for line in lines)).splitlines():
        if len(answer) > MAX_LINE or not unframe(answer).startswith("!"):
            raise Wrong(f"the tablet answers {answer!r}")
    if tablet.logs() != before:
        raise Wrong("a session has changed")


def to_pc(lines: list[bytes]) -> None:
    """Let a sync hear it. Raise Wrong."""
    club = Kept()
    with LocalPort(Answers(lines)).opened():
        summary = sync_port(PATH, club, lambda done, total: None, Cable)  # type: ignore[arg-type]
    for said in map(str, (*summary.refused, summary.trouble)):
        if not (said.isprintable() and said.isascii()):
            raise Wrong(f"the PC says {said!r}")


def one_input(octets: bytes) -> None:
    """Run one input; the fuzzer calls it."""
    lines = octets.split(b"\n")
    to_tablet(lines)
    to_pc(lines)


def seeds(folder: Path) -> None:
    """Yield a conversation as a whole and line by line, each side of it, raw and to be framed."""
    said = converse(LocalTablet().hear)
    requests = [unframe(request).encode() for request, _ in said]
    answers = [unframe(answer).partition(" ")[2].encode() for _, answer in said]
    asked = [TRUE + request for request in requests]
    answered = [TRUE + b"!@ " + answer for answer in answers]
    raw = [line.strip() for exchange in said for line in exchange]
    inputs = [[line] for line in (*asked, *raw)] + [asked, raw, answered, sync_of(answered)]
    for number, lines in enumerate(inputs):
        (folder / f"{number:03}").write_bytes(b"\n".join(lines))


def sync_of(answered: list[bytes]) -> list[bytes]:
    """Answer in the order in which a sync asks: who, clock, list, list, read, total, done ..."""
    who, clock, listed, first, _, total, _, second, _, other_total = answered[:10]
    none = TRUE + b"!@ ok"
    return [who, clock, listed, none, first, total, none, second, other_total]


def main(runs: int, seed: int) -> None:
    """Do not return: the fuzzer ends the process."""
    CORPUS.mkdir(parents=True, exist_ok=True)
    seeds(CORPUS)
    options = [f"-runs={runs}", f"-seed={seed}", f"-max_len={LONGEST}", "-timeout=30"]
    options += [f"-artifact_prefix={CORPUS.parent}/", "-print_final_stats=1"]
    atheris.Setup([sys.argv[0], *options, str(CORPUS)], one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main(*[int(word) for word in sys.argv[1:]] or (RUNS, SEED))
