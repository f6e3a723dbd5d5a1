"""Phases and parts: the forms, the changes, how components subdivide, and RFC 1630's own terms."""

import re
from itertools import product

import pytest
from followers import options_of
from hypothesis import given
from inputs import bases, references
from tables import by_rows_of, rows_of

import hexapla
from hexapla import Citation
from hexapla.standard.phases import NoUri
from hexapla.standard.rule import Phase

standards = pytest.mark.parametrize(
    "standard", ["rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986"]
)
PHASES = list(Phase)


@standards
@given(base=bases, reference=references)
def test_the_steps_go_through_every_phase(standard: str, base: str, reference: str) -> None:
    steps = hexapla.spec(standard).resolve(base, reference).steps
    phases = {PHASES.index(step.phase) for step in steps}
    # No RFC cleans a text, or normalises what it resolves to.
    of_rfcs = [phase for phase in PHASES if phase not in (Phase.CLEAN, Phase.NORMALISE)]
    assert sorted(phases) == [PHASES.index(phase) for phase in of_rfcs][: len(phases)]


@standards
def test_a_reference_of_another_spec_counts_as_its_text(standard: str) -> None:
    spec = hexapla.spec(standard)
    for other in hexapla.specs():
        foreign = other.parse("http://a?b/c;d#e")
        assert spec.resolve(foreign, "g") == spec.resolve(foreign.text, "g")


@by_rows_of("phases", "forms")
def test_a_form_has_the_standard_s_own_name(standard: str, text: str, form: str, name: str) -> None:
    reference = hexapla.spec(standard).parse(text)
    assert (reference.form.value, reference.form_name) == (form, name)


@by_rows_of("phases", "changes")
def test_a_phase_tells_what_it_changed(
    standard: str, reference: str, behind_combine: str, behind_dots: str
) -> None:
    steps = hexapla.spec(standard).record("http://a/b/c/d;p?q", reference).steps
    behind = {step.phase: step.after for step in steps}
    assert behind[Phase.COMBINE] == behind_combine
    assert behind[Phase.DOTS] == behind_dots
    assert behind[Phase.RECOMBINE] == behind_dots


@pytest.mark.parametrize("base", ["http://a/b/", "x:/b//c"])
def test_a_removed_dot_segment_is_told_by_its_place(base: str) -> None:
    paths = ["/".join(path) for n in (1, 2, 3) for path in product(("", ".", "..", "a"), repeat=n)]
    specs = [chosen for spec in hexapla.specs() for chosen in options_of(spec)]
    for spec, path in product(specs, paths):
        for step in spec.record(base, path).steps:
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
    """Return all citations of the components, rules, readings and boundaries of a host."""
    spec = hexapla.spec("rfc1630")
    of_readings = (
        rationale.citation for reading in spec.readings for rationale in reading.rationales.values()
    )
    of_components = (component.citation for component in spec.components)
    of_rules = (rule.citation for rule in spec.rules)
    of_boundaries = (
        provision.citation
        for url in ("http://u@h:1/p?q#f", "ftp://a@b@h", "telnet://u@h:1:2#f", "http://h?q")
        for provisions in hexapla.divide(spec, url).rules.values()
        for provision in provisions
    )
    cited = (*of_components, *of_rules, *of_readings, *of_boundaries)
    return [citation for citation in cited if citation is not None]


def test_every_citation_names_headings_of_the_rfc() -> None:
    """Its four paragraphs before the rules and its four rules have numbers, but no headings."""
    for citation in citations():
        sections = re.sub(
            r"(form), (paragraph [1-4]|(2nd or )?(1st|2nd|3rd|4th) rule)$", r"\1", citation.section
        ).split("; ")
        assert set(sections) <= set(HEADINGS)
        titles = {title for title in citation.title.split(", ") if title}
        assert titles <= set[str]().union(*(HEADINGS[section] for section in sections))


@by_rows_of("specs")
def test_a_context_without_a_slash_gives_its_scheme_only(
    context: str, partial: str, full: str
) -> None:
    """ "News" and "WAIS" have partial forms in such contexts."""
    assert str(hexapla.spec("rfc1630").resolve(context, partial)) == full
