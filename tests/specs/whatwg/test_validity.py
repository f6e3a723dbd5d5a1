"""Valid URL strings, hosts and domains (4.3, 3.4), and validation errors (1.1, 3.3, 3.5, 4.4)."""

import re
from typing import Any, NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from inputs import any_text, grammar_of
from random_urls import needs_url_test_data, url_test_data
from tables import by_rows_of, every_row, json_of, rows_of

import hexapla
from hexapla.grammar.relation import relation_of
from hexapla.grammar.validity import Verdict
from hexapla_specs.whatwg.hosts import is_valid_domain, parse_domain, parse_domain_strictly
from hexapla_specs.whatwg.trace import MOST_ERRORS

SPEC = hexapla.spec("whatwg")
validate, validation_errors = SPEC.validate, SPEC.validation_errors
GRAMMAR = grammar_of("whatwg")
CASES = json_of("url_standard")
NAMES = {row["name"] for row in CASES["errors"]}


# Valid URL strings.

SOLIDUS = "special-scheme-missing-following-solidus"
BASES = "http://b/", "file:///b", "x:/b", "x:b"


@every_row(((row["input"], row["base"]), (row,)) for row in CASES["writing"])
def test_the_table_of_section_4(row: dict[str, Any]) -> None:
    valid = validate(row["input"], base=row["base"]).verdict is Verdict.YES
    lacks_base = row["base"] is None and row["input"] == "example"  # valid with one
    assert valid == (row["valid"] or lacks_base)
    errors = validation_errors(row["input"], base=row["base"])
    assert (errors == ()) == row["valid"]
    assert any(error.failure for error in errors) == (row["output"] is None)


@every_row((repr(text), (text, bases)) for text, bases in rows_of("whatwg", "valid by base"))
def test_what_is_valid_depends_on_the_base(text: str, bases: list[str]) -> None:
    assert [base for base in BASES if validate(text, base=base).verdict is Verdict.YES] == bases
    assert (validate(text).verdict is Verdict.YES) == bool(bases)


@by_rows_of("whatwg", "offsets of invalid texts")
def test_the_offset_is_where_a_text_leaves_the_grammar(
    text: str, offset: int, expected: str
) -> None:
    validity = validate(text)
    assert (validity.verdict, validity.offset) == (Verdict.NO, offset)
    assert validity.expected is not None
    assert set(expected) <= set(validity.expected.characters)


@pytest.mark.parametrize(
    ("text", "name", "step"),
    [
        ("http://:80", "host-missing", "host state 2.1"),
        ("http://?", "host-missing", "host state 3.1"),
        ("http:c", SOLIDUS, "special relative or authority state 2"),
        ("ftp:c", SOLIDUS, "special authority slashes state 2"),
        ("wss:c", SOLIDUS, "special authority slashes state 2"),
    ],
)
def test_an_error_is_cited_by_the_step_that_finds_it(text: str, name: str, step: str) -> None:
    (error,) = validation_errors(text, base="http://b/")
    assert (error.name, error.citation.section) == (name, step)


def test_a_domain_that_is_refused_is_invalid_where_it_begins() -> None:
    validity = validate("http://xn--a/b")
    assert (validity.verdict, validity.offset) == (Verdict.NO, 7)
    assert str(validity.expected) == "valid-domain-string"


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
    both = GRAMMAR.acceptor("special-scheme", "scheme-not-special")
    assert relation_of(GRAMMAR.acceptor("URL-scheme-string"), both).kind == "equal"


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


def test_nothing_relative_is_valid_under_failure() -> None:
    """4.3: a relative URL needs a base; 4: valid input doesn't trigger failure."""
    assert validate("//a_b").verdict is Verdict.YES
    assert validate("//a_b", base="b").verdict is Verdict.NO
    assert validate("x:y", base="b").verdict is Verdict.YES
    assert SPEC.validation_errors("a", base="b") == SPEC.validation_errors("a") != ()


# Validation errors for inputs with and without a base.

_BASES = (None, "http://h/a/b", "https://x/", "file:///C:/a", "foo://h/a", "foo:/a", "mailto:x")
_PIECES = (
    *("http:", "https:", "HTTP:", "foo:", "file:", "/", "//", "\\", "?", "#", ":", "@", "[", "]"),
    *("a", "b", "z9", "-", "--", "_", ".", "..", "::", "ffff", "c:", "c|", "%", "%41", "%2e", "%s"),
    *("0", "1", "0x", "80", "255", "256", "65536", "1.2.3.4", "xn--", "xn--9ca", "^", "`", "|"),
    *("é", "☕", "１", "。", "א", "\xad", "\u0338", "\ufdd0", "\ud800", " ", "\t", "\n", "\x00"),
)
_FRONTS = ("", "", "http://", "https://[", "http://1.", "file://", "foo://", "//")

