"""A URL, divided: what its pieces are, and which provisions put their boundaries."""

from typing import Any

import pytest
from random_urls import random_pairs

import hexapla
from hexapla.operations.authority import AuthorityRules, Delimiter, Piece
from hexapla.operations.division import DividedUrl

Rfc3986: Any = type(hexapla.spec("rfc3986"))
A, B, C = (hexapla.Provision(hexapla.Citation(Rfc3986.document, name), name) for name in "abc")


class Silent(Rfc3986):  # type: ignore[misc]
    division = None


def test_a_silent_standard_tells_nothing() -> None:
    divided = hexapla.divide(Silent(), "http://u@h/")
    assert not divided.has_rule
    assert divided.accepts
    assert (divided.pieces, divided.authority, dict(divided.spans)) == ((), None, {})
    assert divided.components == hexapla.UrlComponents.of({})


def test_a_piece_ends_where_the_next_one_begins() -> None:
    pieces = (Piece("host", "h", further=(A, B)), Piece("port", "1", ":", begins=B, ends=C))
    bounds = DividedUrl("x", "h:1", hexapla.UrlComponents.of({}), pieces).bounds
    assert bounds["host"] == hexapla.Bounds(None, B, (A, B))
    assert bounds["host"].provisions == (B, A)
    assert bounds["port"] == hexapla.Bounds(B, C)


def test_spans_are_told_only_where_the_pieces_make_up_the_text() -> None:
    pieces = (Piece("host", "h"), Piece("port", "1", ":"))
    components = hexapla.UrlComponents.of({})
    assert DividedUrl("x", "h:1", components, pieces).spans == {"host": (0, 1), "port": (2, 3)}
    assert not DividedUrl("x", "h\t:1", components, pieces).spans


@pytest.mark.parametrize("spec", hexapla.specs(), ids=str)
def test_the_host_alone_is_that_of_the_components(spec: hexapla.Spec) -> None:
    for option in ("first", "last"):
        chosen = {name: option for name in spec.options if name in ("at-signs", "colons")}
        column = hexapla.spec(spec.selector + _written(chosen))
        assert column.division is not None
        for _, url in random_pairs(400):
            divided = hexapla.divide(column, url)
            refused = not divided.has_rule or not divided.accepts
            try:
                assert column.division.host(url) == divided.components.host
                assert not refused
            except LookupError:
                assert refused


def _written(choices: dict[str, str]) -> str:
    told = ",".join(f"{name}={option}" for name, option in choices.items())
    return f"[{told}]" if told else ""


def test_what_a_standard_has_no_rule_for_does_not_divide() -> None:
    (host,) = AuthorityRules().divide("a@b:c", Piece("", "", "//", A), {})
    assert host == Piece("host", "a@b:c", "//", A)


def test_a_reading_says_which_of_several_delimiters_counts() -> None:
    rules = AuthorityRules(colon=Delimiter(A, first=B, last=C, reading="colons"))
    for option, texts, provision in (("first", ["a", "b:c"], B), ("last", ["a:b", "c"], C)):
        host, port = rules.divide("a:b:c", Piece("", ""), {"colons": option})
        assert [host.text, port.text] == texts
        assert (port.begins, port.choice) == (provision, hexapla.Choice("colons", option))
    _, port = rules.divide("a:b", Piece("", ""), {"colons": "last"})
    assert (port.begins, port.choice) == (A, None)
