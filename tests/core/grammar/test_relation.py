"""How two rules relate, with shortest witnesses."""

import pytest

from hexapla.grammar import Grammar, Relation, RelationKind


@pytest.mark.parametrize(
    ("first", "second", "relation"),
    [
        ('"x"', '"x"', Relation(RelationKind.EQUAL, None, None, "x")),
        ('"x"', '*"x"', Relation(RelationKind.SUBSET, None, "", "x")),
        ('*"x"', '"x"', Relation(RelationKind.SUPERSET, "", None, "x")),
        ('"x" / "y"', '"y" / "z"', Relation(RelationKind.OVERLAP, "x", "z", "y")),
        ('"x"', '"y"', Relation(RelationKind.DISJOINT, "x", "y", None)),
    ],
)
def test_two_rules_relate_as_their_languages_do(
    first: str, second: str, relation: Relation
) -> None:
    assert Grammar(f"a = {first}").relation(Grammar(f"b = {second}"), "a", "b") == relation
