"""What fields ask for, where a page says it otherwise than the help of a command."""

from scorepad.language import marked

_MOVEMENT = marked("Where the others play another movement: as howell --pairs 10.")
# By command and field, or by what a command says for who types it; "" needs no hint.
HINTS = {
    "as 2026-11-20 (default: the latest)": marked("default: the latest"),
    "as 2026-11-20 (default: this one)": marked("default: this one"),
    "its date, as 2026-11-20, or none": "",
    "its id, or how it begins": "",
    "junior, intermediate or open": "",
    "leave this one out, for once; may be said again": marked(
        "Sessions that do not count, this time only; nothing is changed."
    ),
    "of a session, or how it begins": "",
    "in hexadecimal, or how it begins": "",
    "those that the director has dismissed": "",
    "who decides it (default: your login name)": marked("your name, for whoever asks later"),
    "club duplicate --scoring": marked("default: the event's, else matchpoints"),
    "club season --scoring": marked("default: matchpoints"),
    "event new --scoring": marked("default: matchpoints"),
    "club import file": marked(
        "Of the web page that fetches a tablet: the file that it has saved. What the club has "
        "already comes in no second time."
    ),
    "club knockout draw file": marked(
        "A workbook (.xlsx) or a CSV file (in Excel: Save as, CSV UTF-8) with a row for each "
        "pair, and the columns player and partner."
    ),
    "club password --file": marked("At least 8 characters; twice, so that a slip is noticed."),
    "club players import file": marked(
        "A workbook (.xlsx) or a CSV file (in Excel: Save as, CSV UTF-8) with a row for each "
        "player, and the column name; if you like also number, grade (junior, intermediate, "
        "open), rating and area. "
        "Of other files you choose next what each column is."
    ),
    "club release --evening": "",
    "event new --pairs": marked(
        "A workbook (.xlsx) or a CSV file (in Excel: Save as, CSV UTF-8) with a row for each "
        "pair, and the columns pair (its number), first and second (its players; guest:NAME is "
        "a guest)."
    ),
    "event movement --movement": _MOVEMENT,
    "event new --movement": _MOVEMENT,
    "event send --again": "",
    "event send --take-away": "",
    "event send --port": marked("If you choose none: all that are plugged in."),
    "event send --table": marked("Of the one tablet that you have chosen: the table it gets."),
    "movement check file": marked(
        "A CSV file with a row for each table in each round, and the columns round, table, ns, "
        "ew, first board and last board; or JSON, as movements are saved."
    ),
    "movement check --cards": "",
    "movement howell --cards": "",
    "movement howell --no-sit-out": "",
    "movement mitchell --cards": "",
    "movement mitchell --no-sit-out": "",
    "rescue port": marked(
        "For a tablet that does not start. Nothing on it is changed, and what it has comes in as "
        "if it had been plugged in."
    ),
    "score --close": "",
    "score --explain": "",
    "score --first-dealer": marked("N, E, S or W; N if you say nothing."),
    "score file": marked(
        "As 4Sx S +1 or 3N W =: level, strain, doubling; declarer; tricks over or under. A hand "
        "that nobody bid is a pass, and --- begins the next session."
    ),
    "sync --table": marked("1 to 99: the number that stands on the table."),
    "sync ports": marked("If you choose none: the one that is plugged in."),
}
HINTS["event pair --file"] = HINTS["event new --pairs"]
# What can be downloaded to be filled in, beneath /static/examples.
EXAMPLES = {
    "club knockout draw file": "pairs-of-a-knock-out.csv",
    "club players import file": "players.csv",
    "event new --pairs": "pairs-of-an-event.csv",
    "event pair --file": "pairs-of-an-event.csv",
    "movement check file": "movement.csv",
}
