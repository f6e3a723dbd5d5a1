"""Chains of differences: once all are removed, one after the other, the columns agree."""

from collections.abc import Mapping, Sequence

from applied_rules import applied_rules
from inputs import of_two_specs

import hexapla
from hexapla.comparison.cause import Difference, SpecStep
from hexapla.comparison.comparison import ResolvedComparison
from hexapla.comparison.run import Run, SpecInput
from hexapla.standard.phases import PhaseResult, Target
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec


def rule_for(side: SpecStep, applied: Rule, other: Rule) -> Rule:
    """Return the rule of combining with which a column continues: its own, unless it ended."""
    if not side.ends and applied.phase is Phase.COMBINE:
        return applied
    combining = [rule for rule in side.spec.rules if rule.phase is Phase.COMBINE]
    alike = [rule for rule in combining if rule.kind is other.kind]
    merging = [rule for rule in combining if rule.kind is RuleKind.MERGE]
    return (*alike, *merging, *combining)[0]


def taken_over(
    difference: Difference,
    base: str,
    side: SpecStep,
    other: SpecStep,
    applied: Mapping[str, Rule],
    passed: Sequence[PhaseResult],
) -> tuple[PhaseResult, ...] | None:
    """Return the phase results of a column that continues from the other's text after the phase.

    None if the column parses that text into other components than the other column has.
    """
    phase = difference.phase
    if other.ends:
        return (PhaseResult(phase, other.after, None, None),)
    rule = None
    if phase is Phase.COMBINE:
        rule = rule_for(side, applied[side.spec.selector], applied[other.spec.selector])
    spec, (state,) = side.spec, (item.state for item in passed if item.phase is phase)
    assert state is not None
    parts = spec.standard.split(other.after)
    if has(spec, parts[1:]) != has(other.spec, state):
        return None
    return spec.standard.passed_from(spec.standard.split(base), parts, phase, rule)


def has(spec: Spec, state: tuple[str | None, ...]) -> dict[str, str]:
    names = (component.shared for component in spec.components)
    return {name: part for name, part in zip(names, state, strict=True) if part}


def check_chain(comparison: ResolvedComparison) -> None:
    """Replay a chain: the columns give the same target only once the last difference is removed."""
    (cause,) = comparison.target.causes
    base, reference = comparison.base, comparison.reference
    supposed = {
        side.spec.selector for item in cause.differences for side in item.sides if side.supposed
    }
    assert len(supposed) <= 1  # only one column continues from the other's text
    moving = next(iter(supposed), cause.left.spec.selector)
    (fixed,) = {side.spec.selector for side in cause.deciding.sides} - {moving}
    passed, steady = (
        spec.standard.passed_from(spec.standard.split(base), spec.standard.split(reference))
        for spec in map(hexapla.spec, (moving, fixed))
    )
    for difference, rules in zip(cause.differences, applied_rules(comparison), strict=True):
        assert passed[-1][1] != steady[-1][1]
        sides = {side.spec.selector: side for side in difference.sides}
        applied = dict(zip(sides, rules, strict=True))
        before = passed
        replayed = taken_over(difference, base, sides[moving], sides[fixed], applied, steady)
        if replayed is None:
            return
        passed = replayed
    other = taken_over(cause.deciding, base, sides[fixed], sides[moving], applied, before)
    if other is None:
        return
    columns = sides[fixed].spec, sides[moving].spec
    ends = steady[-1][1]
    assert alike(passed[-1][1], ends, *columns) or alike(other[-1][1], before[-1][1], *columns)


def alike(one: Target, other: Target, *columns: Spec) -> bool:
    """Return whether two targets are the same, or the same to one of the columns.

    To RFC 1808, an empty component is the same as none, so it can't take over a text with one.
    """
    if not isinstance(one, str) or not isinstance(other, str):
        return one == other
    return one == other or any(to(spec, one) == to(spec, other) for spec in columns)


def to(spec: Spec, text: str) -> str:
    return spec.standard.recombine(spec.standard.split(text)[1:])[1]


@of_two_specs
def test_a_chain_without_its_last_difference_does_not_make_columns_agree(
    base: str, reference: str, left: Spec, right: Spec
) -> None:
    """A phase has at most one difference."""
    if left.selector == right.selector:
        return
    comparison = hexapla.compare(reference, base=base, specs=[left, right])
    for cause in comparison.target.causes:
        check_chain(comparison)
        phases = [item.phase for item in cause.differences]
        assert phases == sorted(set(phases), key=list(Phase).index)
        for difference in cause.differences:
            # A rule is named only if it changed the text or ended resolving, on at least one side.
            assert any(side.ends or side.before != side.after for side in difference.sides)


def run_of(selector: str, base: str, reference: str) -> Run:
    spec = hexapla.spec(selector)
    base_parts = spec.standard.split(base)
    parts = spec.standard.split(reference, base_parts)
    target = spec.standard.resolve_parts(base_parts, parts)
    return SpecInput(spec, base_parts, parts, target).run


def test_a_spec_goes_on_with_its_own_rule_of_combining_or_none() -> None:
    """RFC 1738 has none, and once went on with a rule of another phase."""
    other = run_of("rfc1808", "http://a/b", "g")
    for selector, rule in (("rfc1738", None), ("rfc2396", "5.2-steps-6a-6b-merge")):
        run = run_of(selector, "a/b", "g")
        assert run.ended(Phase.CLASSIFY)
        resumed = run.continue_from(other, Phase.COMBINE)
        assert resumed is not None
        applied = resumed.rule(Phase.COMBINE)
        assert (applied and applied.name) == rule
        assert resumed.target == "http://a/g"
