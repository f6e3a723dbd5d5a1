"""The measured libraries (Hexapla and its Python peers) and their baselines.

The caches of the baselines and the peers are switched off.
"""

import functools
import importlib
import urllib.parse
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from types import ModuleType
from typing import Any

import attrs

import hexapla


def _same(base: str) -> str:
    return base


@attrs.frozen
class Task:
    """A kind of work, and the baseline that does it: a function in CPython's standard library.

    The baseline and the libraries are called with a base and a reference, or with the reference
    alone. With `own_bases`, no two pairs have the same base.
    """

    name: str
    baseline_name: str
    baseline: Callable[..., object]
    with_base: bool = True
    own_bases: bool = False


@attrs.frozen
class Library:
    """A library that does a task. `prepare` turns the text of a base into the argument of `work`.

    `at_once`, if given, replaces `work`: it takes the bases and references of a whole chunk.
    `at_most` is the project's own target, as a ratio to the baseline.
    """

    name: str
    task: Task
    work: Callable[..., object]
    prepare: Callable[[str], object] = _same
    at_most: float | None = None
    at_once: Callable[[Sequence[Any], Sequence[str]], Iterable[object]] | None = None


def without_caches(*modules: ModuleType) -> None:
    """Replace each cached function that a module calls by name with the plain function."""
    for module in modules:
        for name, found in list(vars(module).items()):
            if hasattr(found, "cache_info") and hasattr(found, "__wrapped__"):
                setattr(module, name, found.__wrapped__)


without_caches(urllib.parse)

PARSE = Task("parse", "urlsplit", urllib.parse.urlsplit, with_base=False)
RESOLVE = Task("resolve", "urljoin", urllib.parse.urljoin)
RESOLVE_PARSED = Task("resolve, base parsed once", "urljoin", urllib.parse.urljoin)
STEPS = Task("resolve, with steps", "urljoin", urllib.parse.urljoin)
COMPARE = Task("compare three standards", "urljoin", urllib.parse.urljoin, own_bases=True)
COMPARE_ALL = Task("compare all standards", "urljoin", urllib.parse.urljoin, own_bases=True)
TASKS = (PARSE, RESOLVE, RESOLVE_PARSED, STEPS, COMPARE, COMPARE_ALL)

SPECS = ("rfc2396", "rfc1808", "rfc1630", "rfc3986", "whatwg")
# The project's own targets for parsing and resolving, as ratios to the baselines.
AT_MOST = {"rfc2396": (0.50, 0.45), "rfc3986": (0.50, 0.45)}
COMPARED = ("rfc1630", "rfc1808", "rfc2396")


def own() -> Iterator[Library]:
    """Yield Hexapla itself as a library, once for each task and configuration."""
    for selector in SPECS:
        spec = hexapla.spec(selector)
        name = f"hexapla {selector}"
        parse, resolve = AT_MOST.get(selector, (None, None))
        yield Library(name, PARSE, spec.parse, at_most=parse)
        yield Library(name, RESOLVE, _resolving(spec), at_most=resolve)
        yield Library(name, RESOLVE_PARSED, _resolving(spec), spec.parse)
        yield Library(name, STEPS, _with_steps(spec))
    yield Library("hexapla, a host agreed on", PARSE, hexapla.agreed_host, at_most=5.0)
    yield Library(
        "hexapla, many at once: who agrees",
        COMPARE,
        _who_agrees,
        at_most=2.0,
        at_once=_who_agrees_in_all,
    )
    yield Library("hexapla: who agrees", COMPARE, _who_agrees, at_most=2.3)
    yield Library("hexapla: and on what", COMPARE, _and_on_what)
    yield Library("hexapla: who agrees", COMPARE_ALL, _who_agrees_of_all)


def _resolving(spec: hexapla.Spec) -> Callable[[Any, str], object]:
    """Return a function that takes the base before the reference, like the other libraries."""
    return lambda base, reference: spec.resolve(reference, base=base)


def _with_steps(spec: hexapla.Spec) -> Callable[[Any, str], object]:
    """Return a function that resolves and records every step."""
    return lambda base, reference: spec.standard.record(reference, base=base)


def _who_agrees_of_all(base: str, reference: str) -> object:
    """Compare the default standards, and read the groups of two facets."""
    return _groups(hexapla.compare(reference, base=base))


def _who_agrees(base: str, reference: str) -> object:
    """Compare the three standards, and read the groups of two facets."""
    return _groups(hexapla.compare(reference, base=base, specs=COMPARED))


