"""The validation errors of the URL Standard's parser (1.1, 3.3, 3.5 and 4.4)."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from inputs import any_text
from tables import by_rows_of, every_row, rows_of
from url_inputs import bases, parsed, texts

import hexapla
from hexapla.grammar.validity import Verdict
from hexapla_specs.whatwg.hosts import parse_domain
from hexapla_specs.whatwg.validation_errors import MOST

SPEC = hexapla.spec("whatwg")
validation_errors = SPEC.validation_errors

CASES = json.loads((Path(__file__).parents[1] / "cases" / "url_standard.json").read_text("utf-8"))
NAMES = {row["name"] for row in CASES["errors"]}


def fails(text: str, base: str | None = None) -> bool:
    return any(error.failure for error in validation_errors(text, base))


@every_row(((row["name"], row["input"]), (row,)) for row in CASES["errors"])
def test_the_examples_of_the_table(row: dict[str, Any]) -> None:
    errors = validation_errors(row["input"], row["base"])
    assert [[error.name, error.offset] for error in errors] == row["errors"]
    reported = [error for error in errors if error.name == row["name"]]
    if row["input"] != "/c:/path/to/file":  # see its note
        assert reported
    assert any(error.failure for error in errors) == row["failure"]
    if row["failure_in_table"] != "sometimes":
        assert row["failure"] == (row["failure_in_table"] == "yes")


def test_the_table_has_thirty_names() -> None:
    assert len(NAMES) == 30


@every_row(((row["input"], row["base"]), (row,)) for row in CASES["writing"])
def test_the_table_of_section_4(row: dict[str, Any]) -> None:
    errors = validation_errors(row["input"], row["base"])
    assert (errors == ()) == row["valid"]
    assert any(error.failure for error in errors) == (row["output"] is None)


@given(text=texts | any_text, base=bases)
def test_a_valid_url_string_and_no_other_has_no_validation_error(
    text: str, base: str | None
) -> None:
    """A valid URL string defines what input would not trigger a validation error or failure (4).

    Without a base, a relative-URL string is valid and fails nevertheless. A host that is not
    US-ASCII and maps to an IPv4 address has no error; it is no valid IPv4-address string.
    """
    errors = validation_errors(text, base)
    if [error.name for error in errors] == ["missing-scheme-non-relative-URL"] and base is None:
        return
    valid = SPEC.validate(text, base).verdict is Verdict.YES
    assert valid == (errors == ()) or has_mapped_address(text)


def has_mapped_address(text: str) -> bool:
    match = re.search(r"//([^/?#:]*)", text)
    domain = parse_domain(match[1]) if match and not match[1].isascii() else None
    assert SPEC.grammar is not None
    return SPEC.grammar.matches("valid-IPv4-address-string", domain or "")


@given(text=texts | any_text, base=bases)
def test_the_parser_fails_where_the_last_error_is_a_failure(text: str, base: str | None) -> None:
    errors = validation_errors(text, base)
    assert {error.name for error in errors} <= NAMES
    assert all(0 <= error.offset <= len(text) for error in errors)
    assert not any(error.failure for error in errors[:-1])
    assert fails(text, base) == (parsed(text, base) is None)


OFFSETS = dict(rows_of("whatwg", "offsets of errors"))


@every_row((repr(text), (text, errors)) for text, errors in OFFSETS.items())
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


LONG = 200_000


@by_rows_of("whatwg")
def test_long_texts_take_no_time(front: str, repeated: str) -> None:
    errors = validation_errors(front + repeated * LONG)
    assert 1 <= len(errors) <= MOST + 1
    assert not any(error.failure for error in errors[:-1])


def test_the_failure_is_told_behind_more_errors_than_are_told() -> None:
    errors = validation_errors("http://" + "@" * (MOST + 9) + "[")
    assert [error.name for error in errors[-2:]] == ["invalid-credentials", "IPv6-unclosed"]
    assert len(errors) == MOST + 1


# The path of `url/resources/urltestdata.json` of the web-platform-tests, which are not part of
# this project.
URL_TEST_DATA = os.environ.get("URL_TEST_DATA")

# Entries older than the change of 25 June 2026, after which an ASCII domain never fails in ToASCII.
OLDER = "xn--"


@pytest.mark.skipif(URL_TEST_DATA is None, reason="URL_TEST_DATA names no file")
def test_the_web_platform_tests_fail_where_the_last_error_is_a_failure() -> None:
    cases = [
        case
        for case in json.loads(Path(URL_TEST_DATA or "").read_text("utf-8"))
        if isinstance(case, dict) and (case.get("base") is None or parsed(case["base"]))
    ]
    differing = [
        case["input"]
        for case in cases
        if fails(case["input"], case.get("base")) != case.get("failure", False)
    ]
    assert len(cases) > 800
    assert [text for text in differing if OLDER not in text.lower() or not text.isascii()] == []
