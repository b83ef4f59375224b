"""What a form asks for: the same that its command takes, under a name that people read."""

import argparse
import re
from dataclasses import dataclass, replace

from firmware.scoring.rules import NAMES, rule_set
from scorepad import wording
from scorepad.club.players.roster_file import GRADES
from scorepad.language import say, say_as
from scorepad.reports.drawing.media import has_pdf
from scorepad.rule_sets import Option, options
from scorepad.web.command import described
from scorepad.web.pages import words
from scorepad.web.pages.hints import EXAMPLES, HINTS

DATE, NUMBER, TIME, TEXT = "date", "number", "time", "text"
CHOICE, CHECK, FILE = "choice", "check", "file"
DEALS, PASSWORD = TYPED_FILES = "deals", "password"  # typed, where a command reads a file
NOT_SHOWN = (FILE, PASSWORD)  # once they were sent
PLAYERS, SESSIONS, EVENTS, EVENINGS = "players", "sessions", "events", "evenings"
DEAL_NUMBERS, PAIRS, BOARDS = "deal-numbers", "pairs", "boards"
EVENT_PAIRS, DECISIONS, MATCHES, PORTS = "event-pairs", "decisions", "matches", "ports"
HOUSE_RULES, PROGRAMS, KNOWN_TABLETS = "house-rules", "programs", "known-tablets"
WAITING = "waiting"
CABLES = "cables"  # of the ports those that are no phones
TABLETS = (PORTS, CABLES)
ASSIGNS = ":"  # between a field that takes NAME=VALUE and the name: `--option:chicago.carry`

# A movement is made of several fields: which kind, or a file; how large; and how.
MOVEMENT, KIND, THE_FILE = "--movement", "kind", "file"
SIZE = ("--pairs", "--rounds", "--boards", "--sections")
HOW = {"mitchell": ("--winners", "--switch", "--relay"), "howell": ()}
_KINDS = {
    "DATE": DATE,
    **dict.fromkeys(("N", "R", "RATING", "BOARD"), NUMBER),
    **dict.fromkeys(("FILE", "FILE.csv"), FILE),
    "HH:MM": TIME,
}
_SUGGESTED = {  # by command and name, by name, or by what stands for a value
    **dict.fromkeys(("club adjust-board board", "club fouled board"), BOARDS),
    "club rules remove name": HOUSE_RULES,
    "rescue port": CABLES,
    "club tablet forget tablet": KNOWN_TABLETS,
    "club token remove name": PROGRAMS,
    **dict.fromkeys(("event leave pair", "event pair pair"), EVENT_PAIRS),
    "deal": DEAL_NUMBERS,
    "match": MATCHES,
    **dict.fromkeys(("ew", "ns", "pair"), PAIRS),
    "which": DECISIONS,
    **dict.fromkeys(("PLAYER", "FROM", "INTO"), PLAYERS),
    **dict.fromkeys(("SESSION", "ID"), SESSIONS),
    "EVENT": EVENTS,
    "WAITING": WAITING,
    "PORT": PORTS,
}
_OPEN = ("club seat player", "event pair players")  # where a guest may be named too
_CHOICES = {"RULES": NAMES, "GRADE": GRADES[1:]}
_TYPED = {"score file": DEALS, "club password --file": PASSWORD}
_TYPED_BOXES = {DEALS: 1, PASSWORD: 2}
# Of what a command takes as many of as are given.
_BOXES = {"players": 2, "totals": 4, "ports": 1, "--port": 1, MOVEMENT: 1}
_SOME_BOXES = 3
_AHEAD = ("club stake",)  # commands whose evening may be still to come
# What a command can do without, and a form cannot: it would do another thing, or nothing.
_NEEDED = {
    *("club stake --evening", "club release --evening", "club release --event"),
    "sync --table",
    *("event pair pair", "event pair players", "event pair --file"),
}
_CODE = re.compile(r" ?\(`[^`]*`\)|,? ?\bas in `[^`]*`")  # where a terminal can look it up
_TERMINAL = ("`", "see below")  # what only who types a command can follow
_MANY_VALUES = 10

Choices = tuple[tuple[str, str], ...]  # what is given, and how people read it


@dataclass(frozen=True)
class Field:
    """`name`: as the command takes it; `hint`: what it is; `choices`: all that it may be.

    `boxes`: how many of it can be given at once, and what each is `called`; `suggests`: of what a
    list helps; `open`: whether it may be something else than that. `example`: the name of a file
    that one can fill in.
    """

    name: str
    label: str
    kind: str
    hint: str
    choices: Choices = ()
    required: bool = False
    boxes: int = 1
    called: tuple[str, ...] = ()
    suggests: str = ""
    open: bool = False
    example: str = ""


