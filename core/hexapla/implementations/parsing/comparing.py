"""How a program's answer to a URL is compared with what a standard reads in it.

A host is compared as a client connects to it: ASCII lower case, without brackets, and an empty host
is no host. The other components are compared as they are given. One of which the program tells
nothing is not compared.
"""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from hexapla.implementations.parse_asking import ParseAnswer
from hexapla.operations.division import DividedUrl
from hexapla.operations.url_components import COMPONENT_NAMES, UrlComponents

ACCEPTS = "accepts"
"""The name of what is compared first: whether there are components at all."""
COMPARED = (ACCEPTS, *COMPONENT_NAMES)
"""All that is compared."""


class Finding(StrEnum):
    """What comparing says of a component."""

    SAME = "same"
    DIFFERENT = "different"
    # The program refuses what the standard's grammar does not derive, or has no rule for.
    REJECTED = "rejected"
    # The program tells a component where the standard has no rule.
    NO_RULE = "no-rule"


def findings(divided: DividedUrl, answer: ParseAnswer) -> Mapping[str, Finding]:
    """Return what comparing says, by the name of what is compared.

    Args:
        divided: What the standard reads in a URL.
        answer: What the program answered to it; nothing is compared where it failed to answer.
    """
    if answer.trouble is not None:
        return {}
    if answer.components is None:
        return {ACCEPTS: _of_refusal(divided)}
    told = answer.components.told
    if not divided.has_rule:
        return dict.fromkeys((ACCEPTS, *told), Finding.NO_RULE)
    if not divided.accepts:
        return dict.fromkeys((ACCEPTS, *told), Finding.DIFFERENT)
    different = set(components_apart(divided.components, answer.components, told))
    return {
        name: Finding.DIFFERENT if name in different else Finding.SAME for name in (ACCEPTS, *told)
    }


def _of_refusal(divided: DividedUrl) -> Finding:
    if not divided.accepts:
        return Finding.SAME
    return Finding.DIFFERENT if _is_derived(divided) else Finding.REJECTED


def _is_derived(divided: DividedUrl) -> bool:
    """Return whether a refusal contradicts a standard: it has a rule, and its grammar allows it."""
    return divided.has_rule and divided.valid is not False and divided.authority_valid is not False


def components_apart(
    one: UrlComponents, other: UrlComponents, names: Iterable[str]
) -> tuple[str, ...]:
    """Return the components that differ as they are compared.

    Args:
        one: Some components.
        other: Others.
        names: The components to compare; both tell of them.
    """
    return tuple(
        name
        for name in names
        # Most texts are the same, and so then is what is compared of them.
        if one.told[name] != other.told[name] and one.compared(name) != other.compared(name)
    )
