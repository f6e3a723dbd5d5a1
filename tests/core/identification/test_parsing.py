"""Identifying the standard by which a program parses URLs."""

import gc
import importlib
import json
import tracemalloc
from collections.abc import Callable, Iterator, Mapping
from urllib.parse import urlsplit

import pytest
from differentials_parsers import of_python
from followers import options_of
from made_up_parsers import faithful

import hexapla
from hexapla.divergence.model import Kind
from hexapla.documents.citation import Provision
from hexapla.documents.reading import Choice
from hexapla.identification import ranking
from hexapla.identification.expectation import alternatives
from hexapla.identification.parsing import DEFAULT_URLS, default_urls
from hexapla.implementations.asking import RejectionError, UrlCase
from hexapla.standard.dividing import divided_by
from hexapla.standard.registry import default_columns
from hexapla.standard.spec import Spec

Told = Mapping[str, str | None]


def test_what_is_not_told_is_not_compared() -> None:
    identified = hexapla.identify(parse=lambda url: {"host": urlsplit(url).hostname})
    assert identified.told["path"] == 0
    assert identified.told["host"] > 0
    assert identified.compared == identified.told["accepts"] + identified.told["host"]


def test_a_host_counts_as_connected_to_and_is_shown_as_given() -> None:
    urls = ["http://A/", "http://a/"]
    identified = hexapla.identify(parse=of_python, specs=["rfc3986"], cases=urls)
    assert identified.best.by_component["host"] == 2
    assert identified.best.hosts_as_given == 1
    assert identified.unexplained == ()
    (departure,) = identified.departures
    assert not departure.kind.is_counted
    assert departure.kind.says == "gives the host in lower case"


def test_a_refusal_of_what_the_grammar_refuses_is_neutral() -> None:
    def parse(url: str) -> Told:
        raise RejectionError("no")

    urls = ["http://[/", "http://a/"]
    identified = hexapla.identify(parse=parse, specs=["rfc3986"], cases=urls)
    assert [answer.case.url for answer in identified.rejected] == ["http://[/"]
    assert [item.answer.case.url for item in identified.unexplained] == ["http://a/"]
    assert identified.explanations[0].rejected == 1


def test_to_accept_what_a_standard_refuses_is_a_departure() -> None:
    identified = hexapla.identify(
        parse=faithful("rfc3986"), specs=["whatwg"], cases=["http://a%zz/", "http://a/"]
    )
    (departure, *_) = identified.departures
    assert departure.kind.behaviour.kind is Kind.ACCEPTS
    assert departure.kind.rule is not None
    assert departure.kind.rule.citation.document.label == "URL Standard"


def test_where_a_standard_has_no_rule_nothing_counts() -> None:
    identified = hexapla.identify(
        parse=faithful("rfc3986"), specs=["rfc1738"], cases=["//a/b", "http://a/"]
    )
    assert [answer.case.url for answer in identified.no_rule] == ["//a/b"]


def test_a_column_that_is_not_installed_is_told_first(monkeypatch: pytest.MonkeyPatch) -> None:
    installing = "an extra; install it with: pip install 'hexapla[whatwg]'"
    monkeypatch.setattr(ranking, "not_installed", lambda: {"whatwg": installing})
    parsing = hexapla.identify(parse=of_python, cases=["http://a/"])
    resolving = hexapla.identify(lambda base, reference: reference, cases=[("http://a/", "x:y")])
    start = f"without whatwg, which needs {installing}; "
    assert parsing.verdict.startswith(start)
    assert resolving.verdict.startswith(start)
    assert parsing.to_dict()["missing"] == [{"id": "whatwg", "installing": installing}]
    chosen = hexapla.identify(parse=of_python, specs=["rfc3986"], cases=["http://a/"])
    assert chosen.missing == {}


def test_long_and_odd_urls_are_asked() -> None:
    urls = ["http://" + "a@" * 2_000, "\ud800", "http://\ud800/", "/" * 5_000]
    identified = hexapla.identify(parse=of_python, cases=urls)
    assert identified.cases == len(urls)


# The default URLs use every provision that the columns cite for the boundaries in URLs.

SPECS = [spec for spec in default_columns() if spec.standard.division is not None]
# A general reason for failure: no URL is known for which there is no more precise one.
UNREACHED = {"URL Standard returns failure (4.4)"}


def provisions(value: object) -> Iterator[Provision]:
    """Yield the provisions in a module's value, at any depth."""
    if isinstance(value, Provision):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from provisions(item)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from provisions(item)
    elif not isinstance(value, type):
        for field in getattr(value, "__attrs_attrs__", ()):
            yield from provisions(getattr(value, field.name))


def used(spec: Spec) -> set[str]:
    """Return the provisions that are cited for the default URLs, under every option."""
    names: set[str] = set()
    for chosen in options_of(spec):
        for url in default_urls():
            divided = divided_by(chosen, url)
            names |= {str(divided.refusal), str(divided.no_authority)}
            names |= {str(item) for bounds in divided.bounds.values() for item in bounds.provisions}
    return names


def test_every_url_is_there_once_and_has_a_reason() -> None:
    asked = json.loads(DEFAULT_URLS.read_text("utf-8"), object_pairs_hook=list)
    urls = [url for _, of_reason in asked for url in of_reason]
    assert len(set(urls)) == len(urls) == len(default_urls())
    assert all(default_urls().values())


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.id)
def test_every_provision_on_a_boundary_is_used(spec: Spec) -> None:
    name = type(spec.standard.division).__module__
    module = importlib.import_module(name)
    declared = {str(item) for value in vars(module).values() for item in provisions(value)}
    assert declared - used(spec) - UNREACHED == set()


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.id)
def test_every_option_that_makes_a_difference_is_among_the_alternatives(spec: Spec) -> None:
    choices = [Choice(item.name, option) for item in spec.readings for option in item.options]
    others = [(choice.reading, spec.choosing(choice)) for choice in choices]
    for url in default_urls():
        every = alternatives(spec, UrlCase(url))
        consulted = {name for options, _ in every for name in options}
        components = divided_by(spec, url).components
        for name, other in others:
            assert name in consulted or divided_by(other, url).components == components, (name, url)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda authority: authority or None, "it treats an empty authority as absent"),
        (lambda authority: authority.rpartition("@")[2], "it gives no userinfo"),
        (lambda authority: authority.removesuffix(":80"), "it drops the port 80"),
        (str.lower, "it gives the authority in lower case"),
    ],
)
def test_an_authority_is_compared_as_a_whole(
    change: Callable[[str], str | None], said: str
) -> None:
    def parse(url: str) -> Mapping[str, object]:
        components = divided_by(hexapla.spec("rfc3986"), url).components
        authority = components.authority
        changed = authority if authority is None else change(authority)
        scheme, path = components.stated["scheme"], components.stated["path"]
        return {"scheme": scheme, "authority": changed, "path": path}

    identified = hexapla.identify(parse=parse, specs=["rfc3986"])
    assert identified.departures[0].sentence.startswith(said)
    assert identified.told["authority"] == identified.told["scheme"]


@pytest.mark.nightly
def test_long_urls_are_not_kept() -> None:
    length = 30_000

    def memory_after(count: int) -> int:
        """Identify a parser from some long URLs; return the memory that is still in use."""
        urls = [f"http://a{number}/{'b' * length}" for number in range(count)]
        hexapla.identify(parse=lambda url: {"host": "a"}, specs=["rfc3986"], cases=urls)
        del urls
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        after_few = memory_after(3)
        assert memory_after(13) - after_few < 5 * length
    finally:
        tracemalloc.stop()
