"""Every option of every reading, on an input where it makes a difference."""

import re

import pytest
from hypothesis import given
from inputs import bases, dotted_references, references
from tables import by_rows_of, rows_of

import hexapla

CASES = rows_of("readings", "targets")


@pytest.mark.parametrize(("standard", "choice", "base", "reference", "target"), CASES)
def test_an_option_gives_its_target(
    standard: str, choice: str, base: str, reference: str, target: str
) -> None:
    assert str(hexapla.spec(f"{standard}[{choice}]").resolve(base, reference)) == target


@pytest.mark.parametrize(
    ("option", "path", "query"), [("appendix-b", "a", "b"), ("grammar", "a?b", None)]
)
def test_opaque_part_says_where_the_question_mark_belongs(
    option: str, path: str, query: str | None
) -> None:
    parts = hexapla.spec(f"rfc2396[opaque-part={option}]").parse("mailto:a?b").parts
    assert (parts["path"], parts["query"]) == (path, query)


@by_rows_of("readings")
def test_rfc1630_s_grammars_derive_as_printed_or_mended(
    option: str, rule: str, derived: bool
) -> None:
    grammar = hexapla.spec(f"rfc1630[grammar={option}]").grammar
    assert grammar is not None
    assert grammar.matches(rule, "http://a/b") is derived


# RFC 2732, section 2: its own seven examples. The addresses of RFC 2373, appendix B, to which it
# refers, ask for a hexpart and a colon before an IPv4 address, so that they can't derive the fifth.
@by_rows_of("readings", "literal addresses")
def test_a_literal_address_is_valid_under_rfc2732(reference: str, derived: bool) -> None:
    amended = hexapla.spec("rfc2396[ipv6-literals=rfc2732]").validate(reference)
    assert (amended.verdict.value == "yes") is derived
    assert hexapla.spec("rfc2396").validate(reference).verdict.value == "no"


DATES = ("2026-07", "2025-04", "2022-03", "2020-11", "2018-09", "2017-10", "2015-09", "2014-10")


def test_every_option_has_a_case_here() -> None:
    tried = {(standard, choice) for standard, choice, *_ in CASES if "," not in choice}
    tried |= {("rfc2396", f"opaque-part={option}") for option in ("appendix-b", "grammar")}
    tried |= {("rfc1630", f"grammar={option}") for option in ("mended", "as-printed")}
    tried |= {("rfc2396", f"ipv6-literals={option}") for option in ("none", "rfc2732")}
    tried |= {("rfc1630", f"data-type={option}") for option in ("bnf", "prose")}
    # In test_operations and test_escaping.
    tried |= {("rfc1630", f"reserved-set={option}") for option in ("both", "prose", "grammar")}
    tried |= {
        ("rfc2396", f"escape-data={option}") for option in ("conflicting", "all-but-unreserved")
    }
    # In whatwg/test_dates.
    tried |= {("whatwg", f"as-of={date}") for date in DATES}
    # In test_division.
    names = ("at-signs", "colons", "reg-name")
    declared = {
        (spec.id, f"{reading.name}={option}")
        for spec in hexapla.specs()
        for reading in spec.readings
        if reading.name not in names
        for option in reading.options
    }
    assert declared == tried


@given(base=bases, reference=references)
def test_a_choice_that_was_not_touched_makes_no_difference(base: str, reference: str) -> None:
    for spec in hexapla.specs():
        resolution = spec.resolve(base, reference)
        touched = {choice.reading for choice in resolution.choices}
        for reading in spec.readings:
            for option in reading.options:
                if reading.name not in touched:
                    other = spec.choosing(hexapla.Choice(reading.name, option))
                    assert other.resolve(base, reference).target == resolution.target


@given(reference=dotted_references)
def test_leftmost_removal_is_one_at_a_time(reference: str) -> None:
    leftmost = re.compile(r"/\.(?=/|$)|(?:(?<=/)|(?<![^:]))(?!\.\.?/)[^/:]+/\.\./")
    target = "x:a/" + reference
    while target != (target := leftmost.sub("", target, count=1)):
        pass
    if not reference.startswith("/"):
        spec = hexapla.spec("rfc1630[removal-order=leftmost]")
        assert str(spec.resolve("x:a/b", reference)) == target


def test_a_dot_before_a_line_feed_overlaps_with_nothing() -> None:
    spec = hexapla.spec("rfc1630")
    touched = {choice.reading for choice in spec.touched("http://a/b/c", "../.\n")}
    assert "removal-order" not in touched
    assert "removal-order" in {item.reading for item in spec.touched("http://a/b/c", "../.")}


def test_every_reading_cites_a_rationale() -> None:
    for spec in hexapla.specs():
        for reading in spec.readings:
            assert len(reading.options) > 1
            cited = [
                rationale.citation
                for rationale in reading.rationales.values()
                if rationale.citation
            ]
            assert cited, f"{spec.id}: {reading.name} cites nothing"
