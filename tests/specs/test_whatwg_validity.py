"""What the URL Standard calls a valid URL string (4.3), a valid host and a valid domain (3.4)."""

import json
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from inputs import any_text
from tables import by_rows_of, every_row, rows_of

import hexapla
from hexapla.grammar.relation import relation_of
from hexapla.grammar.validity import Verdict
from hexapla_specs.whatwg.hosts import parse_domain
from hexapla_specs.whatwg.syntax import is_valid_domain, parse_domain_strictly

SPEC = hexapla.spec("whatwg")
validate = SPEC.validate
assert SPEC.grammar is not None
GRAMMAR = SPEC.grammar
CASES = json.loads((Path(__file__).parents[1] / "cases" / "url_standard.json").read_text("utf-8"))
BASES = "http://b/", "file:///b", "x:/b", "x:b"


@every_row(((row["input"], row["base"]), (row,)) for row in CASES["writing"])
def test_the_table_of_section_4(row: dict[str, Any]) -> None:
    valid = validate(row["input"], row["base"]).verdict is Verdict.YES
    lacks_base = row["base"] is None and row["input"] == "example"  # valid with one
    assert valid == (row["valid"] or lacks_base)


VALID_FOR = dict(rows_of("whatwg", "valid by base"))


@every_row((repr(text), (text, bases)) for text, bases in VALID_FOR.items())
def test_what_is_valid_depends_on_the_base(text: str, bases: list[str]) -> None:
    assert [base for base in BASES if validate(text, base).verdict is Verdict.YES] == bases
    assert (validate(text).verdict is Verdict.YES) == bool(bases)


@by_rows_of("whatwg", "offsets of invalid texts")
def test_the_offset_is_where_a_text_leaves_the_grammar(
    text: str, offset: int, expected: str
) -> None:
    validity = validate(text)
    assert (validity.verdict, validity.offset) == (Verdict.NO, offset)
    assert validity.expected is not None
    assert set(expected) <= set(validity.expected.characters)


def test_a_domain_that_is_refused_is_invalid_where_it_begins() -> None:
    validity = validate("http://xn--a/b")
    assert (validity.verdict, validity.offset, str(validity.expected)) == (
        *(Verdict.NO, 7),
        "valid-domain-string",
    )


@every_row((ascii(text), (text, valid)) for text, valid in rows_of("whatwg", "valid domains"))
def test_valid_domains(text: str, valid: bool) -> None:
    assert is_valid_domain(text) == valid
    assert (validate(f"http://{text}/").verdict is Verdict.YES) == valid or text == "1.2.3.4"


DOMAIN_TEXTS = st.text(alphabet="aAx0189-._é☕\xad１。א", max_size=8) | any_text


@given(DOMAIN_TEXTS)
def test_the_grammar_derives_every_valid_domain(text: str) -> None:
    if is_valid_domain(text) and "\u0338" not in text:
        assert GRAMMAR.matches("valid-domain-string", text)


@given(DOMAIN_TEXTS)
def test_a_domain_is_parsed_strictly_or_not_at_all(text: str) -> None:
    assert parse_domain_strictly(text) in (None, parse_domain(text))


def test_special_schemes_and_all_others_are_the_schemes() -> None:
    every, special, others = map(
        GRAMMAR.acceptor, ("URL-scheme-string", "special-scheme", "scheme-not-special")
    )
    assert relation_of(special, others).kind == "disjoint"
    both = GRAMMAR.acceptor("special-scheme", "scheme-not-special")
    assert relation_of(every, both).kind == "equal"


def test_the_rules_that_a_relation_to_rfc_3986_describes() -> None:
    rfc3986 = hexapla.spec("rfc3986")
    assert GRAMMAR.relation(rfc3986, "valid-IPv4-address-string", "IPv4address").kind == "equal"
    ipv6 = GRAMMAR.relation(rfc3986, "valid-IPv6-address-string", "IPv6address")
    assert (ipv6.kind, ipv6.only_second) == ("proper subset", "0a::")
    whole = GRAMMAR.relation(rfc3986, "valid-URL-string", "URI-reference")
    assert (whole.kind, whole.only_first, whole.only_second) == ("overlap", ":", "ws:")


def test_ports_are_16_bit_numbers() -> None:
    accepts = GRAMMAR.acceptor("URL-port-string").accepts
    assert accepts("")
    assert accepts("000065535")
    assert [number for number in range(70_000) if accepts(str(number))] == list(range(0x10000))


def test_non_ascii_code_points_are_those_of_the_standard() -> None:
    accepts = GRAMMAR.acceptor("URL-code-point").accepts
    for code in (*range(0x80, 0x10000), *range(0x1FFF0, 0x110000, 7)):
        surrogate, noncharacter = 0xD800 <= code < 0xE000, 0xFDD0 <= code < 0xFDF0
        excluded = surrogate or noncharacter or code & 0xFFFE == 0xFFFE or code < 0xA0
        assert accepts(chr(code)) != excluded, hex(code)


def test_a_base_that_is_no_url_counts_as_none() -> None:
    assert validate("//a_b", "b").verdict is validate("//a_b").verdict is Verdict.YES
    assert SPEC.validation_errors("a", "b") == SPEC.validation_errors("a") != ()