texts = st.builds(
    lambda front, pieces: front + "".join(pieces),
    st.sampled_from(_FRONTS),
    st.lists(st.sampled_from(_PIECES), max_size=8),
)
bases = st.sampled_from(_BASES)


def fails(text: str, base: str | None = None) -> bool:
    return any(error.failure for error in validation_errors(text, base=base))


def is_refused(text: str, base: str | None) -> bool:
    by_itself = text if base is None else SPEC.resolve(text, base=base).uri
    return by_itself is None or not SPEC.is_absolute(by_itself)


@every_row(((row["name"], row["input"]), (row,)) for row in CASES["errors"])
def test_the_examples_of_the_table(row: dict[str, Any]) -> None:
    errors = validation_errors(row["input"], base=row["base"])
    assert [[error.name, error.offset] for error in errors] == row["errors"]
    reported = [error for error in errors if error.name == row["name"]]
    if row["input"] != "/c:/path/to/file":  # see its note
        assert reported
    assert any(error.failure for error in errors) == row["failure"]
    if row["failure_in_table"] != "sometimes":
        assert row["failure"] == (row["failure_in_table"] == "yes")


def test_the_table_has_thirty_names() -> None:
    assert len(NAMES) == 30


@given(text=texts | any_text, base=bases)
def test_a_valid_url_string_and_no_other_has_no_validation_error(
    text: str, base: str | None
) -> None:
    """A valid URL string is input that triggers no validation error and no failure (4).

    There are two exceptions. A relative-URL string is valid, but fails without a base. A host that
    isn't US-ASCII and maps to an IPv4 address is invalid, but triggers no error.
    """
    errors = validation_errors(text, base=base)
    if [error.name for error in errors] == ["missing-scheme-non-relative-URL"] and base is None:
        return
    valid = SPEC.validate(text, base=base).verdict is Verdict.YES
    assert valid == (errors == ()) or has_mapped_address(text)


@given(text=texts | any_text, base=bases)
@example(text="http://0x7f[/", base=None)
@example(text="http://1:2@h/", base=None)
@example(text="file://08:/", base=None)
@example(text="//08:/", base="file:///C:/a")
@example(text="//0x7f[", base="http://h/a/b")
def test_a_named_error_is_one_that_the_parser_reports(text: str, base: str | None) -> None:
    """3.5: a host is an IPv4 address only if the domain parser doesn't fail."""
    error = SPEC.validate(text, base=base).error
    if error:
        assert error in {each.name for each in validation_errors(text, base=base)}


@pytest.mark.parametrize(
    ("text", "offset", "error"),
    [
        ("http://0x7f[/", 11, ""),
        ("http://1:2@h/", 8, ""),
        ("file://08:/", 9, ""),
        ("http://08:/", 7, "IPv4-non-numeric-part"),
        ("file://08/", 7, "IPv4-non-numeric-part"),
    ],
)
def test_an_invalid_host_is_located_in_the_host_parsed(text: str, offset: int, error: str) -> None:
    validity = validate(text)
    assert (validity.offset, validity.error) == (offset, error)


def has_mapped_address(text: str) -> bool:
    match = re.search(r"//([^/?#:]*)", text)
    domain = parse_domain(match[1]) if match and not match[1].isascii() else None
    return GRAMMAR.matches("valid-IPv4-address-string", domain or "")


@given(text=texts | any_text, base=bases)
def test_the_parser_fails_where_the_last_error_is_a_failure(text: str, base: str | None) -> None:
    errors = validation_errors(text, base=base)
    assert {error.name for error in errors} <= NAMES
    assert all(0 <= error.offset <= len(text) for error in errors)
    assert not any(error.failure for error in errors[:-1])
    assert fails(text, base) == is_refused(text, base)


@given(text=texts | any_text)
def test_a_failure_cites_the_same_step_as_the_parser(text: str) -> None:
    reference = SPEC.parse(text)
    failure = reference.failure
    if failure is not None:
        # A reference that fails under every base is parsed under a special one.
        base = "http://h/" if reference.split[1] is None else None
        *_, error = validation_errors(text, base=base)
        assert error.failure
        assert error.citation == failure.citation


