"""The URL Standard as of a date: the results of the release of whatwg-url that followed it."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from random_urls import SEED, random_pairs
from tables import by_rows_of, json_of

import hexapla
from hexapla.documents.reading import SelectorError
from hexapla.grammar.validity import Verdict
from hexapla.standard.rule import Phase
from hexapla_specs.whatwg.former import CHANGES
from hexapla_specs.whatwg.history import AS_OF, is_alike_at_each_date

RECORDED = json_of("url_standard_dates")
DATES: list[str] = RECORDED["dates"]


def target(date: str, base: str, reference: str) -> str | None:
    """Return the target of a reference as of a date; None is failure."""
    given = hexapla.spec(f"whatwg[as-of={date}]").resolve(reference, base=base).target
    return given if isinstance(given, str) else None


def test_answers_are_recorded_for_every_date_whose_release_is_sound() -> None:
    assert sorted(AS_OF.options) == ["2014-10", "2015-09", *DATES]


@pytest.mark.parametrize("date", DATES)
def test_targets_are_those_of_the_release_that_followed_the_text(date: str) -> None:
    place = 2 + DATES.index(date)
    differing = [
        (row[:2], target(date, *row[:2]), row[place])
        for row in RECORDED["rows"]
        if target(date, *row[:2]) != row[place]
    ]
    assert differing == []


@by_rows_of("whatwg", "targets by the text of a date")
def test_targets_are_those_of_the_text_of_a_date(
    date: str, base: str, reference: str, expected: str | None
) -> None:
    """The treatment of unknown schemes changed in 2015 and 2017, and Punycode in 2024."""
    assert target(date, base, reference) == expected


@by_rows_of("whatwg")
def test_data_is_escaped_as_of_the_date(
    date: str, component: str, data: str, then: str, today: str
) -> None:
    texts = [
        hexapla.escape(data, spec=spec, component=component).text
        for spec in (f"whatwg[as-of={date}]", "whatwg")
    ]
    assert texts == [then, today]


def test_the_date_is_asked_for_where_answers_differ() -> None:
    spec = hexapla.spec("whatwg")
    for base, reference, *answers in RECORDED["rows"]:
        assert len(set(answers)) > 1
        assert spec.standard.consulted(reference, base=base) == (
            hexapla.Choice("as-of", "2026-07"),
        )


@pytest.mark.parametrize("date", AS_OF.options)
def test_a_relative_reference_has_steps_at_each_date(date: str) -> None:
    steps = hexapla.spec(f"whatwg[as-of={date}]").standard.record_parsing("a?b#c").steps
    assert [step.rule.kind for step in steps] == ["cut-path", "cut-query", "cut-fragment"]


# Before 2016-03-07, tabs and newlines were removed only from the authority on.
TABS = ("ht\ttp://a/", "http:\t//a/", "http:/\n/a", "http://a\t:80/\n?\r")


@pytest.mark.parametrize("date", ["2014-10", "2015-09"])
def test_errors_are_found_between_tabs_that_the_states_skip(date: str) -> None:
    errors = hexapla.spec(f"whatwg[as-of={date}]").validation_errors(" http://a\tb/\n%\t#|\t")
    assert [error.offset for error in errors] == [0, 9, 13, 16]


@pytest.mark.parametrize("date", AS_OF.options)
def test_every_failure_has_its_validation_error(date: str) -> None:
    spec = hexapla.spec(f"whatwg[as-of={date}]")
    pairs = [*random_pairs(300, SEED), ("x:/a/b", "a"), ("x:/a/b", "#f")]
    for base, reference in pairs:
        fails = any(error.failure for error in spec.validation_errors(reference, base=base))
        is_refused = spec.resolve(reference, base=base).uri is None
        assert fails == (is_refused and spec.is_absolute(base)) or not spec.is_absolute(base)
    for text in ("file:x", "a", "http://a:99999", "http://[1", "http://é:0x/", *TABS):
        fails = any(error.failure for error in spec.validation_errors(text))
        assert fails == (not spec.is_absolute(text))


@by_rows_of("whatwg")
def test_an_error_has_a_name_and_a_step_only_if_the_text_has_them(
    date: str, text: str, name: str, section: str, failure: str
) -> None:
    """Errors have had names since February 2023; step numbers are those of the newest text."""
    spec = hexapla.spec(f"whatwg[as-of={date}]")
    *_, error = spec.validation_errors(text)
    assert (error.name, error.citation.section) == (name, section)
    reason = spec.parse(text).failure
    assert reason is not None
    assert (reason.says, reason.citation.section) == (failure, section)
    resolution = spec.resolve(text, base="http://h/")
    assert resolution.reason is None or resolution.reason.citation.section == section


def test_validity_is_known_only_for_the_newest_text() -> None:
    """Section 4.3 has had today's cases, such as that of an opaque base, since June 2026."""
    for date in AS_OF.options:
        verdict = hexapla.spec(f"whatwg[as-of={date}]").validate("#x", base="mailto:u@h").verdict
        assert verdict is (Verdict.YES if date == AS_OF.default else Verdict.NO_PRODUCTION)


