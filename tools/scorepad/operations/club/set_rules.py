from dataclasses import field, replace
from typing import Annotated, Literal

from firmware.scoring.rules import NAMES
from scorepad.operation import Context, Done, IfMissing, Param, Rows, operation
from scorepad.operations.club.common import RULES_NAME
from scorepad.operations.common import Decision
from scorepad.operations.scoring.common import OPTION


@operation("club rules set")
class SetRules(Decision):
    """Set house rules

    House rules are a rule set with options of the club's own, under a name of at
    most 20 bytes. House rules of the same name are replaced; capitals make no other
    name. Options that are not given are those of the rule set: `scorepad rules RULES`
    shows them.
    """

    examples = (
        'scorepad club rules set "Tuesday" chicago --option carry=on',
        'scorepad club rules set "Cup" nz-match --option deals=16 --accept on',
    )
    if_missing = IfMissing.CREATE

    name: Annotated[str, replace(RULES_NAME, open=True)]
    rules: Annotated[
        str,
        Param(
            "Rule set", ", ".join(NAMES), choices={name: name for name in NAMES}, metavar="RULES"
        ),
    ]
    option: Annotated[dict[str, str], replace(OPTION, example="honours=off")] = field(
        default_factory=dict
    )
    accept: Annotated[
        Literal["on", "off"] | None,
        Param(
            "The other side accepts each result",
            "if it is not given: on in duplicate",
            choices={"on": "Yes", "off": "No"},
        ),
    ] = None

    def run(self, rows: Rows, context: Context) -> Done:
        from scorepad.club import house

        accept = None if self.accept is None else self.accept == "on"
        options, by = dict[str, str | int](self.option), self.by(context)
        return Done([house.set_rules(rows, self.name, self.rules, options, accept, by)])
