"""Reading ABNF: what it means, and where it says that something is wrong."""

import pytest
from tables import by_rows_of

from hexapla.grammar import Grammar, GrammarError


@by_rows_of("abnf", "notations")
def test_a_notation_derives_what_it_means(
    text: str, derived: list[str], refused: list[str]
) -> None:
    grammar = Grammar(text)
    assert [word for word in derived if not grammar.matches("a", word)] == []
    assert [word for word in refused if grammar.matches("a", word)] == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("= x", "line 1: a rule begins with its name"),
        ("a x", "line 1: a wants = or =/"),
        ('a = "x" )', "line 1: nothing should follow here"),
        ('a = ( "x"', "line 1: no ) closes this"),
        ('\na = "x" /', "line 2: an element is missing here"),
        ("a = <prose>", "line 1: what is this?"),
        ("a = %x110000", "line 1: there is no such character"),
        ("a = %x41-110000", "line 1: there is no such character"),
        (f"a = %x{'4' * 100}", "line 1: there is no such character"),
        (f"a = {'9' * 5000}b", "line 1: this is too often"),
        (f"a = {'(' * 5000}", "line 1: groups are nested too deeply here"),
        ('a = "x"\na = "y"', "line 2: a is defined in line 1 already"),
    ],
)
def test_an_error_names_the_line_and_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(GrammarError) as caught:
        _ = Grammar(text).rules
    assert str(caught.value).startswith(message)


def test_an_error_points_at_the_column() -> None:
    with pytest.raises(GrammarError) as caught:
        _ = Grammar('a = "x"\n    <y>').rules
    assert str(caught.value).splitlines()[1:] == ["      <y>", "      ^"]


def test_a_rule_has_its_section() -> None:
    rules = Grammar('first-rule = "x" ; 2.1\nsecond = first-rule\n  "y" ; 2.2').rules
    assert [(rule.name, rule.section) for rule in rules.values()] == [
        ("first-rule", "2.1"),
        ("second", "2.2"),
    ]
