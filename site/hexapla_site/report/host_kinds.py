r"""The kinds of URL in which parsers read different hosts, with the examples of their history.

A URL is of the first kind whose pattern it matches: what is rarer in a URL comes first, so that a
backslash before an at-sign is a matter of the backslash.
"""

import re
from collections.abc import Iterator

import attrs

from hexapla_site.folders import read_data


@attrs.frozen
class HostKind:
    """A kind of URL.

    Attributes:
        id: What it is called in an address.
        title: Its title.
        about: What the standards and the parsers are divided about, in a sentence or two.
        pattern: What a URL of the kind matches somewhere.
        examples: The URLs whose history is told; every standard reads them.
    """

    id: str
    title: str
    about: str
    pattern: re.Pattern[str]
    examples: tuple[str, ...] = ()


def _read() -> Iterator[HostKind]:
    kinds = read_data("host-kinds.toml")["kind"]
    for kind in kinds:
        examples = tuple(kind["examples"])
        yield HostKind(**{**kind, "pattern": re.compile(kind["pattern"]), "examples": examples})


HOST_KINDS = tuple(_read())
"""The kinds, in the order in which they are tried; the last one matches everything."""


def kind_of_url(url: str) -> HostKind:
    """Return the kind of a URL."""
    return next(kind for kind in HOST_KINDS if kind.pattern.search(url))
