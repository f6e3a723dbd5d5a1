"""Keys of causes: their names, their rules, and rules that a spec does not list."""

import pickle
import re

import attrs
import pytest

import hexapla
from hexapla.comparison.cause import Cause
from hexapla.comparison.cause_key import (
    PARTS,
    TARGET,
    WHEN,
    CauseKey,
    rules_in_words,
    sides_of_key,
    title_of,
)
from hexapla.corpus.rows import ComparedSpecs
from hexapla.standard.rule import Phase

BASE = "http://a/b/c/d;p?q"
SPECS = tuple(hexapla.specs())


def causes(reference: str, base: str = BASE) -> tuple[Cause, ...]:
    comparison = hexapla.compare(reference, base=base, specs=SPECS)
    return comparison.parts.causes + comparison.target.causes


@pytest.mark.parametrize("reference", ["?y", "", "../../../g", "g;x=1/../y", "//a?b", ";x"])
def test_a_key_names_the_rules_of_its_cause(reference: str) -> None:
    assert causes(reference)
    for cause in causes(reference):
        key = cause.key
        assert (key.facet, key.phase) == (cause.facet, cause.phase.value)
        assert (key.left, key.right) == (cause.left.spec, cause.right.spec)
        rules = cause.left.rule, cause.right.rule
        assert tuple(rule for _, rule in sides_of_key(key, SPECS)) == rules


def test_a_key_has_the_name_of_the_page_of_its_cause() -> None:
    names = {cause.key.name for cause in causes("?y")}
    assert "combine-rfc1808-4-steps-5-5a-5b-inherit--rfc2396-5.2-steps-6a-6b-merge-2" in names
    names = {cause.key.name for cause in causes(";x")}
    assert "split-rfc1808-2.4.5-params--rfc2396-3.3-path" in names


def test_a_key_is_a_value() -> None:
    key = CauseKey(TARGET, "dots", "rfc1808", "4-step-6c-drop-pair", "rfc2396", "5.2-merge")
    assert pickle.loads(pickle.dumps(key)) == key == CauseKey.from_dict(key.to_dict())
    assert len({key, CauseKey.from_dict(key.to_dict())}) == 1
    assert sorted([key, attrs.evolve(key, facet=PARTS)])[0].facet == PARTS
    assert repr(key) == (
        "<CauseKey target, dots: rfc1808 4-step-6c-drop-pair against rfc2396 5.2-merge>"
    )


def test_every_key_that_can_be_has_an_id_of_its_own() -> None:
    possible = ComparedSpecs(hexapla.specs()).possible
    assert len(possible) > 500
    assert len({key.id for key in possible}) == len(possible)
    assert all(re.fullmatch("[a-z2-7]{8}", key.id) for key in possible)


def test_validity_has_no_phase_and_no_rules() -> None:
    key = CauseKey("valid", "", "rfc1808", "", "rfc2396", "")
    assert key.to_dict() == {
        "facet": "valid",
        "phase": None,
        "left": "rfc1808",
        "left_rule": None,
        "right": "rfc2396",
        "right_rule": None,
    }
    assert CauseKey.from_dict(key.to_dict()) == key
    assert key.name == "valid-rfc1808--rfc2396"
    assert repr(key) == "<CauseKey valid: rfc1808 against rfc2396>"


def test_a_rule_that_its_spec_does_not_list_is_named() -> None:
    key = CauseKey(TARGET, "dots", "rfc1808", "no-such-rule", "rfc2396", "no-such-rule")
    with pytest.raises(LookupError, match="rfc1808 does not list its rule no-such-rule"):
        sides_of_key(key, SPECS)


def test_a_title_says_what_happens_and_by_whom() -> None:
    (cause,) = hexapla.compare("../../../g", base=BASE, specs=["rfc2396", "rfc3986"]).target.causes
    assert title_of(cause.key, SPECS) == (
        'A ".." with nothing before it stays (RFC 2396), or a ".." above the root goes (RFC 3986) '
        "(removing dot segments)"
    )
    assert rules_in_words(cause.key, SPECS) == cause.sentence


def test_no_two_titles_are_alike() -> None:
    # No two RFCs can differ in what none of them does.
    only_newest = {Phase.CLEAN.value, Phase.NORMALISE.value}
    possible = [
        key
        for key in ComparedSpecs(hexapla.specs()).possible
        if key.phase and (key.phase not in only_newest or key.right == "whatwg")
    ]
    titles = [title_of(key, SPECS) for key in possible]
    assert len(set(titles)) == len(titles)


def test_every_phase_has_its_words() -> None:
    assert set(WHEN) == set(hexapla.Phase)