def _who_agrees_in_all(bases: Sequence[str], references: Sequence[str]) -> Iterable[object]:
    """Compare the three standards on many pairs; a repeated base is split once."""
    pairs = zip(bases, references, strict=True)
    return map(_groups, hexapla.compare_all(pairs, specs=COMPARED))


def _and_on_what(base: str, reference: str) -> object:
    """Compare the three standards, and read the groups of two facets with their results."""
    groups = _groups(hexapla.compare(reference, base=base, specs=COMPARED))
    return [(group.specs, group.value, group.text) for group in groups]


def _groups(comparison: hexapla.Comparison) -> tuple[hexapla.Group, ...]:
    target = comparison.target
    assert target is not None
    return comparison.parts.groups + target.groups


def _uritools(uritools: Any) -> Iterable[Library]:
    yield Library("uritools", PARSE, uritools.urisplit)
    yield Library("uritools", RESOLVE, uritools.urijoin)
    yield Library(
        "uritools",
        RESOLVE_PARSED,
        lambda base, reference: base.transform(reference).geturi(),
        uritools.urisplit,
    )
    yield Library(
        "uritools, three joins",
        COMPARE,
        lambda base, reference: [uritools.urijoin(base, reference) for _ in range(3)],
    )


def _rfc3986(rfc3986: Any) -> Iterable[Library]:
    parse = rfc3986.uri_reference
    yield Library("rfc3986", PARSE, parse)
    yield Library(
        "rfc3986",
        RESOLVE,
        lambda base, reference: parse(reference).resolve_with(base).unsplit(),
    )


def _hyperlink(hyperlink: Any) -> Iterable[Library]:
    parse = hyperlink.URL.from_text
    yield Library("hyperlink", PARSE, parse)
    yield Library(
        "hyperlink", RESOLVE, lambda base, reference: parse(base).click(reference).to_text()
    )
    yield Library(
        "hyperlink",
        RESOLVE_PARSED,
        lambda base, reference: base.click(reference).to_text(),
        parse,
    )


def _yarl(yarl: Any) -> Iterable[Library]:
    parse = yarl.URL
    yield Library("yarl", PARSE, parse)
    yield Library("yarl", RESOLVE, lambda base, reference: str(parse(base).join(parse(reference))))
    yield Library(
        "yarl", RESOLVE_PARSED, lambda base, reference: str(base.join(parse(reference))), parse
    )


def _furl(furl: Any) -> Iterable[Library]:
    yield Library("furl", PARSE, furl.furl)
    yield Library("furl", RESOLVE, lambda base, reference: furl.furl(base).join(reference).url)


def _can_ada(can_ada: Any) -> Iterable[Library]:
    yield Library("can_ada (C++)", PARSE, can_ada.parse)  # version 3 resolves nothing


def _ada_url(ada_url: Any) -> Iterable[Library]:
    yield Library("ada-url (C++)", PARSE, ada_url.URL)
    yield Library("ada-url (C++)", RESOLVE, ada_url.join_url)


PEERS: dict[str, tuple[tuple[str, ...], Callable[[Any], Iterable[Library]]]] = {
    "uritools": (("uritools",), _uritools),
    "rfc3986": (("rfc3986", "rfc3986.api", "rfc3986.uri"), _rfc3986),
    "hyperlink": (("hyperlink", "hyperlink._url"), _hyperlink),
    "yarl": (("yarl", "yarl._url", "yarl._parse"), _yarl),
    "furl": (("furl", "furl.furl"), _furl),
    "can_ada": (("can_ada",), _can_ada),
    "ada-url": (("ada_url",), _ada_url),
}
"""For each distribution: the modules whose caches are switched off, and a function.

The function takes the first of these modules, and yields the distribution's libraries.
"""


@functools.cache
def peers() -> tuple[tuple[Library, ...], dict[str, str | None]]:
    """Return the installed peers, and each peer's version (None if the peer isn't installed)."""
    found: list[Library] = []
    versions: dict[str, str | None] = {}
    for distribution, (modules, libraries) in PEERS.items():
        try:
            versions[distribution] = version(distribution)
        except PackageNotFoundError:
            versions[distribution] = None
            continue
        loaded = [importlib.import_module(module) for module in modules]
        without_caches(*loaded)
        found += libraries(loaded[0])
    return tuple(found), versions
