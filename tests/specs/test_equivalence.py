"""When two URIs are the same: the standards' own examples, and what each rule amounts to."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import any_text
from tables import by_rows_of, every_row

import hexapla
from hexapla import Sameness

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "cases" / "equivalence.json").read_text("utf-8")
)["cases"]
SPECS = hexapla.specs()
PIECES = st.sampled_from(
    [*"aA:/?#%@;=.+~é ", "http:", "HTTP:", "//", "%2e", "%2F", "%41", "%7e", ":80", "file:", "../"]
)
uris = st.lists(PIECES, max_size=8).map(lambda pieces: "http://h" + "".join(pieces))
texts = st.one_of(uris, st.lists(PIECES, max_size=8).map("".join), any_text)


@every_row((f"{case['spec']} {case['a']!a} {case['b']!a}", (case,)) for case in CASES)
def test_every_case_has_its_verdict(case: dict[str, Any]) -> None:
    spec = hexapla.spec(case["spec"])
    found = hexapla.equivalent(spec, case["a"], case["b"])
    assert found.verdict.value == case["verdict"], case["why"]
    if found.verdict is not Sameness.UNDECIDED:
        assert found.provision is not None
        assert found.provision.citation.document.date <= spec.document.date
    turned = hexapla.equivalent(spec, case["b"], case["a"])
    assert (turned.verdict, turned.provision) == (found.verdict, found.provision)


def test_every_case_is_cited_and_every_standard_has_an_example() -> None:
    assert all(case["section"] for case in CASES)
    given = {case["spec"] for case in CASES if case["kind"] == "standard"}
    assert given == {"rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986"}


@by_rows_of("equivalence_steps", "steps")
def test_rfc3986_names_the_step_of_its_ladder(left: str, right: str, section: str) -> None:
    provision = hexapla.equivalent("rfc3986", left, right).provision
    assert provision is not None
    assert provision.citation.section == section


@by_rows_of("equivalence_steps", "reserved sets")
def test_each_option_of_reserved_set_decides_as_its_rule_says(
    option: str, pair: list[str], verdict: str
) -> None:
    assert str(hexapla.equivalent(f"rfc1630[reserved-set={option}]", *pair)) == verdict


@given(left=texts, right=texts)
def test_equivalence_is_symmetric_and_reflexive(left: str, right: str) -> None:
    for spec in SPECS:
        here, there = hexapla.equivalent(spec, left, right), hexapla.equivalent(spec, right, left)
        assert (here.verdict, here.provision) == (there.verdict, there.provision)
        assert hexapla.equivalent(spec, left, left).verdict is Sameness.SAME


@given(left=uris, right=uris)
def test_no_standard_borrows_from_a_later_one(left: str, right: str) -> None:
    """Whatever decides was said up to the standard's own date."""
    for spec in SPECS:
        found = hexapla.equivalent(spec, left, right)
        if found.provision is not None:
            assert found.provision.citation.document.date <= spec.document.date
        if spec.id == "rfc1808" and left != right:
            assert found.verdict is Sameness.UNDECIDED


@given(left=uris, right=uris)
def test_two_uris_are_the_same_where_their_normal_forms_are(left: str, right: str) -> None:
    for spec in (hexapla.spec("rfc3986"), hexapla.spec("whatwg")):
        here, there = hexapla.normalize(spec, left).normal, hexapla.normalize(spec, right).normal
        if here is not None and there is not None:
            same = hexapla.equivalent(spec, left, right).verdict is Sameness.SAME
            assert same == (here == there)


@by_rows_of("equivalence_steps", "normal forms")
def test_every_normal_form_is_as_expected(spec: str, text: str, normal: str | None) -> None:
    assert hexapla.normalize(spec, text).normal == normal


def test_the_whatwg_normal_form_is_the_library_s() -> None:
    ada_url = pytest.importorskip("ada_url")
    text = "HTTP://U@B\u00fccher.example:443/%7e a/../?\u00e9#\u00e9"
    assert hexapla.normalize("whatwg", text).normal == ada_url.normalize_url(text)


def test_a_standard_without_rules_on_equivalence_holds_none() -> None:
    assert [spec.id for spec in SPECS if spec.equivalence is None] == ["rfc1808"]
    found = hexapla.equivalent("rfc1808", "http://a/", "http://a/")
    assert (found.verdict, found.provision) == (Sameness.SAME, None)
    assert hexapla.normalize("rfc1808", "http://a/").normal is None


def test_an_equivalence_asks_for_its_verdict_instead_of_its_truth() -> None:
    with pytest.raises(TypeError, match=r"\.verdict"):
        bool(hexapla.equivalent("rfc3986", "http://a/", "http://b/"))