class Ipv4Fault(NamedTuple):
    """A host that ends in a number, the faulty part of it, and the validation error."""

    host: str
    offset: int
    wrong: str
    error: str


IPV4_FAULTS = [
    Ipv4Fault("1.2.3.256", 6, "256", "IPv4-out-of-range-part"),
    Ipv4Fault("256", 0, "256", "IPv4-out-of-range-part"),
    Ipv4Fault("1.2.3", 5, "/", "IPv4-too-few-parts"),
    Ipv4Fault("1.2.3.4.5.6", 8, "5", "IPv4-too-many-parts"),
    Ipv4Fault("0x7f.0.0.1", 0, "0x7f", "IPv4-non-decimal-part"),
    Ipv4Fault("1.2.3.09", 6, "09", "IPv4-non-numeric-part"),
    Ipv4Fault("a.256", 0, "a", "IPv4-non-numeric-part"),
    Ipv4Fault("1.2.3.4.", 7, ".", "IPv4-empty-part"),
    Ipv4Fault("１.2.3.256", 0, "１.2.3.256", ""),
    Ipv4Fault("1.2.3.４", 0, "1.2.3.４", ""),
]


@pytest.mark.parametrize("case", IPV4_FAULTS, ids=lambda case: case.host)
def test_an_invalid_ipv4_address_is_located_where_it_is_wrong(case: Ipv4Fault) -> None:
    text = f"http://{case.host}/"
    validity = validate(text)
    assert validity.offset is not None
    assert (validity.verdict, validity.error) == (Verdict.NO, case.error)
    assert validity.offset == len("http://") + case.offset
    assert text[validity.offset :][: validity.length] == case.wrong
    assert not validity.ends_too_early
    without_path = validate(f"//{case.host}", base="http://b/")
    assert (without_path.offset, without_path.error) == (case.offset + 2, case.error)
    assert without_path.ends_too_early == (case.wrong == "/")
    if case.error:
        reported = {(error.name, error.offset) for error in validation_errors(text)}
        assert (validity.error, validity.offset) in reported


@every_row((repr(text), (text, told)) for text, told in rows_of("whatwg", "offsets of errors"))
def test_an_offset_counts_the_input_as_given(text: str, errors: list[list[str | int]]) -> None:
    assert [[error.name, error.offset] for error in validation_errors(text)] == errors


def test_an_error_has_its_step_and_a_json_form() -> None:
    (error,) = validation_errors("http://h/|")
    assert error.to_dict() == {
        "name": "invalid-URL-unit",
        "offset": 9,
        "failure": False,
        "citation": {
            "document": "whatwg",
            "section": "path state 2.1",
            "title": "path state",
            "url": "https://url.spec.whatwg.org/#path-state",
        },
    }


def test_a_percent_sign_alone_is_told_by_another_step_than_what_is_no_url_code_point() -> None:
    sections = [error.citation.section for error in validation_errors('http://h/"%<')]
    assert sections == [f"path state 2.{number}" for number in (1, 2, 1)]


def test_a_pair_of_surrogates_is_a_url_code_point_and_a_lone_one_is_not() -> None:
    assert validation_errors("http://a/\ud83d\ude00") == ()
    (error,) = validation_errors("http://a/\ud83d\ude00\ud83d")
    assert (error.name, error.offset) == ("invalid-URL-unit", 11)


LONG = 200_000


@by_rows_of("whatwg")
def test_long_texts_take_no_time(front: str, repeated: str) -> None:
    errors = validation_errors(front + repeated * LONG)
    assert 1 <= len(errors) <= MOST_ERRORS + 1
    assert not any(error.failure for error in errors[:-1])


def test_the_failure_is_told_behind_more_errors_than_are_told() -> None:
    errors = validation_errors("http://" + "@" * (MOST_ERRORS + 9) + "[")
    assert [error.name for error in errors[-2:]] == ["invalid-credentials", "IPv6-unclosed"]
    assert len(errors) == MOST_ERRORS + 1


@needs_url_test_data
def test_it_fails_there_in_the_web_platform_tests_too() -> None:
    cases = [(case["input"], case.get("base")) for case in url_test_data()]
    for text, base in cases:
        if base is None or SPEC.is_absolute(base):
            assert fails(text, base) == is_refused(text, base), (text, base)
