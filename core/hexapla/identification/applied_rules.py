"""The rules that a standard applies in resolving, and the rule that a program doesn't follow."""

from collections.abc import Sequence

from hexapla.divergence.model import Behaviour, Variation
from hexapla.divergence.transforms import Transform
from hexapla.implementations.asking import Case
from hexapla.standard.phases import Step
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec
from hexapla.values.frozen import kept

# The last rule applied in each of these phases has an effect even if it doesn't change the text.
_DECIDING = (Phase.CLASSIFY, Phase.COMBINE)


def _steps(spec: Spec, case: Case) -> Sequence[Step]:
    return spec.standard.record(case.reference, base=case.base).steps


@kept(8192, lambda spec, case: sum(map(len, case.texts)))
def effective_rules(spec: Spec, case: Case) -> tuple[Rule, ...]:
    """Return the rules that lead a spec from a case to its outcome, in order.

    These are the rules that change the text, and the last rules applied in classifying the
    reference and in combining it with the base.
    """
    steps = _steps(spec, case)
    last = {step.phase: step for step in steps}
    deciding = [last.get(phase) for phase in _DECIDING]
    rules: list[Rule] = []
    for step in steps:
        if step.changed or step in deciding:
            rules.append(step.rule)
    return tuple(rules)


def last_rule(spec: Spec, case: Case) -> Rule:
    """Return the last rule that has an effect on a case or, if none has, the last rule applied."""
    effective = effective_rules(spec, case)
    return effective[-1] if effective else _steps(spec, case)[-1].rule


def rule_for(behaviour: Behaviour, spec: Spec, case: Case) -> Rule:
    """Return the rule that a program with the given behaviour doesn't follow.

    If the program drops or ignores an empty part and the spec splits the reference, this is the
    rule about empty parts; without such a rule, it is the rule that splits off that part, or else
    the last splitting rule. Otherwise, it is the rule that `last_rule` returns.
    """
    ignores_query = behaviour.sign == Variation.IGNORE_EMPTY_QUERY
    if not ignores_query and Transform.DROP_EMPTY not in behaviour.transforms:
        return last_rule(spec, case)
    cuts = [step.rule for step in _steps(spec, case) if step.phase is Phase.SPLIT]
    if not cuts:
        return last_rule(spec, case)
    cuts.reverse()
    part = "query" if ignores_query else behaviour.component
    for kind in (f"drop-empty-{part}", RuleKind.DROP_EMPTY, f"cut-{part}"):
        for rule in (*cuts, *spec.rules):
            if rule.kind == kind:
                return rule
    return cuts[0]
