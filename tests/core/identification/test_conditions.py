"""Conditions of departures are inferred from all answers, and those to smaller cases test them."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from followers import follower
from made_up_parsers import faithful

import hexapla
from hexapla.divergence.model import Variation, conditions_in

PARSE = faithful("rfc3986")
Parts = Mapping[str, Any]


def first_sentence(refuses: Callable[[Parts], object]) -> str:
    def parse(url: str) -> Parts:
        parts: Parts = PARSE(url)
        if refuses(parts):
            raise ValueError(url)
        return parts

    return hexapla.identify(parse=parse).departures[0].sentence


def has_digit(scheme: str) -> bool:
    return any(character.isdigit() for character in scheme)


@pytest.mark.parametrize(
    ("refuses", "condition"),
    [
        (lambda it: has_digit(it["scheme"] or ""), "the scheme has a digit"),
        (lambda it: len(it["host"] or "") > 63, "the host has a label of more than 63 characters"),
    ],
)
def test_a_refusal_is_named_with_its_condition(
    refuses: Callable[[Parts], object], condition: str
) -> None:
    assert first_sentence(refuses) == f"it rejects the URL if {condition}"


def test_a_case_that_was_tried_in_shrinking_refutes_a_condition() -> None:
    """The given cases alone would suggest that the port matters."""

    def parse(url: str) -> Parts:
        parts = PARSE(url)
        return {**parts, "path": ""} if (parts["path"] or "").startswith("/C:") else parts

    urls = ["file:///C:/x", "file:///x", "http://h:80/C:/y", "http://h/y", "x:y"]
    found = hexapla.identify(parse=parse, specs=["rfc3986"], cases=urls)
    assert all("port" not in departure.sentence for departure in found.departures)


def test_schemes_that_follow_the_standard_are_named() -> None:
    def parse(url: str) -> Parts:
        parts = PARSE(url)
        return parts if parts["scheme"] in ("http", "https") else {**parts, "query": None}

    sentence = hexapla.identify(parse=parse).departures[0].sentence
    assert sentence.endswith("gives no query unless the scheme is http or https")


def test_a_form_that_has_a_condition_is_told_with_it() -> None:
    """A resolver reads hosts in lower case, but those with a port as they are written."""

    def parse(url: str) -> Parts:
        parts = faithful("whatwg")(url)
        written = re.match(r"\s*[A-Za-z]+:[/\\]*(?:[^/?#\\]*@)?([^/?#\\@]+):[0-9]*", url)
        is_same = written is not None and written[1].lower() == parts["host"]
        return {**parts, "host": written[1]} if written and is_same else parts

    (departure,) = hexapla.identify(parse=parse, specs=["whatwg"]).departures
    assert departure.sentence.startswith("it does not give the host in lower case if the URL has a")


def test_a_form_that_most_answers_contradict_is_not_told() -> None:
    def parse(url: str) -> Parts:
        parts = PARSE(url)
        return {**parts, "path": "/b"} if url == "http://a/a/../b" else parts

    urls = ["http://a/a/../b", *(f"http://a/a/../{name}" for name in "cdefgh")]
    (departure,) = hexapla.identify(parse=parse, specs=["rfc3986"], cases=urls).departures
    assert departure.sentence == "it reads a different path"


def test_a_refusal_of_a_host_is_named_with_the_kind_of_scheme() -> None:
    def parse(url: str) -> Parts:
        parts = faithful("whatwg")(url)
        if parts["scheme"] in ("http", "https") and re.search("//(?:[^/]*@)?0[xX]", url):
            raise ValueError(url)
        return parts

    departure = hexapla.identify(parse=parse, specs=["whatwg"]).departures[0]
    assert departure.sentence.startswith(
        "it rejects the URL if the host is an IPv4 address with a hexadecimal number"
    )


def test_a_condition_names_no_scheme_with_a_space() -> None:
    """RFC 3986 (appendix B) reads everything before the first colon as the scheme."""

    def resolve(base: str, reference: str) -> str | None:
        return None if reference.startswith("a b:") else base

    schemes = ("a b", "c d", "e f")
    cases = [("http://a/", f"{scheme}:{rest}") for scheme in schemes for rest in "ghijkl"]
    found = hexapla.identify(resolve, specs=["rfc3986"], cases=cases)
    assert found.departures
    assert not any("a b" in item.kind.behaviour.where for item in found.departures)


def test_a_refusal_is_named_with_other_kinds_of_schemes() -> None:
    def parse(url: str) -> Parts:
        parts = faithful("whatwg")(url)
        if parts["host"] == "" and parts["scheme"] != "file":
            raise ValueError(url)
        return parts

    sentence = hexapla.identify(parse=parse, specs=["whatwg"]).departures[0].sentence
    assert "if the scheme is not http, https, ftp, file, ws or wss" in sentence
    assert "is empty" in sentence


def test_a_default_port_that_is_dropped_contradicts_that_it_is_kept() -> None:
    def parse(url: str) -> Parts:
        parts = faithful("whatwg")(url)
        has_zeros = re.search(":0+(?:80|443|21)/", url) is not None
        ports = {"http": "80", "https": "443", "ftp": "21", "ws": "80"}
        port = ports.get(parts["scheme"] or "")
        return {**parts, "port": port} if has_zeros and parts["port"] is None else parts

    sentence = hexapla.identify(parse=parse, specs=["whatwg"]).departures[0].sentence
    assert sentence.endswith("if the port has a number with a leading zero")


def test_a_second_condition_excludes_the_cases_that_one_leaves() -> None:
    whatwg = follower(hexapla.spec("whatwg"))

    def resolve(base: str, reference: str) -> str | None:
        if reference.startswith("#") and re.match("[A-Za-z]+:(?!/)", base):
            return None
        return whatwg(base, reference)

    sentence = hexapla.identify(resolve, specs=["whatwg"]).departures[0].sentence
    assert sentence == (
        'it gives no URI if the reference begins with "#"'
        " and if no slash follows the scheme of the base"
    )


def test_two_conditions_that_separate_a_behaviour_are_told_instead_of_an_effect() -> None:
    """A query drops the last segment of the base, but only if its path has a dot."""
    rfc3986 = follower(hexapla.spec("rfc3986"))

    def resolve(base: str, reference: str) -> str | None:
        path = re.sub(r"\A[^:/?#]*:(?://[^/?#]*)?|[?#].*\Z", "", base)
        if reference.startswith("?") and "." in path:
            reference = f"./{reference}"
        return rfc3986(base, reference)

    (behaviour,) = (
        item.kind.behaviour
        for item in hexapla.identify(resolve, specs=["rfc3986"]).departures
        if item.kind.behaviour.sign == Variation.RESOLVE_AGAINST_FOLDER
    )
    assert "part-has:base.path:." in conditions_in(behaviour.where)


def test_what_a_program_does_in_part_is_not_told_as_undone() -> None:
    """It removes some dot segments of a path from which RFC 3986 removes none in parsing."""

    def parse(url: str) -> Parts:
        parts = PARSE(url)
        return {**parts, "path": parts["path"] and parts["path"].replace("/./", "/", 1)}

    urls = ["http://a/././b", "http://a/./././c", "http://a/b"]
    found = hexapla.identify(parse=parse, specs=["rfc3986"], cases=urls)
    told = [item.sentence for item in found.departures]
    assert told
    assert not any("puts" in sentence for sentence in told), told


def test_a_dot_that_is_dropped_is_told_before_a_cut() -> None:
    """The hosts that end with a dot have the same length, but the program cuts off no others."""

    def parse(url: str) -> Parts:
        parts = PARSE(url)
        return {**parts, "host": parts["host"] and parts["host"].removesuffix(".")}

    first = hexapla.identify(parse=parse, specs=["rfc3986"]).departures[0]
    assert first.sentence == "it drops the dot at the end"
