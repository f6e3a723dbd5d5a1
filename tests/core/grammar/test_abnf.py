"""Reading ABNF: the grammar that is read, and the place of an error."""

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


@by_rows_of("abnf")
def test_an_error_names_the_line_and_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(GrammarError) as caught:
        _ = Grammar(text).rules
    assert str(caught.value).startswith(message)


TOO_MUCH = {
    f"%x{'4' * 100}": "not a Unicode character",
    f"{'9' * 5000}b": "too many repetitions",
    "(" * 5000: "groups are nested too deeply",
}


@pytest.mark.parametrize(("text", "message"), TOO_MUCH.items(), ids=TOO_MUCH.values())
def test_what_is_too_much_is_an_error(text: str, message: str) -> None:
    with pytest.raises(GrammarError, match=f"^line 1: {message}"):
        _ = Grammar(f"a = {text}").rules


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
