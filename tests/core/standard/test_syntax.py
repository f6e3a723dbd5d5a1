"""A grammar with the roles of its rules: validity, ambiguity, and parts."""

import pytest
from tables import by_rows_of

import hexapla
from hexapla.documents.reading import Rationale
from hexapla.grammar import Grammar
from hexapla.standard.syntax import Ambiguity, Subdivision, Syntax, corresponding

GRAMMAR = Grammar(
    """
reference = name / [ left ] [ right ]
name = "n" number
left = "a" / "ab"
right = "b" / "bc" / "c"
number = 1*digit
digit = "0" / "1"
also = "x"
;;; more
digit = "0" / "1" / "2"
;;; capital
also = "X"
"""
)
SETTLED = Rationale("The longest one first.")
SYNTAX = Syntax(
    GRAMMAR,
    roles={"reference": "reference", "scheme": "left", "path": "right"},
    also_valid=("also",),
    components=("left", "right"),
    settled_by=SETTLED,
    variant_readings=("digits", "letters"),
    subdivisions={
        "name": Subdivision(("also", "name"), ("number",)),
        "marked": Subdivision(("name",), ("number",), leading="/"),
    },
)


@pytest.mark.parametrize(
    ("text", "verdict"), [("ab", "yes"), ("", "yes"), ("n01", "yes"), ("x", "yes"), ("xa", "no")]
)
def test_a_text_is_valid_by_the_reference_or_by_another_rule(text: str, verdict: str) -> None:
    assert SYNTAX.productions == ("reference", "also")
    assert SYNTAX.validate(text).verdict.value == verdict


@by_rows_of("standard")
def test_an_option_that_names_a_variant_varies_the_grammar(
    options: dict[str, str], variants: list[str], verdict: str
) -> None:
    varied = SYNTAX.varied(options)
    assert [*varied.grammar.chosen] == variants
    assert varied.roles == SYNTAX.roles
    assert varied.validate("n2").verdict.value == verdict
    assert SYNTAX.validate("n2").verdict.value == "no"


def test_two_derivations_with_other_components_are_an_ambiguity() -> None:
    ambiguity = SYNTAX.ambiguity("abc")
    assert isinstance(ambiguity, Ambiguity)
    assert ambiguity.first != ambiguity.second
    assert ambiguity.settled_by is SETTLED
    assert ambiguity.to_dict() == {
        "derivations": [
            [capture.to_dict() for capture in captures]
            for captures in (ambiguity.first, ambiguity.second)
        ],
        "settled_by": SETTLED.to_dict(),
    }
    assert "\n" not in repr(ambiguity)


@pytest.mark.parametrize("text", ["a", "bc", "", "n1", "not derived"])
def test_one_derivation_is_no_ambiguity(text: str) -> None:
    assert SYNTAX.ambiguity(text) is None


def test_without_readings_nothing_varies_and_without_components_nothing_is_ambiguous() -> None:
    syntax = Syntax(GRAMMAR, {"reference": "reference"})
    assert syntax.varied({"digits": "more"}) is syntax
    assert syntax.ambiguity("abc") is None


def test_a_component_has_the_parts_that_its_rule_derives() -> None:
    (part,) = SYNTAX.subdivide("name", "n01")
    assert (part.name, part.raw) == ("number", "01")
    assert SYNTAX.subdivide("name", "x01") == ()
    assert SYNTAX.subdivide("left", "a") == ()


def test_what_stands_before_the_parts_is_no_part() -> None:
    for text, start in (("n01", 1), ("/n01", 2)):
        (part,) = SYNTAX.subdivide("marked", text)
        assert (part.raw, part.start, part.stop) == ("01", start, start + 2)
    assert SYNTAX.subdivide("marked", "//n01") == ()


def test_roles_that_two_syntaxes_share_correspond() -> None:
    other = Syntax(GRAMMAR, {"path": "digit", "reference": "also"})
    assert corresponding(SYNTAX, other) == (
        ("reference", "reference", "also"),
        ("path", "right", "digit"),
    )
    assert corresponding(other, SYNTAX) == (
        ("path", "digit", "right"),
        ("reference", "also", "reference"),
    )


@pytest.mark.parametrize(
    "spec",
    [spec for spec in hexapla.specs() if spec.standard.syntax],
    ids=lambda spec: str(spec.id),
)
def test_a_syntax_names_rules_that_its_grammar_has(spec: hexapla.Spec) -> None:
    syntax = spec.standard.syntax
    assert syntax is not None
    named = {*syntax.roles.values(), *syntax.productions, *syntax.components}
    named |= {
        rule for each in syntax.subdivisions.values() for rule in (*each.productions, *each.parts)
    }
    assert {name.lower() for name in named} <= set(map(str.lower, syntax.grammar.rules))
    readings = spec.standard.grammar_readings
    assert tuple(reading.name for reading in readings) == syntax.variant_readings
    options = [option for reading in readings for option in reading.options]
    assert len(options) == len(set(options))
    if spec.standard.syntax_of(spec.standard.split("a"), spec.standard.split("http://a")) in (
        spec.standard.syntax,
        None,
    ):
        assert set(syntax.grammar.variants) <= set(options)  # no base chooses a variant
        assert bool(options) == bool(syntax.grammar.variants)
