"""URL Standard, 4.3 URL writing and 3.4 Host writing: whether a text is a valid URL string.

The syntax of a relative-URL string depends on the base. If the base is unknown, a text is valid if
some kind of base makes it valid.
"""

import functools
import re
from pathlib import Path

import attrs

from hexapla.grammar import Grammar
from hexapla.grammar.validity import Expected
from hexapla.standard.phases import NoUri
from hexapla.standard.syntax import Syntax, roles
from hexapla_specs.whatwg.components import Kind, Url, kind_of
from hexapla_specs.whatwg.hosts import is_valid_domain

_GRAMMAR = Grammar(Path(__file__).with_name("grammar.abnf"))
_DOMAIN = re.compile(r"(?:(?:ftp|file|https?|wss?):)?//([^/?#:\[]+)", re.IGNORECASE | re.ASCII)
_NO_DOMAIN = Expected(("valid-domain-string",), "", end=False)


def _refuse_domain(text: str) -> tuple[int, Expected] | None:
    """3.4: return the offset of a domain that ToASCII rejects, which no grammar can express.

    Args:
        text: A text that the grammar derives; a relative text has a domain, not an opaque host.
    """
    match = _DOMAIN.match(text)
    if match is None or is_valid_domain(match[1]):
        return None
    if _GRAMMAR.matches("valid-IPv4-address-string", match[1]):
        return None
    return match.start(1), _NO_DOMAIN


def _refuse_absolute(text: str) -> tuple[int, Expected] | None:
    """3.4: the same as `_refuse_domain`, but relative texts have an opaque host."""
    return None if text.startswith("//") else _refuse_domain(text)


SYNTAX = Syntax(
    _GRAMMAR,
    roles=roles(
        "reference=valid-URL-string, absolute=absolute-URL-with-fragment-string, "
        "relative=relative-URL-with-fragment-string, scheme=URL-scheme-string, "
        "host=valid-host-string, port=URL-port-string, segment=URL-path-segment-string, "
        "query=URL-query-string, fragment=URL-fragment-string, escape=percent-encoded-byte"
    ),
    refuse=_refuse_absolute,
)


def syntax_under(base: Url | NoUri) -> Syntax:
    """Return the syntax of a valid URL string under a base; under failure, only absolute (4.3)."""
    if isinstance(base, NoUri):
        return _varied("failure")
    return _varied("opaque" if base.has_opaque_path else kind_of(base.scheme).value)


@functools.cache
def _varied(variant: str) -> Syntax:
    has_domain = variant in (Kind.SPECIAL.value, Kind.FILE.value)
    refuse = _refuse_domain if has_domain else _refuse_absolute
    return attrs.evolve(SYNTAX, grammar=SYNTAX.grammar.varied(variant), refuse=refuse)
