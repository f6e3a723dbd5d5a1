"""Examples from the text of a standard, as data with a citation each."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs

from hexapla.documents.citation import Citation, Document
from hexapla.documents.reading import Choice
from hexapla.standard.phases import NoUri, Outcome, Target, target_value
from hexapla.values.value import Value, json_form


@attrs.frozen(repr=False)
class ExpectedResult(Value):
    """What an example says that its input gives; `choices` are the readings that it needs."""

    target: Target
    choices: tuple[Choice, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Return the answer's JSON form."""
        return {**target_value(self.target), "choices": json_form(self.choices)}


@attrs.frozen(repr=False)
class Example(Value):
    """A base, a reference and what the standard says of them, in one answer or more.

    Attributes:
        base: The base.
        reference: The reference.
        answers: What the standard says of them, under its readings.
        citation: Where it says so.
    """

    base: str
    reference: str
    answers: tuple[ExpectedResult, ...]
    citation: Citation


def load_examples(document: Document, path: Path) -> tuple[Example, ...]:
    """Return a standard's examples, from the JSON file beside its module."""
    tables = json.loads(path.read_text(encoding="utf-8"))["tables"]
    return tuple(
        Example(
            *(base, row["reference"], tuple(map(_answer, row["answers"]))),
            Citation(document, table["section"], table["title"]),
        )
        for table in tables
        for base in table["bases"]
        for row in table["rows"]
    )


def _answer(answer: Mapping[str, Any]) -> ExpectedResult:
    choices = tuple(Choice(name, option) for name, option in answer.get("choices", {}).items())
    if "uri" in answer:
        return ExpectedResult(answer["uri"], choices)
    return ExpectedResult(NoUri(Outcome(answer["outcome"]), answer.get("fragment")), choices)
