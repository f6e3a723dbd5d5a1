"""Chains of differences: taken away one after the other, they leave nothing to differ about."""

import pytest
from hypothesis import given
from inputs import any_text, bases, references, specs_with_readings

import hexapla
from hexapla.comparison.cause import Cause
from hexapla.comparison.difference import Difference
from hexapla.comparison.side import Side
from hexapla.standard.phases import Move, Phase, Rule, Target
from hexapla.standard.spec import Spec


def rule_for(side: Side, other: Side) -> Rule:
    """Return the rule of combining under which a column goes on: its own, if it did not end."""
    if not side.ends and side.applied.phase is Phase.COMBINE:
        return side.applied
    combining = [rule for rule in side.column.rules if rule.phase is Phase.COMBINE]
    alike = [rule for rule in combining if rule.move is other.applied.move]
    merging = [rule for rule in combining if rule.move is Move.MERGE]
    return (*alike, *merging, *combining)[0]


def taken_over(difference: Difference, base: str, side: Side, other: Side) -> Target:
    """Return what a column ends with if it has, behind the phase, what the other has."""
    if other.ends:
        return other.after
    rule = rule_for(side, other) if difference.phase is Phase.COMBINE else None
    assert isinstance(other.after, str)
    return side.column.continue_from(base, other.after, difference.phase, rule).target


def check_chain(cause: Cause, base: str, ends: dict[str, Target]) -> None:
    """Replay a chain: only when the last difference is taken away do the columns end alike."""
    supposed = {side.spec for item in cause.differences for side in item.sides if side.supposed}
    assert len(supposed) <= 1  # one column goes on from what the other has
    moving = next(iter(supposed), cause.left.spec)
    (fixed,) = {side.spec for side in cause.deciding.sides} - {moving}
    now = ends[moving]
    for difference in cause.differences:
        assert now != ends[fixed]
        sides = {side.spec: side for side in difference.sides}
        before, now = now, taken_over(difference, base, sides[moving], sides[fixed])
    other = taken_over(cause.deciding, base, sides[fixed], sides[moving])
    columns = sides[fixed].column, sides[moving].column
    assert alike(now, ends[fixed], *columns) or alike(other, before, *columns)


def alike(one: Target, other: Target, *columns: Spec) -> bool:
    """Return whether two ends are the same, or are the same to one of the columns.

    To RFC 1808, for one, an empty component is none: it can't take over what has one.
    """
    if not isinstance(one, str) or not isinstance(other, str):
        return one == other
    return one == other or any(to(spec, one) == to(spec, other) for spec in columns)


def to(spec: Spec, text: str) -> str:
    return spec.recombine(spec.state_of(spec.split(text)))[1]


@given(base=bases, reference=references, left=specs_with_readings(), right=specs_with_readings())
def test_a_chain_without_its_last_difference_does_not_make_columns_agree(
    base: str, reference: str, left: Spec, right: Spec
) -> None:
    check(base, reference, left, right)


@given(base=bases, reference=any_text, left=specs_with_readings(), right=specs_with_readings())
def test_any_text_has_such_a_chain(base: str, reference: str, left: Spec, right: Spec) -> None:
    check(base, reference, left, right)


def check(base: str, reference: str, left: Spec, right: Spec) -> None:
    if left.selector == right.selector:
        return
    target = hexapla.compare(reference, base=base, specs=[left, right]).target
    ends = {str(item.spec.selector): item.target for item in target.resolutions}
    for cause in target.causes:
        check_chain(cause, base, ends)


@given(base=bases, reference=references, left=specs_with_readings(), right=specs_with_readings())
def test_a_phase_has_at_most_one_difference(
    base: str, reference: str, left: Spec, right: Spec
) -> None:
    if left.selector == right.selector:
        return
    for cause in hexapla.compare(reference, base=base, specs=[left, right]).target.causes:
        phases = [item.phase for item in cause.differences]
        assert phases == sorted(set(phases), key=list(Phase).index)
        for difference in cause.differences:
            # A rule is named because it changed the text, or ended resolving, on one side at least.
            assert any(side.ends or side.before != side.after for side in difference.sides)


@pytest.mark.parametrize("reference", ["#", "?", "../../../g", "g;x=1/../y", "http:g"])
def test_the_older_column_comes_first(reference: str) -> None:
    comparison = hexapla.compare(reference, base="http://a/b/c/d;p?q")
    order = [spec.selector for spec in comparison.specs]
    for cause in comparison.target.causes:
        assert order.index(cause.left.spec) < order.index(cause.right.spec)
