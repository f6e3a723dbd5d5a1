"""The standards' own examples as data: examples are read as their file states them."""

import json
from datetime import date
from pathlib import Path

import pytest
from tables import rows_of

import hexapla
from hexapla.documents.citation import Document
from hexapla.documents.reading import Choice
from hexapla.standard.phases import NoUri, Outcome
from hexapla.standard.syntax import ExpectedResult, load_examples

SMALL = Document("small", "S", "Small", "A small standard", date(2000, 1, 1), "x:")
((TABLE,),) = rows_of("standard", "a table of examples")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "examples.json"
    path.write_text(json.dumps({"tables": [TABLE, TABLE | {"bases": []}]}), encoding="utf-8")
    return path


def test_every_row_is_an_example_under_every_base(path: Path) -> None:
    examples = load_examples(SMALL, path)
    assert [(example.base, example.reference) for example in examples] == [
        (base, reference) for base in ("x:/a", "x:/b") for reference in ("g", "#s", "//")
    ]
    assert {str(example.citation) for example in examples} == {"Small, 5.1"}
    assert examples[0].answers == (ExpectedResult("x:/g"),)
    assert examples[1].answers == (
        ExpectedResult(NoUri(Outcome.SAME_DOCUMENT, "s")),
        ExpectedResult("x:/#s", (Choice("empty", "new"), Choice("more", "less"))),
    )
    assert examples[2].answers == (ExpectedResult(NoUri(Outcome.ERROR)),)


def test_an_example_has_one_line_and_its_data(path: Path) -> None:
    example = load_examples(SMALL, path)[1]
    assert repr(example) == "<Example base='x:/a' reference='#s'>"
    assert repr(example.answers[1]) == "<ExpectedResult target='x:/#s'>"
    form = example.to_dict()
    assert (form["base"], form["reference"]) == ("x:/a", "#s")
    assert form["answers"] == [
        {"outcome": "same-document", "uri": None, "fragment": "s", "choices": []},
        {
            "outcome": "uri",
            "uri": "x:/#s",
            "fragment": None,
            "choices": [
                {"reading": "empty", "option": "new"},
                {"reading": "more", "option": "less"},
            ],
        },
    ]


def test_the_standards_examples_cite_them_and_name_options_that_they_have() -> None:
    for spec in hexapla.specs():
        for example in spec.examples():
            assert example.citation.document == spec.document
            assert example.answers
            for answer in example.answers:
                assert spec.choosing(*answer.choices)
