"""Where a rule stands on its standard's page."""

from hexapla.standard.phases import Rule
from hexapla.standard.spec import Spec
from hexapla.text.slug import slug


def place_of(spec: Spec, rule: Rule) -> str:
    """Return the anchor of a rule on its standard's page, or of the component that it delimits."""
    if rule in spec.rules:
        name = slug(rule.citation.section)
        alike = [other for other in spec.rules if slug(other.citation.section) == name]
        number = alike.index(rule)
        return f"rule-{name}-{number + 1}" if number else f"rule-{name}"
    names = (part.name for part in spec.components if part.citation == rule.citation)
    return f"part-{slug(next(names, ''))}"
