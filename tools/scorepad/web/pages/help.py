"""How an evening goes, in a few steps, each with the pages that it needs."""

from collections.abc import Mapping

from scorepad.language import marked, text
from scorepad.web.html import Html
from scorepad.web.operating import Parts
from scorepad.web.pages.page import Page
from scorepad.web.site import Site

HELP = "/help"

_STEPS = (
    (
        marked(
            "Before play: see that everybody is among the players. If you play duplicate, plan "
            "the event and say who the pairs are."
        ),
        ((marked("Players"), "/players"), (marked("Events"), "/events")),
    ),
    (
        marked(
            "Plug each tablet into this PC for a moment. It gets the players, the house rules and "
            "the event; the page Evening shows when that is done."
        ),
        ((marked("Evening"), "/evening"),),
    ),
    (
        marked(
            "At a table without a tablet a phone can be one: its camera reads the code of the "
            "table, and it needs no cable."
        ),
        ((marked("Phones"), "/phones"),),
    ),
    (
        marked(
            "Play. The players enter each deal on the tablet at their table; nothing else is "
            "needed."
        ),
        (),
    ),
    (
        marked(
            "Plug the tablets in again, during play or after it. Their sessions appear by "
            "themselves, and the standings with them."
        ),
        ((marked("Evening"), "/evening"), (marked("Sessions"), "/sessions")),
    ),
    (
        marked(
            "Ask the players about what looks wrong; the page says what that is. Correct it on "
            "the page of the session: nothing is lost, and everything can be taken back."
        ),
        ((marked("Duplicate"), "/duplicate"), (marked("Decisions"), "/decisions")),
    ),
    (
        marked("Show the result: release it to the room, or print it."),
        ((marked("Room"), "/released"), (marked("Duplicate"), "/duplicate")),
    ),
    (marked("If you play for money, see who owes whom."), ((marked("Money"), "/money"),)),
    (
        marked("At the end make a backup, and keep that file somewhere else."),
        ((marked("Files"), "/files"),),
    ),
)
_WORDS = (
    (marked("Session"), marked("what one table has played, from the first deal to the last")),
    (marked("Deal"), marked("52 cards given to four players, with one contract and one result")),
    (marked("Board"), marked("a deal with a number, which other tables play too")),
    (marked("Event"), marked("an evening of duplicate that was planned here before play")),
    (marked("Movement"), marked("the plan by which pairs go from table to table")),
    (marked("Ledger"), marked("who has won and lost how much, and who pays whom")),
)
_LIST = '<article class="help"><h2>{title}</h2><ol>{steps}</ol></article>'
_STEP = "<li>{step} {links}</li>"
_LINK = '<a href="{page}">{title}</a> '
_GLOSSARY = '<article class="help"><h2>{title}</h2><dl>{words}</dl></article>'
_WORD = "<dt>{word}</dt><dd>{meaning}</dd>"


def evening(site: Site, asked: Mapping[str, str]) -> Parts:
    """The steps, and what some words mean."""
    steps = [
        Html(
            _STEP,
            step=text(step),
            links=[Html(_LINK, page=page, title=text(title)) for title, page in links],
        )
        for step, links in _STEPS
    ]
    words = [Html(_WORD, word=text(word), meaning=text(meaning)) for word, meaning in _WORDS]
    return [
        Html(_LIST, title=text("How an evening goes"), steps=steps),
        Html(_GLOSSARY, title=text("What some words mean"), words=words),
    ]


PAGES = (Page(HELP, marked("Help"), show=evening),)
