from scorepad.operation import Calculation, Context, operation
from scorepad.operations.common import Found
from scorepad.operations.scoring.common import RuleSet


@operation("rules")
class ShowRules(Calculation):
    """Show the rule sets, their options, defaults and sources

    Without a name all rule sets are listed. Of one of them the description is shown, and what each
    value of each option means, which is the default, and whose rule it is.
    """

    examples = (
        "scorepad rules",
        "scorepad rules chicago",
        "scorepad score chicago deals.txt --option vulnerable=nondealer",
    )

    rules: RuleSet | None = None

    def run(self, context: Context) -> Found:
        from firmware.scoring.rules import NAMES, rule_set
        from scorepad.reports.content import rule_sets
        from scorepad.rule_sets import as_dict

        if self.rules is None:
            known = [as_dict(rule_set(name)) for name in NAMES]
            return Found(known, lambda _: rule_sets.list_report())
        return Found(rule_set(self.rules), rule_sets.report, as_dict)
