"""Which standard a program follows when it takes URLs apart."""

from collections.abc import Mapping
from urllib.parse import urlsplit

import pytest
from made_up_parsers import faithful

import hexapla
from hexapla.implementations import missing
from hexapla.implementations.asking import NoAnswerError, RejectionError
from hexapla.implementations.parsing.explanation import explain_parsing
from hexapla.implementations.parsing.wording import parse_identification_lines

Told = Mapping[str, str | None]


def split(url: str) -> Told:
    """Take a URL apart with CPython's `urlsplit`, the host in lower case as it gives it."""
    parts = urlsplit(url)
    return {"scheme": parts.scheme, "host": parts.hostname, "path": parts.path}


def test_a_backslash_is_named_by_the_rule_that_ends_the_authority() -> None:
    """To end the host at a backslash is a departure from RFC 3986, 3.2."""

    def parse(url: str) -> Told:
        told = dict(faithful("rfc3986")(url))  # type: ignore[call-overload]
        host = told["host"]
        return {**told, "host": None if host is None else host.partition("\\")[0]}

    identified = hexapla.identify(parse=parse, specs=["rfc3986"])
    (departure,) = (item for item in identified.departures if item.way.is_counted)
    assert departure.way.name == "ends-earlier"
    assert departure.way.says == 'ends the host at "\\"'
    assert departure.way.provision is not None
    assert departure.way.provision.citation.section == "3.2"
    assert departure.smallest.url == "//a\\"
    assert departure.urls == ("http://a\\b",)


def test_what_is_not_told_is_not_compared() -> None:
    identified = hexapla.identify(parse=lambda url: {"host": urlsplit(url).hostname})
    assert identified.told["path"] == 0
    assert identified.told["host"] > 0
    assert identified.compared == identified.told["accepts"] + identified.told["host"]


def test_a_host_counts_as_connected_to_and_is_shown_as_given() -> None:
    urls = ["http://A/", "http://a/"]
    identified = hexapla.identify(parse=split, specs=["rfc3986"], cases=urls)
    assert identified.best.by_component["host"] == 2
    assert identified.best.hosts_as_given == 1
    assert identified.unexplained == ()
    (departure,) = identified.departures
    assert not departure.way.is_counted
    assert departure.way.says == "gives the host in lower case"


def test_a_refusal_of_what_the_grammar_refuses_is_neutral() -> None:
    def parse(url: str) -> Told:
        raise RejectionError("no")

    urls = ["http://[/", "http://a/"]
    identified = hexapla.identify(parse=parse, specs=["rfc3986"], cases=urls)
    assert [answer.url for answer in identified.rejected] == ["http://[/"]
    assert [item.answer.url for item in identified.unexplained] == ["http://a/"]
    assert identified.best.rejected == 1


def test_to_accept_what_a_standard_refuses_is_a_departure() -> None:
    identified = hexapla.identify(
        parse=faithful("rfc3986"), specs=["whatwg"], cases=["http://a b/", "http://a/"]
    )
    (departure, *_) = identified.departures
    assert departure.way.name == "accepts"
    assert departure.way.provision is not None
    assert departure.way.provision.citation.document.label == "URL Standard"


def test_where_a_standard_has_no_rule_nothing_counts() -> None:
    identified = hexapla.identify(
        parse=faithful("rfc3986"), specs=["rfc1738"], cases=["//a/b", "http://a/"]
    )
    assert [answer.url for answer in identified.no_rule] == ["//a/b"]


def test_a_program_that_fails_to_answer_is_told() -> None:
    def parse(url: str) -> Told:
        raise NoAnswerError("died")

    identified = hexapla.identify(parse=parse, cases=["a", "b"])
    assert identified.answered == 0
    assert len(identified.unexplained) == 2
    assert "2 URLs, no answer: it died" in list(parse_identification_lines(identified))


def test_readings_are_found_by_what_they_explain() -> None:
    spec = hexapla.spec("rfc3986[at-signs=first]")
    identified = hexapla.identify(parse=faithful(spec.selector), specs=["rfc3986"])
    assert identified.best.spec == spec
    assert identified.best.by_default < identified.best.agreeing
    assert explain_parsing(spec, []).agreeing == 0


def test_a_column_that_is_not_installed_is_told_first(monkeypatch: pytest.MonkeyPatch) -> None:
    installing = "an extra; install it with: pip install 'hexapla[whatwg]'"
    monkeypatch.setattr(missing, "not_installed", lambda: {"whatwg": installing})
    parsing = hexapla.identify(parse=split, cases=["http://a/"])
    resolving = hexapla.identify(lambda base, reference: reference, cases=[("http://a/", "x:y")])
    start = f"without the column whatwg, which needs {installing}; "
    assert parsing.verdict.startswith(start)
    assert resolving.verdict.startswith(start)
    assert parsing.to_dict()["missing"] == [{"id": "whatwg", "installing": installing}]
    chosen = hexapla.identify(parse=split, specs=["rfc3986"], cases=["http://a/"])
    assert chosen.missing == ()


def test_what_identify_takes() -> None:
    with pytest.raises(TypeError, match="either a callable"):
        hexapla.identify()  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="either a callable"):
        hexapla.identify(split, parse=split)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="each of cases must be a str, not tuple"):
        hexapla.identify(parse=split, cases=[("a", "b")])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="no case"):
        hexapla.identify(parse=split, cases=[])


def test_long_and_odd_urls_are_asked() -> None:
    urls = ["http://" + "a@" * 2_000, "\ud800", "http://\ud800/", "/" * 5_000]
    identified = hexapla.identify(parse=split, cases=urls)
    assert identified.urls == len(urls)
