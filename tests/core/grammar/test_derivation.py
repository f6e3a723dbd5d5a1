"""Derivations, checked against the groups that `re` finds, and by counting all derivations."""

import re

from hypothesis import given
from hypothesis import strategies as st

from hexapla.grammar import Grammar
from hexapla.grammar.derivation import Capture, derivations

# A text is a row of parts. Each part repeats some letters: the letters, the least and the greatest
# number of them, and whether it is lazy.
Part = tuple[str, int, int | None, bool]
parts = st.lists(
    st.tuples(
        st.sampled_from(["a", "b", "ab"]),
        st.integers(0, 2),
        st.none() | st.integers(2, 3),
        st.booleans(),
    ),
    min_size=1,
    max_size=4,
)
texts = st.text(alphabet="ab", max_size=7)


def names_of(row: list[Part]) -> list[str]:
    return [f"p{number}" for number in range(len(row))]


def grammar_of(row: list[Part]) -> Grammar:
    lines = [f"row = {' '.join(names_of(row))}"]
    for name, (letters, least, most, _) in zip(names_of(row), row, strict=True):
        letter = " / ".join(f'%s"{letter}"' for letter in letters)
        lines.append(f"{name} = {least}*{'' if most is None else most}({letter})")
    return Grammar("\n".join(lines))


def pattern_of(row: list[Part]) -> str:
    return "".join(
        f"(?P<{name}>[{letters}]{{{least},{'' if most is None else most}}}"
        + ("?" if lazy and most is None else "")
        + ")"
        for name, (letters, least, most, lazy) in zip(names_of(row), row, strict=True)
    )


def ways(row: list[Part], text: str) -> int:
    if not row:
        return int(not text)
    (letters, least, most, _), *others = row
    sizes = range(least, (len(text) if most is None else min(most, len(text))) + 1)
    return sum(ways(others, text[size:]) for size in sizes if set(text[:size]) <= set(letters))


@given(row=parts, text=texts)
def test_the_first_derivation_is_the_one_of_python_s_expressions(
    row: list[Part], text: str
) -> None:
    names = names_of(row)
    lazy = [name for name, part in zip(names, row, strict=True) if part[3]]
    found = derivations(grammar_of(row), "row", names, text, lazy)
    match = re.fullmatch(pattern_of(row), text)
    assert (match is None) == (found == ())
    if match is not None:
        assert found[0] == tuple(Capture(name, *match.span(name)) for name in names)


@given(row=parts, text=texts)
def test_there_is_a_second_derivation_where_there_is_a_second_way(
    row: list[Part], text: str
) -> None:
    found = derivations(grammar_of(row), "row", names_of(row), text)
    assert len(found) == min(ways(row, text), 2)
    assert len(set(found)) == len(found)


def test_ways_that_differ_in_no_marked_rule_are_one_derivation() -> None:
    grammar = Grammar('a = b / c\nb = "x"\nc = "x"')
    assert derivations(grammar, "a", ["b", "c"], "x") == (
        (Capture("b", 0, 1),),
        (Capture("c", 0, 1),),
    )
    assert derivations(grammar, "a", [], "x") == ((),)


def test_captures_come_in_the_order_in_which_their_rules_end() -> None:
    grammar = Grammar('a = b "y"\nb = c c\nc = "x"')
    (only,) = derivations(grammar, "a", ["b", "c"], "xxy")
    assert only == (Capture("c", 0, 1), Capture("c", 1, 2), Capture("b", 0, 2))


def test_names_of_rules_ignore_case() -> None:
    grammar = Grammar('A = Long-Name\nlong-name = "x"')
    assert derivations(grammar, "a", ["LONG-NAME"], "x")[0][0].rule == "long-name"
