"""Readable addresses: a name for each case, and a spelling for every other text."""

import re

from hypothesis import given
from hypothesis import strategies as st
from site_under_test import HOSTILE_CASES
from tables import by_rows_of

from hexapla_site.addresses import USUAL_BASE, case_name, curated_names, spelled
from hexapla_site.report.report import make_report

WORDS = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def test_the_list_names_the_reference_cases_and_no_other() -> None:
    assert set(curated_names()) == {(case.base, case.reference) for case in make_report().cases}


def test_names_are_words_and_unique() -> None:
    names = list(curated_names().values())
    assert len(set(names)) == len(names)
    for name in names:
        assert WORDS.fullmatch(name), name
        assert len(name) <= 60, name


def test_a_case_with_the_usual_base_is_named_by_its_reference_alone() -> None:
    assert case_name(USUAL_BASE, "?y") == "query-only"
    for (base, _), name in curated_names().items():
        assert ("-base-" in name) == (base != USUAL_BASE), name


@by_rows_of("pages")
def test_a_text_is_spelled(texts: list[str], name: str) -> None:
    assert spelled(*texts) == name


@given(st.text(st.characters() | st.sampled_from("aAs/:.-\n\ud800")), st.text())
def test_every_case_has_a_name_in_words(reference: str, base: str) -> None:
    name = case_name(base, reference)
    assert WORDS.fullmatch(name), name
    assert len(name) <= 70


TEXTS = st.lists(
    st.text("aAs/:.", max_size=3) | st.sampled_from(["slash", "against", "u0041", "a://b", "\n"]),
    min_size=1,
    max_size=2,
).map(tuple)


@given(TEXTS, TEXTS)
def test_two_texts_have_two_names(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    assert (spelled(*one) == spelled(*other)) == (one == other)


def test_every_case_of_a_site_has_a_name_of_its_own() -> None:
    assert case_name(USUAL_BASE, "parent") != case_name(USUAL_BASE, "..")
    cases = make_report(HOSTILE_CASES).cases
    assert len({case.id for case in cases}) == len(cases)
