"""RFC 3986, section 5.2.1: a base may be normalized with the steps of 6.2.2 before it is used.

The functions for case and dot segments also serve the comparison ladder of 6.2 (`operations.py`).
"""

import functools
import re
import string
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from hexapla.documents.reading import Rationale, Reading
from hexapla.standard.component import recombined
from hexapla.standard.rule import Phase, Rule
from hexapla.text.escapes import ascii_lower, mapped, unescaped_where, with_upper_digits
from hexapla_specs.rfc3986.dot_segments import remove_dot_segments
from hexapla_specs.rfc3986.syntax import UriReference, cite, rule

BASE_NORMALIZATION = Reading(
    "base-normalization",
    "Is a base normalized before it is used?",
    {
        "none": Rationale("No: normalization is optional.", cite("5.2.1")),
        "syntax": Rationale(
            "Yes: its case, percent-encodings and dot segments are normalized.",
            cite("5.2.1, 6.2.2"),
        ),
    },
)

# 6.2.2 Syntax-Based Normalization.

_rewrites = partial(rule, Phase.NORMALISE, "rewrite")
UPPER_DIGITS = _rewrites("6.2.2.1", "the digits of a percent-encoding", "become upper case")
DECODES = _rewrites("6.2.2.2", "a percent-encoded unreserved character", "is decoded")
LOWER_CASE = _rewrites("6.2.2.1", "scheme and host", "become lower case", "6.2.2.1-rewrite-2")
NO_DOT_SEGMENTS = _rewrites("6.2.2.3", "the dot segments of a base", "are removed")

# 2.3 Unreserved Characters.

_UNRESERVED = frozenset(string.ascii_letters + string.digits + "-._~")

# A base that contains no match for this pattern is already normalized.
_MAY_CHANGE = re.compile(r"[A-Z%]|(?:^|[/:])\.")


# `WORDS_ALIKE` matches a base, a space and a reference if normalizing doesn't change any word of
# the base: the scheme and the authority contain no upper-case letter, the hexadecimal digits of
# escapes are in upper case, and no escape stands for an unreserved character.
_LOWER_CASE = r"(?![^:/?#]*[A-Z][^:/?#]*:)(?!(?:[^:/?#]*:)?//[^/?#]*[A-Z])"
_KEPT = r"(?:[^%]|%(?!2[DE]|3[0-9]|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])[0-9A-F]{2})*"
WORDS_ALIKE = re.compile(rf"{_LOWER_CASE}{_KEPT} [^ ]*", re.DOTALL)


class Rewritten(NamedTuple):
    """A base before and after a step of normalization.

    Attributes:
        rule: The rule of the step.
        before: The base before the step.
        base: The base after the step.
    """

    rule: Rule
    before: UriReference
    base: UriReference


@functools.lru_cache(maxsize=128)
def may_change(text: str) -> bool:
    """Return whether normalizing may change a base, given its text."""
    return _MAY_CHANGE.search(text) is not None


@functools.lru_cache(maxsize=128)
def normalized(base: UriReference) -> UriReference:
    """Return the normal form of a base."""
    for rewritten in rewritings(base):
        base = rewritten.base
    return base


def rewritings(base: UriReference) -> Iterator[Rewritten]:
    """Yield the steps of normalization that change a base."""
    if not may_change(base.text):
        return
    # Percent-encodings are decoded (6.2.2.2) before the case of a host is changed (6.2.2.1),
    # because a decoded letter may be in upper case. 5.2.1 also allows the steps of 6.2.3, which
    # depend on the scheme; Hexapla leaves them out.
    steps: tuple[tuple[Rule, Callable[[UriReference], UriReference]], ...] = (
        (UPPER_DIGITS, partial(_behind_scheme, rewrite=with_upper_digits)),
        (DECODES, partial(_behind_scheme, rewrite=_decoded)),
        (LOWER_CASE, with_lower_case),
        (NO_DOT_SEGMENTS, without_dot_segments),
    )
    for step, rewrite in steps:
        after = rewrite(base)
        if after.text != base.text:
            yield Rewritten(step, base, after)
            base = after


def _decoded(text: str) -> str:
    return unescaped_where(text, _UNRESERVED)


def _behind_scheme(base: UriReference, rewrite: Callable[[str], str]) -> UriReference:
    """Rewrite every component of a base except the scheme."""
    _, scheme, *others = base
    authority, path, query, fragment = [None if part is None else rewrite(part) for part in others]
    return _base_of(scheme, authority, path or "", query, fragment)


def with_lower_case(base: UriReference) -> UriReference:
    """Convert the scheme and the host of a base to lower case, and letters in the port as well."""
    _, scheme, authority, path, query, fragment = base
    if authority is not None:
        userinfo, at_sign, host = authority.rpartition("@")
        authority = userinfo + at_sign + mapped(host, ascii_lower)
    if scheme is not None:
        scheme = ascii_lower(scheme)
    return _base_of(scheme, authority, path, query, fragment)


def without_dot_segments(base: UriReference) -> UriReference:
    """Remove dot segments from a base, unless 3.3 forbids the resulting path."""
    _, scheme, authority, path, query, fragment = base
    removed = remove_dot_segments(path)
    if authority is None and removed.startswith("//"):
        return base
    return _base_of(scheme, authority, removed, query, fragment)


def _base_of(
    scheme: str | None,
    authority: str | None,
    path: str,
    query: str | None,
    fragment: str | None,
) -> UriReference:
    text = recombined(scheme, authority, path, query, fragment)
    return UriReference(text, scheme, authority, path, query, fragment)
