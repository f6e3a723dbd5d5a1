"""URL Standard, 4.1 to 4.4: the URL record, and one machine that parses and resolves."""

from hexapla.standard.component import Component, Form
from hexapla.standard.phases import NoUri, Options, ParsingStep, Ruled, State, error
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.text.span import Span
from hexapla_specs.whatwg.document import cite
from hexapla_specs.whatwg.url_parser import parsed

# 4.1 URL representation: the parts of a URL record. A username and a password are never null there,
# and an empty one stands for none.

_RECORD = cite("4.1", "URL representation")
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

# 4.2 URL miscellaneous.

SPECIAL_SCHEMES = frozenset({"ftp", "file", "http", "https", "ws", "wss"})

# 4.3 URL writing.

FORM_NAMES = {
    Form.ABSOLUTE: "URL",
    Form.OPAQUE: "URL with an opaque path",
    Form.RELATIVE_PATH: "no URL by itself",
    Form.EMPTY: "no URL by itself",
}

# 4.4 URL parsing: one machine for it all.

_PARSING = cite("4.4", "URL parsing")
UNUSABLE_BASE = Rule(
    Phase.CLASSIFY, RuleKind.TEST, _PARSING, "a base that is no URL by itself", "is refused"
)
RUNS_THE_MACHINE = Rule(
    Phase.COMBINE,
    RuleKind.REPLACE,
    _PARSING,
    "the text",
    "is parsed, resolved and normalised in one pass",
)

_NO_BASE = error("the base is no URL by itself", UNUSABLE_BASE.citation)
_FAILURE = error("the parser returns failure", _PARSING)


def parse(text: str) -> Parsed:
    """Return the parts of the URL record that a text parses to without a base."""
    url = parsed(text)
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
    url = parsed(reference[0], base[0])
    return RUNS_THE_MACHINE, _FAILURE if url is None else str(url.href)


def remove_dots(rule: Rule, state: State, options: Options) -> Ruled:
    """Return the text as it is: the parser removed dots on its way."""
    return None, state


def recombine(state: tuple[str]) -> tuple[None, str]:
    """Return the text."""
    return None, state[0]


def spans(parts: Parsed) -> tuple[Span | None, ...]:
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


def _path_mark(path: str | None) -> str:
    """4.5 URL serializing: what keeps a path from being taken for a host."""
    return "/." if path is not None and path.startswith("//") else ""
