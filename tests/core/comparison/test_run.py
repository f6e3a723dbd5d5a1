"""Chains of differences: taken away one after the other, they leave nothing to differ about."""

from collections.abc import Sequence

import pytest
from inputs import of_two_specs

import hexapla
from hexapla.comparison.cause import Cause, Difference, SpecStep
from hexapla.standard.driver import passed_from
from hexapla.standard.phases import Passed, Target
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.spec import Spec
from hexapla.text.span import common_beginning


def rule_for(side: SpecStep, other: SpecStep) -> Rule:
    """Return the rule of combining under which a column goes on: its own, if it did not end."""
    if not side.ends and side.applied.phase is Phase.COMBINE:
        return side.applied
    combining = [rule for rule in side.column.rules if rule.phase is Phase.COMBINE]
    alike = [rule for rule in combining if rule.kind is other.applied.kind]
    merging = [rule for rule in combining if rule.kind is RuleKind.MERGE]
    return (*alike, *merging, *combining)[0]


def taken_over(
    difference: Difference, base: str, side: SpecStep, other: SpecStep, passed: Sequence[Passed]
) -> tuple[Passed, ...]:
    """Return what a column passes through if it has, behind the phase, what the other has."""
    phase = difference.phase
    if other.ends:
        return ((phase, other.after, None, None),)
    rule = rule_for(side, other) if phase is Phase.COMBINE else None
    spec = side.column
    (state,) = (item[3] for item in passed if item[0] is phase)
    parts = spec.split(other.after)
    if phase is Phase.SPLIT and to(spec, str(other.after)) != other.after:
        parts = with_the_same_path(spec, parts, other.column, state)
    if phase in (Phase.COMBINE, Phase.DOTS):
        parts = with_the_same_authority(spec, parts, other.column, state)
    if phase is Phase.COMBINE:
        parts = with_the_path_of_the_base(spec, parts, other.column, base)
    return passed_from(spec, spec.split(base), parts, phase, rule)


def with_the_same_path(
    spec: Spec, parts: tuple[str | None, ...], other: Spec, state: tuple[str | None, ...]
) -> tuple[str | None, ...]:
    """Return a text's parts with all that is path to the other column as path.

    RFC 2396 has the path `;`, where RFC 1808 has params, which it drops as they are empty.
    """
    names = [component.shared for component in spec.components]
    of_other = [component.shared for component in other.components]
    if {spec.id, other.id} & {"rfc1738", "whatwg"} or "params" not in names or "params" in of_other:
        return parts
    held = dict(zip(of_other, state, strict=True))
    own = dict(zip(names, parts[1:], strict=True))
    taken = own | {"path": held["path"], "params": ""}
    same_authority = (held.get("authority") or "") == (own["authority"] or "")
    written = spec.recombine(spec.state_of((parts[0], *taken.values())))[1]
    return (parts[0], *taken.values()) if same_authority and written == parts[0] else parts


def with_the_path_of_the_base(
    spec: Spec, parts: tuple[str | None, ...], other: Spec, base: str
) -> tuple[str | None, ...]:
    """Return a text's parts with params as path, where to the other column the base has none."""
    names = [component.shared for component in spec.components]
    of_other = [component.shared for component in other.components]
    if other.id in ("rfc1738", "whatwg") or "params" not in names or "params" in of_other:
        return parts
    own = dict(zip(names, parts[1:], strict=True))
    merged = f"{own['path']};{own['params']}"
    front, _, _ = str(parts[0]).partition(merged)
    of_base = base[: common_beginning(base, front + merged)].rpartition("/")[0] + "/"
    if not own["params"] or not of_base.startswith(front + f"{own['path']};"):
        return parts
    path, _, params = (front + merged).removeprefix(of_base).partition(";")
    whole = of_base.removeprefix(front) + path
    return (parts[0], *(own | {"path": whole, "params": params}).values())


def with_the_same_authority(
    spec: Spec, parts: tuple[str | None, ...], other: Spec, state: tuple[str | None, ...]
) -> tuple[str | None, ...]:
    """Return a text's parts with what is path to the other column as path, not as authority.

    RFC 2396 has the authority a and the path g where it writes `http://ag`.
    """
    names = [component.shared for component in spec.components]
    if {spec.id, other.id} & {"rfc1738", "whatwg"} or "authority" not in names:
        return parts
    of_other = [component.shared for component in other.components]
    held = dict(zip(of_other, state, strict=True))
    own = dict(zip(names, parts[1:], strict=True))
    authority, path = held.get("authority") or "", held["path"] or ""
    if not own["authority"] or not path or own["scheme"] != held["scheme"]:
        return parts
    if path.startswith("/") if authority else not path.startswith("//"):
        return parts
    # Behind x:/a, what begins with slashes is no authority.
    rest = str(parts[0]).partition(f"//{authority}{path}" if authority else path)[2]
    whole = dict(zip(names, spec.split(f"x:/a{path}{rest}")[1:], strict=True))
    nothing = dict(zip(names, spec.split("")[1:], strict=True))["authority"]
    kept = {"scheme": own["scheme"], "authority": authority or nothing}
    return (parts[0], *(whole | kept | {"path": str(whole["path"])[2:]}).values())


def check_chain(cause: Cause, base: str, reference: str) -> None:
    """Replay a chain: only when the last difference is taken away do the columns end alike."""
    supposed = {side.spec for item in cause.differences for side in item.sides if side.supposed}
    assert len(supposed) <= 1  # one column goes on from what the other has
    moving = next(iter(supposed), cause.left.spec)
    (fixed,) = {side.spec for side in cause.deciding.sides} - {moving}
    passed, steady = (
        passed_from(spec, spec.split(base), spec.split(reference))
        for spec in map(hexapla.spec, (moving, fixed))
    )
    for difference in cause.differences:
        assert passed[-1][1] != steady[-1][1]
        sides = {side.spec: side for side in difference.sides}
        before = passed
        passed = taken_over(difference, base, sides[moving], sides[fixed], steady)
    other = taken_over(cause.deciding, base, sides[fixed], sides[moving], before)
    columns = sides[fixed].column, sides[moving].column
    ends = steady[-1][1]
    assert alike(passed[-1][1], ends, *columns) or alike(other[-1][1], before[-1][1], *columns)


def alike(one: Target, other: Target, *columns: Spec) -> bool:
    """Return whether two ends are the same, or are the same to one of the columns.

    To RFC 1808, for one, an empty component is none: it can't take over what has one.
    """
    if not isinstance(one, str) or not isinstance(other, str):
        return one == other
    return one == other or any(to(spec, one) == to(spec, other) for spec in columns)


def to(spec: Spec, text: str) -> str:
    return spec.recombine(spec.state_of(spec.split(text)))[1]


@of_two_specs
def test_a_chain_without_its_last_difference_does_not_make_columns_agree(
    base: str, reference: str, left: Spec, right: Spec
) -> None:
    """A phase has at most one difference."""
    if left.selector == right.selector:
        return
    for cause in hexapla.compare(reference, base=base, specs=[left, right]).target.causes:
        check_chain(cause, base, reference)
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
