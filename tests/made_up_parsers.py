r"""Made-up parsers: each reads URLs as a column does under some readings, with one mistake.

A mistake is made before the column reads the URL, or in what it has read. It says what it is
recognized by.
"""

import functools
from collections.abc import Callable, Iterator
from random import Random
from urllib.parse import quote, unquote

import attrs

import hexapla
from hexapla.implementations.asking import Parse, RejectionError
from hexapla.implementations.parsing import divided_by
from hexapla.implementations.question import DepartureKind

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
        """Return whether a departure is this mistake."""
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


MISTAKES = (
    Mistake("backslash-ends-host", "host", "ends-earlier has-none", "\\", told=_cut_host("\\")),
    Mistake("semicolon-ends-host", "host", "ends-earlier has-none", ";", told=_cut_host(";")),
    Mistake("percent-ends-host", "host", "ends-earlier has-none", "%", told=_cut_host("%")),
    Mistake("space-ends-host", "host", "ends-earlier has-none", " ", told=_cut_host(" ")),
    Mistake("underscore-ends-host", "host", "ends-earlier has-none", "_", told=_cut_host("_")),
    Mistake("comma-ends-host", "host", "ends-earlier has-none", ",", told=_cut_host(",")),
    Mistake(
        "userinfo-in-host",
        "userinfo",
        "has-none",
        "@",
        told=_joined("userinfo", "@", "host", to="host"),
    ),
    Mistake(
        "port-in-host",
        "host",
        "ends-later has-one",
        ":",
        told=_joined("host", ":", "port", to="host"),
        not_in="rfc2396 rfc2396[opaque-part=grammar] rfc3986[colons=last]",
    ),
    Mistake("query-in-path", "path", "ends-later has-one", told=_query_in_path),
    Mistake(
        "fragment-in-query",
        "query",
        "ends-later has-one",
        told=_joined("query", "#", "fragment", to="query"),
    ),
    Mistake("params-cut-off", "path", "ends-earlier has-none", told=_params_cut_off),
    Mistake("host-without-slashes", "host", "has-one", told=_host_without_slashes),
    Mistake(
        "refuses-addresses",
        "host",
        "refuses",
        told=_refusing(_is_address),
        not_in=RFCS,  # there it is not valid, and may be refused
    ),
    Mistake(
        "refuses-ports",
        "port",
        "refuses",
        told=_refusing(lambda told: bool(told["port"])),
        not_in="rfc3986[colons=last]",
    ),
    Mistake(
        "refuses-userinfo",
        "userinfo host",
        "refuses",
        told=_refusing(lambda told: bool(told["userinfo"])),
        not_in="rfc1808[at-signs=first] rfc3986[at-signs=first]",
    ),
    Mistake(
        "refuses-relative",
        "",
        "refuses-relative",
        told=_refusing(lambda told: told["scheme"] is None),
        not_in="rfc1630 rfc2396[scheme-test=grammar,ipv6-literals=rfc2732] "
        "rfc3986[scheme-test=grammar]",
    ),
    Mistake(
        "strips",
        "",
        "strips strips-start",
        not_in="rfc1738",
        url=lambda url: url.strip("".join(map(chr, range(0x21)))),
    ),
    Mistake(
        "removes-line-ends",
        "",
        "removes",
        url=lambda url: url.translate({9: None, 10: None, 13: None}),
    ),
    Mistake("turns-slashes", "", "turns-slashes", url=lambda url: url.replace("\\", "/")),
    Mistake("lower-case-host", "host", "lower-case", told=_on("host", str.lower)),
    Mistake("lower-case-scheme", "scheme", "lower-case", told=_on("scheme", str.lower)),
    Mistake("lower-case-path", "path", "lower-case", told=_on("path", str.lower)),
    Mistake("decodes-host", "host", "decoded", told=_on("host", unquote)),
    Mistake("decodes-userinfo", "userinfo", "decoded", told=_on("userinfo", unquote)),
    Mistake("decodes-path", "path", "decoded", told=_on("path", unquote)),
    Mistake("drops-query", "query", "has-none absent", told=_on("query", lambda text: None)),
    Mistake(
        "drops-fragment", "fragment", "has-none absent", told=_on("fragment", lambda text: None)
    ),
    Mistake("encodes-path", "path", "encoded", told=_on("path", lambda text: quote(text, SAFE))),
    Mistake("keeps-dots", "path", "no-dots-not-given", told=_as_written("path", "."), not_in=RFCS),
    Mistake(
        "keeps-tabs",
        "host path",
        "stripped-not-given stripped-undone",
        told=_as_written("path", "\t"),
        not_in=RFCS,
    ),
    Mistake(
        "keeps-default-port",
        "port",
        "no-default-not-given",
        told=_as_written("port", "80"),
        not_in=RFCS,
    ),
    Mistake("no-default-port", "port", "no-default", told=_without_default_port),
    Mistake("no-empty-port", "port", "absent", told=_on("port", lambda text: text or None)),
    Mistake("no-empty-query", "query", "absent", told=_on("query", lambda text: text or None)),
    Mistake("no-empty-host", "host", "absent", told=_on("host", lambda text: text or None)),
    Mistake(
        "port-is-number", "port", "number", told=_on("port", lambda text: text.lstrip("0") or text)
    ),
    Mistake("slash-for-empty-path", "path", "root", told=_on("path", lambda text: text or "/")),
    Mistake("no-brackets", "host", "no-brackets", told=_on("host", _without_brackets)),
    Mistake(
        "no-ending-dot", "host", "no-ending-dot", told=_on("host", lambda text: text.rstrip("."))
    ),
    Mistake("query-with-mark", "query", "separator", told=_on("query", lambda text: f"?{text}")),
    Mistake(
        "fragment-with-mark", "fragment", "separator", told=_on("fragment", lambda text: f"#{text}")
    ),
)


@attrs.frozen
class MadeUpParser:
    """A column under some readings, with a mistake."""

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
    """Return a parser that makes no mistake."""
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
