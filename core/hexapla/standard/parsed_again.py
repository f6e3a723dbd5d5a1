"""Whether a target reads differently when it is parsed again, for example if a path became a host.

A standard joins the components of a target into a string. If the string is parsed again, another
component may begin with "//", or the authority may end elsewhere: `a:/b/c` with `..//d` gives
`a://d`, whose host is `d`. A program that checks the components but sends the string is deceived.
"""

import re
from typing import TYPE_CHECKING

import attrs

from hexapla.text.signs import visible
from hexapla.values.value import Value

if TYPE_CHECKING:
    from hexapla.standard.spec import Spec

# A scheme and the text after "//", up to the next slash.
_AUTHORITY = re.compile(r"[^:/?#]*:(?://[^/]*)?", re.DOTALL)
_SCHEME = re.compile(r"[^:/?#]+:", re.DOTALL)


@attrs.frozen(repr=False)
class ParsedAgain(Value):
    """A target that, when it is parsed again, has a host of neither the base nor the reference.

    Attributes:
        host: The host of the target, parsed again; None if it has none.
        given: The hosts of base and reference, each once; None stands for no host.
    """

    host: str | None
    given: tuple[str | None, ...]

    def __str__(self) -> str:
        if self.host is None:
            return "when it is parsed again, it has no host"
        host = f'"{visible(self.host)}"' if self.host else "empty"
        return f"when it is parsed again, its host is {host}; neither base nor reference has it"


def parsed_again(spec: "Spec", base: str, reference: str, uri: str) -> ParsedAgain | None:
    """Return how a target reads differently when it is parsed again; None if it doesn't.

    Args:
        spec: The standard that resolved, and that parses again.
        base: The base.
        reference: The reference.
        uri: The target.
    """
    if uri == reference or _authority(uri) == _authority(base):
        return None
    given = tuple(dict.fromkeys(_host(spec, text) for text in _sources(base, reference)))
    host = _host(spec, uri)
    return None if host in given else ParsedAgain(host, given)


def _authority(text: str) -> str:
    found = _AUTHORITY.match(text)
    return "" if found is None else found[0]


def _sources(base: str, reference: str) -> list[str]:
    """Return the strings from which the target may have its host."""
    scheme = _SCHEME.match(base)
    behind_scheme = [] if scheme is None else [scheme[0] + reference.lstrip()]
    return [base, reference, *behind_scheme]


def _host(spec: "Spec", url: str) -> str | None:
    return spec.divide(url).components.host
