"""The answers of the playground, wherever it runs."""

import json
from typing import Any

import pytest
from site_under_test import HOSTILE, Page

from hexapla_site.browser.answer import answer, pieces_of

BASE = "http://a/b/c/d;p?q"


def ask(reference: str, base: str = BASE, specs: list[str] | None = None) -> dict[str, str]:
    question = {"reference": reference, "base": base, "specs": specs or []}
    given: dict[str, str] = json.loads(answer(json.dumps(question)))
    html = "".join(given[name] for name in ("host", "verdict", "parts", "why", "details"))
    return {**given, "html": html}


def test_an_answer_is_complete() -> None:
    found = ask("../../../g")
    groups = "3986 URL Standard · 1808 2396 · 1630. No rule: 1738."
    assert found["summary"] == f"The standards disagree: {groups}"
    for words in ("is removed", "http://a/../g", "path-root=after-colon", "The parts"):
        assert words in found["html"]
    assert found["markdown"].startswith("[`../../../g →  http://a/g  3986 URL Standard")


def test_the_results_come_before_the_reasons() -> None:
    question = {"reference": "../../../g", "base": BASE, "specs": []}
    results, reasons = pieces_of(question)
    assert "http://a/../g" in str(results["verdict"])
    assert "is removed" not in str(results)
    assert "is removed" in str(reasons["why"])


def test_a_reading_changes_the_columns() -> None:
    found = ask("../../../g", specs=["rfc2396[excess-dots=remove]", "rfc3986"])
    assert found["summary"] == "All standards agree."
    assert "RFC\N{NO-BREAK SPACE}2396[excess-dots=remove]" in found["html"]


def test_validity_marks_the_place() -> None:
    assert '<mark class="uri"><i title="U+0020">␣</i></mark>' in ask("a b")["html"]
    assert "ends too early" in ask("a%2", specs=["rfc2396"])["html"]


def test_a_column_without_a_rule_is_named_once() -> None:
    found = ask("g", specs=["rfc1738", "rfc1808", "rfc2396"])
    assert found["summary"] == "All standards that have a rule agree. No rule: 1738."
    assert found["markdown"].count("no rule") == 1
    assert found["html"].count('class="without-rule of-rfc1738"') == 1
    assert "no rule</span>" in found["html"]
    assert '<div class="cause">' not in found["html"]


def test_without_a_base_it_only_parses() -> None:
    found = ask(";x", base="")
    assert "target" not in found["html"]
    assert found["summary"] == "The standards disagree: 1630 2396 3986 URL Standard · 1808."


def test_it_is_told_whose_host_is_which() -> None:
    details = ask(r"http://a\@b/", base="")["details"]
    assert "Userinfo, host and port" in details
    assert "a: ends the authority at a backslash" in details
    assert "Userinfo, host and port" not in ask("http://a/", base="")["details"]


def test_recorded_parsers_and_those_in_the_browser_are_two_groups() -> None:
    parsers: list[dict[str, Any]] = [
        {"name": "uri-js 4.4.1", "here": True, "target": "http://a/b/c/g"},
        {"name": "uri-js", "target": "http://a/b/c/g"},
        {"name": "fast-uri 3.1.9", "here": True, "target": None},
    ]
    question = {"reference": "g", "base": BASE, "specs": [], "parsers": parsers}
    verdict = Page(json.loads(answer(json.dumps(question)))["verdict"])
    assert "recorded uri-js in this browser uri-js 4.4.1" in verdict.words
    assert "none in this browser fast-uri 3.1.9" in verdict.words
    assert verdict.values("href").count("implementations/uri-js.html") == 1


def test_the_standards_tell_the_host_of_a_url_that_no_parser_was_asked() -> None:
    told = Page(ask("http://example.com%2F@evil.com")["host"]).words
    assert "evil.com RFC 1738 RFC 1808 RFC 2396 RFC 3986 URL Standard" in told
    assert "There are no recorded answers for this URL" in told


def test_an_unknown_spec_is_one_error() -> None:
    assert "Did you mean 'rfc2396'" in ask("g", specs=["rfc2936"])["summary"]


@pytest.mark.parametrize("text", [*HOSTILE, "\ud800", "a" * 5_000, "`", "\u202e"])
def test_hostile_text_is_shown_as_text(text: str) -> None:
    for found in (ask(text), ask("g", base=f"http://a/{text}")):
        for broken in ("<script", "<img", "<svg", "\ud800", "\u202e", "\0"):
            assert broken not in found["html"]
        assert found["markdown"].count("`") == 2
    found = ask(text)
    names: dict[str, Any] = {}
    exec(found["python"], names)
    assert names["comparison"].reference == text


def test_a_relative_reference_is_valid_relative_to_a_base() -> None:
    assert "yes, relative to a base; without a base, the parser fails" in ask("g", "")["html"]
    assert "relative to a base" not in ask("g")["html"]
