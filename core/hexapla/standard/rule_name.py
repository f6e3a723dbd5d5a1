"""Short names for rules, so that a rule can be called in an address or in a row of data."""

import base64
import hashlib

from hexapla.standard.phases import Rule
from hexapla.standard.spec import Spec
from hexapla.text.slug import slug


def rule_name(spec: Spec, rule: Rule) -> str:
    """Return the name of a rule, made of its section and its move: `4-step-6c-drop-pair`.

    Where several rules make the same move in the same section, all but the first have a number.
    A rule that the spec does not list has a code at the end, which depends on the rule alone.

    Args:
        spec: The spec that applies the rule.
        rule: The rule; it need not be one of `spec.rules`.
    """
    name = f"{slug(rule.citation.section)}-{rule.move.value}"
    place = (rule.citation.section, rule.move, rule.phase)
    alike = [
        other for other in spec.rules if (other.citation.section, other.move, other.phase) == place
    ]
    if rule not in alike:
        return f"{name}-{_code(rule)}"
    number = alike.index(rule)
    return f"{name}-{number + 1}" if number else name


def _code(rule: Rule) -> str:
    text = "\n".join((rule.phase.value, rule.citation.document.id, rule.does))
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return base64.b32encode(digest)[:6].decode().lower()
