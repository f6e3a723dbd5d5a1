"""The known differentials: each has a public source, and still exists or was fixed."""

from collections import Counter

import pytest
from known_differentials import (
    Known,
    ask_all,
    differs,
    known_differentials,
    read_by_columns,
    recorded_outcome,
    without_words,
)
from tables import by_rows_of, every_row

from hexapla.implementations.adapters import PARSERS, AbsentError, adapter
from hexapla.operations.authority import COMPONENT_NAMES

KNOWN = known_differentials()
OUTCOME = recorded_outcome()
MEASURED = ("columns", "answers", "differs", "released")
SOURCES = ("CVE", "advisory", "paper", "issue", "change", "article")
PROGRAMS = sorted({name for case in KNOWN for name in case["programs"]})


def test_there_are_at_least_100_each_once_with_the_source_that_was_read() -> None:
    kinds = Counter(case["source"]["kind"] for case in KNOWN)
    assert len(KNOWN) >= 100
    assert set(kinds) <= set(SOURCES)
    assert kinds["CVE"] >= 25
    assert len({case["source"]["id"] for case in KNOWN}) >= 100
    assert len({case["name"] for case in KNOWN}) == len(KNOWN)
    questions = {(case["url"], case["component"], *sorted(case["programs"])) for case in KNOWN}
    assert len(questions) == len(KNOWN)


@every_row((case["name"], (case,)) for case in KNOWN)
def test_each_has_its_source_its_programs_and_what_was_affected_and_mended(case: Known) -> None:
    source, programs, parsers = case["source"], case["programs"], {item.name for item in PARSERS}
    assert source["id"]
    assert source["title"]
    assert source["url"].startswith("https://")
    assert case["read_at"].startswith("https://")
    assert len(case["reported"]) > 0
    assert len(set(programs)) == len(programs) >= 1
    assert set(programs) <= parsers
    assert case["component"] in ("accepts", *COMPONENT_NAMES)
    for item in case["affected"]:
        assert item["program"] in parsers if "asked" in item else item["program"]
        assert "" not in (item["versions"], item["mended"])


def test_each_cve_has_a_program_that_was_affected() -> None:
    cves = [case for case in KNOWN if case["source"]["kind"] == "CVE"]
    assert not [case["source"]["id"] for case in cves if not case["affected"]]


@every_row((case["name"], (case,)) for case in OUTCOME["cases"])
def test_the_programs_differ_by_their_answers_unless_one_was_mended(case: Known) -> None:
    assert case["columns"] == read_by_columns(case["url"])
    assert case["differs"] is differs(case["component"], case["answers"])
    assert case["differs"] or any(item["mended"] for item in case["affected"])


@every_row((case["name"], (case,)) for case in OUTCOME["cases"])
def test_what_was_mended_answers_otherwise_than_before(case: Known) -> None:
    asked = [item for item in case["affected"] if "asked" in item]
    for item in asked:
        said = [each for each in case["released"] if each["program"] == item["program"]]
        assert [each["version"] for each in said] == item["asked"]
        assert all(each["date"] for each in said)
        if item["mended"] is not None:
            before, after = (
                without_words({**each, "version": "", "date": ""}) for each in (said[0], said[-1])
            )
            assert before != after


def test_the_outcome_is_of_all_of_them_with_all_versions() -> None:
    recorded = [
        {key: value for key, value in case.items() if key not in MEASURED}
        for case in OUTCOME["cases"]
    ]
    assert recorded == KNOWN, "write it anew: python site/collect/known_differentials.py"
    assert sorted(OUTCOME["versions"]) == PROGRAMS
    for case in OUTCOME["cases"]:
        assert list(case["answers"]) == case["programs"]


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_every_answer_is_the_one_recorded_with_the_same_version(name: str) -> None:
    try:
        version = adapter(name).version()
    except AbsentError as error:
        pytest.skip(f"{name} isn't installed: {error}")
    if version != OUTCOME["versions"][name]:
        pytest.skip(f"{name} {version}, recorded {OUTCOME['versions'][name]}")
    now = {case: without_words(given.said) for case, given in ask_all(name, KNOWN).items()}
    assert now == {
        case["name"]: without_words(case["answers"][name])
        for case in OUTCOME["cases"]
        if name in case["answers"]
    }


@by_rows_of("implementations", "answers differ in a component that both tell")
def test_answers_differ_in_a_component_that_both_tell(
    component: str, one: dict[str, str | None], other: dict[str, str | None], expected: bool
) -> None:
    assert differs(component, {"one": one, "other": other}) is expected
