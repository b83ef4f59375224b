"""The rule sets by name and by the number that the log has for them.

The number is the place in RULES and is never given to another rule set: add at the end. A new one
is a file with its class, a line here, and what people are told of it, in rule_sets.toml and docs.
A rule set is imported when it is first used, so a tablet holds only the game that it plays.
"""

from firmware.scoring.sheet import BadOption, Sheet

RULES = (
    ("rubber", "rubber", "Rubber"),
    ("international", "rubber", "International"),
    ("polish", "polish", "Polish"),
    ("nz-match", "nz_match", "NzMatch"),
    ("chicago", "chicago", "Chicago"),
    ("chicago-server", "chicago", "ChicagoServer"),
    ("russian", "russian", "Russian"),
    ("duplicate", "duplicate", "Duplicate"),
    ("pirate", "pirate", "Pirate"),
)  # (name, module of firmware.scoring, class)

NAMES = tuple(name for name, _, _ in RULES)
OF_EVENTS = "duplicate"  # what an event is played by


def rule_set(name: str) -> type[Sheet]:
    """Return the class of the sheet for `name`. Raise BadOption for an unknown name."""
    for known, module, cls in RULES:
        if known == name:
            return _imported(module, cls)
    raise BadOption(f"no rule set {name}; there are {', '.join(NAMES)}")


def rounds():  # a Rounds
    """Return an event's rounds, before the first; their code is loaded like a rule set's."""
    return _imported("rounds", "Rounds")()


def _imported(module: str, cls: str):  # a class
    package = __import__("firmware.scoring." + module)
    return getattr(getattr(package.scoring, module), cls)
