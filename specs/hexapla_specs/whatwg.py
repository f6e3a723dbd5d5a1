"""URL Standard (WHATWG), as the library Ada runs it.

The standard describes one state machine that parses, resolves and normalises in one go. It is not
written again here: every answer of this column is the library's own.
"""

import functools
from collections.abc import Mapping
from datetime import date

from ada_url import URL

from hexapla.documents.citation import Citation, Document, Provision
from hexapla.operations.equivalence import (
    EquivalenceRules,
    Judgement,
    Rewriting,
    Sameness,
)
from hexapla.operations.escaping import Escaping, Kept
from hexapla.standard.component import Component, Form
from hexapla.standard.phases import (
    Move,
    NoUri,
    Options,
    ParsingStep,
    Phase,
    Rule,
    Ruled,
    State,
    error,
)
from hexapla.standard.spec import Spec
from hexapla.text.span import Span
from hexapla.values.frozen import FrozenMapping

WHATWG = Document(
    id="whatwg",
    siglum="WHATWG",
    label="URL Standard",
    title="URL Standard",
    date=date(2012, 5, 24),
    url="https://url.spec.whatwg.org/",
    authors=("A. van Kesteren",),
    obsoletes=("rfc3986",),
    living=True,
)


def _cite(section: str, title: str = "") -> Citation:
    return Citation(WHATWG, section, title)


# 4.1 URL representation: the parts of a URL record. A username and a password are never null there,
# and an empty one stands for none.

_RECORD = _cite("4.1", "URL representation")
COMPONENTS = (
    Component("scheme", "scheme", _RECORD, suffix=":"),
    Component("username", "authority", _RECORD, prefix="//"),
    Component("password", "authority", _RECORD, prefix=":"),
    Component("host", "authority", _RECORD, prefix="//"),
    Component("port", "authority", _RECORD, prefix=":"),
    Component("path", "path", _RECORD),
    Component("query", "query", _RECORD, prefix="?"),
    Component("fragment", "fragment", _RECORD, prefix="#"),
)
Parsed = tuple[
    str,
    str | None,
    str | None,
    str | None,
    str | None,
    str | None,
    str | None,
    str | None,
    str | None,
]
"""The text, then scheme, username, password, host, port, path, query, fragment of its URL record.

There is nothing but the text where it is no URL by itself.
"""

# 4.3 URL writing.

FORM_NAMES = {
    Form.ABSOLUTE: "URL",
    Form.OPAQUE: "URL with an opaque path",
    Form.RELATIVE_PATH: "no URL by itself",
    Form.EMPTY: "no URL by itself",
}

# 4.4 URL parsing: one machine for it all.

_PARSING = _cite("4.4", "URL parsing")
UNUSABLE_BASE = Rule(
    Phase.CLASSIFY, Move.TEST, _PARSING, "needs a base that parses without another base"
)
RUNS_THE_MACHINE = Rule(
    Phase.COMBINE,
    Move.REPLACE,
    _PARSING,
    "runs one state machine over the reference, which inherits from the base, removes dots and "
    "normalises as it goes",
)

_NO_BASE = error("the base is no URL by itself", UNUSABLE_BASE.citation)
_FAILURE = error("the parser returns failure", _PARSING)


def parse(
    text: str,
) -> tuple[
    str,
    str | None,
    str | None,
    str | None,
    str | None,
    str | None,
    str | None,
    str | None,
    str | None,
]:
    """Return the parts of the URL record that a text parses to without a base."""
    url = _parsed(text)
    if url is None:
        return "", None, None, None, None, None, None, None, None
    before_fragment, number_sign, fragment = url.href.partition("#")
    before_query, question_mark, query = before_fragment.partition("?")
    has_host = before_query.startswith(url.protocol + "//")
    return (
        "",
        url.protocol.removesuffix(":"),
        url.username or None,
        url.password or None,
        url.hostname if has_host else None,
        url.port or None,
        url.pathname,
        query if question_mark else None,
        fragment if number_sign else None,
    )


# Parsing without a base is no step of resolving here, and so has no rule.
PARSING = (ParsingStep(None, tuple(item.name for item in COMPONENTS), parse),)


def form(parts: Parsed) -> Form:
    """Return whether a text is a URL by itself, and whether its path is opaque."""
    text, scheme, _, _, host, _, path, _, _ = parts
    if scheme is None:
        return Form.RELATIVE_PATH if text else Form.EMPTY
    return Form.OPAQUE if host is None and not (path or "").startswith("/") else Form.ABSOLUTE


def state_of(parts: Parsed) -> State:
    """Return the text alone: the parser takes it as a whole."""
    return (parts[0],)


def classify(base: Parsed, reference: Parsed, options: Options) -> Ruled:
    """4.4: the base has to be a URL by itself."""
    if base[1] is None:
        return UNUSABLE_BASE, _NO_BASE
    return None, (reference[0],)


def combine(base: Parsed, reference: tuple[str], options: Options) -> tuple[Rule, str | NoUri]:
    """4.4: run the parser over the reference, with the base."""
    url = _parsed(reference[0], base[0])
    return RUNS_THE_MACHINE, _FAILURE if url is None else str(url.href)


