"""Resolving: the standards' own examples, every option of every reading, phases, and parts."""

import inspect
import json
import re
from itertools import product
from pathlib import Path

import pytest
from followers import options_of
from hypothesis import given
from inputs import BASE, STANDARDS, bases, dotted_references, references
from tables import by_rows_of, every_row, rows_of

import hexapla
from hexapla.standard import Citation
from hexapla.standard.phases import NoUri
from hexapla.standard.registry import default_columns
from hexapla.standard.rule import Phase, RuleKind
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import Example, ExpectedResult
from hexapla_site.data.period_clients import PERIOD_CASES

# The standards' example tables, and the columns of Fielding's test pages, row by row.

ROWS = [
    ((spec.id, example.base, example.reference), (spec, example, answer))
    for spec in hexapla.specs()
    for example in spec.examples()
    for answer in example.answers
]


@every_row(ROWS)
def test_every_example_of_a_standard_holds(
    spec: Spec, example: Example, answer: ExpectedResult
) -> None:
    chosen = spec.choosing(*answer.choices)
    assert chosen.resolve(example.reference, base=example.base).target == answer.target


def test_every_row_of_a_standard_s_table_is_here() -> None:
    rows = {"rfc1630": 10, "rfc1738": 0, "rfc1808": 39, "rfc2396": 42, "rfc3986": 42, "whatwg": 0}
    assert {spec.id: len(spec.examples()) for spec in default_columns()} == rows


# Pages 4 and 5 of Fielding's tests have a proposal by RFC 1630's author: the reading climb.
@pytest.mark.parametrize(
    ("selector", "column", "count"),
    [
        ("rfc1808", "RFC 1808", 73),
        ("rfc2396", "RFC 2396", 103),
        ("rfc1630[climb=below-double-slash]", "Tim Berners-Lee, proposed", 30),
    ],
)
def test_every_row_of_fielding_s_columns_holds(selector: str, column: str, count: int) -> None:
    rows = [case for case in PERIOD_CASES if column in case.results]
    assert len(rows) == count
    for case in rows:
        given = hexapla.spec(selector).resolve(case.reference, base=case.base).target
        assert given == case.results[column][0], case


# Every option of every reading, on an input where it makes a difference.

CASES = rows_of("readings", "targets")


@by_rows_of("readings", "targets")
def test_an_option_gives_its_target(
    standard: str, choice: str, base: str, reference: str, target: str
) -> None:
    assert str(hexapla.spec(f"{standard}[{choice}]").resolve(reference, base=base).target) == target


@pytest.mark.parametrize(
    ("option", "path", "query"), [("appendix-b", "a", "b"), ("grammar", "a?b", None)]
)
def test_opaque_part_says_where_the_question_mark_belongs(
    option: str, path: str, query: str | None
) -> None:
    parts = hexapla.spec(f"rfc2396[opaque-part={option}]").parse("mailto:a?b").parts
    assert (parts["path"], parts["query"]) == (path, query)


def test_every_option_has_a_case() -> None:
    tried = {(standard, choice) for standard, choice, *_ in CASES if "," not in choice}
    for standard, reading, options in rows_of("readings", "options with a case elsewhere"):
        tried |= {(standard, f"{reading}={option}") for option in options}
    assert tried == {
        (spec.id, f"{reading.name}={option}")
        for spec in default_columns()
        for reading in spec.readings
        if reading.name not in ("at-signs", "colons", "reg-name")  # in test_division
        for option in reading.options
    }


@given(base=bases, reference=references)
def test_a_choice_not_consulted_changes_nothing(base: str, reference: str) -> None:
    for spec in hexapla.specs():
        resolution = spec.resolve(reference, base=base)
        consulted = {choice.reading for choice in resolution.choices}
        for reading in spec.readings:
            for option in () if reading.is_extension else reading.options:
                if reading.name not in consulted:
                    other = spec.choosing(hexapla.Choice(reading.name, option))
                    assert other.resolve(reference, base=base).target == resolution.target


@given(reference=dotted_references)
def test_leftmost_removal_is_one_at_a_time(reference: str) -> None:
    leftmost = re.compile(r"/\.(?=/|$)|(?:(?<=/)|(?<![^:]))(?!\.\.?/)[^/:]+/\.\./")
    target = "x:a/" + reference
    while target != (target := leftmost.sub("", target, count=1)):
        pass
    if not reference.startswith("/"):
        spec = hexapla.spec("rfc1630[removal-order=leftmost]")
        assert str(spec.resolve(reference, base="x:a/b").target) == target


def test_a_dot_before_a_line_feed_overlaps_with_nothing() -> None:
    spec = hexapla.spec("rfc1630")
    consulted = {
        choice.reading for choice in spec.standard.consulted("../.\n", base="http://a/b/c")
    }
    assert "removal-order" not in consulted
    assert "removal-order" in {
        item.reading for item in spec.standard.consulted("../.", base="http://a/b/c")
    }


