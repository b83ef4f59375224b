"""`scorepad doctor`: what is believed of what a board says at MicroPython's prompt."""

from typing import Any

from firmware import VERSION
from scorepad.tablet.board_link import BoardFailed
from scorepad.tablet.doctor import at_prompt
from scorepad.tablet.doctor.findings import PROMPT, Findings, Pins


class Prompt:
    """A board's prompt that has this to say; `scores`: what is wrong with them."""

    def __init__(self, *said: Any, scores: str = ""):
        self._said, self._scores = list(said), scores

    def teach(self, name: str) -> None:
        """Learns what the doctor looks at; or, of the scores, says that they cannot be read."""
        if name == "sessions.py" and self._scores:
            raise BoardFailed(f"port: the board says: {self._scores}")

    def answers(self, code: str) -> list[Any]:
        return self._said


def looked(*said: Any, scores: str = "") -> Findings:
    found = Findings("port")
    at_prompt.look(Prompt(*said, scores=scores), found)  # type: ignore[arg-type]
    return found


def test_what_a_board_says_at_its_prompt_is_kept() -> None:
    found = looked(
        ["micropython", "1.29.0"], ["board", "Raspberry Pi Pico with RP2040"], ["heap", 1000],
        ["flash", 2000], ["clock", [2026, 11, 25, 2, 10, 30]], ["firmware", VERSION], ["app", ""],
        ["pins", [4, 5]], ["bus", [60]], ["named", "ssd1309"],
    )  # fmt: skip
    assert (found.state, found.micropython, found.heap, found.flash) == (
        PROMPT,
        "1.29.0",
        1000,
        2000,
    )
    assert (found.pins, found.bus, found.clock) == (Pins(4, 5), [60], 14148630)
    assert found.named == "ssd1309"
    assert looked(["clock", [2021, 1, 1, 4, 0, 0]]).clock == 0
    assert looked(["firmware", "1"], scores="OSError: none").scores == "OSError: none"


def test_what_no_board_says_at_its_prompt_is_not_believed() -> None:
    clocks = ([2026, 13, 1, 0, 0, 0], [2126, 1, 1, 0, 0, 0], "now")
    lies = [("heap", -1), ("heap", "1"), ("flash", 1 << 40), *(("clock", time) for time in clocks)]
    lies += [("board", None), ("pins", [1, 2]), ("firmware", 5)]
    lies += [("named", "il9341"), ("named", ["ssd1309"])]
    for said in (None, [], ["heap"], [5, 5], *map(list, lies)):
        assert looked(said) == Findings("port", state=PROMPT), said


def test_what_a_board_says_does_not_command_a_terminal() -> None:
    found = looked(
        ["board", "\x1b[2J" + "x" * 999], ["app", "a\nb"], ["pins", [-1, 2]], ["bus", []]
    )
    assert found.board.isprintable() and len(found.board) == 200
    assert found.app.isprintable() and found.pins is None
