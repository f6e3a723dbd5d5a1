"""Establishing a base: the standards' own documents, and each level of the base precedence."""

import email
import json
from pathlib import Path
from typing import Any

import pytest
from tables import by_rows_of

import hexapla
from hexapla import BaseLevel
from hexapla.html.mime import leaves

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "cases" / "base.json").read_text("utf-8")
)["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['spec']} {case['why']}")
def test_the_expected_base_is_established(case: dict[str, Any]) -> None:
    document, within = case["document"], ()
    if case["media_type"] == "message/rfc822":
        document = email.message_from_string(document)
        if "part" in case:
            document, within = list(leaves(document))[case["part"]]
    base = hexapla.establish_base(
        document,
        within=within,
        retrieval=case["retrieval"],
        default=case["default"],
        spec=case["spec"],
    )
    assert base.uri == case["base"], case["why"]
    assert base.level == case["level"]
    assert (base.provision is None) == (base.level is None)


def test_a_base_that_is_passed_over_is_reported() -> None:
    page = '<head><base href="/x/"></head>'
    base = hexapla.establish_base(page, retrieval="http://a/b", spec="rfc2396")
    assert (base.uri, base.level) == ("http://a/b", BaseLevel.RETRIEVAL)
    assert [(item.source, item.value) for item in base.passed_over] == [("BASE element", "/x/")]


@by_rows_of("documents")
def test_the_octets_of_a_page_are_read_in_its_charset(page: str) -> None:
    assert hexapla.establish_base(page.encode("latin-1")).uri == "http://é/"


def test_a_standard_establishes_no_base_that_it_does_not_define() -> None:
    for selector in ("rfc1738", "whatwg"):
        base = hexapla.establish_base(None, retrieval="http://a/", spec=selector)
        assert (base.uri, base.level) == (None, None)
    page = '<head><base href="http://x/"></head>'
    base = hexapla.establish_base(page, retrieval="http://a/b", spec="rfc1630")
    assert (base.uri, base.level) == ("http://a/b", BaseLevel.RETRIEVAL)


def test_the_newest_default_column_is_asked_where_none_is_named() -> None:
    base = hexapla.establish_base(None, retrieval="http://a/")
    assert base.spec == "rfc3986"
    assert base.provision is not None
    assert base.provision.citation.section == "5.1.3"
