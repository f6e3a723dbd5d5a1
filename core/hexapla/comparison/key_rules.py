"""The rules that the key of a cause names."""

from hexapla.comparison.columns import compare
from hexapla.comparison.key import PARTS, CauseKey
from hexapla.standard.phases import Rule
from hexapla.standard.rule_name import rules_by_name
from hexapla.standard.spec import Spec


def rules_of_key(
    key: CauseKey, specs: tuple[Spec, ...], reference: str, base: str | None
) -> tuple[Rule, Rule]:
    """Return the rules that a key names on the left and on the right.

    A rule that its spec does not list is looked for where it was applied: an input that shows the
    cause is compared once more.

    Args:
        key: The key of a cause of parts or of target.
        specs: The columns.
        reference: The reference of an input that shows the cause.
        base: The base of that input; None where there is none.

    Raises:
        LookupError: A rule is not listed, and the input does not show the cause.
    """
    by_selector = {spec.selector: spec for spec in specs}
    left, right = (rules_by_name(by_selector[spec]).get(name) for spec, name in key.sides)
    if left is not None and right is not None:
        return left, right
    comparison = compare(reference, base=base, specs=specs)
    facet = comparison.parts if key.facet == PARTS else comparison.target
    causes = facet.causes if facet is not None else ()
    cause = next((cause for cause in causes if cause.key == key), None)
    if cause is None:
        raise LookupError(f"{reference!r} against {base!r} does not show {key!r}")
    return cause.left.rule, cause.right.rule