@by_rows_of("whatwg")
def test_steps_are_those_of_the_text_of_a_date(
    date: str, base: str, reference: str, told: list[str]
) -> None:
    spec = hexapla.spec(f"whatwg[as-of={date}]")
    steps = []
    for step in spec.standard.record(reference, base=base).steps:
        if step.changed or step.phase in (Phase.CLASSIFY, Phase.COMBINE):
            section = spec.standard.cited(step.rule.citation).section
            steps.append(f"{step.rule.says} ({section})")
    assert steps == told


@by_rows_of("whatwg")
def test_a_reference_without_a_base_is_split_as_of_the_date(
    date: str, text: str, ends: dict[str, int]
) -> None:
    assert hexapla.spec(f"whatwg[as-of={date}]").parse(text).ends == ends


@pytest.mark.parametrize(
    ("date", "state"),
    [
        ("2014-10", "scheme data state"),
        ("2015-09", "non-relative path state"),
        ("2020-11", "cannot-be-a-base-URL path state"),
        ("2022-03", "opaque path state"),
    ],
)
def test_a_state_has_the_name_of_its_date(date: str, state: str) -> None:
    spec = hexapla.spec(f"whatwg[as-of={date}]")
    *_, step = spec.standard.record_parsing("x:y?z").steps
    assert spec.standard.cited(step.rule.citation).section == state


PIECES = [*("a", "Z-0", "..", ".", "/", "//", "?", "#", ":", "C:", "@", "é", "%41", "%2F", "~&=")]
BEHIND = st.lists(st.sampled_from([*PIECES, " ", "%2e", "|", "'"]), max_size=6).map("".join)
BEGUN = st.sampled_from(
    ["http://h", "https://H.a-b.example:080", "ftp://a/b/", "http://h/a/b?c#d", "http://U1@h/a/b"]
)
FRONT = st.sampled_from(["", "", "/", "//h", "ftp://A:9", "mailto:", "javascript:", "http:", "C:"])


@given(st.tuples(BEGUN, BEHIND).map("".join), st.tuples(FRONT, BEHIND).map("".join))
@example("http://h", "")
@example("https://H.example:08/a//../b?q#f", "../C:/d?é#/?#")
@example("ftp://a/b", "mailto:a/../b@c?subject=d")
@example("http://user@h/a", "//other/b")
@example("http://user@h/a", "b")
def test_what_is_taken_for_plain_resolves_to_the_same_at_each_date(
    base: str, reference: str
) -> None:
    if is_alike_at_each_date(base, reference):
        assert len({target(date, base, reference) for date in AS_OF.options}) == 1


@by_rows_of("whatwg")
def test_what_a_change_may_be_about_is_not_taken_for_plain(base: str, reference: str) -> None:
    assert not is_alike_at_each_date(base, reference)


def test_changes_are_listed_with_the_newest_first_and_asked_for_where_they_matter() -> None:
    assert hexapla.spec("whatwg").standard.consulted("../c?d#e", base="http://h/a?b") == ()
    dates = [change.date for change in CHANGES]
    assert dates == sorted(dates, reverse=True)


@by_rows_of("whatwg", "dates")
def test_a_date_is_taken_as_the_one_with_the_same_results(date: str, option: str) -> None:
    asked = hexapla.spec(f"whatwg[as-of={date}]")
    assert asked == hexapla.spec(f"whatwg[as-of={option}]")


@by_rows_of("whatwg")
def test_another_date_is_refused_with_the_nearest(date: str, words: str) -> None:
    with pytest.raises(SelectorError, match=words):
        hexapla.spec(f"whatwg[as-of={date}]")


def test_a_scheme_that_was_special_has_a_host_behind_many_slashes() -> None:
    """Until 2019, gopher was special: 4.4, special authority ignore slashes state."""
    spec = hexapla.spec("whatwg[as-of=2018-09]")
    parsed = spec.parse("gopher:///u@b@h.x/p")
    texts = [parsed.text[span.start : span.stop] for span in parsed.spans.values() if span]
    assert texts == ["gopher", "u@b", "h.x", "/p"]
    assert spec.divide("gopher:///u@b@h.x/p").components.host == "h.x"
    assert hexapla.divide("gopher:///u@b/p", spec="whatwg").components.host == ""