def field(command: str, name: str) -> Field:
    """What a command takes under a name. Raises KeyError if there is no such thing."""
    taken, _, of = name.partition(ASSIGNS)
    for action in described(command).takes:
        if taken in (*action.option_strings, action.dest if not action.option_strings else ""):
            return _assigned(command, name, of) if of else _of(command, action, name)
    raise KeyError(f"{command}: {name}")


def movement_fields() -> tuple[str, ...]:
    """The names of the fields of which a movement is made (forms/filled.py)."""
    of_command = (f"{MOVEMENT}{ASSIGNS}{of}" for of in (KIND, *SIZE, *HOW["mitchell"], THE_FILE))
    return (*of_command, "--meet-again")


def options_of(rules: str) -> tuple[str, ...]:
    """The names of the fields for the options of a rule set."""
    return tuple(f"--option{ASSIGNS}{rules}.{option}" for option, _ in rule_set(rules).choices)


def _of(command: str, action: argparse.Action, name: str) -> Field:
    several = action.nargs in ("*", "+") or isinstance(action, argparse._AppendAction)
    known = f"{command} {name}", name
    label, hint = words.label(name, command), _hint(action, f"{command} {name}")
    boxes = _BOXES.get(name, _SOME_BOXES) if several else 1
    made = Field(
        name,
        label,
        _kind(action),
        "" if label.casefold().endswith(hint.casefold()) else hint,
        _choices(action),
        known[0] in _NEEDED or (action.required and action.nargs not in ("?", "*")),
        boxes,
        words.in_turn(name, boxes),
        next((_SUGGESTED[one] for one in (*known, str(action.metavar)) if one in _SUGGESTED), ""),
        known[0] in _OPEN,
        EXAMPLES.get(f"{command} {name}", ""),
    )
    if kind := _TYPED.get(f"{command} {name}"):
        return replace(made, kind=kind, required=True, boxes=_TYPED_BOXES[kind])
    if name == MOVEMENT:  # beside the fields of which the first one is made
        return replace(made, required=False)
    if made.suggests in TABLETS:
        return replace(made, kind=CHOICE)
    if name == "--evening" and command not in _AHEAD:
        return replace(made, kind=CHOICE, suggests=EVENINGS)
    return made


def _hint(action: argparse.Action, field: str) -> str:
    usual = _CODE.sub("", action.help or "").replace("%%", "%")
    hint = HINTS.get(field, HINTS.get(usual, usual))
    return "" if any(each in hint for each in _TERMINAL) else say(hint)


def _choices(action: argparse.Action) -> Choices:
    known = [one for one in action.choices or () if one] or _CHOICES.get(str(action.metavar), ())
    called = wording.rules if known is NAMES else words.choice
    there = (str(one) for one in known if one != "pdf" or has_pdf())
    return tuple((one, called(one)) for one in there)


def _kind(action: argparse.Action) -> str:
    if action.nargs == 0:
        return CHECK
    return CHOICE if _choices(action) else _KINDS.get(str(action.metavar), TEXT)


def _assigned(command: str, name: str, of: str) -> Field:
    """One of those that a command takes as NAME=VALUE, `RULES.OPTION`, or of a movement."""
    if name.startswith(MOVEMENT):
        return _of_movement(name, of)
    rules, _, option = of.partition(".")
    return _option(name, rules, option)


def _of_movement(name: str, of: str) -> Field:
    """One of those of which a movement is made: what the command has that draws it."""
    if of == KIND:
        choices = tuple((kind, say(what)) for kind, what in words.MOVEMENTS.items())
        return Field(name, words.label(MOVEMENT), CHOICE, "", choices)
    command = "check" if of == THE_FILE else "mitchell"
    return replace(field(f"movement {command}", of), name=name, required=False)


def _option(name: str, rules: str, called: str) -> Field:
    """An option of a rule set; left as it is, it is the rule set's default."""
    option = next(one for one in options(rule_set(rules)) if one.name == called)
    usual, label = str(option.default), _begun(say_as("option", called))
    if len(option.values) > _MANY_VALUES:
        numbers = f"{option.values[0]}-{option.values[-1]}"
        usual = say("as a rule: {value}", value=usual)
        return Field(name, label, NUMBER, _hinted(option.meaning, numbers, usual))
    choices = tuple((str(value), _valued(option, str(value))) for value in option.values)
    usual = say("as a rule: {value}", value=_valued(option, usual))
    return Field(name, label, CHOICE, _hinted(option.meaning, usual), choices)


def _hinted(meaning: str, *said: str) -> str:
    return "; ".join(filter(None, (say(meaning), *said)))


def _valued(option: Option, value: str) -> str:
    return say(option.meanings.get(value, "")) or say_as("option", value)


def _begun(label: str) -> str:
    """As it stands at a field: with a capital letter, without what joins words in a name."""
    return (label[:1].upper() + label[1:]).replace("_", " ")
