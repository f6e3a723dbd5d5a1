r"""Made-up parsers: each reads URLs as a column does under some readings, with one mistake.

A mistake is made before the column reads the URL, or in what it has read. It says what it is
recognized by.
"""

import functools
from collections.abc import Callable, Iterator
from random import Random
from urllib.parse import quote, unquote

import attrs
from tables import rows_of

import hexapla
from hexapla.implementations.asking import Parse, RejectionError
from hexapla.implementations.question import DepartureKind, divided_by

Told = dict[str, str | None]


class RefusalError(RejectionError):
    """The mistake is to refuse the URL."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _same(told: Told, url: str) -> Told:
    return told


@attrs.frozen
class Mistake:
    """A mistake in taking URLs apart.

    Attributes:
        name: Its name in a test.
        component: The component that shows it, or several.
        manners: What `DepartureKind.name` may call it.
        sign: The character that it is about; None where there is none.
        url: What it makes of the URL before the column reads it.
        told: What it makes of the components, given the URL.
        not_in: The columns in which it is no mistake, or one that hides their readings.
    """

    name: str
    component: str
    manners: frozenset[str] = attrs.field(converter=_words)
    sign: str | None = None
    url: Callable[[str], str] = str
    told: Callable[[Told, str], Told] = _same
    not_in: frozenset[str] = attrs.field(converter=_words, default="")

    def is_named_by(self, kind: DepartureKind) -> bool:
        return (
            kind.name in self.manners
            and (kind.component or "") in self.component.split(" ")
            and (self.sign is None or kind.sign in (None, self.sign) or kind.name == "has-none")
        )


def _on(name: str, change: Callable[[str], str | None]) -> Callable[[Told, str], Told]:
    """Return a mistake in the text of one component, where there is one."""

    def told(components: Told, url: str) -> Told:
        text = components.get(name)
        return components if text is None else {**components, name: change(text)}

    return told


def _cut_host(sign: str) -> Callable[[Told, str], Told]:
    """Return the mistake to end the host at a sign, and to begin the path there."""

    def told(components: Told, url: str) -> Told:
        host, path = components.get("host"), components.get("path")
        if not host or sign not in host:
            return components
        before, _, behind = host.partition(sign)
        port = components["port"]
        rest = sign + behind + ("" if port is None else f":{port}") + (path or "")
        return {**components, "host": before, "port": None, "path": rest}

    return told


def _joined(first: str, mark: str, second: str, to: str) -> Callable[[Told, str], Told]:
    """Return the mistake to give two components as one of them, with the mark between them."""

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


def _params_cut_off(components: Told, url: str) -> Told:
    path = components.get("path")
    return {**components, "path": path.partition(";")[0]} if path else components


def _host_without_slashes(components: Told, url: str) -> Told:
    """Take what stands behind `http:` for a host, though no slash comes before it."""
    path = components.get("path")
    if (components.get("scheme") or "").lower() != "http" or not path:
        return components
    if components.get("host") is not None or path.startswith("/"):
        return components
    return {**components, "host": path, "path": ""}


def _refusing(condition: Callable[[Told], bool]) -> Callable[[Told, str], Told]:
    def told(components: Told, url: str) -> Told:
        if condition(components):
            raise RefusalError("no")
        return components

    return told


def _without_default_port(components: Told, url: str) -> Told:
    ports = {"http": "80", "https": "443", "ftp": "21"}
    scheme = (components.get("scheme") or "").lower()
    is_default = components.get("port") is not None and components["port"] == ports.get(scheme)
    return {**components, "port": None} if is_default else components


def _is_address(told: Told) -> bool:
    return (told.get("host") or "").startswith("[")


def _without_brackets(host: str) -> str:
    return host[1:-1] if host.startswith("[") and host.endswith("]") else host


COLUMNS = (
    *("rfc1630", "rfc1630[absolute-test=colon]", "rfc1738", "rfc1808", "rfc1808[at-signs=first]"),
    *("rfc2396", "rfc2396[ipv6-literals=rfc2732]", "rfc2396[opaque-part=grammar]"),
    *("rfc2396[scheme-test=grammar,ipv6-literals=rfc2732]", "rfc3986"),
    *("rfc3986[scheme-test=grammar]", "rfc3986[at-signs=first]", "rfc3986[colons=last]", "whatwg"),
)
RFCS = " ".join(selector for selector in COLUMNS if selector != "whatwg")


_spec = functools.cache(hexapla.spec)


SAFE = "!#$%&'()*+,/:;=?@[]\\|^`{}\"<>~"


def _as_written(name: str, sign: str) -> Callable[[Told, str], Told]:
    """Return the mistake to give a component as RFC 3986 cuts it, where it has a sign there."""

    def told(components: Told, url: str) -> Told:
        read = divided_by(_spec("rfc3986"), url).components.stated
        is_alike = components.get("host") and read["host"] and sign in (read[name] or "")
        return {**components, name: read[name]} if is_alike else components

    return told


_TOLD: dict[str, Callable[[Told, str], Told]] = {
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
    "params-cut-off": _params_cut_off,
    "host-without-slashes": _host_without_slashes,
    "refuses-addresses": _refusing(_is_address),
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
    "no-brackets": _on("host", _without_brackets),
    "no-ending-dot": _on("host", lambda text: text.rstrip(".")),
    "query-with-mark": _on("query", lambda text: f"?{text}"),
    "fragment-with-mark": _on("fragment", lambda text: f"#{text}"),
}
_URL: dict[str, Callable[[str], str]] = {
    "strips": lambda url: url.strip("".join(map(chr, range(0x21)))),
    "removes-line-ends": lambda url: url.translate({9: None, 10: None, 13: None}),
    "turns-slashes": lambda url: url.replace("\\", "/"),
}
MISTAKES = tuple(
    Mistake(
        name,
        component,
        manners,
        sign,
        url=_URL.get(name, str),
        told=_TOLD.get(name, _same),
        not_in=RFCS if not_in == "RFCs" else not_in,
    )
    for name, component, manners, sign, not_in in rows_of("mistakes", "mistakes")
)


@attrs.frozen
class MadeUpParser:
    selector: str
    mistake: Mistake

    def __str__(self) -> str:
        return f"{self.selector}-{self.mistake.name}"

    def __call__(self, url: str) -> Told:
        url = self.mistake.url(url)
        divided = divided_by(_spec(self.selector), url)
        if not divided.accepts or not divided.has_rule:
            raise RejectionError("no")
        return self.mistake.told(dict(divided.components.stated), url)


RandomParser = tuple[MadeUpParser, tuple[Mistake, ...]]
"""A parser, and the mistakes that it makes."""


def both(one: Mistake, other: Mistake) -> Mistake:
    """Return two mistakes as one, which nothing is recognized by."""
    return Mistake(
        f"{one.name}+{other.name}",
        "",
        "",
        url=lambda url: other.url(one.url(url)),
        told=lambda told, url: other.told(one.told(told, url), url),
    )


def random_parsers(count: int, seed: int, urls: tuple[str, ...]) -> Iterator[RandomParser]:
    """Yield parsers with one mistake or two, each of which shows in some of the URLs."""
    chance, made = Random(seed), 0
    while made < count:
        selector = chance.choice(COLUMNS)
        mistakes = chance.sample(MISTAKES, chance.choice((1, 2)))
        if any(selector in mistake.not_in for mistake in mistakes):
            continue
        alone = [[_said(MadeUpParser(selector, one), url) for url in urls] for one in mistakes]
        whole = MadeUpParser(selector, mistakes[0] if len(alone) == 1 else both(*mistakes))
        together = [_said(whole, url) for url in urls]
        right = [_said(faithful(selector), url) for url in urls]
        # One that the other hides can't be found.
        if right not in alone and (len(alone) == 1 or together not in alone):
            yield whole, tuple(mistakes)
            made += 1


def faithful(selector: str) -> Parse:
    return MadeUpParser(selector, Mistake("none", "", ""))


def made_up_parsers(urls: tuple[str, ...]) -> Iterator[MadeUpParser]:
    """Yield every column with every mistake that shows in some of the URLs."""
    for selector in COLUMNS:
        right = [_said(faithful(selector), url) for url in urls]
        for mistake in MISTAKES:
            wrong = MadeUpParser(selector, mistake)
            if selector not in mistake.not_in and any(
                _said(wrong, url) != said for url, said in zip(urls, right, strict=True)
            ):
                yield wrong


def _said(parse: Parse, url: str) -> object:
    try:
        return parse(url)
    except RejectionError:
        return None
