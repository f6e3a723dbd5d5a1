"""Check whether a reparsed target has a host that neither the base nor the reference has.

A standard joins the components of a target into a string. When this string is parsed again, the
authority may end elsewhere, or "//" at the beginning of the path may introduce an authority. For
example, resolving `..//d` against `a:/b/c` under RFC 3986 gives `a://d`, whose host is `d`,
although neither the base nor the reference has a host. The target may also lose the host of the
base: resolving `::` against `http://a` under RFC 2396 gives `http://a::`, whose authority is a
reg_name without a host. This can deceive a program that checks the components but sends the string.
"""

import re
from typing import TYPE_CHECKING

import attrs

from hexapla.standard.rule import Phase
from hexapla.text.signs import in_quotes, visible
from hexapla.values.value import Value

if TYPE_CHECKING:
    from hexapla.standard.spec import Spec

# A scheme with its colon and, if "//" follows, the text up to the next slash.
_AUTHORITY = re.compile(r"[^:/?#]*:(?://[^/]*)?", re.DOTALL)
_SCHEME = re.compile(r"[^:/?#]+:", re.DOTALL)


@attrs.frozen(repr=False)
class ParsedAgain(Value):
    """A host that only the reparsed target has, or the loss of the base's host.

    Attributes:
        host: The host of the target after it is parsed again; None if the target has no host.
        given: The hosts of the base and the reference, without duplicates; None stands for no host.
            If the target loses the base's host, this is the only host.
    """

    host: str | None
    given: tuple[str | None, ...]

    def __str__(self) -> str:
        if self.host is None:
            return "when it is parsed again, it has no host"
        host = in_quotes(visible(self.host)) if self.host else "empty"
        return f"when it is parsed again, its host is {host}; neither base nor reference has it"


def parsed_again(spec: "Spec", base: str, reference: str, uri: str) -> ParsedAgain | None:
    """Parse a target again; return its host if neither the base nor the reference has that host.

    A reference with neither a scheme nor an authority takes the base's host. If its target has no
    host, the base's host was lost, and the result's `host` is None. In all other cases, the result
    itself is None.

    Args:
        spec: The spec that resolved the reference; the target is parsed again under this spec.
        base: The base.
        reference: The reference.
        uri: The URI of the target.
    """
    if uri == reference or _authority(uri) == _authority(base):
        return None
    read_base = spec.standard.base_as_read(base)
    host = _host(spec, uri)
    base_host = _host(spec, read_base)
    if host is None and base_host and _takes_authority(spec, base, reference):
        return ParsedAgain(None, (base_host,))
    given = tuple(dict.fromkeys(_host(spec, text) for text in _sources(read_base, reference)))
    return None if host in given else ParsedAgain(host, given)


def _takes_authority(spec: "Spec", base: str, reference: str) -> bool:
    """Return whether a reference takes the scheme and the authority of the base.

    The result is false if the reference, once classified, has a scheme or an authority of its own.
    It is also false if resolving ends when the reference is classified.
    """
    standard = spec.standard
    base_parts = standard.split(base)
    results = standard.passed_from(base_parts, standard.split(reference, base_parts))
    for result in results:
        if result.phase is Phase.CLASSIFY and result.state is not None:
            own = dict(zip(standard.shared_names, result.state, strict=True))
            return own.get("scheme") is None and own.get("authority") is None
    return False


def _authority(text: str) -> str:
    found = _AUTHORITY.match(text)
    return "" if found is None else found[0]


def _sources(base: str, reference: str) -> list[str]:
    """Return the strings from which the target may have taken its host."""
    scheme = _SCHEME.match(base)
    behind_scheme = [] if scheme is None else [scheme[0] + reference.lstrip()]
    return [base, reference, *behind_scheme]


def _host(spec: "Spec", url: str) -> str | None:
    return spec.divide(url).components.host
