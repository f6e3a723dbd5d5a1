r"""Made-up parsers: each reads URLs as a column does under some readings, with one mistake.

A mistake changes the URL before the column reads it, or the components afterwards. It states which
departures name it.
"""

import functools
import operator
from collections.abc import Callable, Iterable, Iterator
from random import Random
from urllib.parse import quote, unquote

import attrs
from tables import rows_of

import hexapla
from hexapla.divergence.model import Kind
from hexapla.divergence.transforms import AT_ENDS, DEFAULT_PORTS, TABS_AND_LINE_ENDS
from hexapla.identification.departure_kind import DepartureKind
from hexapla.implementations.asking import RejectionError
from hexapla.standard.dividing import divided_by

Told = dict[str, str | None]
Change = Callable[[Told, str], Told]
"""Changes the components of a URL by a mistake."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


@attrs.frozen
class Mistake:
    """A mistake in parsing URLs.

    Attributes:
        name: Its name in a test.
        component: The component or components in which it shows.
        manners: The kinds of behaviour that may name it, each with its transforms.
        sign: The character that it is about, if any.
        not_in: The columns in which it isn't a mistake, or hides their readings.
    """

    name: str
    component: str
    manners: frozenset[str] = attrs.field(converter=_words)
    sign: str | None
    not_in: frozenset[str] = attrs.field(converter=_words)

    def is_named_by(self, kind: DepartureKind) -> bool:
        behaviour = kind.behaviour
        if behaviour.kind is Kind.VARIES:
            return f"{Kind.VARIES}:{behaviour.sign}" in self.manners
        manners = {":".join((behaviour.kind, *behaviour.transforms))}
        is_sign = self.sign is None or behaviour.sign.startswith(self.sign)
        return (
            not self.manners.isdisjoint(manners)
            and behaviour.component in self.component.split(" ")
            and (is_sign or behaviour.kind is Kind.NONE)
        )


def _on(name: str, change: Callable[[str], str | None]) -> Change:
    """Return a mistake that changes the text of one component, if the URL has it."""

    def told(components: Told, url: str) -> Told:
        text = components.get(name)
        return components if text is None else {**components, name: change(text)}

    return told


def _cut_host(sign: str) -> Change:
    """Return a mistake that ends the host, and begins the path, at a character."""

    def told(components: Told, url: str) -> Told:
        before, found, behind = (components.get("host") or "").partition(sign)
        if not found:
            return components
        port = "" if components["port"] is None else f":{components['port']}"
        path = f"{sign}{behind}{port}{components.get('path') or ''}"
        return {**components, "host": before, "port": None, "path": path}

    return told


def _joined(first: str, mark: str, second: str, to: str) -> Change:
    """Return a mistake that joins two components into one, with the delimiter between them."""

    def told(components: Told, url: str) -> Told:
        one, other = components.get(first), components.get(second)
        if one is None or other is None:
            return components
        return {**components, first: None, second: None, to: f"{one}{mark}{other}"}

    return told


def _query_in_path(components: Told, url: str) -> Told:
    path, query = components.get("path"), components.get("query")
    if query is None or components.get("host") is None:
        return components
    return {**components, "path": f"{path or ''}?{query}", "query": None}


def _host_without_slashes(components: Told, url: str) -> Told:
    """Read the text after `http:` as a host, although no slash precedes it."""
    path, scheme = components.get("path") or "/", components.get("scheme") or ""
    if scheme.lower() != "http" or components.get("host") is not None or path.startswith("/"):
        return components
    return {**components, "host": path, "path": ""}


def _refusing(condition: Callable[[Told], bool]) -> Change:
    def told(components: Told, url: str) -> Told:
        if condition(components):
            raise RejectionError("no")
        return components

    return told


def _without_default_port(components: Told, url: str) -> Told:
    default = DEFAULT_PORTS.get((components.get("scheme") or "").lower(), "no default")
    return {**components, "port": None} if components.get("port") == default else components


_spec = functools.cache(hexapla.spec)


def _as_written(name: str, sign: str) -> Change:
    """Return a mistake that copies RFC 3986's component if it contains a certain character."""

    def told(components: Told, url: str) -> Told:
        read = divided_by(_spec("rfc3986"), url).components.stated
        is_alike = components.get("host") and read["host"] and sign in (read[name] or "")
        return {**components, name: read[name]} if is_alike else components

    return told


COLUMNS = (
    *("rfc1630", "rfc1630[absolute-test=colon]", "rfc1738", "rfc1808", "rfc1808[at-signs=first]"),
    *("rfc2396", "rfc2396[ipv6-literals=rfc2732]", "rfc2396[opaque-part=grammar]"),
    *("rfc2396[scheme-test=grammar,ipv6-literals=rfc2732]", "rfc3986"),
    *("rfc3986[scheme-test=grammar]", "rfc3986[at-signs=first]", "rfc3986[colons=last]", "whatwg"),
)
RFCS = " ".join(selector for selector in COLUMNS if selector != "whatwg")
SAFE = "!#$%&'()*+,/:;=?@[]\\|^`{}\"<>~"

