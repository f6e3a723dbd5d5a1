"""RFC 1738, sections 2.1 and 2.3: a URL stays as it is, and there are no relative forms.

Resolving therefore always ends with `classify`. The other functions are called only if a comparison
resumes a run after this phase or a later one, with another standard's result.
"""

import re

from hexapla.standard.phases import NoUri, Options, Outcome, Reason, State, error
from hexapla.standard.rule import Rule, by_phase, leaves_text
from hexapla.standard.trace import Trace
from hexapla_specs.rfc1738.syntax import Url, cite, login_of
from hexapla_specs.rfc1738.syntax import rule as new_rule

# RFC 1738 doesn't describe resolving, so these rules are Hexapla's conclusions from 2.1 and 2.3. A
# string with a scheme is a URL, which doesn't depend on a base. Any other string is not a URL, and
# therefore can't be a base. As under other standards, the base is tested first, even if the base
# isn't needed.

_test, *_ = by_phase(new_rule)
UNUSABLE_BASE = _test("2.1", "a base without a scheme", "is refused")
ABSOLUTE = _test("2.1", "a reference with a scheme", "stays as it is", "2.1-test-2")
NO_RELATIVE = _test("2.3", "a reference without a scheme", "is left to other documents")
# No step applies these rules. A comparison cites them if another standard changes the text.
LEAVES_TEXT = leaves_text(cite("2.1"))

_NO_SCHEME = error("the base has no scheme: it is not a URL", UNUSABLE_BASE.citation)
_UNDEFINED = NoUri(
    Outcome.UNDEFINED, reason=Reason("it has no relative forms", NO_RELATIVE.citation)
)
_UNDEFINED_BEFORE_COLON = NoUri(
    Outcome.UNDEFINED,
    reason=Reason("it finds no scheme, and has no relative forms", cite("2.1, 2.3")),
)
_BEFORE_COLON = re.compile("[^:/?#]+:")
"""Matches what another standard may take for a scheme."""


def classify(base: Url, url: Url, options: Options) -> tuple[Rule, str | NoUri]:
    """Return a URL as written, or an outcome without a URI if a scheme is missing."""
    if base.scheme is None:
        return UNUSABLE_BASE, _NO_SCHEME
    if url.scheme is None:
        return NO_RELATIVE, outcome_without_scheme(url)
    return ABSOLUTE, url.text


def outcome_without_scheme(url: Url) -> NoUri:
    """Return the outcome of a string without a scheme, which is neither a URL nor a reference."""
    return _UNDEFINED_BEFORE_COLON if _BEFORE_COLON.match(url.text) else _UNDEFINED


def combine(base: Url, url: Url, options: Options) -> tuple[None, State]:
    """Return the components of the URL unchanged."""
    return None, url[1:]


def remove_dots(
    rule: Rule | None, state: State, options: Options, trace: Trace | None
) -> tuple[None, State]:
    """Return the components unchanged."""
    return None, state


def recombine(state: State) -> tuple[None, str]:
    """Join the components with their delimiters."""
    scheme, schemepart, user, password, host, port, url_path = state
    text = ""
    if scheme is not None:
        text = f"{scheme}:"
    if schemepart is not None:
        return None, text + schemepart
    text += f"//{login_of(user, password, host, port)}"
    if url_path is not None:
        text += f"/{url_path}"
    return None, text