def test_every_reading_has_options_and_cites_a_rationale() -> None:
    for reading in (reading for spec in hexapla.specs() for reading in spec.readings):
        assert len(reading.options) > 1
        assert any(rationale.citation for rationale in reading.rationales.values()), reading


# Phases and parts: forms, changes, subdivisions of components, and RFC 1630's own terms.


@given(base=bases, reference=references)
def test_the_steps_go_through_every_phase_that_an_rfc_has(base: str, reference: str) -> None:
    phases = [phase for phase in Phase if phase not in (Phase.CLEAN, Phase.NORMALISE)]
    for spec in STANDARDS:
        gone_through = {step.phase for step in spec.resolve(reference, base=base).steps}
        assert gone_through == set(phases[: len(gone_through)])


def test_a_reference_of_another_spec_counts_as_its_text() -> None:
    for spec, other in product(STANDARDS, hexapla.specs()):
        foreign = other.parse("http://a?b/c;d#e")
        assert spec.resolve("g", base=foreign) == spec.resolve("g", base=foreign.text)


@by_rows_of("phases", "forms")
def test_a_form_has_the_standard_s_own_name(standard: str, text: str, form: str, name: str) -> None:
    reference = hexapla.spec(standard).parse(text)
    assert (reference.form.value, reference.form_name) == (form, name)


@by_rows_of("phases", "changes")
def test_a_phase_tells_what_it_changed(
    standard: str, reference: str, behind_combine: str, behind_dots: str
) -> None:
    steps = hexapla.spec(standard).standard.record(reference, base="http://a/b/c/d;p?q").steps
    behind = {step.phase: step.after for step in steps}
    assert behind[Phase.COMBINE] == behind_combine
    assert behind[Phase.DOTS] == behind_dots
    assert behind[Phase.RECOMBINE] == behind_dots


@pytest.mark.parametrize(
    ("standard", "base", "reference", "rules"),
    [
        ("rfc1630", BASE, "..", ["partial-relative-form-4th-rule-keep-final-climb"]),
        ("rfc1630", "x:y", "./g", ["partial-relative-form-4th-rule-keep-dot"]),
        ("rfc1630", "x:y", ".", ["partial-relative-form-4th-rule-keep-final-dot"]),
        ("rfc1630", "x:y", "../g", ["partial-relative-form-4th-rule-keep-climb"]),
        ("rfc1630", "x:y", "a//../g", ["partial-relative-form-4th-rule-keep-pair"]),
        ("rfc1808", BASE, "../../../g", ["4-step-6c-climb"]),
        ("rfc1808", "x:y", "../..", ["4-step-6c-climb", "4-step-6d-final-climb"]),
        ("rfc1808", "x:y", "..", ["4-step-6d-final-climb"]),
        ("rfc1808", BASE, "../g", []),
        ("rfc2396", BASE, "../../../g", ["5.2-step-6g-climb"]),
        ("rfc2396[excess-dots=remove]", BASE, "../../../g", []),
        ("rfc3986", BASE, "../../../g", []),
    ],
)
def test_a_dot_segment_that_stays_is_reported_with_its_rule(
    standard: str, base: str, reference: str, rules: list[str]
) -> None:
    record = hexapla.spec(standard).standard.record(reference, base=base)
    assert [rule.name for rule in record.kept] == rules


@pytest.mark.parametrize("standard", ["rfc1630", "rfc1808", "rfc2396", "rfc3986"])
@given(base=bases, reference=dotted_references)
def test_exactly_the_dot_segments_that_stay_are_reported(
    standard: str, base: str, reference: str
) -> None:
    spec = hexapla.spec(standard).standard
    passed = spec.passed_from(spec.split(base), spec.split(reference))
    for result in passed:
        is_skipped = result.rule is not None and result.rule.kind is RuleKind.SKIP_DOTS
        if result.phase is Phase.DOTS and result.state is not None and not is_skipped:
            path = result.state[spec.path_place] or ""
            stays = not {".", ".."}.isdisjoint(path.split("/"))
            assert bool(spec.record(reference, base=base).kept) == stays


@pytest.mark.parametrize("base", ["http://a/b/", "x:/b//c"])
def test_a_removed_dot_segment_is_told_by_its_place(base: str) -> None:
    paths = ["/".join(path) for n in (1, 2, 3) for path in product(("", ".", "..", "a"), repeat=n)]
    specs = [chosen for spec in hexapla.specs() for chosen in options_of(spec)]
    for spec, path in product(specs, paths):
        for step in spec.standard.record(path, base=base).steps:
            if step.phase is Phase.DOTS and not isinstance(step.after, NoUri):
                left = str(step.before)
                for span in reversed(step.removed):
                    left = left[: span.start] + left[span.stop :]
                assert left == step.after, (spec, path)


