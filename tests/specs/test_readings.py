"""Every option of every reading, on an input where it makes a difference."""

import re

import pytest
from hypothesis import given
from inputs import bases, dotted_references, references

import hexapla

HTTP = "http://a/b/c/d;p?q"

CASES = [
    ("rfc1630", "slash-run=examples", "magic://a/b/c//d/e/f", "/g", "magic://a/g"),
    ("rfc1630", "slash-run=prose", "magic://a/b/c//d/e/f", "/g", "magic://a/b/c//d/g"),
    ("rfc1630", "climb=free", HTTP, "../../../g", "http://g"),
    ("rfc1630", "climb=below-double-slash", HTTP, "../../../g", "http://a/../g"),
    ("rfc1630", "missing-run=undefined", HTTP, "///g", "(no rule)"),
    ("rfc1630", "missing-run=append", HTTP, "///g", "http://a/b/c/d;p?q///g"),
    ("rfc1630", "path-root=after-colon", "http://a", "g", "http://g"),
    ("rfc1630", "path-root=after-host", "http://a", "g", "http://a/g"),
    ("rfc1630", "path-root=after-host", HTTP, "../../../g", "http://a/../g"),
    ("rfc1630", "path-root=after-host", "x://./a", "g", "x://./g"),
    ("rfc1630", "path-root=after-host", "x://.", "./g", "x://./g"),
    ("rfc1630", "void-element=named", "x:/a//b", "../g", "x:/a//../g"),
    ("rfc1630", "void-element=any", "x:/a//b", "../g", "x:/a/g"),
    ("rfc1630", "removal-order=dots-first", HTTP, "../.", "http://a/b/c/.."),
    ("rfc1630", "removal-order=leftmost", HTTP, "../.", "http://a/b"),
    ("rfc1630", "removal-order=dots-first", "x:a/b", ".././g", "x:g"),
    ("rfc1630", "removal-order=leftmost", "x:a/b", ".././g", "x:./g"),
    ("rfc1630", "absolute-test=grammar", HTTP, "1a:b", "http://a/b/c/1a:b"),
    ("rfc1630", "absolute-test=colon", HTTP, "1a:b", "1a:b"),
    ("rfc1630", "same-scheme=absolute", HTTP, "http:g", "http:g"),
    ("rfc1630", "same-scheme=partial", HTTP, "HTTP:g", "http://a/b/c/g"),
    ("rfc1630", "path-root=after-host", "x:/.//a/b", "../g", "x://g"),
    (
        "rfc2396",
        "opaque-part=grammar,same-scheme=loophole",
        HTTP,
        "http:g?y/../x",
        "http://a/b/c/g?y/../x",
    ),
    ("rfc1808", "empty-base-path=separator", "http://a", "g", "http://a/g"),
    ("rfc1808", "empty-base-path=literal", "http://a", "g", "http://ag"),
    ("rfc1808", "entirely-empty=text", "http://a/b?q#f", "#", "http://a/b?q"),
    ("rfc1808", "entirely-empty=components", "http://a/b?q#f", "#", "http://a/b?q#f"),
    ("rfc1808", "entirely-empty=components", "http://a/b?q#f", ";?", "http://a/b?q#f"),
    # 2.1, 2.2 and 2.4.6: the slash goes in before dots are removed.
    ("rfc1808", "empty-base-path=separator", "http://a", ".///", "http://a///"),
    ("rfc1808", "empty-base-path=separator", "http://a", ".", "http://a/"),
    ("rfc1808", "empty-base-path=literal", "http://a", ".", "http://a"),
    # 4 step 3: the net_loc of the base is inherited "(if any)", where the URL's own is empty.
    ("rfc1808", "empty-net-loc=absent", "file:///x/y", "g", "file:/x/g"),
    ("rfc1808", "empty-net-loc=null-site", "file:///x/y", "g", "file:///x/g"),
    ("rfc1808", "empty-net-loc=null-site", "fred:///s//a/b/c", "/g", "fred:///g"),
    ("rfc1808", "empty-net-loc=null-site", "fred:///s//a/b/c", "../g", "fred:///s//a/g"),
    ("rfc1808", "empty-net-loc=null-site", "fred:///s//a/b/c", "//g", "fred://g"),
    ("rfc1808", "empty-net-loc=null-site", "fred:///s//a/b/c", "///g", "fred:///g"),
    ("rfc1808", "empty-net-loc=null-site", "http://a/b", "///g", "http://a/g"),
    ("rfc1808", "empty-net-loc=absent", "x:/b", "///g", "x:/g"),
    ("rfc1808", "empty-net-loc=null-site", "x:/b", "///g", "x:///g"),
    ("rfc1808", "empty-net-loc=null-site", "x://", "g", "x:///g"),
    ("rfc1808", "empty-net-loc=null-site", "x:///b#f", "//", "x:///b"),
    ("rfc1808", "entirely-empty=components,empty-net-loc=null-site", "x:/b#f", "//", "x:/b#f"),
    # 2: relative URLs can't be used under a base that 2.2 does not derive.
    ("rfc1808", "base-form=any", "http://a//b/c", "g", "http://a//b/g"),
    ("rfc1808", "base-form=generic-RL", "http://a//b/c", "g", "(error)"),
    ("rfc1808", "base-form=generic-RL", "http://a/b c", "?q", "(error)"),
    ("rfc1808", "base-form=generic-RL", "http://a//b/c", "//h/g", "(error)"),
    ("rfc1808", "base-form=generic-RL", "http://a//b/c", "x:g", "x:g"),
    ("rfc1808", "base-form=generic-RL", "http://a//b/c", "", "http://a//b/c"),
    ("rfc1808", "base-form=generic-RL", "http://a/b/c#%", "g", "http://a/b/g"),
    ("rfc1808", "base-form=generic-RL", "mailto:x@y", "g", "mailto:g"),
    ("rfc1808", "unsuited-scheme=resolve", "mailto:x@y", "z", "mailto:z"),
    ("rfc1808", "unsuited-scheme=error", "MailTo:x@y", "z", "(error)"),
    ("rfc1808", "unsuited-scheme=error", "mailto:x@y", "", "mailto:x@y"),
    ("rfc2396", "excess-dots=retain", HTTP, "../../../g", "http://a/../g"),
    ("rfc2396", "excess-dots=remove", HTTP, "../../../../g", "http://a/g"),
    ("rfc2396", "excess-dots=remove", HTTP, "../../..", "http://a/"),
    ("rfc2396", "excess-dots=error", HTTP, "../../../g", "(error)"),
    ("rfc2396", "same-scheme=validating", HTTP, "http:g", "http:g"),
    ("rfc2396", "same-scheme=loophole", HTTP, "HTTP:g", "http://a/b/c/g"),
    ("rfc2396", "same-scheme=loophole", HTTP, "http:", "http://a/b/c/"),
    # 5.2 step 3: "known to always use", whatever this base uses.
    ("rfc2396", "same-scheme=loophole", "x:a", "x:b", "x:b"),
    ("rfc2396", "same-scheme=loophole", "x:/a/b", "x:g", "x:g"),
    ("rfc2396", "same-scheme=loophole", "news://h/a", "news:g", "news:g"),
    ("rfc2396", "same-scheme=loophole", "ftp://h/a/b", "ftp:g", "ftp://h/a/g"),
    ("rfc2396", "same-scheme=loophole", "http:a", "http:g", "(error)"),
    ("rfc2396", "same-scheme=loophole", "http:a", "http://h/g", "(error)"),
    ("rfc2396", "same-scheme=loophole", HTTP, "HTTP://h/../g", "http://h/../g"),
    ("rfc2396", "empty-reference=current-document", HTTP, "#s", "(current document)#s"),
    # 4.2 says so of "an empty URI reference", not of one with a fragment alone.
    ("rfc2396", "empty-reference=new-request", HTTP + "#f", "#s", "(current document)#s"),
    ("rfc2396", "empty-reference=new-request", HTTP + "#f", "#", "(current document)#"),
    ("rfc2396", "empty-reference=new-request", HTTP + "#f", "", HTTP),
    ("rfc2396", "scheme-test=appendix-b", HTTP, "1a:b", "1a:b"),
    ("rfc2396", "scheme-test=grammar", HTTP, "1a:b", "http://a/b/c/1a:b"),
    ("rfc2396", "opaque-base=error", "mailto:x@y", "z", "(error)"),
    ("rfc2396", "opaque-base=merge", "mailto:x@y", "z", "mailto:z"),
    ("rfc3986", "same-scheme=strict", HTTP, "http:g", "http:g"),
    ("rfc3986", "same-scheme=strict", HTTP, "HTTP:g", "HTTP:g"),
    ("rfc3986", "same-scheme=loophole", HTTP, "http:g", "http://a/b/c/g"),
    # 3.1: schemes are case-insensitive; 5.2.2: "identical".
    ("rfc3986", "same-scheme=loophole", HTTP, "HTTP:g", "http://a/b/c/g"),
    ("rfc3986", "same-scheme=loophole", HTTP, "HTTP://h/g", "http://h/g"),
    ("rfc3986", "same-scheme=loophole-identical", HTTP, "http:g", "http://a/b/c/g"),
    ("rfc3986", "same-scheme=loophole-identical", HTTP, "HTTP:g", "HTTP:g"),
    ("rfc3986", "same-scheme=loophole-identical", HTTP, "HTTP://h/g", "HTTP://h/g"),
    # 4.1: a prefix without the syntax of a scheme (3.1) makes a relative reference.
    ("rfc3986", "scheme-test=appendix-b", HTTP, "1a:b", "1a:b"),
    ("rfc3986", "scheme-test=grammar", HTTP, "1a:b", "http://a/b/c/1a:b"),
    ("rfc2396", "empty-base-path=literal", "http://a", "g", "http://ag"),
    ("rfc2396", "empty-base-path=separator", "http://a", "g", "http://a/g"),
]


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


