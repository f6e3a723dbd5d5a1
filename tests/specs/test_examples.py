"""The standards' own example tables, and the columns of Fielding's test pages, row by row."""

import pytest

import hexapla
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import Example, ExpectedResult
from hexapla_site.data.period_clients import PERIOD_CASES

ROWS = [
    pytest.param(spec, example, answer, id=f"{spec.id}-{example.base}-{example.reference}-{number}")
    for spec in hexapla.specs()
    for example in spec.examples()
    for number, answer in enumerate(example.answers)
]


@pytest.mark.parametrize(("spec", "example", "answer"), ROWS)
def test_every_example_of_a_standard_holds(
    spec: Spec, example: Example, answer: ExpectedResult
) -> None:
    chosen = spec.choosing(*answer.choices)
    assert chosen.resolve(example.base, example.reference).target == answer.target


@pytest.mark.parametrize(
    ("standard", "rows"), [("rfc1630", 10), ("rfc1808", 39), ("rfc2396", 42), ("rfc3986", 42)]
)
def test_every_row_of_a_standard_s_table_is_here(standard: str, rows: int) -> None:
    assert len(hexapla.spec(standard).examples()) == rows


@pytest.mark.parametrize(
    ("selector", "right"), [("rfc1630", 4), ("rfc1630[slash-run=examples]", 5)]
)
@pytest.mark.parametrize("context", ["magic://a/b/c//d/e/f", "magic://a/b/c//d/e/"])
def test_rfc1630_gives_as_many_of_its_five_examples(
    selector: str, right: int, context: str
) -> None:
    spec = hexapla.spec(selector)
    examples = [example for example in spec.examples() if example.base == context]
    given = [
        spec.resolve(example.base, example.reference).target == example.answers[0].target
        for example in examples
    ]
    assert (len(given), sum(given)) == (5, right)


@pytest.mark.parametrize("standard", ["rfc1808", "rfc2396"])
def test_every_row_of_fielding_s_columns_holds(standard: str) -> None:
    spec = hexapla.spec(standard)
    rows = [case for case in PERIOD_CASES if spec.document.label in case.results]
    assert len(rows) == {"rfc1808": 73, "rfc2396": 103}[standard]
    for case in rows:
        given = spec.resolve(case.base, case.reference).target
        assert given == case.results[spec.document.label][0], case


def test_berners_lee_s_column_is_rfc1630_below_a_double_slash() -> None:
    """Pages 4 and 5 of Fielding's tests: the author's proposal is the reading climb."""
    spec = hexapla.spec("rfc1630[climb=below-double-slash]")
    column = "Tim Berners-Lee, proposed"
    for case in PERIOD_CASES:
        if column in case.results:
            assert spec.resolve(case.base, case.reference).target == case.results[column][0], case