def remove_dots(rule: Rule, state: State, options: Options) -> Ruled:
    """Return the text as it is: the parser removed dots on its way."""
    return None, state


def recombine(state: tuple[str]) -> tuple[None, str]:
    """Return the text."""
    return None, state[0]


# 1.3 Percent-encoded bytes: which characters the parser leaves as they are, found by asking it.

_PERCENT_ENCODING = _cite("1.3", "Percent-encoded bytes")
SETTERS = FrozenMapping(
    {"authority": "username", "path": "pathname", "query": "search", "fragment": "hash"}
)
LEAVES = FrozenMapping(
    {
        component: Provision(
            _PERCENT_ENCODING, f"leaves in {where} what is not in its percent-encode set"
        )
        for component, where in (
            ("authority", "a username or password"),
            ("path", "a path"),
            ("query", "a query"),
            ("fragment", "a fragment"),
        )
    }
)
UTF_8 = Provision(_PERCENT_ENCODING, "encodes characters by UTF-8")
STRAY_PERCENT = Provision(
    _PERCENT_ENCODING, "leaves a percent sign alone that has no two hexadecimal digits behind it"
)


class WhatwgEscaping(Escaping):
    """The characters that the parser leaves as they are, component by component."""

    charset = "utf-8"
    charset_provision = UTF_8
    malformed = STRAY_PERCENT

    @functools.cached_property
    def kept(self) -> Mapping[str, Kept]:
        """The characters outside the percent-encode set of a component."""
        return FrozenMapping(
            (component, Kept(_left_alone(setter), LEAVES[component]))
            for component, setter in SETTERS.items()
        )


# 4.6 URL equivalence.

SERIALISES = Provision(
    _cite("4.6", "URL equivalence"), "compares what its parser and serialiser make of both"
)
NO_URL = Provision(_cite("4.4", "URL parsing"), "has no URL to compare: its parser returns failure")


class WhatwgEquivalence(EquivalenceRules[Parsed]):
    """Two URLs are the same where the serialiser writes the same; that is the normal form too."""

    def incomparable(self, text: str) -> Provision | None:
        """Refuse what the parser refuses without a base."""
        return NO_URL if _parsed(text) is None else None

    def rewritings(self) -> tuple[Rewriting, ...]:
        """Return the one way to the normal form: to parse and to serialise."""
        return (Rewriting(SERIALISES, _serialised),)

    def normal_form(self) -> tuple[Rewriting, ...]:
        """Return the same: what the serialiser writes is the normal form."""
        return self.rewritings()

    def distinguish(self, left: str, right: str) -> Judgement:
        """Call different what is serialised differently."""
        return Judgement(Sameness.DIFFERENT, SERIALISES)


class Whatwg(Spec):
    """URL Standard: what browsers do, through a library."""

    document = WHATWG
    components = COMPONENTS
    form_names = FORM_NAMES
    rules = (UNUSABLE_BASE, RUNS_THE_MACHINE)
    candidate = True

    parsing = PARSING
    form = staticmethod(form)
    classify = staticmethod(classify)
    combine = staticmethod(combine)
    remove_dots = staticmethod(remove_dots)
    recombine = staticmethod(recombine)
    state_of = staticmethod(state_of)

    escaping_class = WhatwgEscaping
    equivalence_class = WhatwgEquivalence

    def spans_of(self, parts: Parsed) -> tuple[Span | None, ...]:
        """Return the span of each part; none where the parser changed the text on its way."""
        text, scheme, username, password, host, port, path, query, fragment = parts
        written = (
            (scheme, ""),
            (username, "://"),
            (password, ":"),
            (host, "://" if username is None and password is None else "@"),
            (port, ":"),
            (path, "" if host is not None else ":" + _path_mark(path)),
            (query, "?"),
            (fragment, "#"),
        )
        serialised = "".join(before + part for part, before in written if part is not None)
        if scheme is None or serialised != text:
            return (None,) * len(COMPONENTS)
        spans: list[Span | None] = []
        position = 0
        for part, before in written:
            if part is None:
                spans.append(None)
                continue
            start = position + len(before)
            position = start + len(part)
            spans.append(Span(start, position))
        return tuple(spans)


def _parsed(text: str, base: str | None = None) -> URL | None:
    """Run the library's parser; None is its failure."""
    try:
        return URL(_scalar_values(text), None if base is None else _scalar_values(base))
    except ValueError:
        return None


def _serialised(text: str) -> str:
    url = _parsed(text)
    return text if url is None else str(url.href)


def _left_alone(setter: str) -> frozenset[str]:
    """Ask the library which characters of US-ASCII stay as they are when a part is set."""
    found = set()
    for character in map(chr, range(128)):
        url = URL("http://a/")
        setattr(url, setter, f"x{character}x")
        if f"x{character}x" in getattr(url, setter):
            found.add(character)
    return frozenset(found)


def _scalar_values(text: str) -> str:
    """Put U+FFFD for each surrogate, as a script's string is converted to a USVString."""
    if text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _path_mark(path: str | None) -> str:
    """4.5 URL serializing: what keeps a path from being taken for a host."""
    return "/." if path is not None and path.startswith("//") else ""


SPEC = Whatwg()
