"""Where a rule stands on its standard's page."""

from hexapla.standard.rule import Rule
from hexapla.standard.spec import Spec
from hexapla.text.slug import slug


def place_of(spec: Spec, rule: Rule) -> str:
    """Return the anchor of a rule on its standard's page, or of the component that it delimits."""
    if rule in spec.rules:
        return f"rule-{rule.name}"
    names = (part.name for part in spec.components if part.citation == rule.citation)
    return f"part-{slug(next(names, ''))}"
