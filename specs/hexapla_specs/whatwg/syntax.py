"""URL Standard, 4.3 URL writing and 3.4 Host writing: whether a text is a valid URL string.

What a relative-URL string is depends on the base. Where no base is known, it is one that a base of
any kind makes valid.
"""

import functools
import re
from enum import StrEnum
from pathlib import Path

import attrs

from hexapla.grammar import Grammar
from hexapla.grammar.validity import Expected, Validity, Verdict
from hexapla.standard.syntax import Syntax
from hexapla.values.value import Value
from hexapla_specs.whatwg.domain import is_valid_domain


class BaseKind(StrEnum):
    """What 4.3 switches on; each is a variant of the grammar."""

    SPECIAL = "special"
    FILE = "file"
    OTHER = "other"
    OPAQUE = "opaque"


@attrs.frozen(repr=False)
class BaseUrl(Value):
    """What validity takes from a base URL.

    Attributes:
        scheme: Its scheme, in lower case.
        has_opaque_path: Whether its path is opaque.
    """

    scheme: str
    has_opaque_path: bool = False

    @property
    def kind(self) -> BaseKind:
        """Which of the relative-URL strings are valid with it."""
        if self.has_opaque_path:
            return BaseKind.OPAQUE
        if self.scheme == "file":
            return BaseKind.FILE
        return BaseKind.SPECIAL if is_special(self.scheme) else BaseKind.OTHER


SYNTAX = Syntax(
    Grammar(Path(__file__).with_name("grammar.abnf")),
    roles={
        "reference": "valid-URL-string",
        "absolute": "absolute-URL-with-fragment-string",
        "relative": "relative-URL-with-fragment-string",
        "scheme": "URL-scheme-string",
        "host": "valid-host-string",
        "port": "URL-port-string",
        "segment": "URL-path-segment-string",
        "query": "URL-query-string",
        "fragment": "URL-fragment-string",
        "escape": "percent-encoded-byte",
    },
)


@functools.lru_cache(maxsize=1024)
def is_special(scheme: str) -> bool:
    """Return whether a scheme is special (4.2)."""
    return SYNTAX.grammar.matches("special-scheme", scheme)


_DOMAIN = re.compile(r"(?:(?:ftp|file|https?|wss?):)?//([^/?#:\[]+)", re.IGNORECASE | re.ASCII)
_NO_DOMAIN = Expected(("valid-domain-string",), "", end=False)


def validity_of(text: str, kind: BaseKind | None = None) -> Validity:
    """Return whether a text is a valid URL string.

    Where the grammar derives it and ToASCII refuses its domain, the offset is the domain's.

    Args:
        text: The text; any `str` is legal.
        kind: The kind of the base; None where no base is known.
    """
    validity = _varied(kind).validate(text)
    if validity.verdict is not Verdict.YES:
        return validity
    match = _DOMAIN.match(text)
    if match is None or (text.startswith("//") and kind not in (BaseKind.SPECIAL, BaseKind.FILE)):
        return validity
    if is_valid_domain(match[1]) or SYNTAX.grammar.matches("valid-IPv4-address-string", match[1]):
        return validity
    return Validity(Verdict.NO, validity.productions, match.start(1), expected=_NO_DOMAIN)


@functools.cache
def _varied(kind: BaseKind | None) -> Syntax:
    variants = () if kind is None else (kind,)
    return attrs.evolve(SYNTAX, grammar=SYNTAX.grammar.varied(*variants))
