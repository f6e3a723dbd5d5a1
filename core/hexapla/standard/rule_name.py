"""Short names for rules, so that a rule can be called in an address or in a row of data."""

from hexapla.standard.phases import Rule
from hexapla.standard.spec import AnySpec
from hexapla.text.slug import slug


def rule_name(spec: AnySpec, rule: Rule) -> str:
    """Name a rule of a spec by its section and the move that it makes: `4-step-6c-drop-pair`.

    Where several make the same move in the same section, all but the first have a number.
    """
    return f"{slug(rule.citation.section)}-{rule.move.value}{_number_of(spec, rule)}"


def _number_of(spec: AnySpec, rule: Rule) -> str:
    """Tell a rule from the earlier ones that make the same move in the same section."""
    place = (rule.citation.section, rule.move, rule.phase)
    alike = [
        other for other in spec.rules if (other.citation.section, other.move, other.phase) == place
    ]
    number = alike.index(rule) if rule in alike else 0
    return f"-{number + 1}" if number else ""
