"""What the fields of forms and what may be chosen in them are called where people read it."""

import re
from collections.abc import Collection

from scorepad.language import marked, say
from scorepad.web.languages import named

_OPTION = re.compile("`[^`]*`|--[a-z][a-z-]*")

# By what the command line calls it; what is not here is called as there.
LABELS = {
    "--accept": marked("The other side accepts each result"),
    "--again": marked("Also to a tablet on which it has ended"),
    "--all": marked("All sessions"),
    "--author": marked("Who decides it"),
    "--back": marked("It is back"),
    "--best": marked("Best evenings"),
    "--boards": marked("Boards in a round"),
    "--bonus": marked("A bonus"),
    "--by": marked("Who is ranked"),
    "--cards": marked("Cards to print"),
    "--close": marked("They stop here: score what is unfinished"),
    "--compare": marked("Boards are compared"),
    "--explain": marked("Each deal in words"),
    "--find": marked("Search"),
    "--first-dealer": marked("First dealer"),
    "--friendly": marked("This session is no match of it"),
    "--keep": marked("The damaged copy stays after all"),
    "--least": marked("At least so many evenings"),
    "--limit": marked("At most"),
    "--meet-again": marked("Two pairs may meet more than once"),
    "--minus": marked("It is taken, not given"),
    "--no-sit-out": marked("Without a sit-out"),
    "--number": marked("Number in the federation"),
    "--original": marked("As recorded"),
    "--other-number": marked("Though their numbers are different"),
    "--read-only": marked("It may change nothing"),
    "--relay": marked("Relay and share, so that all rounds are played"),
    "--replace": marked("It replaces what the club has"),
    "--seed": marked("Lot"),
    "--switch": marked("Rounds with an arrow-switch, the last ones"),
    "--take-away": marked("Take it away where there is no table in it"),
    "--winners": marked("Lists"),
    "--withdraw": marked("This pair withdraws"),
    "--without": marked("Left out"),
    "--address": marked("Address"),
    "club password --file": marked("New password"),
    "club leave-out --back": marked("It counts again"),
    "club release --back": marked("Take back"),
    "--evening-ends": marked("An evening ends at"),
    "--pin": marked("The director's PIN on phones"),
    "event movement --movement": marked("Further sections"),
    "event new --movement": marked("Further sections"),
    "event new --pairs": marked("Who the pairs are"),
    "event send --port": marked("Tablet"),
    "ew": marked("Pair E-W"),
    "ids": marked("Sessions"),
    "into": marked("Player"),
    "movement check file": marked("Movement from a file"),
    "movement mitchell --winners": marked("Winners"),
    "ns": marked("Pair N-S"),
    "number": marked("Number in the federation"),
    "other": marked("Score of E-W"),
    "per_100": marked("For 100 points"),
    "ports": marked("Tablet"),
    "score file": marked("Deals, one a line"),
    "--dismissed": marked("Those that were not taken in"),
    "waiting": marked("Waiting session"),
    "totals": marked("Pair, points; pair, points"),
    "which": marked("Decision"),
}
# What may be chosen; what is not here is called as the command has it.
_CHOICES = {
    "1": marked("One list"),
    "2": marked("One for N-S, one for E-W"),
    "a4": marked("A4"),
    "EW": marked("E-W"),
    "NS": marked("N-S"),
    "across": marked("over all sections"),
    "bridgewebs": marked("BridgeWebs"),
    "csv": marked("CSV, for a spreadsheet"),
    "html": marked("HTML, a page"),
    "intermediate": marked("Intermediate"),
    "json": marked("JSON, for programs"),
    "junior": marked("Junior"),
    "letter": marked("Letter"),
    "none": marked("without a date"),
    "off": marked("No"),
    "on": marked("Yes"),
    "open": marked("Open"),
    "pair": marked("Pairs"),
    "pbn": marked("PBN"),
    "pdf": marked("PDF, to print"),
    "pairs": marked("for each pair"),
    "player": marked("Players"),
    "sections": marked("in each section"),
    "tables": marked("for each table"),
    "usebio": marked("USEBIO"),
}

MOVEMENTS = {
    "mitchell": marked("Mitchell: N-S stay, E-W move on"),
    "howell": marked("Howell: nearly all pairs move, and there is one winner"),
}

_BOXES = {"totals": (marked("Pair"), marked("Points"))}  # what they are, in turn


def in_turn(name: str, boxes: int) -> tuple[str, ...]:
    """What each box of a field is called, where they are not all the same."""
    called = _BOXES.get(name, ())
    return tuple(say(called[box % len(called)]) for box in range(boxes)) if called else ()


def label(name: str, command: str = "") -> str:
    usual = LABELS.get(name, name.removeprefix("--").capitalize())
    return say(LABELS.get(f"{command} {name}", usual))


def with_labels(text: str, command: str, names: Collection[str]) -> str:
    """What a command says, with what people call these of its options; not in a line to type.

    Those of a movement come first: of the others one is a file, which is called by its name.
    """
    called = {name: label(name, command) for name in names}
    of_movement = (name.removeprefix("--movement:") for name in names if ":--" in name)
    called |= {name: label(name, "movement mitchell") for name in of_movement}
    return _OPTION.sub(
        lambda found: f"“{called[found[0]]}”" if found[0] in called else found[0], text
    )


def choice(value: str) -> str:
    """What one of several is called."""
    return named().get(value) or say(_CHOICES.get(value, value))
