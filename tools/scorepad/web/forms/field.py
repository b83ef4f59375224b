"""The fields of a form: parameters of its operation, with labels for people."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from firmware.scoring.rules import rule_set
from scorepad import operations
from scorepad.language import adapt, joined, text, text_as
from scorepad.operation import (
    CABLE,
    CHOICE,
    LINES,
    PASSWORD,
    PORT,
    Group,
    Parameter,
    Suggests,
    Upload,
)
from scorepad.operation import parameters as parameters_of
from scorepad.reports.drawing.media import has_pdf
from scorepad.rule_sets import Option, options
from scorepad.web.languages import language_names

DATE, NUMBER, TIME, TEXT = "date", "number", "time", "text"
CHECK, FILE = "check", "file"
NOT_SHOWN = (FILE, PASSWORD)  # once they were sent
PORTS = (PORT, CABLE)
WITHIN = "."  # between a group of fields and one of them: `movement.pairs`
_BOXES = {LINES: 1, PASSWORD: 2}
_MANY_VALUES = 10

Choices = tuple[tuple[str, str], ...]  # the values, and what people read for them


@dataclass(frozen=True)
class Field:
    """A field of a form, as fields.html draws it.

    choices: all its values
    boxes: the number of values that can be entered; `called`: a label for each
    suggests: the name of a list of suggestions; `listed`: makes it, None if the server has it
    open: whether values that are not in the list may be valid
    example: a file that can be filled in
    """

    name: str
    label: str
    kind: str
    hint: str = ""
    choices: Choices = ()
    required: bool = False
    boxes: int = 1
    called: tuple[str, ...] = ()
    suggests: str = ""
    listed: Suggests | None = None
    open: bool = False
    example: str = ""


def parameters(command: str) -> Mapping[str, Parameter]:
    """Return what an operation takes, by name. Raise KeyError if there is no such operation."""
    return {each.name: each for each in parameters_of(operations.find(command))}


def field(command: str, name: str) -> Field:
    """Return the field with this name in forms of an operation. Raise KeyError."""
    whole, _, part = name.partition(WITHIN)
    parameter = parameters(command)[whole]
    if parameter.named and part:
        rules, _, option = part.partition(WITHIN)
        return _option(name, rules, option)
    if part:
        of_group = {each.name: each for each in parameters_of(parameter.type)}
        return replace(_of(of_group[part]), name=name, required=False)
    return _of(parameter)


def group_fields(command: str, name: str) -> tuple[str, ...]:
    """Return the names of the fields of a parameter that is a Group."""
    kind = parameters(command)[name].type
    return tuple(f"{name}{WITHIN}{each.name}" for each in parameters_of(kind))


def options_of(rules: str) -> tuple[str, ...]:
    """Return the names of the fields for the options of a rule set."""
    return tuple(f"option{WITHIN}{rules}{WITHIN}{name}" for name, _ in rule_set(rules).choices)


def _of(parameter: Parameter) -> Field:
    param = parameter.param
    label, choices = parameter.label, _choices(parameter)
    hint = text(param.help if param.hint is None else param.hint)
    of_server = param.control if param.control in PORTS else ""
    boxes = param.boxes if parameter.many else _BOXES.get(param.control, 1)
    return Field(
        parameter.name,
        label,
        _kind(parameter, choices),
        "" if label.casefold().endswith(hint.casefold()) else hint,
        choices,
        # A group can also be filled in field by field.
        (parameter.required or param.control == LINES) and not issubclass(parameter.type, Group),
        boxes,
        tuple(text(param.each[box % len(param.each)]) for box in range(boxes) if param.each),
        of_server or (param.suggests.__name__.partition("_")[2] if param.suggests else ""),
        param.suggests,
        param.open,
        param.sample,
    )


def _kind(parameter: Parameter, choices: Choices) -> str:
    control = parameter.param.control
    if choices or control in PORTS:
        return CHOICE
    kinds = {bool: CHECK, int: NUMBER, date: DATE, Upload: FILE}
    return control or kinds.get(parameter.type, TEXT)


def _choices(parameter: Parameter) -> Choices:
    there = [value for value in parameter.choices if value != "pdf" or has_pdf()]
    return tuple((value, _choice_label(parameter, value)) for value in there)


def _choice_label(parameter: Parameter, value: str) -> str:
    return language_names().get(value) or text(parameter.param.choices.get(value, value))


def _option(name: str, rules: str, called: str) -> Field:
    """Return the field of an option of a rule set; left as it is, it is the default of that."""
    option = next(option for option in options(rule_set(rules)) if option.name == called)
    usual, label = str(option.default), _capitalise(text_as("option", called))
    if len(option.values) > _MANY_VALUES:
        numbers = f"{option.values[0]}-{option.values[-1]}"
        usual = text("as a rule: {value}", value=usual)
        return Field(name, label, NUMBER, _join_hints(option.meaning, numbers, usual))
    choices = tuple((str(value), _value_label(option, str(value))) for value in option.values)
    usual = text("as a rule: {value}", value=_value_label(option, usual))
    return Field(name, label, CHOICE, _join_hints(option.meaning, usual), choices)


def _join_hints(meaning: str, *said: str) -> str:
    return joined(filter(None, (text(meaning), *said)), "; ")


def _value_label(option: Option, value: str) -> str:
    return text(option.meanings.get(value, "")) or text_as("option", value)


def _capitalise(label: str) -> str:
    """Return a label with a capital letter, without what joins words in a name."""
    return adapt(label, lambda words, _: f"{words[:1].upper()}{words[1:]}".replace("_", " "))