_TOLD: dict[str, Change] = {
    "backslash-ends-host": _cut_host("\\"),
    "semicolon-ends-host": _cut_host(";"),
    "percent-ends-host": _cut_host("%"),
    "space-ends-host": _cut_host(" "),
    "underscore-ends-host": _cut_host("_"),
    "comma-ends-host": _cut_host(","),
    "userinfo-in-host": _joined("userinfo", "@", "host", to="host"),
    "port-in-host": _joined("host", ":", "port", to="host"),
    "query-in-path": _query_in_path,
    "fragment-in-query": _joined("query", "#", "fragment", to="query"),
    "params-cut-off": _on("path", lambda text: text.partition(";")[0]),
    "host-without-slashes": _host_without_slashes,
    "refuses-addresses": _refusing(lambda told: (told.get("host") or "").startswith("[")),
    "refuses-ports": _refusing(lambda told: bool(told["port"])),
    "refuses-userinfo": _refusing(lambda told: bool(told["userinfo"])),
    "refuses-relative": _refusing(lambda told: told["scheme"] is None),
    "lower-case-host": _on("host", str.lower),
    "lower-case-scheme": _on("scheme", str.lower),
    "lower-case-path": _on("path", str.lower),
    "decodes-host": _on("host", unquote),
    "decodes-userinfo": _on("userinfo", unquote),
    "decodes-path": _on("path", unquote),
    "drops-query": _on("query", lambda text: None),
    "drops-fragment": _on("fragment", lambda text: None),
    "encodes-path": _on("path", lambda text: quote(text, SAFE)),
    "keeps-dots": _as_written("path", "."),
    "keeps-tabs": _as_written("path", "\t"),
    "keeps-default-port": _as_written("port", "80"),
    "no-default-port": _without_default_port,
    "no-empty-port": _on("port", lambda text: text or None),
    "no-empty-query": _on("query", lambda text: text or None),
    "no-empty-host": _on("host", lambda text: text or None),
    "port-is-number": _on("port", lambda text: text.lstrip("0") or text),
    "slash-for-empty-path": _on("path", lambda text: text or "/"),
    "no-brackets": _on("host", lambda text: text[1:-1] if text[:1] + text[-1:] == "[]" else text),
    "no-ending-dot": _on("host", lambda text: text.rstrip(".")),
    "query-with-mark": _on("query", lambda text: f"?{text}"),
    "fragment-with-mark": _on("fragment", lambda text: f"#{text}"),
}
_URL: dict[str, Callable[[str], str]] = {
    "strips": lambda url: url.strip(AT_ENDS),
    "removes-line-ends": lambda url: url.translate(TABS_AND_LINE_ENDS),
    "turns-slashes": lambda url: url.replace("\\", "/"),
}
MISTAKES = tuple(
    Mistake(name, component, manners, sign, RFCS if not_in == "RFCs" else not_in)
    for name, component, manners, sign, not_in in rows_of("mistakes", "mistakes")
)


@attrs.frozen
class MadeUpParser:
    selector: str
    mistakes: tuple[Mistake, ...] = ()

    def __str__(self) -> str:
        return f"{self.selector}-{'+'.join(mistake.name for mistake in self.mistakes)}"

    def __call__(self, url: str) -> Told:
        names = [mistake.name for mistake in self.mistakes]
        for name in names:
            url = _URL.get(name, str)(url)
        divided = divided_by(_spec(self.selector), url)
        if not divided.accepts or not divided.has_rule:
            raise RejectionError("no")
        told: Told = dict(divided.components.stated)
        for name in names:
            told = _TOLD[name](told, url) if name in _TOLD else told
        return told

    def said(self, urls: Iterable[str]) -> Iterator[Told | None]:
        """Yield the components of each URL; None if it is rejected."""
        for url in urls:
            try:
                yield self(url)
            except RejectionError:
                yield None


faithful = MadeUpParser


def random_parsers(count: int, seed: int, urls: tuple[str, ...]) -> Iterator[MadeUpParser]:
    """Yield parsers with one or two mistakes, each of which shows in some of the URLs."""
    chance = Random(seed)
    while count:
        selector = chance.choice(COLUMNS)
        mistakes = tuple(chance.sample(MISTAKES, chance.choice((1, 2))))
        if any(selector in mistake.not_in for mistake in mistakes):
            continue
        alone = [list(MadeUpParser(selector, (one,)).said(urls)) for one in mistakes]
        whole = MadeUpParser(selector, mistakes)
        # A mistake that the other one hides can't be found.
        hides = len(alone) == 2 and list(whole.said(urls)) in alone
        if not hides and list(faithful(selector).said(urls)) not in alone:
            yield whole
            count -= 1


def made_up_parsers(urls: tuple[str, ...]) -> Iterator[MadeUpParser]:
    """Yield every column with every mistake that shows in some of the URLs."""
    for selector in COLUMNS:
        right = list(faithful(selector).said(urls))
        for mistake in MISTAKES:
            wrong = MadeUpParser(selector, (mistake,))
            shows = any(map(operator.ne, wrong.said(urls), right))
            if shows and selector not in mistake.not_in:
                yield wrong
