"""The purpose of each page in a sentence, for first-time visitors."""

from scorepad.language import marked, text

_PURPOSES = {
    "/cable": marked("Connect a tablet to this computer: this page relays its cable to the club."),
    "/decisions": marked(
        "Everything that was decided after play, with who and why; it can be taken back here."
    ),
    "/duplicate": marked(
        "The ranking of an evening of duplicate, and what the director decides about it."
    ),
    "/events": marked("Plan an event of duplicate before play: its movement, and its pairs."),
    "/events/{event}": marked("One event: who plays, who meets whom, and how far each table is."),
    "/evening": marked("What happens now: tablets that are plugged in, sessions, and standings."),
    "/files": marked("Make files for the club's site and the federation, and keep a backup."),
    "/help": marked("What to do on an evening, step by step, and what some words mean."),
    "/house-rules": marked("The club's own rules, which every tablet offers by their names."),
    "/knockouts": marked("Competitions in which who loses a match is out: draw one, or see one."),
    "/knockouts/{name}/": marked("Who meets whom, who is through, and the results."),
    "/money": marked("Who has won how much, and who owes whom."),
    "/movements": marked("Who meets whom where, for any number of pairs: look at it, print it."),
    "/phones": marked("Let any phone be the tablet of a table, if a table has none."),
    "/players": marked("Everybody who plays here: search, add, or take in a list from a file."),
    "/players/{player}": marked("One player: what the club knows, the ranking, and the ledger."),
    "/ranking": marked("How strong each player is, from all deals that were played."),
    "/released": marked("Say what others in the room may read, on a screen or on their phones."),
    "/replacements": marked("What was decided about sessions that came in damaged."),
    "/restore": marked("Bring back what a backup has kept."),
    "/scoring": marked("What deals score by any rule set, without a club or a tablet."),
    "/season": marked("Who was best in many evenings of duplicate."),
    "/security": marked("See who is logged in and who was refused; log others out."),
    "/sessions": marked("Everything that the tablets have brought, the newest last."),
    "/sessions/{session}": marked("One session: its score sheet, and what can be put right."),
    "/settings": marked("What is printed on top of every sheet, and how the club wants things."),
    "/stakes": marked("What 100 points were worth, and since when."),
    "/start": marked("Three steps, then the club is ready for its first evening."),
    "/tablets": marked(
        "All tablets that have brought sessions: examine, install or rescue one, or forget it."
    ),
    "/tokens": marked("Let other programs read what the club has; most clubs need none."),
    "/waiting": marked("Sessions of phones that wait for your decision: take them in, or not."),
    "/work/{work}": marked("How far it is; you can leave this page."),
}


def purpose(path: str) -> str:
    """Return the purpose of the page with this path in PAGES; "" if its content explains it."""
    above = path.partition("/{")[0].rpartition("/")[0]  # of the pages of one kind, which it has
    return text(_PURPOSES.get(path.replace(":path", ""), _PURPOSES.get(above, "")))
