"""RFC 1738, Uniform Resource Locators (T. Berners-Lee, L. Masinter, M. McCahill, December 1994).

RFC 1738 defines only absolute URLs (2.3), so resolving a reference without a scheme is undefined.
"""

from functools import partial
from pathlib import Path

from hexapla.documents.citation import Citation
from hexapla.operations.operation import operation
from hexapla.standard.component import Component
from hexapla.standard.driver import Parts
from hexapla.standard.phases import NoUri, Options, Outcome, Reason, State, error
from hexapla.standard.rule import Phase, Rule, leaves_text
from hexapla.standard.standard import Standard
from hexapla.standard.syntax import Syntax
from hexapla.standard.trace import Trace
from hexapla.text.span import Span
from hexapla.values.checked import checked
from hexapla_specs.rfc1738 import syntax as url_syntax
from hexapla_specs.rfc1738.syntax import Url, cite, rule

_test = partial(rule, Phase.CLASSIFY, "test")
UNUSABLE_BASE = _test("2.1", "a base without a scheme", "is refused")
ABSOLUTE = _test("2.1", "a reference with a scheme", "stays as it is", "2.1-test-2")
NO_RELATIVE = _test("2.3", "a reference without a scheme", "is left to other documents")
LEAVES_TEXT = leaves_text(cite("2.1"))

_NO_SCHEME = error("the base has no scheme: it is not a URL", UNUSABLE_BASE.citation)
_UNDEFINED = NoUri(
    Outcome.UNDEFINED, reason=Reason("it has no relative forms", NO_RELATIVE.citation)
)


def classify(base: Url, url: Url, options: Options) -> tuple[Rule, str | NoUri]:
    """Return a URL as written, or an outcome without a URI if a scheme is missing."""
    if base.scheme is None:
        return UNUSABLE_BASE, _NO_SCHEME
    if url.scheme is None:
        return NO_RELATIVE, _UNDEFINED
    return ABSOLUTE, url.text


# Resolving never calls the functions below, because it always ends with `classify`.


def combine(base: Url, url: Url, options: Options) -> tuple[None, State]:
    """Return the components unchanged."""
    return None, url[1:]


def remove_dots(
    rule: Rule | None, state: State, options: Options, trace: Trace | None
) -> tuple[None, State]:
    """Return the components unchanged."""
    return None, state


def recombine(state: State) -> tuple[None, str]:
    """Join the components as they were written."""
    scheme, schemepart, user, password, host, port, url_path = state
    text = "" if scheme is None else f"{scheme}:"
    if schemepart is not None:
        return None, text + schemepart
    login = "" if user is None else user + ("" if password is None else f":{password}") + "@"
    hostport = (host or "") + ("" if port is None else f":{port}")
    return None, f"{text}//{login}{hostport}" + ("" if url_path is None else f"/{url_path}")


class Rfc1738(Standard, defined_in=(vars(url_syntax), globals())):
    """RFC 1738: absolute URLs, with a grammar for each scheme."""

    document = url_syntax.RFC1738
    reference = url_syntax.Url
    readings = (url_syntax.AT_SIGNS, url_syntax.COLONS)
    cases_path = Path(__file__).with_name("cases.json")
    errata_path = Path(__file__).with_name("errata.json")
    default_column = candidate = insensitive_to_words = True

    escaping = operation("hexapla_specs.rfc1738.operations:Rfc1738Escaping")
    equivalence = operation("hexapla_specs.rfc1738.operations:Rfc1738Equivalence")
    extraction = operation("hexapla_specs.rfc1738.operations:Rfc1738Extraction")
    schemes = operation(
        "hexapla_specs.rfc1738.operations:Rfc1738Schemes",
        remark="no production for this scheme except genericurl",
    )
    access = operation("hexapla_specs.rfc1738.operations:Rfc1738Access")
    division = operation("hexapla_specs.rfc1738.authority:Rfc1738Division")

    def spans_of(self, parts: Parts) -> tuple[Span | None, ...]:
        """Return the span of each part, in code points."""
        return url_syntax.spans(Url._make(checked(parts, "parts", tuple)))

    def citation_of(self, component: Component, parts: Parts) -> Citation | None:
        """Return the section that defines a part; for a file URL's host and path, it is 3.10."""
        scheme = str(parts[1]).lower()
        if scheme == "file" and component.name in ("host", "url-path"):
            return cite("3.10")
        return super().citation_of(component, parts)

    def syntax_of(self, parts: Parts, base: Parts | None = None) -> Syntax | None:
        """Return the syntax of a URL; None for other strings, for which there is no production."""
        return self._syntax if parts[1] is not None else None


STANDARD = Rfc1738()