@by_rows_of("subdivisions", "authorities")
def test_an_authority_subdivides(standard: str, authority: str, parts: dict[str, str]) -> None:
    """RFC 2396, 3.2: a server, or else a reg_name."""
    found = hexapla.spec(standard).subdivide("authority", authority)
    assert {part.name: part.raw for part in found} == parts


@by_rows_of("subdivisions", "paths and params")
def test_a_path_and_params_subdivide(
    standard: str, component: str, text: str, parts: list[str]
) -> None:
    found = hexapla.spec(standard).subdivide(component, text)
    assert [f"{part.name} {part.raw}" for part in found] == parts
    assert all(text[part.start : part.stop] == part.raw for part in found)


HEADINGS: dict[str, list[str]] = dict(rows_of("specs", "headings of RFC 1630"))


def citations() -> list[Citation]:
    """Return all citations for components, rules, readings, and the boundaries of a host."""
    spec = hexapla.spec("rfc1630")
    of_readings = (
        rationale.citation for reading in spec.readings for rationale in reading.rationales.values()
    )
    of_components = (component.citation for component in spec.components)
    of_rules = (rule.citation for rule in spec.rules)
    of_boundaries = (
        provision.citation
        for url in ("http://u@h:1/p?q#f", "ftp://a@b@h", "telnet://u@h:1:2#f", "http://h?q")
        for provisions in hexapla.divide(url, spec=spec).rules.values()
        for provision in provisions
    )
    cited = (*of_components, *of_rules, *of_readings, *of_boundaries)
    return [citation for citation in cited if citation is not None]


def test_every_citation_names_headings_of_the_rfc() -> None:
    """Exceptions are four numbered paragraphs before the rules, and the four numbered rules."""
    for citation in citations():
        sections = re.sub(
            r"(form), (paragraph [1-4]|(2nd or )?(1st|2nd|3rd|4th) rule)$", r"\1", citation.section
        ).split("; ")
        assert set(sections) <= set(HEADINGS)
        titles = {title for title in citation.title.split(", ") if title}
        assert titles <= set[str]().union(*(HEADINGS[section] for section in sections))


@pytest.mark.parametrize("name", ["rfc1738", "rfc1808", "rfc2396"])
def test_a_citation_has_the_heading_of_its_first_section(name: str) -> None:
    spec = hexapla.spec(name)
    folder = Path(inspect.getfile(type(spec.standard))).parent
    headings = json.loads((folder / "headings.json").read_text(encoding="utf-8"))
    for rule in spec.rules:
        first = re.split("[ ,]", rule.citation.section)[0]
        assert rule.citation.title == headings[first], rule


@pytest.mark.parametrize("option", ["absent", "null-site"])
def test_rfc_1808_writes_an_empty_net_loc_only_if_it_counts(option: str) -> None:
    resolution = hexapla.spec(f"rfc1808[empty-net-loc={option}]").resolve("///x", base="http:b")
    assert resolution.uri == {"absent": "http:/x", "null-site": "http:///x"}[option]
    assert [step.rule.says for step in resolution.steps[-3:]] == [
        "an empty net_loc becomes the base's, if any",
        "dot segments stay in an absolute path",
        "each component present is written with its delimiter",
    ]


@pytest.mark.parametrize("reference", [".//../a", "b/..//../a"])
def test_a_slash_that_a_removal_uncovers_is_the_initial_slash(reference: str) -> None:
    for name in ("rfc1808", "rfc2396[opaque-base=merge]"):
        assert hexapla.spec(name).resolve(reference, base="h:").uri == "h:/../a"


@by_rows_of("specs")
def test_a_context_without_a_slash_gives_its_scheme_only(
    context: str, partial: str, full: str
) -> None:
    """ "News" and "WAIS" have partial forms in such contexts."""
    assert hexapla.spec("rfc1630").resolve(partial, base=context).uri == full


@pytest.mark.parametrize("context", ["magic://a/b", "magic://a/b/c//d/e", "magic://a//b/c"])
def test_rule_2_is_worded_as_the_chosen_reading(context: str) -> None:
    """Under slash-run=examples, a longer run may follow, even if none does in the context."""
    words = {}
    for option in ("prose", "examples"):
        record = hexapla.spec(f"rfc1630[slash-run={option}]").standard.record("/g", base=context)
        [words[option]] = [step.rule.detail for step in record.steps if step.phase is Phase.COMBINE]
    assert words == {
        "prose": "the first run of the same length with no longer run after it",
        "examples": "the first run of the same length",
    }
