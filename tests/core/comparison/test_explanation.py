"""A comparison as a small table: as text 80 characters wide, on one line, and as HTML."""

import statistics
from random import Random

import pytest
from hypothesis import given
from inputs import ALPHABET, BASE, BASES, any_text, bases, references

import hexapla
from hexapla.comparison.explanation import Layout, Styles, explanation, row_lines
from hexapla.comparison.shown import LEGEND, group_rows, summary_line
from hexapla.grammar import Relation, RelationKind
from hexapla.standard.display import published, relation_text, show, target_text, verdict_text

RFCS = ("rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986")


@given(base=bases, reference=references)
def test_lines_have_at_most_80_characters(base: str, reference: str) -> None:
    comparison = hexapla.compare(reference, base=base)
    for line in explanation(comparison).splitlines():
        indented = len(line) - len(line.lstrip())
        assert len(line) <= 80 or max(map(len, line.split())) + indented > 40


@given(base=bases, reference=any_text)
def test_every_sign_of_a_line_and_of_an_explanation_can_be_seen(base: str, reference: str) -> None:
    comparison = hexapla.compare(reference, base=base)
    line = summary_line(reference, comparison.target)
    assert line.startswith(f"{show(reference)} ]")
    assert all(each.isprintable() for each in (line, *explanation(comparison).splitlines()))
    assert "<script" not in comparison._repr_html_()


@pytest.mark.parametrize(
    ("reference", "path", "url_path"), [("x://h/p", "/p", "p"), ("x://h/", "/", "∅")]
)
def test_a_url_path_is_shown_without_its_slash(reference: str, path: str, url_path: str) -> None:
    """1738 3.1: the "/" between the host (or port) and the url-path is NOT part of the url-path."""
    comparison = hexapla.compare(reference, specs=["rfc1630", "rfc1738", "rfc3986"])
    first, second = group_rows(comparison.parts)
    shown = f"scheme=x authority=h path={path}"
    assert first == ("A", shown, f"RFC 3986 (newest), RFC 1738 (url-path={url_path})")
    assert second == ("B", f"scheme=x path=//h{path}", "RFC 1630")


def test_changes_and_errata_are_shown_together() -> None:
    specs = ["rfc2396[same-scheme=loophole]", "whatwg[as-of=2015-09]", "whatwg"]
    shown = explanation(hexapla.compare("file:", base="file:////a", specs=specs)).splitlines()
    first_words = [line.partition(" ")[0] for line in shown]
    assert (first_words.count("change"), first_words.count("erratum")) == (2, 1)


def test_an_explanation_is_short_and_says_nothing_twice() -> None:
    """Count the words in the explanations of 300 random disagreements of six columns."""
    random, lengths = Random(27), list[int]()
    while len(lengths) < 300:
        base = random.choice(BASES)
        reference = "".join(random.choices(ALPHABET, k=random.randint(1, 10)))
        comparison = hexapla.compare(reference, base=base)
        if comparison.target.agrees:
            continue
        told = explanation(comparison)
        lengths.append(len(told.split()))
        rows = [(row.phase, row.selectors, row.text, row.results) for row in comparison.target.rows]
        assert len(rows) == len(set(rows))
    assert statistics.median(lengths) <= 217
    assert max(lengths) <= 480


def test_a_step_of_one_column_has_no_letters() -> None:
    target = hexapla.compare("g", base=BASE, specs=["rfc3986"]).target
    assert [*row_lines(target, target.trace, Layout())] == [
        "  a reference without a scheme is relative (5.2.2)",
        "  everything after the base path's last slash is replaced (5.2.3)",
        "    → http://a/b/c/g",
    ]


def test_columns_that_agree_by_other_steps_have_them_shown() -> None:
    by_two_ways = hexapla.compare("//..", base="http://a", specs=["rfc1808", "rfc1630"])
    assert "A (1630)  dot segments after leading slashes stay" in explanation(by_two_ways)
    by_one = hexapla.compare("g", base=BASE, specs=["rfc1808", "rfc3986"])
    assert "last slash" not in explanation(by_one)


def test_a_terminal_sets_off_what_changed() -> None:
    comparison = hexapla.compare("../g", base="HTTP://a/b/c", specs=["rfc3986", "whatwg"])
    styles = Styles("-{}-".format, "+{}+".format, "!{}!".format)
    told = explanation(comparison, styles=styles)
    assert '-"b/../"- is removed' in told
    assert '!≠! A    -"HTTP"- of the base becomes +"http"+' in told
    assert LEGEND in told


