"""Examples from the text of a standard, as data with a citation each."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import attrs

from hexapla.documents.citation import Citation, Document
from hexapla.documents.reading import Choice
from hexapla.standard.phases import NoUri, Outcome, Target
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class ExpectedResult(Value):
    """What an example says that its input gives; `choices` are the readings that it needs."""

    target: Target
    choices: tuple[Choice, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """Return the answer's JSON form."""
        end = NoUri(Outcome.URI) if isinstance(self.target, str) else self.target
        return {
            "outcome": end.outcome.value,
            "uri": self.target if isinstance(self.target, str) else None,
            "fragment": end.fragment,
            "choices": [choice.to_dict() for choice in self.choices],
        }


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
    return tuple(_examples(document, tables))


def _examples(document: Document, tables: Iterable[Mapping[str, Any]]) -> Iterable[Example]:
    for table in tables:
        citation = Citation(document, table["section"], table["title"])
        for base in table["bases"]:
            for row in table["rows"]:
                answers = tuple(map(_answer, row["answers"]))
                yield Example(base, row["reference"], answers, citation)


def _answer(answer: Mapping[str, Any]) -> ExpectedResult:
    choices = tuple(Choice(name, option) for name, option in answer.get("choices", {}).items())
    if "uri" in answer:
        return ExpectedResult(answer["uri"], choices)
    return ExpectedResult(NoUri(Outcome(answer["outcome"]), answer.get("fragment")), choices)
