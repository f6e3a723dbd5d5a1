"""What of two answers is compared, their aspects: a component, or whether the URL is accepted.

Hosts are compared as a client connects to them: ASCII lower case, without brackets, and an empty
host is no host. Other components are compared as they are given, and octets that are no UTF-8 as
U+FFFD. A component is compared only where both tell of it, and so only where both accept the URL.
"""

import re
from collections.abc import Iterable, Mapping

from hexapla.divergence.model import HOST
from hexapla.operations.authority import COMPONENT_NAMES, UrlComponents
from hexapla.operations.division import DividedUrl
from hexapla.values.checked import checked_items
from hexapla.values.frozen import FrozenMapping

ACCEPTS = "accepts"
ASPECTS = (HOST, *(name for name in COMPONENT_NAMES if name != HOST), ACCEPTS)
"""All that can be compared; the host, on which most depends, comes first."""
ALL = "all"

COMPARED_AS: Mapping[str, str] = FrozenMapping(
    {
        **dict.fromkeys(COMPONENT_NAMES, "as given"),
        HOST: "as connected to: ASCII lower case, without brackets, an empty host being no host",
        ACCEPTS: "as whether the URL is accepted or rejected, whatever the message",
    }
)
"""How answers are compared under each aspect, in words."""


class NotTold:
    """The value of a component that an answer does not mention."""


NOT_TOLD = NotTold()

Compared = str | bool | None | NotTold
"""The value of an answer under an aspect. Two answers differ where both have one, another one."""


def aspects_of(names: str | Iterable[str]) -> tuple[str, ...]:
    """Return the aspects that are named, each once and in their order; `all` names all of them.

    Raises:
        ValueError: There is no such aspect, or none is named.
    """
    given = (names,) if isinstance(names, str) else checked_items(names, "on")
    for name in given:
        if name not in (*ASPECTS, ALL):
            raise ValueError(f"Unknown aspect {name!r}. Available: {', '.join((*ASPECTS, ALL))}")
    chosen = tuple(name for name in ASPECTS if name in given or ALL in given)
    if not chosen:
        raise ValueError(f"name an aspect to compare. Available: {', '.join((*ASPECTS, ALL))}")
    return chosen


# Octets that are no UTF-8: some programs give them as they are, some as U+FFFD.
_OCTETS = re.compile("[\udc80-\udcff]")


def compared(aspect: str, components: UrlComponents | None) -> Compared:
    """Return the value of an answer under an aspect.

    Args:
        aspect: One of `ASPECTS`.
        components: What was read in the URL; None if it was rejected.
    """
    if aspect == ACCEPTS:
        return components is not None
    if components is None or aspect not in components.stated:
        return NOT_TOLD
    value = components.compared(aspect)
    return value if value is None else _OCTETS.sub("\ufffd", value)


def read_by(divided: DividedUrl, aspect: str) -> Compared:
    """Return the value of what a spec reads under an aspect; without a rule it has none.

    A standard accepts what its grammar derives; one that has no grammar, what it does not refuse.
    """
    if not divided.has_rule:
        return NOT_TOLD
    if aspect == ACCEPTS:
        return divided.accepts and divided.valid is not False
    return compared(aspect, divided.components) if divided.accepts else NOT_TOLD