@pytest.mark.parametrize(
    ("reference", "told"),
    [
        ("?y", 'invalid RFC 2396: may not begin with "?"'),
        ("g", "valid URL Standard, RFC 3986, RFC 2396, RFC 1808"),
        ("%4", "RFC 3986, RFC 2396, RFC 1808: ends too early at 2, needs a hexadecimal digit"),
        ("a\\", '"\\" is not allowed at 1'),
        ("http://h/ ", '"␣" is not allowed at 9'),
    ],
)
def test_validity_is_always_said(reference: str, told: str) -> None:
    assert told in " ".join(explanation(hexapla.compare(reference, base=BASE)).split())


def test_html_strikes_out_what_a_rule_took_out() -> None:
    comparison = hexapla.compare("../.=", base="mailto:u@h", specs=["rfc1630", "rfc3986"])
    assert "<del>&quot;../&quot;</del> is removed" in comparison._repr_html_()


def test_a_long_text_is_told_without_rows() -> None:
    target = hexapla.compare("../" * 8_000, base=BASE, specs=RFCS).target
    assert not target.agrees
    assert not target.rows
    assert not target.readings
    assert not target.causes
    assert target.unexplained is not None
    every = hexapla.compare("../" * 8_000, base=BASE, specs=RFCS, readings="all")
    assert every.target.variants is every.parts.variants is None
    assert every.target.agreement is None
    assert every.valid.variants


@pytest.mark.parametrize(("standard", "date"), [("rfc1808", "June 1995"), ("whatwg", "since 2012")])
def test_a_date_says_whether_a_standard_is_finished(standard: str, date: str) -> None:
    assert published(hexapla.spec(standard)) == date


def test_an_outcome_without_a_uri_is_told_with_its_fragment() -> None:
    target = hexapla.spec("rfc2396").resolve("#a\x1b", base=BASE).target
    assert target_text(target) == "(current document)#a␛"
    assert target_text("") == "∅"


@pytest.mark.parametrize(
    ("standard", "text", "told"),
    [("rfc2396", "g", "yes"), ("rfc2396", "?y", "no, at 0"), ("rfc1738", "g", "–")],
)
def test_a_verdict_has_its_offset(standard: str, text: str, told: str) -> None:
    assert verdict_text(hexapla.spec(standard).validate(text)) == told


def test_a_relation_has_a_shortest_text_for_each_side_that_has_one() -> None:
    relation = Relation(RelationKind.SUBSET, None, "?", "")
    assert relation_text(relation) == "proper subset  only the second: ?  both: ∅"


@pytest.mark.parametrize(("reference", "is_shown"), [("../../g", True), ("/../g", False)])
def test_an_erratum_on_references_is_shown_with_these(reference: str, is_shown: bool) -> None:
    """Erratum 4547 of RFC 3986 changes two examples of relative-path references (5.4.2)."""
    specs = ["rfc1808", "rfc3986"]
    shown = explanation(hexapla.compare(reference, base="http://a/b", specs=specs))
    assert ("4547" in shown) is is_shown


def test_the_readings_of_parts_are_those_under_the_base() -> None:
    """After any number of slashes, a special base's URL has an authority at every date."""
    dated = hexapla.spec("whatwg[as-of=2018-09]")
    comparison = hexapla.compare("///=", base="http://a/", specs=["rfc3986", dated])
    assert comparison.parts.readings == ()


@pytest.mark.parametrize(
    ("base", "is_shown"),
    [("http://a/b/..", True), ("http://A/b/..?q", True), ("http://A/b/", False)],
)
def test_an_erratum_on_bases_is_shown_with_these(base: str, is_shown: bool) -> None:
    shown = explanation(hexapla.compare("g", base=base, specs=["rfc3986", "whatwg"]))
    assert ("4789" in shown) is is_shown


@pytest.mark.parametrize(
    ("reference", "others"),
    [
        ("=%41http:127.1", ["rfc2396", "whatwg"]),
        ("=%41http:127.1", ["rfc3986"]),  # absolute under all others
        ("g", ["rfc1738"]),  # no rule under all others
    ],
)
def test_a_base_whose_host_is_lost_has_a_row(reference: str, others: list[str]) -> None:
    comparison = hexapla.compare(reference, base="http://a", specs=["rfc1630", *others])
    assert 'the host "a" of the base counts as part of the path' in explanation(comparison)


def test_a_base_whose_host_stays_has_no_row_beside_silent_specs() -> None:
    comparison = hexapla.compare("/g", base="http://h//a//b", specs=["rfc1630", "rfc2396"])
    assert "rfc1630" in comparison.target.silent
    assert "of the base" not in explanation(comparison)


def test_parts_with_unknown_positions_are_compared_by_their_texts() -> None:
    """In 2015-09, the host is the same; in 2014-10, all of it is scheme data, an opaque path."""
    (effect,) = hexapla.compare("x://\té?y").parts.readings
    assert (effect.other, effect.then) == ("2014-10", "scheme=x path=//é query=y")
