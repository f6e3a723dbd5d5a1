"""Differences in sentences: what each side did, never in the same words for both."""

import pytest
from hypothesis import given
from inputs import any_text, bases, references, specs_with_readings

import hexapla
from hexapla.comparison.pieces import plain
from hexapla.comparison.sentence import WHEN, explained, rules_in_words
from hexapla.standard.spec import Spec

BASE = "http://a/b/c/d;p?q"


def sentence(reference: str, base: str, *specs: str) -> str:
    (cause,) = hexapla.compare(reference, base=base, specs=specs).target.causes
    return cause.sentence


@pytest.mark.parametrize(
    ("reference", "base", "specs", "words"),
    [
        (
            "../../../g",
            BASE,
            ("rfc2396", "rfc3986"),
            ("excess-dots", "retain", "5.2 step 6g", 'takes out "b/c/../../../"'),
        ),
        (
            "/g",
            "http://a?q",
            ("rfc1808", "rfc2396"),
            ('"?q" of the base in its net_loc (2.4.3)', "in its query (B)", '"http://a?q/g"'),
        ),
        ("g?", "urn:a:b", ("rfc1808", "rfc2396"), ("hierarchical (5)", "(error)", "Also: ")),
        ("g", "http://a", ("rfc1808", "rfc2396"), ("empty-base-path", "separator", "literal")),
        ("http://a/./b", BASE, ("rfc1808", "rfc3986"), ("then it", "(5.2.4)", 'takes out "./"')),
        (";x", BASE, ("rfc1808", "rfc2396"), ('RFC 1808 has ";x" in its params (2.4.5)',)),
    ],
)
def test_a_sentence_says_what_happened_to_this_input(
    reference: str, base: str, specs: tuple[str, ...], words: tuple[str, ...]
) -> None:
    said = sentence(reference, base, *specs)
    for part in words:
        assert part in said


@pytest.mark.parametrize(
    ("reference", "base", "specs", "taken_out"),
    [
        # RFC 1808, 4 step 6a: "./"; RFC 1630, rule 4: "/.".
        ("./../g", "urn:a:b", ("rfc1808", "rfc2396"), "./"),
        ("g;x=1/./y", "fred:/a/b/c", ("rfc1630", "rfc1808"), "/."),
    ],
)
def test_what_is_taken_out_is_what_the_rule_names(
    reference: str, base: str, specs: tuple[str, ...], taken_out: str
) -> None:
    assert f'and so takes out "{taken_out}"' in sentence(reference, base, *specs)


def test_what_would_remain_under_another_option_is_told() -> None:
    said = sentence("../g", "http://a", "rfc2396", "rfc3986")
    remaining = "another would remain, when dot segments are removed: RFC 2396"
    assert "With empty-base-path=separator this difference would go, and " + remaining in said
    assert "(5.2 step 6g), RFC 3986 removes" in said


def test_a_separator_of_the_base_that_is_left_out_is_told_with_its_rule() -> None:
    """RFC 1808, 4 step 7: an empty net_loc is not written; steps 5 and 6 do not touch it."""
    said = sentence("?y#s", "http:///s/a/b", "rfc1808", "rfc2396")
    assert "leaves out an empty one with its separator (4 step 7, 2.1), which gives" in said


def test_characters_of_the_base_are_told_besides_those_of_the_reference() -> None:
    said = sentence(";x", "http://a", "rfc1630", "rfc1808")
    assert 'RFC 1808 has ";x" in its params (2.4.5)' in said
    assert 'RFC 1808 has "//a" of the base in its net_loc (2.4.3)' in said


def test_a_merged_path_is_no_part_of_the_authority() -> None:
    """RFC 2396, 5.2 step 6: what is merged is a path, even where no slash parts it from a host."""
    said = sentence("g/.", "http://a", "rfc1630", "rfc2396")
    assert '"//ag"' not in said
    assert 'RFC 2396 has "//a" of the base in its authority' in said


def test_what_a_column_is_supposed_to_have_is_said() -> None:
    said = sentence(".;", "http://a?q/b", "rfc1808", "rfc3986")
    assert 'RFC 1808, given ".;" as well, with nothing left out, has "?q" of the' in said


def test_the_deciding_difference_comes_first() -> None:
    deciding, also = sentence("g?", "urn:a:b", "rfc1808", "rfc2396").split(" Also: ")
    assert deciding.startswith("When the reference is combined with the base")
    assert also.startswith("When the reference is taken apart")


def test_every_difference_that_contributes_is_told() -> None:
    comparison = hexapla.compare(";/.?", base=BASE, specs=["rfc1630", "rfc1808"])
    (cause,) = comparison.target.causes
    (told,) = explained([cause.differences])
    assert len(cause.differences) == 3
    assert len(told.also) == 2


def test_causes_of_the_same_rules_share_an_explanation() -> None:
    comparison = hexapla.compare("../../../g", base=BASE)
    (explanation,) = explained(cause.differences for cause in comparison.target.causes)
    assert explanation.when == "when dot segments are removed"
    assert [len(clause.sides) for clause in explanation.clauses] == [1, 2]
    assert explanation.text.count('"//a"') == 3


def test_a_clause_that_two_remarks_share_stands_once() -> None:
    comparison = hexapla.compare("?y", base=BASE, specs=["rfc1630", "rfc1808", "rfc2396"])
    (explanation,) = explained(cause.differences for cause in comparison.target.causes)
    assert explanation.text.endswith(
        '. RFC 1630 has ";p" of the base in its path (URI syntax), RFC 1808 has ";p" of the base in'
        ' its params (2.4.5), RFC 2396 has ";p" of the base in its path (3.3).'
    )


def test_columns_of_one_clause_are_each_cited() -> None:
    comparison = hexapla.compare("//g;x/y?z")
    (explanation,) = explained(cause.differences for cause in comparison.parts.causes)
    said = '"//g;x" in its net_loc (2.4.3), and RFC 2396 has "//g;x" in its authority'
    assert said in explanation.text


def test_every_phase_has_its_words() -> None:
    assert set(WHEN) == set(hexapla.Phase)


def test_rules_are_set_against_each_other_without_an_input() -> None:
    rules = [(spec, spec.rules[0]) for spec in hexapla.specs()[:2]]
    said = rules_in_words([[rules[0]], [rules[1]]])
    assert said.count("; ") == 1
    assert all(rule.does in said for _, rule in rules)


# What holds for every input.


@given(base=bases, reference=references, left=specs_with_readings(), right=specs_with_readings())
def test_both_sides_have_words_of_their_own(
    base: str, reference: str, left: Spec, right: Spec
) -> None:
    if left.selector == right.selector:
        return
    comparison = hexapla.compare(reference, base=base, specs=[left, right])
    for cause in (*comparison.parts.causes, *comparison.target.causes):
        (explanation,) = explained([cause.differences])
        for item in (explanation, *explanation.also):
            first, second = ((plain(clause.words[0][1:])) for clause in item.clauses)
            assert first != second


@given(base=bases, reference=any_text)
def test_every_sign_of_a_sentence_can_be_seen(base: str, reference: str) -> None:
    comparison = hexapla.compare(reference, base=base)
    for cause in (*comparison.parts.causes, *comparison.target.causes):
        assert cause.sentence.isprintable()
        assert cause.to_dict()["sentence"] == cause.sentence
