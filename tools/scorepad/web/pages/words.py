"""What the fields of forms and what may be chosen in them are called where people read it."""

from scorepad.language import marked, say
from scorepad.reports.content.duplicate import SCORINGS
from scorepad.web.languages import named

# By what the command line calls it; what is not here is called as there.
_LABELS = {
    "--accept": marked("The other side accepts each result"),
    "--again": marked("Also to a tablet on which it has ended"),
    "--all": marked("All sessions"),
    "--area": marked("Area"),
    "--author": marked("Who decides it"),
    "--back": marked("It is back"),
    "--best": marked("Best evenings"),
    "--board": marked("Board"),
    "--bonus": marked("A bonus"),
    "--by": marked("Ranked are"),
    "--compare": marked("Boards are compared"),
    "--date": marked("Date"),
    "--deals": marked("Deals"),
    "--default": marked("Wherever nothing else is said"),
    "--doubts": marked("Doubts"),
    "--evening": marked("Evening"),
    "--event": marked("Event"),
    "--file": marked("File"),
    "--find": marked("Search"),
    "--format": marked("Format"),
    "--friendly": marked("This session is no match of it"),
    "--from": marked("From"),
    "--grade": marked("Grade"),
    "--keep": marked("The damaged copy stays after all"),
    "--language": marked("Language"),
    "--least": marked("Evenings at least"),
    "--limit": marked("At most"),
    "--minus": marked("It is taken, not given"),
    "--movement": marked("Movement"),
    "--name": marked("Name"),
    "--number": marked("Number in the federation"),
    "--original": marked("As recorded"),
    "--other-number": marked("Though their numbers are different"),
    "--pairs": marked("Pairs"),
    "--paper": marked("Paper"),
    "--player": marked("Player"),
    "--port": marked("Port"),
    "--rating": marked("Rating"),
    "--reason": marked("Reason"),
    "--replace": marked("It replaces what the club has"),
    "--round": marked("Round"),
    "--rules": marked("Rules"),
    "--scoring": marked("Scoring"),
    "--seed": marked("Lot"),
    "--session": marked("Session"),
    "--table": marked("Table"),
    "--take-away": marked("Take it away where there is no table in it"),
    "--travellers": marked("Travellers"),
    "--until": marked("Until"),
    "--winners": marked("Lists"),
    "--withdraw": marked("This pair withdraws"),
    "--without": marked("Left out"),
    "club release --back": marked("Take back"),
    "address": marked("Address"),
    "amount": marked("Amount"),
    "board": marked("Board"),
    "deal": marked("Deal"),
    "deals": marked("Deals"),
    "evening-ends": marked("An evening ends at"),
    "ew": marked("Pair E-W"),
    "file": marked("File"),
    "ids": marked("Sessions"),
    "into": marked("Player"),
    "language": marked("Language"),
    "match": marked("Match"),
    "name": marked("Name"),
    "ns": marked("Pair N-S"),
    "number": marked("Number in the federation"),
    "other": marked("Score of E-W"),
    "pair": marked("Pair"),
    "paper": marked("Paper"),
    "per_100": marked("For 100 points"),
    "player": marked("Player"),
    "players": marked("Players"),
    "result": marked("Result"),
    "rules": marked("Rules"),
    "score": marked("Score"),
    "seat": marked("Seat"),
    "session": marked("Session"),
    "totals": marked("Pair, points; pair, points"),
    "which": marked("Decision"),
}
# What may be chosen; what is not here is called as the command has it.
_CHOICES = {
    **SCORINGS,
    "1": marked("One list"),
    "2": marked("One for N-S, one for E-W"),
    "a4": marked("A4"),
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
    "player": marked("Players"),
    "sections": marked("in each section"),
    "usebio": marked("USEBIO"),
}

# What a command says of a field, where that is about a terminal.
HINTS = {
    "as 2026-11-20 (default: the latest)": marked("default: the latest"),
    "as 2026-11-20 (default: this one)": marked("default: this one"),
    "as 2026-11-20, or none": "",
    "its id, or how it begins": "",
    "its sessions: as 2026-11-20, or none": marked("all of its sessions"),
    "of this one: as 2026-11-20, or none": "",
    "of a session, or how it begins": "",
    "who decides it (default: your login name)": marked("your name, for whoever asks later"),
}


def label(name: str, command: str = "") -> str:
    """What a field of a command is called."""
    usual = _LABELS.get(name, name.removeprefix("--").capitalize())
    return say(_LABELS.get(f"{command} {name}", usual))


def choice(value: str) -> str:
    """What one of several is called."""
    return named().get(value) or say(_CHOICES.get(value, value))