@pytest.mark.parametrize(
    ("option", "rule", "derived"),
    [
        ("mended", "fragmentaddress", True),
        ("as-printed", "fragmentaddress", False),
        ("mended", "url", True),
        ("as-printed", "url", True),
    ],
)
def test_rfc1630_s_grammars_derive_as_printed_or_mended(
    option: str, rule: str, derived: bool
) -> None:
    grammar = hexapla.spec(f"rfc1630[grammar={option}]").grammar
    assert grammar is not None
    assert grammar.matches(rule, "http://a/b") is derived


# RFC 2732, section 2: its own seven examples. The addresses of RFC 2373, appendix B, to which it
# refers, ask for a hexpart and a colon before an IPv4 address, so that they can't derive the fifth.
@pytest.mark.parametrize(
    ("reference", "derived"),
    [
        ("http://[FEDC:BA98:7654:3210:FEDC:BA98:7654:3210]:80/index.html", True),
        ("http://[1080:0:0:0:8:800:200C:417A]/index.html", True),
        ("http://[3ffe:2a00:100:7031::1]", True),
        ("http://[1080::8:800:200C:417A]/foo", True),
        ("http://[::192.9.5.5]/ipng", False),
        ("http://[::FFFF:129.144.52.38]:80/index.html", True),
        ("http://[2010:836B:4179::836B:4179]", True),
        ("http://[1::2::3]/", False),
        ("http://a/[", False),
        ("http://a/?[", True),
    ],
)
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
    # In test_equivalence and test_escaping.
    tried |= {("rfc1630", f"reserved-set={option}") for option in ("both", "prose", "grammar")}
    tried |= {
        ("rfc2396", f"escape-data={option}") for option in ("conflicting", "all-but-unreserved")
    }
    # In whatwg/test_dates.
    tried |= {("whatwg", f"as-of={date}") for date in DATES}
    # In test_url_readings.
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
