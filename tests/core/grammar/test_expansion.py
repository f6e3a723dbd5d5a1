"""Rules to expressions: what is refused, and what the error says."""

import pytest

from hexapla.grammar import Grammar, GrammarError


@pytest.mark.parametrize(
    "text", ['a = a "x" / "y"', 'a = "x" [ a ] "y"', 'a = *( "x" a )', 'a = b\nb = "x" a "y" / "z"']
)
def test_a_rule_that_need_not_be_regular_is_refused(text: str) -> None:
    with pytest.raises(GrammarError, match="regular"):
        Grammar(text).expression("a")


def test_the_error_for_an_unknown_rule_lists_all_rules() -> None:
    with pytest.raises(GrammarError, match=r"no rule 'c'; there is: a"):
        Grammar('a = "x"').expression("c")


def test_a_rule_that_ends_in_itself_is_a_repetition() -> None:
    assert Grammar('a = "x" a / "y"').pattern("a") == Grammar('a = *"x" "y"').pattern("a")


def test_marks_do_not_change_what_is_derived() -> None:
    grammar = Grammar('a = b "y"\nb = *"x"')
    assert grammar.expression("a", ["b"]) != grammar.expression("a")
    assert grammar.pattern("a") == Grammar('a = *"x" "y"').pattern("a")
