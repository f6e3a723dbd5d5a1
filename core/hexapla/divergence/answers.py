"""The aspects under which answers are compared: each component, and whether the URL is accepted.

Hosts are compared with ASCII letters in lower case, and without brackets. An empty host counts as a
missing host. Other components are compared as given, with U+FFFD for invalid UTF-8. A component is
compared only if both answers report it, so both programs must accept the URL.
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
"""All aspects that can be compared; the host comes first because it matters most."""
ALL = "all"

COMPARED_AS: Mapping[str, str] = FrozenMapping(
    {
        **dict.fromkeys(COMPONENT_NAMES, "as given"),
        HOST: "with ASCII letters in lower case, without brackets; an empty host counts as missing",
        ACCEPTS: "by whether the URL is accepted or rejected, whatever the message",
    }
)
"""For each aspect, a description of how answers are compared."""


class NotTold:
    """The value of a component that an answer doesn't report."""


NOT_TOLD = NotTold()

Compared = str | bool | None | NotTold
"""The value of an answer under an aspect; two answers differ if they report different values."""


def aspects_of(names: str | Iterable[str]) -> tuple[str, ...]:
    """Return the named aspects in the order of `ASPECTS`, without duplicates; `all` names them all.

    Raises:
        TypeError: `names` isn't iterable, or an item isn't a string.
        ValueError: An aspect is unknown, or no aspect is named.
    """
    given = (names,) if isinstance(names, str) else checked_items(names, "on")
    for name in given:
        if name not in (*ASPECTS, ALL):
            raise ValueError(f"unknown aspect {name!r}. Available: {', '.join((*ASPECTS, ALL))}")
    chosen = tuple(name for name in ASPECTS if name in given or ALL in given)
    if not chosen:
        raise ValueError(f"name an aspect to compare. Available: {', '.join((*ASPECTS, ALL))}")
    return chosen


# For invalid UTF-8, some programs return the bytes unchanged, and others return U+FFFD.
_OCTETS = re.compile("[\udc80-\udcff]")


def compared(aspect: str, components: UrlComponents | None) -> Compared:
    """Return the value of an answer under an aspect; `NOT_TOLD` if the answer doesn't report it.

    Args:
        aspect: One of `ASPECTS`.
        components: The components of the URL; None if it was rejected.
    """
    if aspect == ACCEPTS:
        return components is not None
    if components is None or aspect not in components.stated:
        return NOT_TOLD
    value = components.compared(aspect)
    if value is None:
        return value
    return _OCTETS.sub("\ufffd", value)


def compared_values(
    aspects: Iterable[str], components: UrlComponents | None
) -> dict[str, Compared]:
    """Return the values that an answer reports under the given aspects, keyed by aspect."""
    values: dict[str, Compared] = {}
    for aspect in aspects:
        value = compared(aspect, components)
        if value is not NOT_TOLD:
            values[aspect] = value
    return values


def read_by(divided: DividedUrl, aspect: str) -> Compared:
    """Return the value that a spec reads under an aspect, or `NOT_TOLD`.

    `NOT_TOLD` means that the spec has no rule for the URL or, if the aspect is a component, that
    the spec rejects the URL or doesn't split off this component. A URL counts as accepted unless
    the spec's parser rejects it or the spec's grammar calls it invalid.
    """
    if not divided.has_rule:
        return NOT_TOLD
    if aspect == ACCEPTS:
        return divided.accepts and divided.valid is not False
    if divided.accepts:
        return compared(aspect, divided.components)
    return NOT_TOLD
